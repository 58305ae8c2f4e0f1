#include "pcgns/check/fields.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <vector>

#include "pcgns/check/zone_shape.hpp"

namespace pcgns::check {

namespace {

using Names = std::set<std::string>;

struct Fields {
  std::map<std::string, Names> at;  ///< By location.
};

bool covers_the_zone(const tree::Node& node) {
  return node.label == "FlowSolution_t" && !node.link && node.child("PointList") == nullptr &&
         node.child("PointRange") == nullptr;
}

Names fields_of(const tree::Node& solution) {
  Names names;
  for (const auto& node : solution.children) {
    if (node.label == "DataArray_t") names.insert(node.name);
  }
  return names;
}

Names without(const Names& all, const Names& some) {
  Names rest;
  for (const auto& name : all) {
    if (!some.contains(name)) rest.insert(name);
  }
  return rest;
}

class FieldCheck {
 public:
  FieldCheck(const tree::Node& base, const std::string& file, Findings& findings)
      : base_(base), file_(file), findings_(findings) {}

  void check() {
    std::vector<const tree::Node*> zones;
    std::vector<Fields> fields;
    for (const auto& zone : base_.children) {
      if (zone.label != "Zone_t" || zone.link) continue;
      zones.push_back(&zone);
      fields.push_back(check_zone(zone));
    }
    Fields all;
    for (const auto& some : fields) {
      for (const auto& [location, names] : some.at) all.at[location].insert(names.begin(), names.end());
    }
    for (std::size_t i = 0; i < zones.size(); ++i) compare(*zones[i], fields[i], all);
  }

 private:
  /// All fields of a zone, whatever the step.
  Fields check_zone(const tree::Node& zone) {
    Fields all;
    std::map<std::string, std::map<std::string, const tree::Node*>> first;
    for (const auto& solution : zone.children) {
      if (!covers_the_zone(solution)) continue;
      const auto location = sids::location_of(solution);
      const auto names = fields_of(solution);
      if (names.empty()) continue;
      all.at[location].insert(names.begin(), names.end());
      check_types(zone, solution, first[location]);
    }
    for (const auto& solution : zone.children) {
      if (!covers_the_zone(solution)) continue;
      const auto names = fields_of(solution);
      if (names.empty() || !is_of_steps(zone, solution.name)) continue;
      tell("V0504", path_of(zone, solution.name), without(all.at[sids::location_of(solution)], names));
    }
    return all;
  }

  /// Solutions that a step names; others may have a purpose of their own.
  static bool is_of_steps(const tree::Node& zone, const std::string& name) {
    const auto* iterative = zone.child_labelled("ZoneIterativeData_t");
    const auto* pointers = iterative == nullptr ? nullptr : iterative->child("FlowSolutionPointers");
    if (pointers == nullptr || pointers->type != tree::DataType::C1 || pointers->data.empty()) return false;
    for (const auto& row : tree::rows_of(*pointers)) {
      if (row == name) return true;
    }
    return false;
  }

  void check_types(const tree::Node& zone, const tree::Node& solution,
                   std::map<std::string, const tree::Node*>& first) {
    for (const auto& node : solution.children) {
      if (node.label != "DataArray_t") continue;
      const auto [known, is_new] = first.emplace(node.name, &node);
      if (is_new || known->second->type == node.type) continue;
      findings_.add({.code = "V0503",
                     .file = file_,
                     .path = tree::join(path_of(zone, solution.name), node.name),
                     .expected = std::string(tree::to_string(known->second->type)),
                     .found = std::string(tree::to_string(node.type))});
    }
  }

  void compare(const tree::Node& zone, const Fields& fields, const Fields& all) {
    if (fields.at.empty()) {
      if (!all.at.empty()) tell("V0502", path_of(zone, ""), all.at.begin()->second);
      return;
    }
    for (const auto& [location, names] : all.at) {
      const auto mine = fields.at.find(location);
      tell("V0501", path_of(zone, ""), mine == fields.at.end() ? names : without(names, mine->second));
    }
  }

  void tell(const char* code, const std::string& path, const Names& missing) {
    if (missing.empty()) return;
    findings_.add({.code = code,
                   .file = file_,
                   .path = path,
                   .expected = *missing.begin(),
                   .count = static_cast<std::int64_t>(missing.size())});
  }

  [[nodiscard]] std::string path_of(const tree::Node& zone, const std::string& child) const {
    const auto path = tree::join("/" + base_.name, zone.name);
    return child.empty() ? path : tree::join(path, child);
  }

  const tree::Node& base_;
  const std::string& file_;
  Findings& findings_;
};

}  // namespace

void check_fields(const tree::Node& base, const std::string& file, Findings& findings) {
  FieldCheck(base, file, findings).check();
}

}  // namespace pcgns::check
