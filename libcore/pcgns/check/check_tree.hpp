// check_tree.hpp: rules T, for the tree of one file.
#pragma once

#include <set>
#include <string>

#include "pcgns/check/findings.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::check {

/// "Base/Zone" of every zone and zone of particles, "Base/Family" of every family below `root`: what the
/// other files of a set may refer to.
[[nodiscard]] std::set<std::string> names_of(const tree::Node& root);

/// Looks for everything that is wrong in the tree of one file. Bulk arrays are judged by their type and
/// extents only; nothing about the tree is taken for granted. `file`: as findings name it. `elsewhere`: the
/// names_of all files of the set.
void check_tree(const tree::Node& root, std::string file, Findings& findings,
                const std::set<std::string>& elsewhere = {});

}  // namespace pcgns::check
