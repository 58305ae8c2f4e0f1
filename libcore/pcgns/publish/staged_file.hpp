// staged_file.hpp: a file that one rank writes under its staged name and renames when it is complete.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <string>

#include "pcgns/base/file_descriptor.hpp"

namespace pcgns::publish {

/// Permissions with which the staged file of `output` is created: never more than those of a file that it
/// replaces, and enough to write it.
[[nodiscard]] unsigned staged_mode(const std::string& output);

/// Opens the staged file or journal `path` of an earlier run; `flags` as in open(2). Links are not followed
/// and pipes not waited for. Throws Error{io} unless it is a regular file of `owner` without other names.
[[nodiscard]] FileDescriptor open_left(const std::string& path, int flags, uid_t owner = ::geteuid());

/// Removes `path` if it exists. Throws Error{io}.
void remove_file(const std::string& path);

class StagedFile {
 public:
  /// Creates the staged file of `output`. Throws Error{usage} if it exists.
  StagedFile(std::string output, unsigned mode);
  explicit StagedFile(const std::string& output) : StagedFile(output, staged_mode(output)) {}
  /// Removes the file unless it is published.
  ~StagedFile();
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;
  StagedFile(StagedFile&&) = delete;
  StagedFile& operator=(StagedFile&&) = delete;

  [[nodiscard]] const FileDescriptor& file() const { return file_; }
  [[nodiscard]] const std::string& path() const { return path_; }

  /// Syncs the file and renames it as `give_names` does.
  void publish(bool overwrite);

 private:
  std::string output_;
  std::string path_;
  FileDescriptor file_;
};

/// Writes the text file `path` whole or not at all. Unless `overwrite`, throws Error{usage} if it exists.
/// @note Local.
void write_text(const std::string& path, const std::string& text, bool overwrite);

}  // namespace pcgns::publish
