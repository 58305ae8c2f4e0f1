// points_in_all.cpp: pieces of a node on some points, of which some do not say on which.
#include <fmt/format.h>

#include <algorithm>

#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/fileset/plan/structured/zone.hpp"

namespace pcgns::fileset {

namespace {

/// True if nothing is lost without `node`, because `other` has the same. Values without points are those of
/// all points; in user data they may belong to none.
bool is_repeated_in(const StructuredJob& zone, const cgns::Node& node, const cgns::Node& other) {
  const cgns::Contents contents{zone.job.merge.survey.contents, {}, {}};
  if (cgns::value_difference(node, other, contents)) return false;
  return std::ranges::all_of(node.children, [&](const cgns::Node& child) {
    const bool is_of_points = child.label == "DataArray_t" && node.label != "UserDefinedData_t";
    const auto* same = other.child(child.name);
    return is_metadata(node, child) ||
           (same != nullptr && !is_of_points && is_repeated_in(zone, child, *same));
  });
}

}  // namespace

bool has_point_set(const PieceNode& at) { return std::ranges::any_of(at.node->children, is_point_set); }

void require_points_in_all(const StructuredJob& zone, const PieceNodes& nodes, const std::string& below) {
  const auto with = std::ranges::find_if(nodes, has_point_set);
  if (with == nodes.end()) return;
  for (const auto& at : nodes) {
    if (has_point_set(at) || is_repeated_in(zone, *at.node, *with->node)) continue;
    throw zone.error(at, below,
                     fmt::format("has neither a PointRange nor a PointList, unlike {} in {}",
                                 zone.path_in(with->piece, below), zone.file_of(*with)));
  }
}

}  // namespace pcgns::fileset
