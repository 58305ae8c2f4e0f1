#include "pcgns/fileset/plan/unite/step_tables.hpp"

#include <algorithm>
#include <array>

namespace pcgns::fileset {

namespace {

struct StepTable {
  std::string_view begin;  ///< Prefix of the table's name.
  std::string_view label;  ///< Label of the named nodes.
};

constexpr std::array<StepTable, 8> step_tables = {
    {{.begin = "FlowSolution", .label = "FlowSolution_t"},
     {.begin = "GridCoordinates", .label = "GridCoordinates_t"},
     {.begin = "ArbitraryGridMotion", .label = "ArbitraryGridMotion_t"},
     {.begin = "RigidGridMotion", .label = "RigidGridMotion_t"},
     {.begin = "ZoneGridConnectivity", .label = "ZoneGridConnectivity_t"},
     {.begin = "ZoneSubRegion", .label = "ZoneSubRegion_t"},
     {.begin = "ParticleSolution", .label = "ParticleSolution_t"},
     {.begin = "ParticleCoordinates", .label = "ParticleCoordinates_t"}}};

const StepTable* step_table(std::string_view name) {
  if (!name.ends_with("Pointers")) return nullptr;
  const auto found = std::find_if(step_tables.begin(), step_tables.end(),
                                  [=](const StepTable& table) { return name.starts_with(table.begin); });
  return found == step_tables.end() ? nullptr : &*found;
}

/// The initial grid belongs to no time step, even if a time step names it.
bool is_original(const cgns::Node& node) {
  return node.name == "GridCoordinates" || node.name == "ParticleCoordinates";
}

}  // namespace

bool is_step_table(const cgns::Node& node) {
  return step_table(node.name) != nullptr && node.label == "DataArray_t" && node.type == cgns::DataType::C1 &&
         cgns::count_of(node.dims) > 0;
}

std::string_view label_of_table(const cgns::Node& table) { return step_table(table.name)->label; }

void add_named(const std::function<bool(std::int64_t)>& is_picked, const cgns::Node& table,
               const NamedNodes& named, NodesOfSteps& nodes) {
  const auto rows = cgns::rows_of(table);
  for (std::size_t step = 0; step < rows.size(); ++step) {
    const bool is_wanted = is_picked(static_cast<std::int64_t>(step));
    for (const auto* node : named.find_all(label_of_table(table), rows[step]))
      (is_wanted || is_original(*node) ? nodes.picked : nodes.others).insert(node);
  }
}

}  // namespace pcgns::fileset
