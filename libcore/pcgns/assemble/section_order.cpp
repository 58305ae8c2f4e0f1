#include "pcgns/assemble/section_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

namespace pcgns::assemble {

namespace {

/// Sections as they are met first, and which of two comes before the other in a part.
struct Met {
  std::vector<SectionGroup> groups;
  std::vector<std::set<std::size_t>> before;  ///< Of each group: those that stand right before it in a part.
  bool cells_last = false;                    ///< A part has a section before one of higher dimension.
};

void check_type(const tree::InputSet& inputs, const PartView& view, const SectionGroup& group,
                const LocalSection& section) {
  if (group.type == section.type) return;
  throw view.error(
      inputs, tree::join(view.path, group.name),
      fmt::format("has elements of type {}, but {} in another part",
                  sids::element_type_of(section.type)->name, sids::element_type_of(group.type)->name));
}

Met met_sections(const tree::InputSet& inputs, const std::vector<PartView>& parts) {
  Met met;
  std::unordered_map<std::string, std::size_t> index;
  for (const auto& view : parts) {
    std::size_t previous = 0;
    bool is_first = true;
    for (const auto& section : view.sections) {
      const auto [found, is_new] = index.try_emplace(section.node->name, met.groups.size());
      if (is_new) {
        met.groups.push_back({.name = section.node->name, .type = section.type, .members = {}});
        met.before.emplace_back();
      }
      auto& group = met.groups[found->second];
      check_type(inputs, view, group, section);
      group.members.push_back({view.index, &section});
      if (!is_first) {
        met.before[found->second].insert(previous);
        const auto dimension = [&](int type) { return dimension_of(type, view.cell_dimension); };
        if (dimension(met.groups[previous].type) < dimension(section.type)) met.cells_last = true;
      }
      is_first = false;
      previous = found->second;
    }
  }
  return met;
}

}  // namespace

const LocalSection* SectionGroup::in_part(int part) const {
  const auto found = std::lower_bound(members.begin(), members.end(), part,
                                      [](const Member& member, int value) { return member.part < value; });
  return found == members.end() || found->part != part ? nullptr : found->section;
}

int dimension_of(int type, int cell_dimension) {
  const auto* known = sids::element_type_of(type);
  return known == nullptr || known->dimension < 0 ? cell_dimension : known->dimension;
}

std::vector<SectionGroup> section_groups(const tree::InputSet& inputs, const std::vector<PartView>& parts) {
  auto met = met_sections(inputs, parts);
  const int cell_dimension = parts.empty() ? 3 : parts.front().cell_dimension;
  std::vector<SectionGroup> ordered;
  std::vector<bool> taken(met.groups.size(), false);
  const auto is_free = [&](std::size_t group) {
    return !taken[group] && std::all_of(met.before[group].begin(), met.before[group].end(),
                                        [&](std::size_t other) { return taken[other]; });
  };
  while (ordered.size() < met.groups.size()) {
    std::size_t best = met.groups.size();
    for (std::size_t i = 0; i < met.groups.size(); ++i) {
      if (!is_free(i)) continue;
      const auto key = [&](std::size_t group) {
        const int dimension = dimension_of(met.groups[group].type, cell_dimension);
        return met.cells_last ? dimension : -dimension;
      };
      if (best == met.groups.size() || key(i) < key(best)) best = i;
    }
    if (best == met.groups.size()) {
      throw parts.front().error(inputs, parts.front().path,
                                "has its sections in another order than other parts");
    }
    taken[best] = true;
    ordered.push_back(std::move(met.groups[best]));
  }
  return ordered;
}

}  // namespace pcgns::assemble
