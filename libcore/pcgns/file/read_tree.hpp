// read_tree.hpp: the tree of one file, read by one process with the serial driver.
#pragma once

#include <string>

#include "pcgns/file/read_trees.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::file {

/// As read_trees, for one file and this rank alone. `trees` has one entry; file 0 is `path`.
[[nodiscard]] tree::InputSet read_tree(const std::string& path, const ReadOptions& options);

}  // namespace pcgns::file
