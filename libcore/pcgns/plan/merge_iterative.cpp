#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "pcgns/plan/merge_base.hpp"
#include "pcgns/plan/merge_copy.hpp"
#include "pcgns/plan/merge_nodes.hpp"

namespace pcgns::plan {

namespace {

/// Bytes of one step of a per-step array.
std::size_t row_bytes(const tree::Node& array, std::int64_t steps) {
  return array.data.size() / static_cast<std::size_t>(steps);
}

/// The first step below `steps` at which `a` and `b` differ, or `steps`.
std::int64_t first_different_step(const tree::Node& a, const tree::Node& b, std::size_t row,
                                  std::int64_t steps) {
  const auto end = a.data.begin() + static_cast<std::ptrdiff_t>(row) * steps;
  const auto at = std::mismatch(a.data.begin(), end, b.data.begin()).first - a.data.begin();
  return at / static_cast<std::ptrdiff_t>(row);
}

std::string brief_step(const tree::Node& array, std::size_t row, std::int64_t step) {
  auto entry = array;
  entry.dims.back() = 1;
  const auto begin = array.data.begin() + static_cast<std::ptrdiff_t>(row) * step;
  entry.data.assign(begin, begin + static_cast<std::ptrdiff_t>(row));
  return fmt::format("{} at step {}", tree::brief(entry), step + 1);
}

/// Type and extents but for the number of steps.
bool same_kind(const tree::Node& a, const tree::Node& b) {
  return a.type == b.type && a.dims.size() == b.dims.size() &&
         std::equal(a.dims.begin(), a.dims.end() - 1, b.dims.begin());
}

/// A per-step array that grows to the steps of the longest file.
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
      conflicts_.add(file_, other.file, {{}, tree::brief(node_), tree::brief(*other.node)});
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

  [[nodiscard]] tree::Node picked(const std::string& path) && {
    conflicts_.note();
    pick_steps(node_, count_, base_.steps.picked, base_.job.path_of(file_), path);
    return std::move(node_);
  }

 private:
  void append(const tree::Node& other, std::size_t row, std::int64_t count) {
    const auto begin = other.data.begin() + static_cast<std::ptrdiff_t>(row) * count_;
    node_.data.insert(node_.data.end(), begin, other.data.end());
    node_.dims.back() = count;
    count_ = count;
  }

  BaseJob& base_;
  Conflicts conflicts_;
  tree::Node node_;
  int file_;
  std::int64_t count_;
};

tree::Node unite_per_step(BaseJob& base, const Sources& sources, const std::string& path) {
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

void add_name_tables(BaseJob& base, const NameTables& tables, const std::string& path, tree::Node& node) {
  if (node.child(tables.names) != nullptr) return;
  for (auto& table : unite_name_tables(base, tables)) {
    const auto sources = children_named(base.iterative, table.name);
    for (const auto& source : sources) add_extras(table, *source.node);
    table.children = unite_children(base.job, sources, tree::join(path, table.name), base.per_rank);
    node.children.push_back(std::move(table));
  }
}

void add_child(BaseJob& base, const Group& group, const std::string& path, tree::Node& node) {
  if (all_per_step(base, group.sources)) {
    node.children.push_back(unite_per_step(base, group.sources, path));
  } else if (auto child = unite(base.job, group.sources, path, base.per_rank)) {
    node.children.push_back(*std::move(child));
  } else {
    return;
  }
  note_if_partial(base.job, group.sources, base.iterative, path);
}

}  // namespace

tree::Node unite_iterative(BaseJob& base) {
  const auto& first = base.iterative.front();
  auto node = copied_alone(base.job, first.file, *first.node);
  const auto steps = static_cast<std::int64_t>(base.steps.picked.size());
  node.data = tree::integer_node({}, {}, {1}, {steps}, node.type).data;
  node.dims = {1};
  for (const auto& source : base.iterative) add_extras(node, *source.node);
  const auto path = tree::join(base.path, node.name);
  for (const auto& group : grouped_children(base.iterative)) {
    const auto tables = steps > 0 ? name_tables(group.name) : std::nullopt;
    if (tables) {
      add_name_tables(base, *tables, path, node);
    } else {
      add_child(base, group, tree::join(path, group.name), node);
    }
  }
  return node;
}

}  // namespace pcgns::plan
