// plain_walker.hpp: the tree of a file as solvers write it, read without HDF5, which takes many times as
// long.
#pragma once

#include <cstddef>
#include <cstdint>

#include "pcgns/cgns/input_set.hpp"

namespace pcgns::file {

/// A CGNS tree has about ten levels.
inline constexpr std::ptrdiff_t most_levels = 100;
/// Minimum bytes per node in a file. If a file seems to have more nodes, many hard links share the same ones.
inline constexpr std::int64_t least_node = 64;

/// As in an output, whatever the container of the input.
[[nodiscard]] inline cgns::Node empty_root() {
  return {.name = "HDF5 MotherNode", .label = "Root Node of HDF5 File"};
}

/// How often all stored bytes may be read, on average: a sound file takes two.
inline constexpr std::int64_t most_reads = 16;

/// Adds the tree, arrays and state of an input to `inputs`: exactly what Walker makes of it by HDF5. False,
/// and nothing added, if the file has anything that only HDF5 can read or find the words for: links of CGNS,
/// chunks, objects that are not CGNS, damage.
[[nodiscard]] bool add_plain_tree(cgns::InputSet& inputs, std::size_t input, std::int64_t inline_limit);

}  // namespace pcgns::file
