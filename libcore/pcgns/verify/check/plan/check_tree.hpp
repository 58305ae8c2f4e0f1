// check_tree.hpp: checks the tree of one file (rules T).
#pragma once

#include <set>
#include <string>

#include "pcgns/cgns/findings.hpp"
#include "pcgns/cgns/node.hpp"

namespace pcgns::verify::check {

/// Names that the files of a set may use to refer to each other.
struct SetNames {
  std::set<std::string> there = {};          ///< Existing "Base/Zone" (zones of any kind) and "Base/Family".
  std::set<std::string> used_families = {};  ///< Referenced "Base/Family".
  std::set<std::string> listed = {};         ///< Existing "Base/Label/Name" of what time steps list.
  std::set<std::string> in_pieces = {};      ///< "Base/Zone/Label/Node", of all pieces of the zone.
  bool may_lack_zones = false;               ///< True with --allow-missing.

  /// Adds the names in another file of the set.
  void add(const cgns::Node& root);
};

/// Adds all findings about the tree of one file. Makes no assumptions about the tree; judges bulk arrays by
/// type and extents only. `file`: its name in findings. `elsewhere`: names in the files of the set, with or
/// without this one.
void check_tree(const cgns::Node& root, std::string file, cgns::Findings& findings,
                const SetNames& elsewhere = {});

}  // namespace pcgns::verify::check
