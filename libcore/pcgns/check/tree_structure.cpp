// Names, labels, and how many children of a kind a node has.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <vector>

#include "pcgns/check/node_types.hpp"
#include "pcgns/check/tree_place.hpp"
#include "pcgns/check/words.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::check {

namespace {

using standard::Child;
using standard::Count;
using standard::Parent;
using standard::tidy_label;
using tree::Node;

constexpr std::size_t longest_name = 32;
/// The reference library finds nodes down to this depth (cg_goto).
constexpr int deepest = 20;

bool is_printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= ' ' && static_cast<unsigned char>(c) < 127; });
}

int depth_of(const Place& place) {
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

/// The labels of the standard that a parent knows, to guess what was meant.
std::string_view meant_label(const std::vector<const Child*>& types, std::string_view label) {
  std::vector<std::string_view> labels;
  for (const auto* const type : types) {
    if (type->label == std::string(label) + "_t") return type->label;
    labels.push_back(type->label);
  }
  return nearest(labels, label);
}

void check_unknown_label(const Place& parent, const std::vector<const Child*>& types, const Node& child) {
  if (child.label.empty()) return parent.report_child("T0112", child.name);
  if (const auto meant = meant_label(types, child.label); !meant.empty()) {
    return parent.report_child("T0110", child.name, {.found = child.label, .expected = std::string(meant)});
  }
  parent.report_child("T0111", child.name, {.found = child.label});
}

void check_child(const Place& parent, const std::vector<const Child*>& types, const Node& child) {
  const auto label = tidy_label(child.label);
  const auto wanted = labels_with_name(types, child.name);
  const bool named_so = std::find(wanted.begin(), wanted.end(), label) != wanted.end();
  if (!wanted.empty() && !named_so) {
    return parent.report_child("T0114", child.name, {.found = child.label, .expected = list_of(wanted)});
  }
  if (!sids::is_known_label(child.label)) return check_unknown_label(parent, types, child);
  const auto names = names_with_label(types, label);
  if (names.empty()) {
    const bool free = parent.node.label == "UserDefinedData_t" || label == "UserDefinedData_t";
    if (!free) parent.report_child("T0113", child.name, {.found = child.label});
    return;
  }
  const bool any_name = std::find(names.begin(), names.end(), "") != names.end();
  if (named_so || any_name) return;
  if (parent.node.label == "UserDefinedData_t") {
    if (label == "IndexRange_t") parent.report_child("T0118", child.name, {.expected = "PointRange"});
  } else {
    parent.report_child("T0115", child.name, {.found = child.name, .expected = list_of(names)});
  }
}

/// How many children each entry has: by name where it has one, else all with the label.
void check_counts(const Place& parent, const std::vector<const Child*>& types) {
  if (parent.node.label == "UserDefinedData_t") return;
  std::map<std::string_view, int> labels;
  for (const auto& child : parent.node.children) ++labels[tidy_label(child.label)];
  for (const auto* const type : types) {
    const int labelled = labels.contains(type->label) ? labels.at(type->label) : 0;
    const bool only_kind = names_with_label(types, type->label).size() == 1;
    if (type->count == Count::required || type->count == Count::some) {
      const auto* const named = type->name.empty() ? nullptr : child(parent.node, type->name, type->label);
      // The reference library finds many by their label alone.
      const bool there = named != nullptr || ((type->name.empty() || only_kind) && labelled > 0);
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

void check_names(const Place& place) {
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

void check_children(const Place& place) {
  const auto* const parent = standard::parent_of(place.node.label);
  if (parent == nullptr) {
    const bool bare = sids::is_known_label(place.node.label);
    for (const auto& child : place.node.children) {
      if (bare && child.label != "Descriptor_t" && child.label != "UserDefinedData_t") {
        place.report_child("T0113", child.name, {.found = child.label});
      }
    }
    return;
  }
  const auto& types = standard::children_of(*parent);
  for (const auto& child : place.node.children) check_child(place, types, child);
  check_counts(place, types);
}

}  // namespace pcgns::check
