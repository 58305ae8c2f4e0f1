// scratch_file.hpp: a temporary file beside the output, for data computed before the move and read during it.
//
// Each rank writes its own ranges. After `settle` every rank can read all of them, also through Source as
// input arrays. `settle` closes the file, for file systems that guarantee only close-to-open consistency.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/base/listener.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::io {

/// "<folder>/.<name>.pcgns-scratch" for the output "<folder>/<name>".
[[nodiscard]] std::string scratch_path(const std::string& output);

class ScratchFile {
 public:
  /// Adds the file to `inputs`, which must outlive this object. Replaces a file left by a crash. Throws
  /// Error{io} on every rank if another run uses the file, or if it cannot be created. @note Collective.
  ScratchFile(par::Session& session, cgns::InputSet& inputs, const std::string& output,
              const Listener& listener = {});
  /// Keeps the data in memory that the ranks of a node share, and writes no file. @pre All ranks are on one
  /// node. @note Collective.
  ScratchFile(par::Session& session, cgns::InputSet& inputs);
  /// Removes the file; warns if that fails. @note Done by rank 0, without the other ranks.
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  /// Index into InputSet::files.
  [[nodiscard]] int file() const { return file_; }

  /// Reserves `bytes` zero bytes; returns their offset, the same on all ranks that make the same calls.
  [[nodiscard]] std::int64_t add_room(std::int64_t bytes);
  /// Adds `count` values at byte `offset` to the arrays of the inputs; returns the array index. `path` is for
  /// messages.
  [[nodiscard]] int add_array(std::string path, std::int64_t offset, std::int64_t count,
                              cgns::DataType type = cgns::DataType::I8);

  /// Throw Error{io}. Data of other ranks are visible after `settle`.
  void write(std::int64_t offset, std::span<const std::byte> from);
  void read(std::int64_t offset, std::span<std::byte> to);
  void write(std::int64_t offset, const std::vector<std::int64_t>& numbers) {
    write(offset, std::as_bytes(std::span(numbers)));
  }
  void read(std::int64_t offset, std::vector<std::int64_t>& numbers) {
    read(offset, std::as_writable_bytes(std::span(numbers)));
  }

  /// Extends the file to the reserved size, and makes all writes visible to all ranks. @note Collective.
  void settle();

 private:
  FileDescriptor& open();
  void join(cgns::InputSet& inputs);

  par::Session& session_;
  cgns::InputSet& inputs_;
  const Listener listener_;
  std::string path_;
  int file_ = 0;
  bool is_mine_ = false;    ///< This rank created the file.
  bool is_memory_ = false;  ///< Not a file of a folder.
  std::int64_t end_ = 0;
  std::int64_t writes_ = 0;
  std::optional<FileDescriptor> lock_;  ///< On rank 0, while the file is in use.
  std::optional<FileDescriptor> descriptor_;
};

/// Adds arrays of numbers, each the concatenation of its runs; returns their indices. @note Collective.
[[nodiscard]] std::vector<int> add_runs(par::Session& session, ScratchFile& scratch,
                                        const std::vector<std::vector<plan::NumberRun>>& arrays);

}  // namespace pcgns::io
