// skeleton.hpp: an output file with all of its nodes and small values, and with room for its bulk arrays.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pcgns/plan/plan.hpp"

namespace pcgns::file {

/// Where the bulk arrays of a file lie.
struct Layout {
  /// Of the first byte of each of Plan::targets, in bytes from the file's begin; -1 for an array of zero
  /// values, or in chunks.
  std::vector<std::int64_t> offsets;
  std::int64_t end = 0;  ///< Bytes up to the end of allocation.
};

/// Chunks, or arrays, that are in the file before its nodes are.
struct ChunksInPlace {
  std::span<const tree::ChunkTable> tables = {};  ///< By Plan::targets.
  Range bytes = {};                               ///< What they take of the file.
  /// By Plan::targets: of the first byte of each contiguous array; empty: where HDF5 puts them.
  std::span<const std::int64_t> arrays = {};
};

/// Where the first chunk may lie: what is before is for the nodes.
[[nodiscard]] std::int64_t begin_of_chunks(const plan::Plan& plan, std::int64_t alignment);

/// Writes `plan.output` to the existing, empty file `path` as CGNS on HDF5 (Plan::format; creation order
/// tracked, no object times): the same plan gives the same bytes. Small values are written; a bulk array
/// is contiguous, its space allocated but not written, unless it is chunked; and begins at a multiple of
/// `alignment` bytes if it is at least that large. The chunks of all chunked arrays are there already. Extras
/// are copied from the files of `inputs` they are in.
/// @note Local: one rank calls it.
[[nodiscard]] Layout write_skeleton(const std::string& path, const plan::Plan& plan,
                                    const tree::InputSet& inputs, std::int64_t alignment,
                                    const ChunksInPlace& chunks = {});

/// One of `parts` equal shares of the children of all bases.
struct Share {
  int part = 0;
  int parts = 1;
};

/// The layout of a skeleton that write_skeleton has written for `plan`. Throws Error{input} if `path` is not
/// one: a node, an extent, a type or the allocation of an array is not as planned. Of the children of bases
/// only those in `share` are looked into; the offsets of all others' arrays are -1.
[[nodiscard]] Layout read_layout(const std::string& path, const plan::Plan& plan, Share share = {});

}  // namespace pcgns::file
