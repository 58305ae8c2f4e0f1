// batches.hpp: which nodes of an output are created apart, and where in the file they and the arrays lie.
//
// HDF5 creates nodes one after the other. Those of many zones are therefore created in batches, by several
// ranks at once, each batch in a range of file addresses of its own. All of this follows from the plan alone:
// the file is the same for any number of ranks.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::file {

/// Ranges begin at pages, so that no two ranks write the same one.
inline constexpr std::int64_t range_unit = 4096;

/// Children of one base.
struct Batch {
  std::string base = {};                         ///< Its path.
  std::vector<const cgns::Node*> children = {};  ///< In the order of the tree.
  Range bytes = {};                              ///< Addresses that their nodes may have.
};

/// What a file holds before its nodes are created.
struct InPlace {
  bool has_chunks = false;
  Range bytes = {};                             ///< File space of chunks and arrays.
  std::span<const std::int64_t> arrays = {};    ///< Offsets by target, -1 where not chosen yet; may be empty.
  std::int64_t alignment = 1;                   ///< Of arrays that are at least this large.
  std::int64_t block = 1;                       ///< Offsets of arrays are equal to
  std::span<const std::int64_t> residues = {};  ///< these modulo `block`, by target; -1: any. May be empty.
};

struct Arrangement {
  std::vector<Batch> batches = {};        ///< Empty: too few nodes to share them out.
  std::vector<std::int64_t> arrays = {};  ///< Offsets by target; -1 for empty and chunked arrays.
  std::int64_t front = 0;                 ///< Bytes at the begin of the file for all other nodes.
  Range bytes = {};                       ///< Of everything that has its place.
};

/// Bytes of the links of a node in the header of its group, which holds the first eight.
[[nodiscard]] std::int64_t bytes_of_links(const cgns::Node& node);

/// The header of a group has room for so many links to a name of this length; the attributes take their room.
inline constexpr std::int64_t length_of_unit = 9;
[[nodiscard]] std::int64_t units_of_group(std::int64_t links);

/// Metadata bytes of a node and what is below it, small values included, chunk indices excluded.
[[nodiscard]] std::int64_t metadata_bytes(const cgns::Node& node);
/// The same of the whole output; with the indices if it has chunks.
[[nodiscard]] std::int64_t metadata_bytes(const plan::Plan& plan);

/// @pre `plan` outlives the result.
[[nodiscard]] Arrangement arrange(const plan::Plan& plan, const InPlace& in_place);

/// The end of all batches, if they begin the file: where chunks may begin. 0 if there are no batches.
[[nodiscard]] std::int64_t end_of_batches(const plan::Plan& plan);

}  // namespace pcgns::file
