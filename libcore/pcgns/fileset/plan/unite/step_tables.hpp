// step_tables.hpp: the nodes of a zone that its ZoneIterativeData_t names, by time step.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pcgns/fileset/plan/unite/base.hpp"

namespace pcgns::fileset {

/// True for a table of a ZoneIterativeData_t that names one node of the zone per time step. Besides
/// "FlowSolutionPointers", writers with several solutions per time step use "FlowSolutionVertexPointers" and
/// similar names.
[[nodiscard]] bool is_step_table(const cgns::Node& node);

/// Label of the nodes that a step table names. @pre is_step_table()
[[nodiscard]] std::string_view label_of_table(const cgns::Node& table);

/// The nodes of a zone that its tables name.
class NamedNodes {
 public:
  NamedNodes(const cgns::Node& zone, const cgns::Node& iterative) {
    for (const auto& child : zone.children) children_.emplace(child.name, &child);
    for (const auto& child : iterative.children) {
      if (child.name.ends_with("Prefix")) prefixes_.push_back(cgns::text_of(child));
    }
  }

  /// The nodes with `label` that `entry` means. SEACAS stores VertexPrefix and CellCenterPrefix beside the
  /// table, so that "AtStep1" means both "VertexAtStep1" and "CellAtStep1".
  [[nodiscard]] std::vector<const cgns::Node*> find(std::string_view label, const std::string& entry) const {
    std::vector<const cgns::Node*> nodes;
    for (const auto& prefix : prefixes_) {
      const auto found = children_.find(prefix + entry);
      if (found != children_.end() && found->second->label == label) nodes.push_back(found->second);
    }
    return nodes;
  }

  /// Those and their like at other locations, which no table names: where CellCenterPrefix is "CellCenter"
  /// and `entry` is "CellCenterAtStep1", also "VertexAtStep1".
  [[nodiscard]] std::vector<const cgns::Node*> find_all(std::string_view label,
                                                        const std::string& entry) const {
    auto nodes = find(label, entry);
    for (const auto& prefix : prefixes_) {
      if (prefix.empty() || !entry.starts_with(prefix)) continue;
      for (const std::string_view location : {"Vertex", "CellCenter", "FaceCenter", "EdgeCenter"}) {
        const auto found = children_.find(std::string(location) + entry.substr(prefix.size()));
        if (found != children_.end() && found->second->label == label) nodes.push_back(found->second);
      }
    }
    return nodes;
  }

 private:
  std::unordered_map<std::string, const cgns::Node*> children_;
  std::vector<std::string> prefixes_ = {""};
};

/// Nodes named by selected and by other time steps; a node may be in both.
struct NodesOfSteps {
  LeftOut picked;
  LeftOut others;
};

/// Adds what the rows of `table` name; `is_picked` is asked for each time step.
void add_named(const std::function<bool(std::int64_t)>& is_picked, const cgns::Node& table,
               const NamedNodes& named, NodesOfSteps& nodes);

/// Adds the regions whose interface is only in containers that are left out.
void add_regions_of(const cgns::Node& zone, LeftOut& left_out);

/// Sets entries to "Null" if they name only nodes that are left out.
void forget(cgns::Node& table, const NamedNodes& named, const LeftOut& left_out);

/// The same in all tables of `zone`, of whose children some are left out.
void forget_below(cgns::Node& zone, const LeftOut& left_out);

/// Sets entries of `zone` to "Null" that name nodes which `pieces`, of which it was made, have and it does
/// not.
void forget_lost(const std::vector<const cgns::Node*>& pieces, cgns::Node& zone);

}  // namespace pcgns::fileset
