// scratch_file.hpp: a file beside the output for what is found out before the move and read during it.
//
// Ranks write pieces of their own; after `settle` every rank can read all of them, through Source as arrays
// of an input too. The file is closed for that, so that file systems that keep only their promise of close
// and open do, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/assemble/match.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::move {

/// "<folder>/.<name>.pcgns-scratch" of an output.
[[nodiscard]] std::string scratch_path(const std::string& output);

class ScratchFile {
 public:
  /// Adds the file to `inputs`, which must live as long. One that a crash has left is replaced. Throws
  /// Error{io} on every rank if another run uses it, or it cannot be made. @note Collective.
  ScratchFile(par::Session& session, tree::InputSet& inputs, const std::string& output);
  /// Removes the file. @note Rank 0 does; the others need not be there.
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  /// The first byte of `bytes` more, which are zero; the same on every rank that asks for the same.
  [[nodiscard]] std::int64_t add_room(std::int64_t bytes);
  /// Adds `count` values from byte `offset` on to the arrays of the inputs, and gives the index. `path`: for
  /// messages.
  [[nodiscard]] int add_array(std::string path, std::int64_t offset, std::int64_t count,
                              tree::DataType type = tree::DataType::I8);

  /// Throw Error{io}. What other ranks have written is there after `settle`.
  void write(std::int64_t offset, std::span<const std::byte> from);
  void read(std::int64_t offset, std::span<std::byte> to);
  void write(std::int64_t offset, const std::vector<std::int64_t>& numbers) {
    write(offset, std::as_bytes(std::span(numbers)));
  }
  void read(std::int64_t offset, std::vector<std::int64_t>& numbers) {
    read(offset, std::as_writable_bytes(std::span(numbers)));
  }

  /// Makes the file as long as there is room, and shows everybody what has been written. @note Collective.
  void settle();

 private:
  FileDescriptor& open();

  par::Session& session_;
  tree::InputSet& inputs_;
  std::string path_;
  int file_ = 0;
  bool is_mine_ = false;  ///< This rank has made it.
  std::int64_t end_ = 0;
  std::int64_t writes_ = 0;
  std::optional<FileDescriptor> lock_;  ///< On rank 0, as long as the file is in use.
  std::optional<FileDescriptor> descriptor_;
};

/// Arrays of numbers, each made up of its runs one after the other; their indices. @note Collective.
[[nodiscard]] std::vector<int> add_runs(par::Session& session, ScratchFile& scratch,
                                        const std::vector<std::vector<assemble::Run>>& arrays);

}  // namespace pcgns::move
