#include "pcgns/fileset/plan/unite/base.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"

namespace pcgns::fileset {

namespace {

constexpr std::string_view iterative_label = "BaseIterativeData_t";

/// SIDS gives a base one pair of dimensions, so conflicts cannot be resolved.
void require_same_dimensions(const MergeJob& job, const Sources& bases, const std::string& path) {
  const auto& first = bases.front();
  for (const auto& base : bases) {
    const auto difference =
        cgns::value_difference(*first.node, *base.node, job.contents(first.file, base.file));
    if (difference) throw contradiction(job, path, first.file, base.file, *difference);
  }
}

/// Two of them in one file may have other steps, of which only one would be kept.
void require_one_iterative(const MergeJob& job, const Source& base, const std::string& path) {
  const cgns::Node* first = nullptr;
  for (const auto& child : base.node->children) {
    if (child.label != iterative_label) continue;
    if (first != nullptr)
      throw input_error(job.path_of(base.file), cgns::join(path, child.name),
                        fmt::format("is a second BaseIterativeData_t, beside {}; expected one", first->name));
    first = &child;
  }
}

/// The BaseIterativeData_t of each base that has one; none if any is a link, because its target is unknown.
Sources iterative_nodes(const MergeJob& job, const Sources& bases, const std::string& path) {
  Sources nodes;
  for (const auto& base : bases) {
    require_one_iterative(job, base, path);
    const auto* node = base.node->child_labelled(iterative_label);
    if (node != nullptr && node->link) return {};
    if (node != nullptr) nodes.push_back({base.file, node});
  }
  return nodes;
}

/// The time steps behind a link are unknown, so none can be selected.
void require_steps_at_hand(const MergeJob& job, const Sources& bases, const std::string& path) {
  if (job.request.steps.which != Steps::Which::range) return;
  for (const auto& base : bases) {
    const auto* node = base.node->child_labelled(iterative_label);
    if (node == nullptr || !node->link) continue;
    throw input_error(job.path_of(base.file), cgns::join(path, node->name),
                      "is a link; --steps requires --links copy");
  }
}

/// Times behind a link would be those of other time steps than the base has.
void require_times_at_hand(const BaseJob& base) {
  for (const auto& [file, node] : base.iterative)
    if (!base.steps.is_whole(file))
      require_no_linked_times(*node, base.job.path_of(file), cgns::join(base.path, node->name));
}

/// SIDS allows one such node per base, even if writers name it differently.
void add_iterative(BaseJob& base, const Group& group, const std::string& path, cgns::Node& node) {
  const auto& first = base.iterative.front();
  if (group.sources.front().node != first.node) {
    base.job.notes.add(plan::Note::Kind::info, "iterative names",
                       fmt::format("{}: is {} now", path, first.node->name));
    return;
  }
  node.children.push_back(unite_iterative(base));
  note_if_partial(base.job, base.iterative, base.bases, path);
}

void add_zone(BaseJob& base, const Group& group, const std::string& path, cgns::Node& node) {
  require_one_label(base.job, group.sources, path);
  if (base.job.selection.keeps_zone(path)) node.children.push_back(unite_zone(base, group.sources));
}

void add_other(BaseJob& base, const Group& group, const std::string& path, cgns::Node& node) {
  auto child = unite(base.job, group.sources, path, base.per_rank);
  if (!child) return;
  note_if_partial(base.job, group.sources, base.bases, path);
  node.children.push_back(*std::move(child));
}

/// True if `whole` has everything that `part` has, with the same values.
bool has_all_of(const cgns::Node& whole, const cgns::Node& part, const cgns::Contents& contents) {
  return !cgns::value_difference(whole, part, contents) &&
         std::ranges::all_of(part.children, [&](const cgns::Node& child) {
           const auto* counterpart = whole.child(child.name);
           return counterpart != nullptr && has_all_of(*counterpart, child, contents);
         });
}

/// The metadata of pcgns-repartition in the file of rank 0 includes that of all other files; pieces that stay
/// zones need it where it was. Those that are cut again get their own there.
void add_own_metadata(BaseJob& base, const Group& group, const std::string& path, cgns::Node& node) {
  if (!base.job.request.is_final) return base.per_rank.take(base.job, group.sources, path);
  const auto& fullest = *std::ranges::max_element(
      group.sources, {}, [](const Source& source) { return cgns::count_nodes(*source.node); });
  const bool includes_all = std::ranges::all_of(group.sources, [&](const Source& source) {
    return has_all_of(*fullest.node, *source.node, base.job.contents(fullest.file, source.file));
  });
  if (!includes_all) return add_other(base, group, path, node);
  node.children.push_back(with_extras(copied(base.job, fullest.file, *fullest.node), group.sources));
}

void add_child(BaseJob& base, const Group& group, cgns::Node& node) {
  const auto path = cgns::join(base.path, group.name);
  const auto& label = group.sources.front().node->label;
  if (group.name == per_rank_name) {
    base.per_rank.take_over(group.sources);
  } else if (group.name == own_metadata_name) {
    add_own_metadata(base, group, path, node);
  } else if (cgns::is_zone(label)) {
    add_zone(base, group, path, node);
  } else if (label == iterative_label && !base.iterative.empty()) {
    require_one_label(base.job, group.sources, path);
    add_iterative(base, group, path, node);
  } else {
    add_other(base, group, path, node);
  }
}

/// Reorders zones among themselves only.
void put_in_order(std::vector<Group>& groups, const ZoneOrder& orders, const std::string& base) {
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

cgns::Node unite_base(MergeJob& job, const Sources& sources, const std::string& path) {
  require_same_dimensions(job, sources, path);
  require_steps_at_hand(job, sources, path);
  const auto& first = sources.front();
  BaseJob base{.job = job,
               .path = path,
               .bases = sources,
               .iterative = iterative_nodes(job, sources, path),
               .steps = {},
               .per_rank = PerRank(path)};
  if (!base.iterative.empty()) {
    base.steps = choose_steps(job, base.iterative, cgns::join(path, base.iterative.front().node->name));
    require_times_at_hand(base);
  }
  auto node = copied_alone(job, first.file, *first.node);
  for (const auto& source : sources) add_extras(node, *source.node);
  auto groups = grouped_children(sources);
  put_in_order(groups, job.zone_order, first.node->name);
  for (const auto& group : groups) add_child(base, group, node);
  if (auto per_rank = base.per_rank.node(job)) node.children.push_back(*std::move(per_rank));
  return node;
}

}  // namespace pcgns::fileset
