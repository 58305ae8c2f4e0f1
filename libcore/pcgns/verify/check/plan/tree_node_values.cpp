// Checks data types, extents and texts against the tables of the standard.
#include <fmt/format.h>

#include <algorithm>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/verify/check/plan/node_place.hpp"
#include "pcgns/verify/check/plan/node_types.hpp"
#include "pcgns/verify/check/plan/words.hpp"

namespace pcgns::verify::check {

namespace {

using cgns::DataType;
using cgns::Node;
using standard::Shape;
using standard::Types;
using standard::Value;

std::string words_for(Types types) {
  using enum Types;
  constexpr std::pair<Types, std::string_view> all[] = {{c1, "C1"}, {i4, "I4"}, {i8, "I8"}, {r4, "R4"},
                                                        {r8, "R8"}, {x4, "X4"}, {x8, "X8"}};
  std::string list;
  for (const auto& [type, word] : all) {
    if ((types & type) != 0) list += (list.empty() ? "" : " or ") + std::string(word);
  }
  return list;
}

/// Number of elements of a section; nothing if its range is invalid.
std::optional<std::int64_t> elements_of(const Node& section) {
  const auto* const range = section.child("ElementRange");
  const auto ends = range == nullptr ? std::nullopt : integers(*range);
  if (!ends || ends->size() != 2 || ends->front() < 1 || ends->back() < ends->front()) return std::nullopt;
  return ends->back() - ends->front() + 1;
}

std::optional<std::int64_t> plus_one(std::optional<std::int64_t> count) {
  return count ? std::optional(*count + 1) : count;
}

/// The extent required here; nothing if any is valid, or if it is unknown.
std::optional<std::int64_t> resolved(const NodePlace& place, int extent) {
  std::optional<std::int64_t> dimension;
  if (place.zone != nullptr) dimension = place.zone->dimension;
  const auto* const base = place.base;
  switch (extent) {
    case standard::any_extent:
      return std::nullopt;
    case standard::index_dimension:
      return dimension;
    case standard::twice_index_dimension:
      return dimension ? std::optional(2 * *dimension) : std::nullopt;
    case standard::index_triangle:
      return dimension ? std::optional(*dimension * (*dimension + 1) / 2) : std::nullopt;
    case standard::cell_dimension:
      return base == nullptr ? std::nullopt : base->cell_dimension;
    case standard::physical_dimension:
      return base == nullptr ? std::nullopt : base->physical_dimension;
    case standard::steps:
      return base == nullptr ? std::nullopt : base->steps;
    case standard::elements:
      return elements_of(place.parent());
    case standard::elements_plus_one:
      return plus_one(elements_of(place.parent()));
    default:
      return extent;
  }
}

std::string expected_text(const NodePlace& place, const Shape& shape) {
  std::string list;
  for (int i = 0; i < shape.rank; ++i) {
    const auto extent = resolved(place, shape.extents[static_cast<std::size_t>(i)]);
    list += (i == 0 ? "" : ", ") + (extent ? std::to_string(*extent) : "any");
  }
  return "(" + list + ")";
}

void check_extents(const NodePlace& place, const Shape& shape) {
  if (shape.rank < 0) return;
  const auto& dims = place.node.dims;
  bool right = static_cast<int>(dims.size()) == shape.rank;
  for (std::size_t i = 0; right && i < dims.size(); ++i) {
    const auto wanted = resolved(place, shape.extents[i]);
    right = !wanted || *wanted == dims[i];
  }
  if (!right) {
    place.report("T0206", {.found = to_text(dims), .expected = expected_text(place, shape)});
  }
}

void check_type(const NodePlace& place, Types types) {
  const auto type = place.node.type;
  if (standard::contains(types, type)) return;
  Said said{.found = std::string(to_string(type)), .expected = words_for(types)};
  if (type == DataType::I8 && types == standard::i4) return place.report("T0202", std::move(said));
  if (type == DataType::R8 && types == standard::r4) return place.report("T0203", std::move(said));
  place.report("T0201", std::move(said));
}

/// Until version 1.2, the name of a FamilyName_t was the family's, and it had no value.
bool names_family_itself(const NodePlace& place) {
  constexpr double last_version = 1.2005;
  const bool is_old = place.file.version > 0 && place.file.version < last_version;
  return is_old && place.node.label == "FamilyName_t" && place.parent().label != "Family_t";
}

void check_family_text(const NodePlace& place) {
  if (!names_family_itself(place)) place.report("T0211");
}

/// Accepts grids and particles without a bounding box.
void check_missing(const NodePlace& place, const Value& value) {
  if (value.types == standard::none) return;
  const auto& label = place.node.label;
  if (label == "GridCoordinates_t" || label == "ParticleCoordinates_t") return;
  if (label == "Descriptor_t") return place.report("T0205");
  if (label == "FamilyName_t" || label == "AdditionalFamilyName_t") return check_family_text(place);
  if (value.types != standard::anything || label == "DataArray_t") {
    const bool is_array = label == "DataArray_t";
    // An array with an extent of 0 and none are the same.
    if (is_array && place.up != nullptr && has_no_entities(*place.up)) return place.report("F0407");
    place.report(is_array ? "T0209" : "T0204", {.expected = is_array ? "" : words_for(value.types)});
  }
}

void check_superfluous(const NodePlace& place) {
  const auto& node = place.node;
  const bool refused = node.label == "ZoneIterativeData_t" || node.label == "ParticleIterativeData_t";
  place.report(refused ? "T0212" : "T0210", {.found = std::string(to_string(node.type)), .expected = "MT"});
}

const Value& value_of(const NodePlace& place) {
  const auto* const type =
      standard::child_type(place.parent().label, standard::tidy_label(place.node.label), place.node.name);
  const bool by_label = type == nullptr || type->value.by_label;
  return by_label ? standard::value_of_label(standard::tidy_label(place.node.label)) : type->value;
}

void check_word(const NodePlace& place, Words words, std::string_view word, std::string position) {
  if (is_in(words, word)) return;
  auto meant = nearest(words, word);
  place.report("T0207", {.found = fmt::format("'{}'", word),
                         .expected = meant.empty() ? "" : std::string(meant),
                         .position = std::move(position)});
}

/// Checks the rows of a table of units: five, or three additional ones.
void check_unit_rows(const NodePlace& place, std::size_t first, std::size_t count) {
  const auto rows = names(place.node);
  if (!rows || rows->size() != count) return;
  for (std::size_t i = 0; i < count; ++i) {
    check_word(place, unit_words(first + i), (*rows)[i], fmt::format("row {}", i + 1));
  }
}

/// True for values that are the name of another node, which readers look for with the blanks.
bool is_reference(const Node& node) {
  return cgns::is_interface(node) ||
         (node.label == "Descriptor_t" &&
          (node.name == "BCRegionName" || node.name == "GridConnectivityRegionName"));
}

/// The reference library reads the additional exponents as values of the type of the others.
void check_type_of_exponents(const NodePlace& place) {
  if (place.node.label != "AdditionalExponents_t" || place.parent().label != "DimensionalExponents_t") return;
  const auto type = place.node.type;
  const auto wanted = place.parent().type;
  if (type == wanted || !cgns::is_real(type) || !cgns::is_real(wanted)) return;
  place.report("T0201", {.found = std::string(to_string(type)), .expected = std::string(to_string(wanted))});
}

}  // namespace

void check_value(const NodePlace& place) {
  const auto& node = place.node;
  if (!cgns::is_known_label(node.label) || node.link) return;
  const auto& value = value_of(place);
  if (value.types == standard::none && node.type != DataType::MT) return check_superfluous(place);
  if (node.type == DataType::MT) return check_missing(place, value);
  check_type(place, value.types);
  check_type_of_exponents(place);
  check_extents(place, value.extents);
}

void check_words(const NodePlace& place) {
  const auto& node = place.node;
  if (node.label == "DimensionalUnits_t") return check_unit_rows(place, 0, 5);
  if (node.label == "AdditionalUnits_t") return check_unit_rows(place, 5, 3);
  const auto words = words_of(node.label);
  const auto word = text(node);
  const bool is_word = !words.empty();
  if (!word || (!is_word && !is_reference(node))) return;
  if (node.data.back() == std::byte{' '}) {
    place.report("T0208", {.found = fmt::format("'{}' and blanks", *word), .expected = *word});
  }
  if (is_word) check_word(place, words, *word, {});
}

}  // namespace pcgns::verify::check
