#include "pcgns/verify/check/plan/fields.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_shape.hpp"

namespace pcgns::verify::check {

namespace {

using FieldNames = std::set<std::string>;

struct Fields {
  std::map<std::string, FieldNames> at;  ///< By location.
};

bool covers_the_zone(const cgns::Node& node) {
  return node.label == "FlowSolution_t" && !node.link && node.child("PointList") == nullptr &&
         node.child("PointRange") == nullptr;
}

FieldNames fields_of(const cgns::Node& solution) {
  FieldNames names;
  for (const auto& node : solution.children) {
    if (node.label == "DataArray_t") names.insert(node.name);
  }
  return names;
}

FieldNames without(const FieldNames& all, const FieldNames& some) {
  FieldNames rest;
  for (const auto& name : all) {
    if (!some.contains(name)) rest.insert(name);
  }
  return rest;
}

class FieldCheck {
 public:
  FieldCheck(const cgns::Node& base, const std::string& file, cgns::Findings& findings)
      : base_(base), file_(file), findings_(findings) {}

  void check() {
    std::vector<const cgns::Node*> zones;
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
  /// Fields of a zone, over all time steps.
  Fields check_zone(const cgns::Node& zone) {
    Fields all;
    std::map<std::string, std::map<std::string, const cgns::Node*>> first;
    for (const auto& solution : zone.children) {
      if (!covers_the_zone(solution)) continue;
      const auto location = cgns::location_of(solution);
      const auto names = fields_of(solution);
      if (names.empty()) continue;
      all.at[location].insert(names.begin(), names.end());
      check_types(zone, solution, first[location]);
    }
    for (const auto& solution : zone.children) {
      if (!covers_the_zone(solution)) continue;
      const auto names = fields_of(solution);
      if (names.empty() || !is_of_steps(zone, solution.name)) continue;
      tell("V0504", path_of(zone, solution.name), without(all.at[cgns::location_of(solution)], names));
    }
    return all;
  }

  /// True if a time step names the solution; others may serve another purpose.
  static bool is_of_steps(const cgns::Node& zone, const std::string& name) {
    const auto* iterative = zone.child_labelled("ZoneIterativeData_t");
    const auto* pointers = iterative == nullptr ? nullptr : iterative->child("FlowSolutionPointers");
    if (pointers == nullptr || pointers->type != cgns::DataType::C1 || pointers->data.empty()) return false;
    for (const auto& row : cgns::rows_of(*pointers)) {
      if (row == name) return true;
    }
    return false;
  }

  void check_types(const cgns::Node& zone, const cgns::Node& solution,
                   std::map<std::string, const cgns::Node*>& first) {
    for (const auto& node : solution.children) {
      if (node.label != "DataArray_t") continue;
      const auto [known, is_new] = first.emplace(node.name, &node);
      if (is_new || known->second->type == node.type) continue;
      findings_.add({.code = "V0503",
                     .file = file_,
                     .path = cgns::join(path_of(zone, solution.name), node.name),
                     .expected = std::string(cgns::to_string(known->second->type)),
                     .found = std::string(cgns::to_string(node.type))});
    }
  }

  void compare(const cgns::Node& zone, const Fields& fields, const Fields& all) {
    if (fields.at.empty()) {
      if (!all.at.empty()) tell("V0502", path_of(zone, ""), all.at.begin()->second);
      return;
    }
    for (const auto& [location, names] : all.at) {
      const auto mine = fields.at.find(location);
      tell("V0501", path_of(zone, ""), mine == fields.at.end() ? names : without(names, mine->second));
    }
  }

  void tell(const char* code, const std::string& path, const FieldNames& missing) {
    if (missing.empty()) return;
    findings_.add({.code = code,
                   .file = file_,
                   .path = path,
                   .expected = *missing.begin(),
                   .count = static_cast<std::int64_t>(missing.size())});
  }

  [[nodiscard]] std::string path_of(const cgns::Node& zone, const std::string& child) const {
    const auto path = cgns::join("/" + base_.name, zone.name);
    return child.empty() ? path : cgns::join(path, child);
  }

  const cgns::Node& base_;
  const std::string& file_;
  cgns::Findings& findings_;
};

}  // namespace

void check_fields(const cgns::Node& base, const std::string& file, cgns::Findings& findings) {
  FieldCheck(base, file, findings).check();
}

namespace {

class Steps {
 public:
  Steps(const cgns::Node& base, const std::string& file, cgns::Findings& findings)
      : base_(base), file_(file), findings_(findings) {}

  void check() {
    const auto* iterative = base_.child_labelled("BaseIterativeData_t");
    if (iterative != nullptr) check_base(*iterative);
    for (const auto& zone : base_.children) {
      if (!cgns::is_zone(zone.label) || zone.link) continue;
      for (const auto& node : zone.children) {
        if (cgns::is_zone_iterative(node.label)) check_zone(zone, node);
      }
    }
  }

 private:
  void check_base(const cgns::Node& iterative) {
    const auto path = cgns::join("/" + base_.name, iterative.name);
    const auto count = cgns::integers_in(&iterative);
    if (!count || count->size() != 1) return;
    steps_ = count->front();
    const auto* times = iterative.child("TimeValues");
    const auto* iterations = iterative.child("IterationValues");
    if (times != nullptr) check_row(path, *times, "V0401");
    if (iterations != nullptr) check_row(path, *iterations, "V0403");
  }

  /// Checks an array with a value per time step.
  void check_row(const std::string& parent, const cgns::Node& row, std::string_view not_increasing) {
    const auto path = cgns::join(parent, row.name);
    const auto values = cgns::numbers_in(&row);
    if (!values) return;
    const auto count = static_cast<std::int64_t>(values->size());
    if (count != steps_) {
      add("V0404", path,
          {.expected = fmt::format("{} values", steps_), .found = fmt::to_string(values->size())});
    }
    for (std::size_t i = 0; i < values->size(); ++i) {
      const cgns::Finding place{.position = fmt::format("step {}", i + 1),
                                .index = static_cast<std::int64_t>(i)};
      if (!std::isfinite((*values)[i])) {
        auto finding = place;
        finding.found = fmt::to_string((*values)[i]);
        add("V0402", path, finding);
      } else if (i > 0 && (*values)[i] <= (*values)[i - 1]) {
        auto finding = place;
        finding.expected = fmt::format("more than {}", (*values)[i - 1]);
        finding.found = fmt::to_string((*values)[i]);
        add(not_increasing, path, finding);
      }
    }
  }

  void check_zone(const cgns::Node& zone, const cgns::Node& iterative) {
    const auto path = cgns::join(cgns::join("/" + base_.name, zone.name), iterative.name);
    for (const auto& node : iterative.children) {
      if (node.label != "DataArray_t" || !node.name.ends_with("Pointers")) continue;
      if (!is_table(&node) || node.dims.size() != 2) continue;
      check_pointers(node, cgns::join(path, node.name));
    }
  }

  void check_pointers(const cgns::Node& pointers, const std::string& path) {
    const auto names = cgns::rows_of(pointers);
    if (steps_ >= 0 && static_cast<std::int64_t>(names.size()) != steps_) {
      add("V0405", path,
          {.expected = fmt::format("{} names", steps_), .found = fmt::to_string(names.size())});
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] != "Null") continue;
      add("S0302", path, {.position = fmt::format("step {}", i + 1), .index = static_cast<std::int64_t>(i)});
    }
  }

  static bool is_table(const cgns::Node* node) {
    return node != nullptr && node->type == cgns::DataType::C1 && node->dims.size() >= 2 &&
           !node->data.empty() &&
           static_cast<std::int64_t>(node->data.size()) == cgns::bytes_of(node->type, node->dims);
  }

  void add(std::string_view code, const std::string& path, cgns::Finding finding) {
    finding.code = std::string(code);
    finding.file = file_;
    finding.path = path;
    findings_.add(std::move(finding));
  }

  const cgns::Node& base_;
  const std::string& file_;
  cgns::Findings& findings_;
  std::int64_t steps_ = -1;
};

}  // namespace

void check_iterative(const cgns::Node& base, const std::string& file, cgns::Findings& findings) {
  Steps(base, file, findings).check();
}

}  // namespace pcgns::verify::check
