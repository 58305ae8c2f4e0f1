// stage_options.hpp: options of staging an output, and the names of its staged file and journal.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/error.hpp"

namespace pcgns::publish {

enum class Check { none, meta, full };

/// Whether an output shares blocks of the device with the inputs, instead of copying them.
enum class Clone { automatic, always, never };

struct StageOptions {
  std::string output = {};
  bool is_examined = true;  ///< False: a dry run does not check whether the output is possible.
  std::vector<std::string> wisdom_files = {};  ///< Read by the run; no output may replace them.
  bool one_of_many = false;                    ///< Output of a set: an earlier run may have published some.
  bool overwrite = false;
  bool resume = false;
  bool keep_partial = false;  ///< Keep the staged file after a failure; after a stop it is always kept.
  Check check = Check::meta;
  Clone clone = Clone::automatic;
  bool keep_alignment = false;  ///< No array begins elsewhere so that it can be cloned.
  std::string io = "posix";     ///< Access to the file: "posix" or "mpiio".
  std::string mpiio_hints = {};
  std::chrono::milliseconds checkpoint_every{5000};
  /// What computed values of the output depend on besides inputs and plan: a run with another basis cannot
  /// continue this one.
  std::vector<std::string> basis = {};
  /// What shapes the output, a line each: options as the user gave them ("--only Pressure") and "pcgns
  /// VERSION". Journals keep it, to tell what is different when a run cannot be resumed.
  std::vector<std::string> settings = {};
};

/// "<folder>/.<name>.pcgns-part" and "<folder>/.<name>.pcgns-journal" for an output.
[[nodiscard]] std::string part_path(const std::string& output);
[[nodiscard]] std::string journal_path(const std::string& output);
/// "<folder>/.<name>.pcgns-replaced": the file that the output replaced, if it is uncertain whether the
/// output outlives a crash of the machine.
[[nodiscard]] std::string replaced_path(const std::string& output);

/// "laying out the output", or "outputs" if it is one of many.
[[nodiscard]] std::string step_of(const StageOptions& options, std::string_view doing);

}  // namespace pcgns::publish
