// one_file.hpp: the file that most engines write: a CGNS file, or its values only.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pcgns-bench/engine/engine.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/cache/cache.hpp"
#include "pcgns/io/sink.hpp"

namespace pcgns::bench {

/// Where the arrays lie, on every rank. One rank makes the file, or looks into it. @note Collective.
[[nodiscard]] std::vector<std::int64_t> make_file(const Task& task, const std::string& path, bool is_plain);
[[nodiscard]] std::vector<std::int64_t> look_into_file(const Task& task, const std::string& path,
                                                       bool is_plain);

/// For writing with pwrite.
[[nodiscard]] std::unique_ptr<io::Sink> sink_of(const Task& task, const std::string& path);

/// A file that is written or read through POSIX.
struct OpenFile {
  std::unique_ptr<io::Sink> sink;  ///< If it is written.
  FileDescriptor descriptor;       ///< If it is read.

  void close(bool syncs);
};

/// Puts the slabs of `blocks` where the arrays lie.
void place(std::span<Block> blocks, const std::vector<std::int64_t>& offsets);

/// The slabs alone.
[[nodiscard]] std::vector<io::Slab> slabs_of(std::span<const Block> blocks);

/// Values of a slab in the order of the file; and the reverse.
[[nodiscard]] std::vector<std::byte> packed(const io::Slab& slab);
void unpack_all(const io::Slab& slab, std::span<const std::byte> values);

/// True if the values lie in memory in the order of the file, without gaps.
[[nodiscard]] bool is_dense(const io::Slab& slab);

/// What a slab has in memory, which has no gaps. @pre As Piece says.
[[nodiscard]] std::span<std::byte> bytes_of(const io::Slab& slab);

/// For a file that ends after the last of `offsets`.
[[nodiscard]] cache::Options cache_options(const Task& task, const std::vector<std::int64_t>& offsets);
/// Throws Error{usage} unless there is memory for a block.
void require_room_for_block(const cache::Options& options);

}  // namespace pcgns::bench
