#include "pcgns/fileset/plan/unite/step_tables.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_names.hpp"

namespace pcgns::fileset {

namespace {

struct StepTable {
  std::string_view begin;  ///< Prefix of the table's name.
  std::string_view label;  ///< Label of the named nodes.
};

constexpr std::array<StepTable, 9> step_tables = {
    {{.begin = "FlowSolution", .label = "FlowSolution_t"},
     {.begin = "DiscreteData", .label = "DiscreteData_t"},
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

void add_regions_of(const cgns::Node& zone, LeftOut& left_out) {
  constexpr std::string_view container_label = "ZoneGridConnectivity_t";
  const auto is_container = [=](const cgns::Node* node) { return node->label == container_label; };
  if (std::ranges::none_of(left_out, is_container)) return;
  for (const auto& region : zone.children) {
    const auto* name =
        region.label == "ZoneSubRegion_t" ? region.child("GridConnectivityRegionName") : nullptr;
    if (name == nullptr || std::ranges::any_of(region.children, cgns::is_point_set)) continue;
    bool is_left_out = false;
    bool is_kept = false;
    for (const auto& container : zone.children) {
      if (container.label != container_label || cgns::named_in(container, cgns::text_of(*name)) == nullptr)
        continue;
      (left_out.contains(&container) ? is_left_out : is_kept) = true;
    }
    if (is_left_out && !is_kept) left_out.insert(&region);
  }
}

namespace {

void set_to_null(cgns::Node& table, std::size_t row) {
  constexpr std::string_view null = "Null";
  const auto width = static_cast<std::size_t>(table.dims.front());
  std::memset(table.data.data() + row * width, ' ', width);
  std::memcpy(table.data.data() + row * width, null.data(), std::min(width, null.size()));
}

/// Calls visit(iterative, table) for the tables of a zone.
template <typename Visit>
void each_table(cgns::Node& zone, const Visit& visit) {
  for (auto& iterative : zone.children) {
    if (!cgns::is_zone_iterative(iterative.label)) continue;
    for (auto& table : iterative.children)
      if (is_step_table(table) && !table.data.empty()) visit(iterative, table);
  }
}

}  // namespace

void forget(cgns::Node& table, const NamedNodes& named, const LeftOut& left_out) {
  const auto rows = cgns::rows_of(table);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto nodes = named.find(label_of_table(table), rows[i]);
    const bool gone =
        std::all_of(nodes.begin(), nodes.end(), [&](const auto* node) { return left_out.contains(node); });
    if (!nodes.empty() && gone) set_to_null(table, i);
  }
}

void forget_below(cgns::Node& zone, const LeftOut& left_out) {
  if (left_out.empty()) return;
  each_table(zone, [&](const cgns::Node& iterative, cgns::Node& table) {
    forget(table, NamedNodes(zone, iterative), left_out);
  });
}

void forget_lost(const std::vector<const cgns::Node*>& pieces, cgns::Node& zone) {
  each_table(zone, [&](const cgns::Node& iterative, cgns::Node& table) {
    const auto label = label_of_table(table);
    const NamedNodes there(zone, iterative);
    std::vector<NamedNodes> in_pieces;  // filled when the first is needed
    const auto is_in_pieces = [&](const std::string& name) {
      if (in_pieces.empty())
        for (const auto* piece : pieces) in_pieces.emplace_back(*piece, iterative);
      return std::ranges::any_of(in_pieces,
                                 [&](const NamedNodes& named) { return !named.find(label, name).empty(); });
    };
    std::unordered_map<std::string, bool> lost;
    const auto rows = cgns::rows_of(table);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!cgns::is_name_in_table(rows[i])) continue;
      const auto [found, is_new] = lost.try_emplace(rows[i], false);
      if (is_new) found->second = there.find(label, rows[i]).empty() && is_in_pieces(rows[i]);
      if (found->second) set_to_null(table, i);
    }
  });
}

}  // namespace pcgns::fileset
