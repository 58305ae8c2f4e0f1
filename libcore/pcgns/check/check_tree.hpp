// check_tree.hpp: rules T, for the tree of one file.
#pragma once

#include <set>
#include <string>

#include "pcgns/check/findings.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::check {

/// What the files of a set may refer to in each other.
struct SetNames {
  std::set<std::string> there = {};          ///< "Base/Zone" of zones of all kinds, "Base/Family".
  std::set<std::string> used_families = {};  ///< "Base/Family".

  /// What there is in one more file of the set.
  void add(const tree::Node& root);
};

/// Looks for everything that is wrong in the tree of one file. Bulk arrays are judged by their type and
/// extents only; nothing about the tree is taken for granted. `file`: as findings name it. `elsewhere`: all
/// files of the set, this one too or not.
void check_tree(const tree::Node& root, std::string file, Findings& findings, const SetNames& elsewhere = {});

}  // namespace pcgns::check
