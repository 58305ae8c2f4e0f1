#include "pcgns/check/iterative.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "pcgns/check/zone_shape.hpp"
#include "pcgns/sids/labels.hpp"

namespace pcgns::check {

namespace {

class Steps {
 public:
  Steps(const tree::Node& base, const std::string& file, Findings& findings)
      : base_(base), file_(file), findings_(findings) {}

  void check() {
    const auto* iterative = base_.child_labelled("BaseIterativeData_t");
    if (iterative != nullptr) check_base(*iterative);
    for (const auto& zone : base_.children) {
      if (!sids::is_zone(zone.label) || zone.link) continue;
      for (const auto& node : zone.children) {
        if (sids::is_zone_iterative(node.label)) check_zone(zone, node);
      }
    }
  }

 private:
  void check_base(const tree::Node& iterative) {
    const auto path = tree::join("/" + base_.name, iterative.name);
    const auto count = integers_in(&iterative);
    if (!count || count->size() != 1) return;
    steps_ = count->front();
    const auto* times = iterative.child("TimeValues");
    const auto* iterations = iterative.child("IterationValues");
    if (times != nullptr) check_row(path, *times, "V0401");
    if (iterations != nullptr) check_row(path, *iterations, "V0403");
  }

  /// Values of the steps, one for each.
  void check_row(const std::string& parent, const tree::Node& row, std::string_view not_increasing) {
    const auto path = tree::join(parent, row.name);
    const auto values = numbers_in(&row);
    if (!values) return;
    const auto count = static_cast<std::int64_t>(values->size());
    if (count != steps_) {
      add("V0404", path,
          {.expected = fmt::format("{} values", steps_), .found = fmt::to_string(values->size())});
    }
    for (std::size_t i = 0; i < values->size(); ++i) {
      const Finding place{.position = fmt::format("step {}", i + 1), .index = static_cast<std::int64_t>(i)};
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

  void check_zone(const tree::Node& zone, const tree::Node& iterative) {
    const auto path = tree::join(tree::join("/" + base_.name, zone.name), iterative.name);
    for (const auto& node : iterative.children) {
      if (node.label != "DataArray_t" || !node.name.ends_with("Pointers")) continue;
      if (!is_table(&node) || node.dims.size() != 2) continue;
      check_pointers(node, tree::join(path, node.name));
    }
  }

  void check_pointers(const tree::Node& pointers, const std::string& path) {
    const auto names = tree::rows_of(pointers);
    if (steps_ >= 0 && static_cast<std::int64_t>(names.size()) != steps_) {
      add("V0405", path,
          {.expected = fmt::format("{} names", steps_), .found = fmt::to_string(names.size())});
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] != "Null") continue;
      add("S0302", path, {.position = fmt::format("step {}", i + 1), .index = static_cast<std::int64_t>(i)});
    }
  }

  static bool is_table(const tree::Node* node) {
    return node != nullptr && node->type == tree::DataType::C1 && node->dims.size() >= 2 &&
           !node->data.empty() &&
           static_cast<std::int64_t>(node->data.size()) == tree::bytes_of(node->type, node->dims);
  }

  void add(std::string_view code, const std::string& path, Finding finding) {
    finding.code = std::string(code);
    finding.file = file_;
    finding.path = path;
    findings_.add(std::move(finding));
  }

  const tree::Node& base_;
  const std::string& file_;
  Findings& findings_;
  std::int64_t steps_ = -1;
};

}  // namespace

void check_iterative(const tree::Node& base, const std::string& file, Findings& findings) {
  Steps(base, file, findings).check();
}

}  // namespace pcgns::check
