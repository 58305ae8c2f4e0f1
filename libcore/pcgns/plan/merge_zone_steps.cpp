#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "pcgns/plan/merge_base.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::plan {

namespace {

/// A table of a ZoneIterativeData_t that names one node of the zone for each step: "FlowSolutionPointers",
/// and, as writers of several solutions a step have it, "FlowSolutionVertexPointers" and the like.
struct StepTable {
  std::string_view begin;  ///< Of the name of the table.
  std::string_view label;  ///< Of the nodes that it names.
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

/// The grid that a computation began with belongs to no step, even where a step names it.
bool is_original(const tree::Node& node) {
  return node.name == "GridCoordinates" || node.name == "ParticleCoordinates";
}

/// The nodes of a zone that its tables name.
class NamedNodes {
 public:
  NamedNodes(const tree::Node& zone, const tree::Node& iterative) {
    for (const auto& child : zone.children) children_.emplace(child.name, &child);
    for (const auto& child : iterative.children) {
      if (child.name.ends_with("Prefix")) prefixes_.push_back(tree::text_of(child));
    }
  }

  /// The nodes with `label` that `entry` means. SEACAS has VertexPrefix and CellCenterPrefix beside the
  /// table, so that "AtStep1" means both "VertexAtStep1" and "CellAtStep1".
  [[nodiscard]] std::vector<const tree::Node*> find(std::string_view label, const std::string& entry) const {
    std::vector<const tree::Node*> nodes;
    for (const auto& prefix : prefixes_) {
      const auto found = children_.find(prefix + entry);
      if (found != children_.end() && found->second->label == label) nodes.push_back(found->second);
    }
    return nodes;
  }

 private:
  std::unordered_map<std::string, const tree::Node*> children_;
  std::vector<std::string> prefixes_ = {""};
};

/// The nodes that the tables of a zone name, by the steps that name them; a node may be in both.
struct NodesOfSteps {
  LeftOut picked;
  LeftOut others;
};

void add_named(const StepChoice& steps, const tree::Node& table, const NamedNodes& named,
               NodesOfSteps& nodes) {
  const auto rows = tree::rows_of(table);
  for (std::size_t step = 0; step < rows.size(); ++step) {
    const bool is_picked =
        std::binary_search(steps.picked.begin(), steps.picked.end(), static_cast<std::int64_t>(step));
    for (const auto* node : named.find(step_table(table.name)->label, rows[step])) {
      (is_picked || is_original(*node) ? nodes.picked : nodes.others).insert(node);
    }
  }
}

/// Makes "Null" of the entries that mean only nodes that are left out.
void forget(tree::Node& table, const NamedNodes& named, const LeftOut& left_out) {
  constexpr std::string_view null = "Null";
  const auto rows = tree::rows_of(table);
  const auto width = static_cast<std::size_t>(table.dims.front());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto nodes = named.find(step_table(table.name)->label, rows[i]);
    const bool gone =
        std::all_of(nodes.begin(), nodes.end(), [&](const auto* node) { return left_out.contains(node); });
    if (nodes.empty() || !gone) continue;
    std::memset(table.data.data() + i * width, ' ', width);
    std::memcpy(table.data.data() + i * width, null.data(), std::min(width, null.size()));
  }
}

bool is_step_table(const tree::Node& node) {
  return step_table(node.name) != nullptr && node.label == "DataArray_t" && node.type == tree::DataType::C1 &&
         tree::count_of(node.dims) > 0;
}

void note_uncut(BaseJob& base, const Source& zone, const std::string& path) {
  base.job.notes.add(Note::Kind::warning, "uncut steps",
                     fmt::format("{}: has all of its steps, as the number of steps in {} is not known", path,
                                 base.job.path_of(zone.file)));
}

/// @pre `copy` has been made of `iterative`.
void cut_iterative(BaseJob& base, const Source& zone, const tree::Node& iterative, const LeftOut& left_out,
                   tree::Node& copy) {
  const NamedNodes named(*zone.node, iterative);
  const auto path = tree::join(tree::join(base.path, zone.node->name), copy.name);
  const auto count = base.steps.count_of(zone.file);
  const bool whole = base.steps.is_whole(zone.file);
  for (auto& array : copy.children) {
    const auto array_path = tree::join(path, array.name);
    const bool cuts = !whole && is_per_step(array, count);
    const bool forgets = !left_out.empty() && is_step_table(array);
    if (cuts || forgets) require_at_hand(base.job, {zone.file, iterative.child(array.name)}, array_path);
    if (cuts) pick_steps(array, count, base.steps.picked, base.job.path_of(zone.file), array_path);
    if (forgets) forget(array, named, left_out);
  }
}

/// True if a table of `iterative` has not as many entries as there are steps in the output.
bool has_other_steps(const tree::Node& iterative, const StepChoice& steps) {
  return std::any_of(iterative.children.begin(), iterative.children.end(), [&](const tree::Node& child) {
    return is_step_table(child) && child.dims.size() > 1 &&
           child.dims.back() != static_cast<std::int64_t>(steps.picked.size());
  });
}

}  // namespace

LeftOut nodes_of_other_steps(const BaseJob& base, const Source& zone, const std::string& path) {
  NodesOfSteps nodes;
  if (base.steps.is_whole(zone.file)) return {};
  for (const auto& iterative : zone.node->children) {
    if (!sids::is_zone_iterative(iterative.label)) continue;
    const NamedNodes named(*zone.node, iterative);
    for (const auto& table : iterative.children) {
      if (!is_step_table(table) || !is_per_step(table, base.steps.count_of(zone.file))) continue;
      require_at_hand(base.job, {zone.file, &table},
                      tree::join(tree::join(path, iterative.name), table.name));
      add_named(base.steps, table, named, nodes);
    }
  }
  for (const auto* node : nodes.picked) nodes.others.erase(node);
  return std::move(nodes.others);
}

void cut_to_steps(BaseJob& base, const Source& zone, const LeftOut& left_out, tree::Node& copy) {
  const bool whole = base.steps.is_whole(zone.file);
  const bool unknown = base.steps.count_of(zone.file) == 0 && !base.steps.picked.empty();
  for (auto& iterative : copy.children) {
    if (!sids::is_zone_iterative(iterative.label)) continue;
    if ((unknown && has_other_steps(iterative, base.steps)) || (iterative.link && !whole)) {
      note_uncut(base, zone, tree::join(tree::join(base.path, copy.name), iterative.name));
    }
    if (whole && left_out.empty()) continue;
    cut_iterative(base, zone, *zone.node->child(iterative.name), left_out, iterative);
  }
}

}  // namespace pcgns::plan
