#include "pcgns/verify/compare/plan/selected_steps.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/cgns/zone_shape.hpp"

namespace pcgns::verify::compare {

namespace {

using cgns::Node;

constexpr const char* null = "Null";

bool is_no_name(const std::string& row) { return row.empty() || row == null; }

std::optional<std::int64_t> number_of_steps(const Node& iterative) {
  const auto values = cgns::integers_in(&iterative);
  return values && values->size() == 1 ? std::optional(values->front()) : std::nullopt;
}

/// Where each of `wanted` is in `all`, in order; nothing if one is not there.
std::optional<std::vector<std::int64_t>> places_of(const std::vector<double>& wanted,
                                                   const std::vector<double>& all) {
  std::vector<std::int64_t> places;
  auto next = all.begin();
  for (const auto value : wanted) {
    next = std::find(next, all.end(), value);
    if (next == all.end()) return std::nullopt;
    places.push_back(next++ - all.begin());
  }
  return places;
}

/// The time steps of a among those of b.
std::optional<std::vector<std::int64_t>> steps_of(const Node& a, const Node& b) {
  const auto count_a = number_of_steps(a);
  const auto count_b = number_of_steps(b);
  if (!count_a || !count_b || *count_a < 1) return std::nullopt;
  if (*count_a == *count_b) {
    std::vector<std::int64_t> all(static_cast<std::size_t>(*count_a));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  for (const auto* name : {"TimeValues", "IterationValues"}) {
    const auto of_a = cgns::numbers_in(a.child(name));
    const auto of_b = cgns::numbers_in(b.child(name));
    if (of_a && of_b && std::ssize(*of_a) == *count_a && std::ssize(*of_b) == *count_b)
      return places_of(*of_a, *of_b);
  }
  return std::nullopt;
}

/// Cuts the arrays of `iterative` with an entry for each of `count` time steps.
void cut(Node& iterative, std::int64_t count, std::span<const std::int64_t> steps) {
  for (auto& array : iterative.children) {
    const auto least = array.type == cgns::DataType::C1 ? 2U : 1U;  // of texts, the first is their length
    const bool has_entries = array.label == "DataArray_t" && !array.link && !array.is_bulk() &&
                             array.dims.size() >= least && array.dims.back() == count && !array.data.empty();
    if (!has_entries || std::ssize(array.data) != cgns::bytes_of(array.type, array.dims)) continue;
    const auto row = std::ssize(array.data) / count;
    std::vector<std::byte> data;
    for (const auto step : steps) {
      const auto begin = array.data.begin() + step * row;
      data.insert(data.end(), begin, begin + row);
    }
    array.data = std::move(data);
    array.dims.back() = std::ssize(steps);
  }
}

bool is_table(const Node* node, std::size_t dimensions) {
  return node != nullptr && node->type == cgns::DataType::C1 && !node->is_bulk() && !node->link &&
         node->dims.size() == dimensions && !node->data.empty();
}

/// True if `a` lacks what `b` has under that name.
using IsLeftOut = std::function<bool(const std::string& name)>;

/// Removes names that a selection leaves out from a table, and from its numbers; the table gets the extents
/// of that of the selection.
void cut_names(const Node& a, Node& b, const cgns::NameTables& tables, const IsLeftOut& is_left_out) {
  const auto* like = a.child(tables.names);
  auto* table = b.child(tables.names);
  if (!is_table(like, 3) || !is_table(table, 3) || like->dims[2] != table->dims[2]) return;
  const auto rows = cgns::rows_of(*table);
  const auto rows_of_a = cgns::rows_of(*like);
  const auto each = static_cast<std::size_t>(table->dims[1]);
  const auto most = static_cast<std::size_t>(like->dims[1]);
  std::vector<std::int64_t> counts;
  std::vector<std::string> kept;
  for (std::size_t step = 0; step < static_cast<std::size_t>(table->dims[2]); ++step) {
    const auto first = kept.size();
    for (std::size_t i = 0; i < each; ++i) {
      const auto& row = rows[step * each + i];
      if (is_no_name(row) || is_left_out(row)) continue;
      if (std::ssize(row) > like->dims[0]) return;
      kept.push_back(row);
    }
    counts.push_back(std::ssize(kept) - static_cast<std::int64_t>(first));
    if (kept.size() - first > most) return;
    // Filled up as the selection is.
    for (std::size_t i = 0; i < most && kept.size() < first + most; ++i)
      if (const auto& row = rows_of_a[step * most + i]; is_no_name(row)) kept.push_back(row);
    kept.resize(first + most, null);
  }
  auto cut = cgns::table_node(table->name, table->label, like->dims, kept);
  table->dims = std::move(cut.dims);
  table->data = std::move(cut.data);
  auto* numbers = b.child(tables.numbers);
  if (numbers != nullptr && cgns::integers_in(numbers) && std::ssize(counts) == cgns::count_of(numbers->dims))
    numbers->data = cgns::integer_node("", "", numbers->dims, counts, numbers->type).data;
}

/// Sets the names of nodes that `zone_a` lacks to "Null".
void forget_nodes(const Node& zone_a, const Node& zone_b, Node& iterative) {
  for (auto& table : iterative.children) {
    if (!table.name.ends_with("Pointers") || !is_table(&table, 2)) continue;
    const auto width = static_cast<std::size_t>(table.dims[0]);
    const auto rows = cgns::rows_of(table);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (zone_b.child(rows[i]) == nullptr || zone_a.child(rows[i]) != nullptr) continue;
      std::memset(table.data.data() + i * width, ' ', width);
      std::memcpy(table.data.data() + i * width, null, std::min(width, std::strlen(null)));
    }
  }
}

void select(const Node& zone_a, Node& zone_b, std::int64_t count, std::span<const std::int64_t> steps) {
  for (auto& iterative : zone_b.children) {
    const auto* other = zone_a.child(iterative.name);
    if (!cgns::is_zone_iterative(iterative.label) || other == nullptr || other->label != iterative.label)
      continue;
    cut(iterative, count, steps);
    forget_nodes(zone_a, zone_b, iterative);
  }
}

void select(const Node& root_a, const Node& a, const Node& root_b, Node& b) {
  const auto* iterative_a = a.child_labelled("BaseIterativeData_t");
  const auto found = std::ranges::find(b.children, "BaseIterativeData_t", &Node::label);
  const auto steps =
      iterative_a != nullptr && found != b.children.end() ? steps_of(*iterative_a, *found) : std::nullopt;
  if (!steps) return;
  const auto count = *number_of_steps(*found);
  for (auto& zone_b : b.children) {
    const auto* zone_a = a.child(zone_b.name);
    if (cgns::is_zone(zone_b.label) && zone_a != nullptr) select(*zone_a, zone_b, count, *steps);
  }
  cut(*found, count, *steps);
  found->data = cgns::integer_node("", "", found->dims, {std::ssize(*steps)}, found->type).data;
  for (const auto& tables : cgns::name_tables)
    cut_names(*iterative_a, *found, tables, [&](const std::string& name) {
      return cgns::find(root_b, cgns::path_of_zone(b.name, name)) != nullptr &&
             cgns::find(root_a, cgns::path_of_zone(a.name, name)) == nullptr;
    });
}

}  // namespace

void select_steps(const Node& a, Node& b) {
  for (auto& base : b.children) {
    const auto* other = a.child(base.name);
    if (base.label == "CGNSBase_t" && other != nullptr && other->label == base.label)
      select(a, *other, b, base);
  }
}

}  // namespace pcgns::verify::compare
