// Quantities: classes of data, units, exponents, conversions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pcgns/check/data_names.hpp"
#include "pcgns/check/tree_place.hpp"

namespace pcgns::check {

namespace {

using tree::Node;

/// The nearest on the way up: a node's own settings go before those of what it is in.
const Node* inherited(const Place& place, std::string_view label) {
  for (const auto* at = &place; at != nullptr; at = at->up) {
    if (const auto* const found = at->node.child_labelled(label)) return found;
  }
  return nullptr;
}

void check_exponents(const Place& array, const Node& exponents) {
  const auto values = reals(exponents);
  const auto* const known = data_name(array.node.name);
  if (!values || values->size() != 5 || known == nullptr || !known->has_exponents) return;
  const auto same = [](double a, int b) { return std::abs(a - b) < 1e-6; };
  if (std::equal(values->begin(), values->end(), known->exponents.begin(), same)) return;
  const Extents wanted(known->exponents.begin(), known->exponents.end());
  array.report_child(
      "T1103", exponents.name,
      {.found = fmt::format("{:g} {:g} {:g} {:g} {:g}", (*values)[0], (*values)[1], (*values)[2],
                            (*values)[3], (*values)[4]),
       .expected = fmt::format("{} {} {} {} {}", wanted[0], wanted[1], wanted[2], wanted[3], wanted[4])});
}

void check_conversion(const Place& array, const std::string& data_class) {
  const auto* const conversion = array.node.child_labelled("DataConversion_t");
  if (conversion == nullptr) return;
  const auto values = reals(*conversion);
  if (values && values->front() == 0) array.report_child("T1104", conversion->name, {.found = "0"});
  if (data_class != "NormalizedByDimensional") {
    array.report_child(
        "T1105", conversion->name,
        {.found = data_class.empty() ? "no class" : data_class, .expected = "NormalizedByDimensional"});
  }
}

}  // namespace

void check_quantity(const Place& array) {
  const auto* const class_node = inherited(array, "DataClass_t");
  const auto data_class = class_node == nullptr ? std::string() : text(*class_node).value_or("");
  const bool dimensional = data_class == "Dimensional" || data_class == "NormalizedByDimensional";
  const bool plain_number = data_class == "NondimensionalParameter" || data_class == "DimensionlessConstant";
  const auto* const own_class = array.node.child_labelled("DataClass_t");
  const auto* const exponents = array.node.child_labelled("DimensionalExponents_t");
  const auto* const units = array.node.child_labelled("DimensionalUnits_t");
  // Said once, where the class is the array's own; a class of a base or zone is judged there.
  if (dimensional && own_class != nullptr && inherited(array, "DimensionalUnits_t") == nullptr) {
    array.report("T1101", {.found = data_class});
  }
  if (plain_number && (exponents != nullptr || units != nullptr)) {
    array.report_child("T1102", exponents != nullptr ? exponents->name : units->name, {.found = data_class});
  }
  if (exponents != nullptr) check_exponents(array, *exponents);
  check_conversion(array, data_class);
  if (array.parent().label == "UserDefinedData_t") return;
  if (const auto meant = meant_data_name(array.node.name); !meant.empty()) {
    // Of the node that holds it: runs with many steps have many of them.
    array.up->report("T1106", {.found = array.node.name, .expected = std::string(meant)});
  }
}

}  // namespace pcgns::check
