#include "pcgns/plan/merge_base.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/plan/merge_copy.hpp"
#include "pcgns/plan/merge_nodes.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::plan {

namespace {

constexpr std::string_view iterative_label = "BaseIterativeData_t";

/// A base has its dimensions from the standard's point of view, so there is no way to choose.
void require_same_dimensions(const Job& job, const Sources& bases, const std::string& path) {
  const auto& first = bases.front();
  for (const auto& base : bases) {
    const auto difference =
        tree::value_difference(*first.node, *base.node, job.contents(first.file, base.file));
    if (difference) throw contradiction(job, path, first.file, base.file, *difference);
  }
}

/// The BaseIterativeData_t of each base that has one; none if one is a link: what is behind it is not known.
Sources iterative_nodes(const Sources& bases) {
  Sources nodes;
  for (const auto& base : bases) {
    const auto* node = base.node->child_labelled(iterative_label);
    if (node != nullptr && node->link) return {};
    if (node != nullptr) nodes.push_back({base.file, node});
  }
  return nodes;
}

/// A base has one such node, even if writers do not agree on its name.
void add_iterative(BaseJob& base, const Group& group, const std::string& path, tree::Node& node) {
  const auto& first = base.iterative.front();
  if (group.sources.front().node != first.node) {
    base.job.notes.add(Note::Kind::info, "iterative names",
                       fmt::format("{}: is {} now", path, first.node->name));
    return;
  }
  node.children.push_back(unite_iterative(base));
  note_if_partial(base.job, base.iterative, base.bases, path);
}

void add_zone(BaseJob& base, const Group& group, const std::string& path, tree::Node& node) {
  require_one_label(base.job, group.sources, path);
  if (base.job.selection.keeps_zone(path)) node.children.push_back(unite_zone(base, group.sources));
}

void add_other(BaseJob& base, const Group& group, const std::string& path, tree::Node& node) {
  auto child = unite(base.job, group.sources, path, base.per_rank);
  if (!child) return;
  note_if_partial(base.job, group.sources, base.bases, path);
  node.children.push_back(*std::move(child));
}

void add_child(BaseJob& base, const Group& group, tree::Node& node) {
  const auto path = tree::join(base.path, group.name);
  const auto& label = group.sources.front().node->label;
  if (group.name == per_rank_name) {
    base.per_rank.take_over(group.sources);
  } else if (sids::is_zone(label)) {
    add_zone(base, group, path, node);
  } else if (label == iterative_label && !base.iterative.empty()) {
    require_one_label(base.job, group.sources, path);
    add_iterative(base, group, path, node);
  } else {
    add_other(base, group, path, node);
  }
}

/// Zones change places among themselves only.
void put_in_order(std::vector<Group>& groups, const decltype(MergeRequest::zone_order)& orders,
                  const std::string& base) {
  const auto order = orders.find(base);
  if (order == orders.end()) return;
  std::unordered_map<std::string_view, std::size_t> ranks;
  for (const auto& name : order->second) ranks.emplace(name, ranks.size());
  std::vector<Group*> places;
  for (auto& group : groups) {
    if (ranks.contains(group.name)) places.push_back(&group);
  }
  std::vector<Group> zones;
  for (const auto* place : places) zones.push_back(*place);
  std::stable_sort(zones.begin(), zones.end(),
                   [&](const Group& a, const Group& b) { return ranks[a.name] < ranks[b.name]; });
  for (std::size_t i = 0; i < zones.size(); ++i) *places[i] = std::move(zones[i]);
}

}  // namespace

tree::Node unite_base(Job& job, const Sources& sources, const std::string& path) {
  require_same_dimensions(job, sources, path);
  const auto& first = sources.front();
  BaseJob base{.job = job,
               .path = path,
               .bases = sources,
               .iterative = iterative_nodes(sources),
               .steps = {},
               .per_rank = PerRank(path)};
  if (!base.iterative.empty()) {
    base.steps = choose_steps(job, base.iterative, tree::join(path, base.iterative.front().node->name));
  }
  auto node = copied_alone(job, first.file, *first.node);
  for (const auto& source : sources) add_extras(node, *source.node);
  auto groups = grouped_children(sources);
  put_in_order(groups, job.request.zone_order, first.node->name);
  for (const auto& group : groups) add_child(base, group, node);
  if (auto per_rank = base.per_rank.node(job)) node.children.push_back(*std::move(per_rank));
  return node;
}

}  // namespace pcgns::plan
