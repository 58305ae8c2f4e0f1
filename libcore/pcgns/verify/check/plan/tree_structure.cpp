// Checks names, labels and the number of children of each kind.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/verify/check/plan/node_place.hpp"
#include "pcgns/verify/check/plan/node_types.hpp"
#include "pcgns/verify/check/plan/words.hpp"

namespace pcgns::verify::check {

namespace {

using cgns::Node;
using standard::Child;
using standard::Count;
using standard::Parent;
using standard::tidy_label;

using cgns::longest_name;
/// Depth to which the reference library finds nodes (cg_goto).
constexpr int deepest = 20;

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= ' ' && static_cast<unsigned char>(c) < 127; });
}

int depth_of(const NodePlace& place) {
  return static_cast<int>(std::count(place.path.begin(), place.path.end(), '/'));
}

std::string list_of(const std::vector<std::string_view>& words) {
  std::string list;
  for (const auto word : words) list += (list.empty() ? "" : " or ") + std::string(word);
  return list;
}

std::vector<std::string_view> names_with_label(const std::vector<const Child*>& types,
                                               std::string_view label) {
  std::vector<std::string_view> found;
  for (const auto* const type : types) {
    if (type->label == label) found.push_back(type->name);
  }
  return found;
}

std::vector<std::string_view> labels_with_name(const std::vector<const Child*>& types,
                                               std::string_view name) {
  std::vector<std::string_view> found;
  for (const auto* const type : types) {
    if (type->name == name) found.push_back(type->label);
  }
  return found;
}

/// The most similar label that the standard allows below a parent.
std::string_view meant_label(const std::vector<const Child*>& types, std::string_view label) {
  std::vector<std::string_view> labels;
  for (const auto* const type : types) {
    if (type->label == std::string(label) + "_t") return type->label;
    labels.push_back(type->label);
  }
  return nearest(labels, label);
}

void check_unknown_label(const NodePlace& parent, const std::vector<const Child*>& types, const Node& child) {
  if (child.label.empty()) return parent.report_child("T0112", child.name);
  if (const auto meant = meant_label(types, child.label); !meant.empty()) {
    return parent.report_child("T0110", child.name, {.found = child.label, .expected = std::string(meant)});
  }
  parent.report_child("T0111", child.name, {.found = child.label});
}

/// True if the node holds fields, arrays, points or elements of its own.
bool has_data(const Node& node) {
  const bool is_field = node.type == cgns::DataType::R4 || node.type == cgns::DataType::R8;
  return is_field || node.label == "Elements_t" ||
         std::any_of(node.children.begin(), node.children.end(), [](const Node& child) {
           return child.label == "DataArray_t" || child.label == "IndexArray_t" || has_data(child);
         });
}

/// True where the reference library refuses children of this label with another name than the standard's.
bool is_refused_name(std::string_view parent, std::string_view label) {
  const bool takes_all_arrays = parent == "Area_t" || parent == "Periodic_t";
  const bool is_set = parent == "FlowEquationSet_t" || parent == "ParticleEquationSet_t";
  const bool is_transform = parent == "GridConnectivity1to1_t" && label == "\"int[IndexDimension]\"";
  return (takes_all_arrays && label == "DataArray_t") || (is_set && label == "\"int\"") || is_transform;
}

/// True where the reference library refuses children of this label, whatever their name.
bool is_refused_label(std::string_view parent, std::string_view label) {
  return parent == "DataArray_t" && label == "IndexRange_t";
}

void check_child(const NodePlace& parent, const std::vector<const Child*>& types, const Node& child) {
  const auto label = tidy_label(child.label);
  const auto wanted = labels_with_name(types, child.name);
  const bool named_so = std::find(wanted.begin(), wanted.end(), label) != wanted.end();
  if (!wanted.empty() && !named_so) {
    return parent.report_child("T0114", child.name, {.found = child.label, .expected = list_of(wanted)});
  }
  if (!cgns::is_known_label(child.label)) return check_unknown_label(parent, types, child);
  const auto names = names_with_label(types, label);
  if (names.empty()) {
    if (is_refused_label(parent.node.label, label))
      return parent.report_child("T0120", child.name, {.found = child.label});
    const bool free = parent.node.label == "UserDefinedData_t" || label == "UserDefinedData_t";
    if (!free) parent.report_child(has_data(child) ? "T0119" : "T0113", child.name, {.found = child.label});
    return;
  }
  const bool any_name = std::find(names.begin(), names.end(), "") != names.end();
  if (named_so || any_name) return;
  if (parent.node.label == "UserDefinedData_t") {
    if (label == "IndexRange_t") parent.report_child("T0118", child.name, {.expected = "PointRange"});
  } else {
    parent.report_child(is_refused_name(parent.node.label, label) ? "T0120" : "T0115", child.name,
                        {.found = child.name, .expected = list_of(names)});
  }
}

/// Counts children per entry: by name if it has one, otherwise by label.
void check_counts(const NodePlace& parent, const std::vector<const Child*>& types) {
  if (parent.node.label == "UserDefinedData_t") return;
  std::map<std::string_view, int> labels;
  for (const auto& child : parent.node.children) ++labels[tidy_label(child.label)];
  for (const auto* const type : types) {
    const int labelled = labels.contains(type->label) ? labels.at(type->label) : 0;
    const bool only_kind = names_with_label(types, type->label).size() == 1;
    if (type->count == Count::required || type->count == Count::some) {
      const auto* const named = type->name.empty() ? nullptr : child(parent.node, type->name, type->label);
      // The reference library finds many nodes by label alone, but arrays by name.
      const bool by_label = type->name.empty() || (only_kind && type->label != "DataArray_t");
      const bool there = named != nullptr || (by_label && labelled > 0);
      if (!there) {
        parent.report("T0116", {.expected = std::string(type->name.empty() ? type->label : type->name)});
      }
    }
    const bool once = type->count == Count::optional || type->count == Count::required;
    if (once && only_kind && labelled > 1) {
      parent.report("T0117", {.found = fmt::format("{} {}", labelled, type->label), .expected = "1"});
    }
  }
}

}  // namespace

void check_names(const NodePlace& place) {
  const auto& name = place.node.name;
  if (name.size() > longest_name) {
    place.report("T0101", {.found = fmt::format("{} bytes", name.size()), .expected = "at most 32"});
  }
  if (name.starts_with('.')) place.report("T0102", {.found = name});
  if (!name.empty() && std::isspace(static_cast<unsigned char>(name.back())) != 0) {
    place.report("T0103", {.found = fmt::format("'{}'", name)});
  }
  if (!is_printable(name)) place.report("T0104");
  if (place.node.label.size() > longest_name) {
    place.report("T0105",
                 {.found = fmt::format("{} bytes", place.node.label.size()), .expected = "at most 32"});
  }
  if (depth_of(place) == deepest + 1) {
    place.report("T0106", {.found = fmt::format("level {}", deepest + 1)});
  }
}

void check_children(const NodePlace& place) {
  const auto* const parent = standard::parent_of(place.node.label);
  if (parent == nullptr) {
    const bool bare = cgns::is_known_label(place.node.label);
    for (const auto& child : place.node.children) {
      if (bare && child.label != "Descriptor_t" && child.label != "UserDefinedData_t") {
        place.report_child(has_data(child) ? "T0119" : "T0113", child.name, {.found = child.label});
      }
    }
    return;
  }
  const auto& types = standard::children_of(*parent);
  for (const auto& child : place.node.children) check_child(place, types, child);
  check_counts(place, types);
}

namespace {

using cgns::Node;

struct Pointers {
  std::string_view array;
  std::string_view label;  ///< Label of the named nodes.
};
constexpr std::array<Pointers, 8> all_pointers = {{{"RigidGridMotionPointers", "RigidGridMotion_t"},
                                                   {"ArbitraryGridMotionPointers", "ArbitraryGridMotion_t"},
                                                   {"GridCoordinatesPointers", "GridCoordinates_t"},
                                                   {"FlowSolutionPointers", "FlowSolution_t"},
                                                   {"ZoneGridConnectivityPointers", "ZoneGridConnectivity_t"},
                                                   {"ZoneSubRegionPointers", "ZoneSubRegion_t"},
                                                   {"ParticleCoordinatesPointers", "ParticleCoordinates_t"},
                                                   {"ParticleSolutionPointers", "ParticleSolution_t"}}};

/// A table of names per time step, and the number of names of each step.
struct Table {
  std::string_view names;
  std::string_view counts;
  std::string_view label;  ///< Of the named nodes.
};

bool is_known(const NodePlace& iterative, const Table& table, const std::string& name) {
  return table.names == "FamilyPointers" ? iterative.file.has_family(iterative.base_name(), name)
                                         : iterative.file.has_zone(iterative.base_name(), name);
}

/// True if what the table names may be in files that the user knows to be missing.
bool may_be_missing(const NodePlace& iterative, const Table& table) {
  return table.names != "FamilyPointers" && iterative.file.may_lack_zones();
}

void check_named(const NodePlace& iterative, const Table& table, const Node& node) {
  if (may_be_missing(iterative, table)) return;
  const auto rows = names(node);
  if (!rows || node.dims.size() != 3 || node.dims[1] < 1) return;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    if (!cgns::is_name_in_table((*rows)[i]) || is_known(iterative, table, (*rows)[i])) continue;
    const auto step = static_cast<std::int64_t>(i) / node.dims[1] + 1;
    iterative.report_child("T1006", node.name,
                           {.found = (*rows)[i], .position = fmt::format("step {}", step)});
  }
}

/// Reports the first time step with another number of names than `numbers` say.
void check_numbers(const NodePlace& iterative, const Table& table, const std::vector<std::int64_t>& numbers,
                   const Node& node) {
  const auto rows = names(node);
  if (!rows || node.dims.size() != 3 || node.dims[1] < 1) return;
  const auto each = static_cast<std::size_t>(node.dims[1]);
  for (std::size_t i = 0; i < numbers.size() && (i + 1) * each <= rows->size(); ++i) {
    const auto of_step = cgns::names_among(std::span(*rows).subspan(i * each, each));
    if (numbers[i] < 0 || std::ssize(of_step) == numbers[i]) continue;
    return iterative.report_child("T1013", table.counts,
                                  {.found = std::to_string(numbers[i]),
                                   .expected = fmt::format("{} in {}", of_step.size(), table.names),
                                   .position = fmt::format("step {}", i + 1)});
  }
}

/// Reports numbers without names that are higher than that of all there are.
void check_highest(const NodePlace& iterative, const Table& table, const std::vector<std::int64_t>& numbers) {
  if (may_be_missing(iterative, table)) return;
  const auto highest = std::max_element(numbers.begin(), numbers.end());
  const auto there = iterative.file.count_listed(iterative.base_name(), table.label);
  if (*highest <= there) return;
  iterative.report_child("T1013", table.counts,
                         {.found = std::to_string(*highest),
                          .expected = fmt::format("at most {}", there),
                          .position = fmt::format("step {}", highest - numbers.begin() + 1)});
}

void check_table(const NodePlace& iterative, const Table& table) {
  const auto* const node = iterative.node.child(table.names);
  const auto* const counts = iterative.node.child(table.counts);
  const auto numbers = counts == nullptr ? std::nullopt : integers(*counts);
  if (numbers && *std::min_element(numbers->begin(), numbers->end()) < 0) {
    iterative.report_child("T1007", counts->name,
                           {.found = std::to_string(*std::min_element(numbers->begin(), numbers->end()))});
  }
  if (node == nullptr) {
    if (numbers) check_highest(iterative, table, *numbers);
    return;
  }
  if (counts == nullptr)
    return iterative.report_child("T1004", node->name, {.expected = std::string(table.counts)});
  const auto most = numbers ? *std::max_element(numbers->begin(), numbers->end()) : 0;
  if (numbers && node->dims.size() == 3 && node->dims[1] != most) {
    iterative.report_child("T1005", node->name,
                           {.found = to_text(node->dims), .expected = fmt::format("{} names a step", most)});
  } else if (numbers) {
    check_numbers(iterative, table, *numbers, *node);
  }
  check_named(iterative, table, *node);
}

/// The reference library takes tables of particle zones of any extents.
void check_particle_table(const NodePlace& iterative, const Table& table) {
  const auto* const node = iterative.node.child(table.names);
  const auto* const counts = iterative.node.child(table.counts);
  const auto numbers = counts == nullptr ? std::nullopt : integers(*counts);
  if (node != nullptr) check_named(iterative, table, *node);
  if (!numbers) return;
  if (node == nullptr) return check_highest(iterative, table, *numbers);
  check_numbers(iterative, table, *numbers, *node);
}

/// Reports solutions that no time step names, if time steps name some.
void check_left_over(const NodePlace& iterative, std::string_view label,
                     const std::vector<std::string>& rows) {
  const std::set<std::string, std::less<>> named(rows.begin(), rows.end());
  for (const auto& node : iterative.parent().children) {
    if (node.label != label || named.contains(node.name)) continue;
    iterative.report("T1010", {.found = node.name});
  }
}

/// True if readers guess what a pointer means: it names "CellCenterSolutionAtStep1" and
/// "VertexSolutionAtStep1" by what they have in common, or the name of a node is followed by NUL and garbage.
bool is_guessed(const Node& zone, const std::string& name, std::string_view label) {
  return std::any_of(zone.children.begin(), zone.children.end(), [&](const Node& node) {
    const bool is_beginning = name.starts_with(node.name) && name[node.name.size()] == '\0';
    const bool is_end =
        name.find("AtStep") != std::string::npos && node.name == cgns::location_of(node) + name;
    return node.label == label && (is_end || is_beginning);
  });
}

/// True if the zone is a piece, and other pieces have what a time step names: this one has no points of it.
bool is_in_other_piece(const NodePlace& iterative, const std::string& name, std::string_view label) {
  return iterative.parent().child(fileset::numbering_name) != nullptr &&
         iterative.file.is_in_pieces(iterative.base_name(), iterative.parent(), label, name);
}

void check_pointers(const NodePlace& iterative, const Pointers& pointers) {
  const auto* const node = iterative.node.child(pointers.array);
  const auto rows = node == nullptr ? std::nullopt : names(*node);
  if (!rows) return;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    const auto& name = (*rows)[i];
    if (!cgns::is_name_in_table(name) || child(iterative.parent(), name, pointers.label) != nullptr) continue;
    if (is_in_other_piece(iterative, name, pointers.label)) continue;
    const bool guessed = is_guessed(iterative.parent(), name, pointers.label);
    iterative.report_child(guessed ? "T1011" : "T1009", node->name,
                           {.found = fmt::format("'{}'", name),
                            .expected = fmt::format("a {} of this zone", pointers.label),
                            .position = fmt::format("step {}", i + 1)});
  }
  if (pointers.label == "FlowSolution_t") check_left_over(iterative, pointers.label, *rows);
}

}  // namespace

void check_base_steps(const NodePlace& iterative) {
  const auto steps = one_integer(iterative.node);
  if (steps && *steps < 0) iterative.report("T1001", {.found = std::to_string(*steps)});
  if (steps && *steps == 0) iterative.report("T1002");
  const auto& node = iterative.node;
  if (node.child_labelled("DataArray_t") != nullptr && node.child("TimeValues") == nullptr &&
      node.child("IterationValues") == nullptr) {
    iterative.report("T1003");
  }
  check_table(iterative, {"ZonePointers", "NumberOfZones", "Zone_t"});
  check_table(iterative, {"FamilyPointers", "NumberOfFamilies", "Family_t"});
  check_particle_table(iterative, {"ParticleZonePointers", "NumberOfParticleZones", "ParticleZone_t"});
}

void check_zone_steps(const NodePlace& iterative) {
  if (iterative.base == nullptr) return;
  if (iterative.base->node->child_labelled("BaseIterativeData_t") == nullptr) iterative.report("T1008");
  for (const auto& pointers : all_pointers) check_pointers(iterative, pointers);
}

void check_zone_solutions(const NodePlace& zone) {
  if (zone.base == nullptr || zone.base->steps.value_or(0) < 2) return;
  const auto* const iterative = zone.node.child_labelled("ZoneIterativeData_t");
  if (iterative != nullptr && iterative->child("FlowSolutionPointers") != nullptr) return;
  std::set<std::string> seen;
  for (const auto& solution : zone.node.children) {
    if (solution.label != "FlowSolution_t") continue;
    for (const auto& field : solution.children) {
      if (field.label != "DataArray_t") continue;
      if (seen.insert(cgns::location_of(solution) + "/" + field.name).second) continue;
      return zone.report("T1012", {.found = solution.name, .expected = "FlowSolutionPointers"});
    }
  }
}

}  // namespace pcgns::verify::check
