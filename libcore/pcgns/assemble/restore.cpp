#include "pcgns/assemble/restore.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "pcgns/assemble/own_marks.hpp"
#include "pcgns/plan/merge_copy.hpp"

namespace pcgns::assemble {

namespace {

/// The container of the zone, made if no part has it.
tree::Node& container_of(const Job& job, int file, const tree::Node& uncut, tree::Node& zone) {
  for (auto& child : zone.children) {
    if (child.name == uncut.name) return child;
  }
  return zone.children.emplace_back(plan::copied_alone(job.merge, file, uncut));
}

void add_uncut(const Job& job, int file, const tree::Node& uncut, tree::Node& zone) {
  for (const auto& kept : uncut.children) {
    auto& container = container_of(job, file, kept, zone);
    for (const auto& node : kept.children) container.children.push_back(plan::copied(job.merge, file, node));
  }
}

void put_in_order(const std::vector<std::string>& names, std::vector<tree::Node>& nodes) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < names.size(); ++i) places.emplace(names[i], i);
  const auto place_of = [&](const tree::Node& node) {
    const auto found = places.find(node.name);
    return found == places.end() ? std::numeric_limits<std::size_t>::max() : found->second;
  };
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](const tree::Node& a, const tree::Node& b) { return place_of(a) < place_of(b); });
}

}  // namespace

ZoneMarks zone_marks(const tree::InputSet& inputs) {
  ZoneMarks found;
  for (std::size_t i = 0; i < inputs.trees.size(); ++i) {
    for (const auto& base : inputs.trees[i].children) {
      const auto* marks = base.link ? nullptr : base.child(own_marks_name);
      if (marks == nullptr || marks->link) continue;
      for (const auto& zone : marks->children) {
        if (zone.child(node_order_name) != nullptr)
          found["/" + base.name + "/" + zone.name] = {static_cast<int>(i), &zone};
      }
    }
  }
  return found;
}

void restore(const Job& job, const plan::Source& marks, tree::Node& zone) {
  if (const auto* uncut = marks.node->child(uncut_name)) add_uncut(job, marks.file, *uncut, zone);
  for (const auto& names : marks.node->child(node_order_name)->children) {
    if (names.type != tree::DataType::C1 || names.dims.size() != 2 || names.data.empty()) continue;
    auto* node = names.name == order_of_zone_name ? &zone : zone.child(names.name);
    if (node != nullptr) put_in_order(tree::rows_of(names), node->children);
  }
}

}  // namespace pcgns::assemble
