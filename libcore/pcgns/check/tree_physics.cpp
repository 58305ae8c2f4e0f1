// Equations, histories, symmetry, motion and geometry.
#include <fmt/format.h>

#include <algorithm>

#include "pcgns/check/tree_place.hpp"

namespace pcgns::check {

namespace {

constexpr std::int64_t longest_format = 32;

}  // namespace

void check_equations(const Place& set) {
  const auto* const node = set.node.child("EquationDimension");
  const auto dimension = node == nullptr ? std::nullopt : one_integer(*node);
  if (dimension && (*dimension < 1 || *dimension > 3)) {
    set.report_child("T1201", node->name, {.found = std::to_string(*dimension), .expected = "1 to 3"});
  }
}

void check_diffusion(const Place& model) {
  const auto* const node = model.node.child("DiffusionModel");
  const auto flags = node == nullptr ? std::nullopt : integers(*node);
  if (!flags) return;
  const auto wrong =
      std::find_if(flags->begin(), flags->end(), [](std::int64_t flag) { return flag != 0 && flag != 1; });
  if (wrong == flags->end()) return;
  model.report_child("T1202", node->name, {.found = std::to_string(*wrong), .expected = "0 or 1"});
}

void check_convergence(const Place& history) {
  const auto iterations = one_integer(history.node);
  if (!iterations) return;
  if (*iterations < 0) return history.report("T1204", {.found = std::to_string(*iterations)});
  for (const auto& array : history.node.children) {
    if (array.label != "DataArray_t" || array.type == tree::DataType::MT || array.dims.empty()) continue;
    if (array.dims.size() == 1 && array.dims.front() == *iterations) continue;
    history.report_child("T1203", array.name,
                         {.found = to_text(array.dims), .expected = fmt::format("({})", *iterations)});
  }
}

void check_axisymmetry(const Place& axisymmetry) {
  const auto dimension = axisymmetry.base == nullptr ? std::nullopt : axisymmetry.base->physical_dimension;
  if (dimension && *dimension != 2) {
    axisymmetry.report("T1205", {.found = fmt::format("PhysicalDimension {}", *dimension), .expected = "2"});
  }
  const auto* const axis = axisymmetry.node.child("AxisymmetryAxisVector");
  const auto values = axis == nullptr ? std::nullopt : reals(*axis);
  if (values && std::all_of(values->begin(), values->end(), [](double x) { return x == 0; })) {
    axisymmetry.report_child("T1206", axis->name);
  }
}

void check_motion(const Place& motion) {
  if (motion.node.child("OriginLocation") == nullptr) motion.report("T1207", {.expected = "OriginLocation"});
}

void check_geometry(const Place& format) {
  const auto count = count_of(format.node);
  if (!count || *count <= longest_format) return;
  format.report("T1208", {.found = fmt::format("{} characters", *count), .expected = "at most 32"});
}

}  // namespace pcgns::check
