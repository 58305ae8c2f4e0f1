// completion.hpp: a mark on an output that says which plan and inputs it was made from.
//
// A batch system may start a job again whose output is already in place. The journal is gone then; the mark,
// an extended attribute of the file, tells that nothing is left to do. It is no part of the bytes, and counts
// only as long as the file is not modified: copies have it only if they keep attributes and times, as cp -a.
#pragma once

#include <string>

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace pcgns::publish {

/// The run that makes an output.
struct Making {
  std::string plan;    ///< Fingerprint.
  std::string inputs;  ///< Digest of them.
  Check check = Check::meta;
};

/// Marks a file that is complete. Does nothing where the file system has no attributes.
void mark_complete(const FileDescriptor& file, const Making& making);

enum class Completion { unknown, of_another_run, with_less_check, of_this_run };

/// Whether `output` is marked, and not modified since.
[[nodiscard]] bool is_marked_complete(const std::string& output);

/// What the mark of `output` says. with_less_check: the same run, but with a weaker check.
[[nodiscard]] Completion completion_of(const std::string& output, const Making& making);

}  // namespace pcgns::publish
