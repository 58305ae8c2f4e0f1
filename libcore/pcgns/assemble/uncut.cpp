#include "pcgns/assemble/uncut.hpp"

#include <algorithm>

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

}  // namespace

UncutNodes uncut_nodes(const tree::InputSet& inputs) {
  UncutNodes found;
  for (std::size_t i = 0; i < inputs.trees.size(); ++i) {
    for (const auto& base : inputs.trees[i].children) {
      const auto* marks = base.link ? nullptr : base.child(own_marks_name);
      if (marks == nullptr || marks->link) continue;
      for (const auto& zone : marks->children) {
        if (const auto* uncut = zone.child(uncut_name))
          found["/" + base.name + "/" + zone.name] = {static_cast<int>(i), uncut};
      }
    }
  }
  return found;
}

void restore_uncut(const Job& job, const plan::Source& uncut, tree::Node& zone) {
  for (const auto& kept : uncut.node->children) {
    auto& children = container_of(job, uncut.file, kept, zone).children;
    const auto* positions = kept.child(positions_name);
    const auto places = positions == nullptr ? std::vector<std::int64_t>() : tree::integers_of(*positions);
    auto place = places.begin();
    for (const auto& node : kept.children) {
      if (&node == positions) continue;
      const auto at = place == places.end() ? std::ssize(children) : *place++;
      children.insert(children.begin() + std::clamp<std::int64_t>(at, 0, std::ssize(children)),
                      plan::copied(job.merge, uncut.file, node));
    }
  }
}

}  // namespace pcgns::assemble
