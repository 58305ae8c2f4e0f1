// stage_options.hpp: how an output is staged, and under which names.
#pragma once

#include <chrono>
#include <string>

#include "pcgns/base/error.hpp"
#include "pcgns/storage/striping.hpp"

namespace pcgns::publish {

enum class Check { none, meta, full };

struct StageOptions {
  std::string output;
  bool one_of_many = false;  ///< Several outputs appear together: an earlier run may have published some.
  bool overwrite = false;
  bool resume = false;
  bool keep_partial = false;  ///< After a failure too; after a stop the part file stays anyway.
  Check check = Check::meta;
  std::string io = "posix";  ///< How bytes reach the file: "posix" or "mpiio".
  std::string mpiio_hints = {};
  std::chrono::milliseconds checkpoint_every{5000};
  storage::Striping striping = {};  ///< Of the output, where its file system has stripes.
};

/// "<folder>/.<name>.pcgns-part" and "<folder>/.<name>.pcgns-journal" of an output.
[[nodiscard]] std::string part_path(const std::string& output);
[[nodiscard]] std::string journal_path(const std::string& output);

/// What to say where a part file is in the way.
[[nodiscard]] Error part_exists(const std::string& part);

}  // namespace pcgns::publish
