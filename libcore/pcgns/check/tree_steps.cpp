// Steps in time: their number, and what each of them names.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "pcgns/check/tree_place.hpp"

namespace pcgns::check {

namespace {

using tree::Node;

struct Pointers {
  std::string_view array;
  std::string_view label;  ///< Of what the rows name.
};
constexpr std::array<Pointers, 8> all_pointers = {{{"RigidGridMotionPointers", "RigidGridMotion_t"},
                                                   {"ArbitraryGridMotionPointers", "ArbitraryGridMotion_t"},
                                                   {"GridCoordinatesPointers", "GridCoordinates_t"},
                                                   {"FlowSolutionPointers", "FlowSolution_t"},
                                                   {"ZoneGridConnectivityPointers", "ZoneGridConnectivity_t"},
                                                   {"ZoneSubRegionPointers", "ZoneSubRegion_t"},
                                                   {"ParticleCoordinatesPointers", "ParticleCoordinates_t"},
                                                   {"ParticleSolutionPointers", "ParticleSolution_t"}}};

bool is_nothing(const std::string& name) { return name.empty() || name == "Null"; }

/// A table of names for each step, and the number of names that each step has.
struct Table {
  std::string_view names;
  std::string_view counts;
};

bool is_known(const Place& iterative, const Table& table, const std::string& name) {
  return table.names == "ZonePointers" ? iterative.file.has_zone(iterative.base_name(), name)
                                       : iterative.file.has_family(iterative.base_name(), name);
}

void check_named(const Place& iterative, const Table& table, const Node& node) {
  const auto rows = names(node);
  if (!rows || node.dims.size() != 3 || node.dims[1] < 1) return;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    if (is_nothing((*rows)[i]) || is_known(iterative, table, (*rows)[i])) continue;
    const auto step = static_cast<std::int64_t>(i) / node.dims[1] + 1;
    iterative.report_child("T1006", node.name,
                           {.found = (*rows)[i], .position = fmt::format("step {}", step)});
  }
}

void check_table(const Place& iterative, const Table& table) {
  const auto* const node = iterative.node.child(table.names);
  const auto* const counts = iterative.node.child(table.counts);
  const auto numbers = counts == nullptr ? std::nullopt : integers(*counts);
  if (numbers && *std::min_element(numbers->begin(), numbers->end()) < 0) {
    iterative.report_child("T1007", counts->name,
                           {.found = std::to_string(*std::min_element(numbers->begin(), numbers->end()))});
  }
  if (node == nullptr) return;
  if (counts == nullptr)
    return iterative.report_child("T1004", node->name, {.expected = std::string(table.counts)});
  const auto most = numbers ? *std::max_element(numbers->begin(), numbers->end()) : 0;
  if (numbers && node->dims.size() == 3 && node->dims[1] != most) {
    iterative.report_child("T1005", node->name,
                           {.found = to_text(node->dims), .expected = fmt::format("{} names a step", most)});
  }
  check_named(iterative, table, *node);
}

bool has_array(const Node& node) { return node.child_labelled("DataArray_t") != nullptr; }

/// The solutions that no step names, where steps name some.
void check_left_over(const Place& iterative, std::string_view label, const std::vector<std::string>& rows) {
  const std::set<std::string, std::less<>> named(rows.begin(), rows.end());
  for (const auto& node : iterative.parent().children) {
    if (node.label != label || named.contains(node.name)) continue;
    iterative.report("T1010", {.found = node.name});
  }
}

void check_pointers(const Place& iterative, const Pointers& pointers) {
  const auto* const node = iterative.node.child(pointers.array);
  const auto rows = node == nullptr ? std::nullopt : names(*node);
  if (!rows) return;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    const auto& name = (*rows)[i];
    if (is_nothing(name) || child(iterative.parent(), name, pointers.label) != nullptr) continue;
    iterative.report_child("T1009", node->name,
                           {.found = fmt::format("'{}'", name),
                            .expected = fmt::format("a {} of this zone", pointers.label),
                            .position = fmt::format("step {}", i + 1)});
  }
  if (pointers.label == "FlowSolution_t") check_left_over(iterative, pointers.label, *rows);
}

}  // namespace

void check_base_steps(const Place& iterative) {
  const auto steps = one_integer(iterative.node);
  if (steps && *steps < 0) iterative.report("T1001", {.found = std::to_string(*steps)});
  if (steps && *steps == 0) iterative.report("T1002");
  const auto& node = iterative.node;
  if (has_array(node) && node.child("TimeValues") == nullptr && node.child("IterationValues") == nullptr) {
    iterative.report("T1003");
  }
  check_table(iterative, {"ZonePointers", "NumberOfZones"});
  check_table(iterative, {"FamilyPointers", "NumberOfFamilies"});
}

void check_zone_steps(const Place& iterative) {
  if (iterative.base == nullptr) return;
  if (iterative.base->node->child_labelled("BaseIterativeData_t") == nullptr) iterative.report("T1008");
  for (const auto& pointers : all_pointers) check_pointers(iterative, pointers);
}

}  // namespace pcgns::check
