// plain_walker.hpp: the tree of a file as solvers write it, read without HDF5, which takes many times as
// long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/file/open_files.hpp"

namespace pcgns::file {

/// A CGNS tree has about ten levels.
inline constexpr std::ptrdiff_t most_levels = 100;
/// Minimum bytes per node in a file. If a file seems to have more nodes, many hard links share the same ones.
inline constexpr std::int64_t least_node = 64;

/// What a file holds that HDF5 need not read.
struct PlainTree {
  cgns::Node root;
  std::vector<cgns::Array> arrays;  ///< Without their file; nodes have indices into these.
  FileState state;
};

/// Exactly what Walker makes of the file by HDF5. Nothing if the file has anything that only HDF5 can read or
/// find the words for: links of CGNS, chunks, objects that are not CGNS, damage.
[[nodiscard]] std::optional<PlainTree> plain_tree(const std::string& path, std::int64_t inline_limit);

}  // namespace pcgns::file
