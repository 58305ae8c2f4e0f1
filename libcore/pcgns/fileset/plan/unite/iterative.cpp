#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/fileset/plan/unite/base.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"
#include "pcgns/fileset/plan/unite/step_tables.hpp"

namespace pcgns::fileset {

namespace {

/// Bytes per time step of a per-step array.
std::size_t row_bytes(const cgns::Node& array, std::int64_t steps) {
  return array.data.size() / static_cast<std::size_t>(steps);
}

/// The first time step below `steps` at which `a` and `b` differ, or `steps`.
std::int64_t first_different_step(const cgns::Node& a, const cgns::Node& b, std::size_t row,
                                  std::int64_t steps) {
  const auto end = a.data.begin() + static_cast<std::ptrdiff_t>(row) * steps;
  const auto at = std::mismatch(a.data.begin(), end, b.data.begin()).first - a.data.begin();
  return at / static_cast<std::ptrdiff_t>(row);
}

std::string brief_step(const cgns::Node& array, std::size_t row, std::int64_t step) {
  auto entry = array;
  entry.dims.back() = 1;
  const auto begin = array.data.begin() + static_cast<std::ptrdiff_t>(row) * step;
  entry.data.assign(begin, begin + static_cast<std::ptrdiff_t>(row));
  return fmt::format("{} at time step {}", cgns::brief(entry), step + 1);
}

/// Compares type and extents, except for the number of time steps, which a name alone does not have.
bool same_kind(const cgns::Node& a, const cgns::Node& b) {
  if (a.type != b.type || a.dims.size() != b.dims.size()) return false;
  const bool is_name = a.type == cgns::DataType::C1 && a.dims.size() == 1;
  return std::equal(a.dims.begin(), a.dims.end() - (is_name ? 0 : 1), b.dims.begin());
}

/// A per-step array that grows to the time steps of the longest file.
class PerStepArray {
 public:
  PerStepArray(BaseJob& base, const Source& first, const std::string& path)
      : base_(base),
        conflicts_(base.job, path),
        node_(copied_alone(base.job, first.file, *first.node)),
        file_(first.file),
        count_(base.steps.count_of(first.file)) {}

  void add(const Source& other) {
    if (!same_kind(node_, *other.node)) {
      conflicts_.add(file_, other.file, {{}, cgns::brief(node_), cgns::brief(*other.node)});
      return;
    }
    const auto row = row_bytes(node_, count_);
    const auto count = base_.steps.count_of(other.file);
    const auto overlap = std::min({count, count_, base_.steps.compared});
    const auto step = first_different_step(node_, *other.node, row, overlap);
    if (step < overlap) {
      conflicts_.add(file_, other.file,
                     {{}, brief_step(node_, row, step), brief_step(*other.node, row, step)});
    }
    if (count > count_) append(*other.node, row, count);
    add_extras(node_, *other.node);
  }

  [[nodiscard]] cgns::Node picked(const std::string& path) && {
    conflicts_.note();
    pick_steps(node_, count_, base_.steps.picked, base_.job.path_of(file_), path);
    return std::move(node_);
  }

 private:
  void append(const cgns::Node& other, std::size_t row, std::int64_t count) {
    const auto begin = other.data.begin() + static_cast<std::ptrdiff_t>(row) * count_;
    node_.data.insert(node_.data.end(), begin, other.data.end());
    node_.dims.back() = count;
    count_ = count;
  }

  BaseJob& base_;
  Conflicts conflicts_;
  cgns::Node node_;
  int file_;
  std::int64_t count_;
};

cgns::Node unite_per_step(BaseJob& base, const Sources& sources, const std::string& path) {
  PerStepArray array(base, sources.front(), path);
  for (const auto& source : sources) {
    require_at_hand(base.job, source, path);
    array.add(source);
  }
  auto node = std::move(array).picked(path);
  node.children = unite_children(base.job, sources, path, base.per_rank);
  return node;
}

bool all_per_step(const BaseJob& base, const Sources& sources) {
  return std::all_of(sources.begin(), sources.end(), [&](const Source& source) {
    return is_per_step(*source.node, base.steps.count_of(source.file));
  });
}

Sources children_named(const Sources& parents, std::string_view name) {
  Sources children;
  for (const auto& parent : parents) {
    if (const auto* child = parent.node->child(name)) children.push_back({parent.file, child});
  }
  return children;
}

void add_name_tables(BaseJob& base, const NameTables& tables, const std::string& path, cgns::Node& node) {
  if (node.child(tables.numbers) != nullptr) return;
  for (auto& table : unite_name_tables(base, tables)) {
    const auto sources = children_named(base.iterative, table.name);
    for (const auto& source : sources) add_extras(table, *source.node);
    table.children = unite_children(base.job, sources, cgns::join(path, table.name), base.per_rank);
    node.children.push_back(std::move(table));
  }
}

void add_child(BaseJob& base, const Group& group, const std::string& path, cgns::Node& node) {
  if (all_per_step(base, group.sources)) {
    node.children.push_back(unite_per_step(base, group.sources, path));
  } else if (auto child = unite(base.job, group.sources, path, base.per_rank)) {
    node.children.push_back(*std::move(child));
  } else {
    return;
  }
  note_if_partial(base.job, group.sources, base.iterative, path);
}

/// Numbers without names may count the zones of each file or of all.
void note_lost_numbers(BaseJob& base, const NameTables& tables, const Group& group, const std::string& path) {
  if (group.name == tables.numbers)
    base.job.notes.add(plan::Note::Kind::loss, "numbers without names " + path,
                       fmt::format("{}: without {}, nothing tells what a time step has", path, tables.names));
}

/// Parts without a zone have no tables of zones, so the file with most children tells their order.
void order_children(const Sources& iterative, cgns::Node& node) {
  const auto& fullest = *std::ranges::max_element(
      iterative, {}, [](const Source& source) { return source.node->children.size(); });
  const auto& order = fullest.node->children;
  std::ranges::stable_sort(node.children, {}, [&](const cgns::Node& child) {
    return std::ranges::find(order, child.name, &cgns::Node::name) - order.begin();
  });
}

}  // namespace

cgns::Node unite_iterative(BaseJob& base) {
  const auto& first = base.iterative.front();
  auto node = copied_alone(base.job, first.file, *first.node);
  const auto steps = static_cast<std::int64_t>(base.steps.picked.size());
  node.data = cgns::integer_node({}, {}, {1}, {steps}, node.type).data;
  node.dims = {1};
  for (const auto& source : base.iterative) add_extras(node, *source.node);
  const auto path = cgns::join(base.path, node.name);
  for (const auto& group : grouped_children(base.iterative)) {
    const auto tables = steps > 0 ? name_tables(group.name) : std::nullopt;
    const auto child_path = cgns::join(path, group.name);
    if (!tables || keeps_tables(base, *tables)) {
      add_child(base, group, child_path, node);
    } else if (are_names_known(base, *tables)) {
      add_name_tables(base, *tables, path, node);
    } else if (keeps_numbers(base, *tables)) {
      add_child(base, group, child_path, node);
    } else {
      note_lost_numbers(base, *tables, group, child_path);
    }
  }
  order_children(base.iterative, node);
  return node;
}

namespace {

void note_uncut(BaseJob& base, const std::string& path, const std::string& why) {
  base.job.notes.add(plan::Note::Kind::warning, "uncut steps",
                     fmt::format("{}: keeps all its time steps, because {}", path, why));
}

/// @pre `copy` was made from `iterative`.
void cut_iterative(BaseJob& base, const Source& zone, const cgns::Node& iterative, const LeftOut& left_out,
                   cgns::Node& copy) {
  const NamedNodes named(*zone.node, iterative);
  const auto path = cgns::join(cgns::join(base.path, zone.node->name), copy.name);
  const auto count = base.steps.count_of(zone.file);
  const bool whole = base.steps.is_whole(zone.file);
  for (auto& array : copy.children) {
    const auto array_path = cgns::join(path, array.name);
    const bool cuts = !whole && is_per_step(array, count);
    const bool forgets = !left_out.empty() && is_step_table(array);
    if (cuts || forgets) require_at_hand(base.job, {zone.file, iterative.child(array.name)}, array_path);
    if (cuts) pick_steps(array, count, base.steps.picked, base.job.path_of(zone.file), array_path);
    if (forgets) forget(array, named, left_out);
  }
}

/// True if a table of `iterative` has a different number of entries than the output has time steps.
bool has_other_steps(const cgns::Node& iterative, const StepChoice& steps) {
  return std::any_of(iterative.children.begin(), iterative.children.end(), [&](const cgns::Node& child) {
    return is_step_table(child) && child.dims.size() > 1 &&
           child.dims.back() != static_cast<std::int64_t>(steps.picked.size());
  });
}

/// Of regions that selected time steps name, but whose interfaces are left out.
void note_lost_regions(const BaseJob& base, const NodesOfSteps& nodes, const std::string& path) {
  for (const auto* node : nodes.picked)
    if (nodes.others.contains(node))
      base.job.notes.add(plan::Note::Kind::loss, "regions of other time steps",
                         fmt::format("{}: is left out with its interface, which is of another time step",
                                     cgns::join(path, node->name)));
}

}  // namespace

LeftOut nodes_of_other_steps(const BaseJob& base, const Source& zone, const std::string& path) {
  NodesOfSteps nodes;
  if (base.steps.is_whole(zone.file)) return {};
  for (const auto& iterative : zone.node->children) {
    if (!cgns::is_zone_iterative(iterative.label)) continue;
    const NamedNodes named(*zone.node, iterative);
    for (const auto& table : iterative.children) {
      if (!is_step_table(table) || !is_per_step(table, base.steps.count_of(zone.file))) continue;
      require_at_hand(base.job, {zone.file, &table},
                      cgns::join(cgns::join(path, iterative.name), table.name));
      const auto& picked = base.steps.picked;
      add_named([&](std::int64_t step) { return std::binary_search(picked.begin(), picked.end(), step); },
                table, named, nodes);
    }
  }
  for (const auto* node : nodes.picked) nodes.others.erase(node);
  add_regions_of(*zone.node, nodes.others);
  note_lost_regions(base, nodes, path);
  return std::move(nodes.others);
}

void cut_to_steps(BaseJob& base, const Source& zone, const LeftOut& left_out, cgns::Node& copy) {
  const bool whole = base.steps.is_whole(zone.file);
  const bool unknown = base.steps.count_of(zone.file) == 0 && !base.steps.picked.empty();
  for (auto& iterative : copy.children) {
    if (!cgns::is_zone_iterative(iterative.label)) continue;
    const auto path = cgns::join(cgns::join(base.path, copy.name), iterative.name);
    if (!whole && has_link(iterative)) {
      note_uncut(base, path, "it has links; --links copy selects from them");
    } else if (unknown && has_other_steps(iterative, base.steps)) {
      note_uncut(base, path,
                 fmt::format("the number of time steps in {} is unknown", base.job.path_of(zone.file)));
    }
    if (whole && left_out.empty()) continue;
    cut_iterative(base, zone, *zone.node->child(iterative.name), left_out, iterative);
  }
}

}  // namespace pcgns::fileset
