#include <algorithm>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/restart/partition.hpp"

namespace pcgns::restart {

namespace {

using cgns::DataType;
using cgns::Node;

/// A solution of a zone.
struct Solution {
  const Node* zone = nullptr;
  const Node* node = nullptr;
};

/// Those of number `S` (0-based) of all zones that have parts; empty if one has fewer.
std::vector<Solution> solutions_at(const Node& base, std::int64_t S) {
  std::vector<Solution> solutions;
  for (const auto& zone : base.children) {
    if (zone.label != "Zone_t" || cgns::is_plane(zone)) continue;
    auto left = S;
    const auto is_wanted = [&](const Node& child) { return child.label == "FlowSolution_t" && left-- == 0; };
    const auto found = std::ranges::find_if(zone.children, is_wanted);
    if (found == zone.children.end()) return {};
    solutions.push_back({&zone, &*found});
  }
  return solutions;
}

/// Where all of them have values for all vertices or all cells.
std::optional<Entity> common_entity(const std::vector<Solution>& solutions) {
  const auto entity = entity_of_fields(*solutions.front().node);
  const bool are_alike = std::ranges::all_of(solutions, [&](const Solution& solution) {
    return entity_of_fields(*solution.node) == entity &&
           std::ranges::none_of(solution.node->children, cgns::is_point_set);
  });
  return are_alike ? entity : std::nullopt;
}

/// How many values its fields have, with those in planes beyond a structured zone; -1: not known.
std::int64_t count_of_values(const Solution& solution, Entity entity) {
  const auto shape = cgns::shape_of(*solution.zone);
  if (!shape) return -1;
  auto extents = entity == Entity::vertex ? shape->vertices : shape->cells;
  const auto planes = cgns::integers_in(solution.node->child_labelled("Rind_t"));
  for (std::size_t d = 0; planes && d < planes->size() / 2 && d < extents.size(); ++d)
    extents[d] += (*planes)[2 * d] + (*planes)[2 * d + 1];
  return extents[0] * extents[1] * extents[2];
}

bool has_field(const Solution& solution, Entity entity, const std::string& name,
               const std::vector<plan::Target>& arrays) {
  const auto* const field = solution.node->child(name);
  if (field == nullptr || field->label != "DataArray_t" || !field->is_bulk()) return false;
  const auto& array = arrays[static_cast<std::size_t>(field->array)];
  const bool is_number = array.type != DataType::C1 && array.type != DataType::B1;
  return is_number && cgns::count_of(array.dims) == count_of_values(solution, entity);
}

}  // namespace

std::set<std::string> common_fields(const Node& base, const std::vector<plan::Target>& arrays) {
  std::set<std::string> fields;
  std::vector<Solution> solutions;
  for (std::int64_t S = 0; !(solutions = solutions_at(base, S)).empty(); ++S) {
    const auto entity = common_entity(solutions);
    if (!entity) continue;
    for (const auto& child : solutions.front().node->children) {
      const bool is_common = std::ranges::all_of(solutions, [&](const Solution& solution) {
        return has_field(solution, *entity, child.name, arrays);
      });
      for (const auto& [zone, solution] : solutions)
        if (is_common) fields.insert(cgns::join(cgns::join(zone->name, solution->name), child.name));
    }
  }
  return fields;
}

}  // namespace pcgns::restart
