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

/// By number, the solutions of all zones that have parts, as far as each has so many.
std::vector<std::vector<Solution>> solutions_of(const Node& base) {
  std::vector<std::vector<Solution>> solutions;
  bool is_first = true;
  for (const auto& zone : base.children) {
    if (zone.label != "Zone_t" || cgns::is_plane(zone)) continue;
    std::size_t count = 0;
    for (const auto& child : zone.children) {
      if (child.label != "FlowSolution_t") continue;
      if (is_first) solutions.emplace_back();
      if (count < solutions.size()) solutions[count].push_back({&zone, &child});
      ++count;
    }
    solutions.resize(std::min(solutions.size(), count));
    is_first = false;
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
  for (const auto& solutions : solutions_of(base)) {
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
