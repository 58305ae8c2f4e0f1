// skeleton.hpp: creates an output file with all nodes and small values, and room for bulk arrays.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pcgns/plan/plan.hpp"

namespace pcgns::file {

/// Location of the bulk arrays of a file.
struct Layout {
  /// Byte offset of each array in Plan::targets; -1 for empty and chunked arrays.
  std::vector<std::int64_t> offsets;
  std::int64_t end = 0;  ///< End of allocation, in bytes.
  /// One rank has created nodes that were to be shared out, because HDF5 did not keep to ranges of addresses.
  bool fell_back = false;
};

/// Chunks, or arrays, that were written before the nodes.
struct ChunksInPlace {
  std::span<const cgns::ChunkTable> tables = {};  ///< By index into Plan::targets.
  Range bytes = {};                               ///< File space that they occupy.
  /// By index into Plan::targets: offset of each contiguous array; empty: HDF5 decides.
  std::span<const std::int64_t> arrays = {};
};

/// What the offsets of contiguous arrays must be modulo `block`.
struct Congruence {
  std::int64_t block = 1;
  std::vector<std::int64_t> residues = {};  ///< By index into Plan::targets; -1: any. Empty: all.
};

/// The ranks that create the nodes of a file together; by default this one alone.
struct Ranks {
  MPI_Comm comm = MPI_COMM_NULL;
  int joiner = 0;  ///< Creates what is not shared out.
};

/// Lowest offset of the first chunk; the space before it is for the nodes.
[[nodiscard]] std::int64_t begin_of_chunks(const plan::Plan& plan, std::int64_t alignment);

/// Writes `plan.output` to the existing, empty file `path` as CGNS on HDF5 (see Plan::format). Creation order
/// is tracked and object times are not, so the same plan gives the same bytes. Small values are written.
/// Contiguous bulk arrays are allocated but not written; those of at least `alignment` bytes begin at a
/// multiple of it. Chunks are already in the file. Extras are copied from the files of `inputs`.
///
/// The nodes of many zones are created in batches, which `ranks` share out. The file is the same for any
/// number of ranks. Returns the layout, on other ranks than the joiner perhaps without its end or offsets.
/// @note Collective over `ranks`.
[[nodiscard]] Layout write_skeleton(const std::string& path, const plan::Plan& plan,
                                    const cgns::InputSet& inputs, std::int64_t alignment,
                                    const ChunksInPlace& chunks = {}, const Congruence& congruence = {},
                                    const Ranks& ranks = {});

/// One of `parts` equal shares of the children of all bases.
struct Share {
  int part = 0;
  int parts = 1;
};

/// Checks a skeleton written for `plan`, and returns its layout. Throws Error{input} if a node, extent, type
/// or array allocation in `path` differs from the plan. Among the children of bases only those in `share` are
/// checked; the offsets of the other arrays are -1.
[[nodiscard]] Layout read_layout(const std::string& path, const plan::Plan& plan, Share share = {});

}  // namespace pcgns::file
