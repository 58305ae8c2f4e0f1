// condition_groups.cpp: which boundary conditions of pieces are one.
//
// Cassiopée numbers the pieces of a condition: Wall, Wall.0, Wall.1. They stay conditions of their own,
// unless each of them has the data of the whole condition.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/plan/structured/zone.hpp"
#include "pcgns/fileset/plan/unstructured/piece_view.hpp"

namespace pcgns::fileset {

namespace {

/// The numbers of points that the data of a condition on a range may have: its own, or the faces between
/// them.
std::set<std::int64_t> counts_of_range(const cgns::Node& bc) {
  const auto set = std::ranges::find_if(bc.children, cgns::is_point_set);
  const auto values =
      set == bc.children.end() || set->label != "IndexRange_t" ? std::nullopt : cgns::integers_in(&*set);
  if (!values || values->size() % 2 != 0) return {};
  std::int64_t points = 1;
  std::int64_t between = 1;
  for (std::size_t d = 0; d < values->size() / 2; ++d) {
    const auto extent = std::abs((*values)[d + values->size() / 2] - (*values)[d]) + 1;
    points *= extent;
    between *= std::max<std::int64_t>(1, extent - 1);
  }
  return {1, points, between};
}

/// True for a data set on the points of its condition that has an array of another length.
bool has_other_length(const cgns::Node& data_set, const std::set<std::int64_t>& counts) {
  if (data_set.label != "BCDataSet_t" || std::ranges::any_of(data_set.children, cgns::is_point_set))
    return false;
  return std::ranges::any_of(data_set.children, [&](const cgns::Node& data) {
    return data.label == "BCData_t" && std::ranges::any_of(data.children, [&](const cgns::Node& array) {
             return array.label == "DataArray_t" && !counts.contains(cgns::count_of(array.dims));
           });
  });
}

bool has_data_of_more_points(const cgns::Node& bc) {
  const auto counts = bc.label == "BC_t" ? counts_of_range(bc) : std::set<std::int64_t>();
  return !counts.empty() && std::ranges::any_of(bc.children, [&](const cgns::Node& child) {
    return has_other_length(child, counts);
  });
}

}  // namespace

std::vector<PieceGroup> condition_groups(const Original& original, const PieceNodes& containers) {
  if (original.convention != Convention::cassiopee) return grouped(containers);
  std::set<std::string> united;
  for (const auto& container : containers) {
    for (const auto& bc : container.node->children)
      if (has_data_of_more_points(bc)) united.insert(without_piece_number(bc.name));
  }
  return grouped(containers, [&](const PieceNode& bc) {
    auto name = without_piece_number(bc.node->name);
    return bc.node->label == "BC_t" && united.contains(name) ? name : bc.node->name;
  });
}

}  // namespace pcgns::fileset
