#include "pcgns/verify/check/plan/value_stats.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "pcgns/cgns/zone_shape.hpp"

namespace pcgns::verify::check {

namespace {

/// Values in a block, which is scanned one by one if any is not finite.
constexpr std::size_t block = 4096;
/// Independent accumulators, which the compiler can vectorise.
constexpr std::size_t indexed_targets = 8;

template <typename Real>
struct Extremes {
  Real lowest = std::numeric_limits<Real>::infinity();
  Real highest = -std::numeric_limits<Real>::infinity();
  bool all_finite = true;
};

/// Branch-free: x * 0 is NaN for non-finite x, and the sum remains NaN.
template <typename Real>
Extremes<Real> extremes_of(const Real* values, std::size_t count) {
  Extremes<Real> all;
  std::array<Real, indexed_targets> low;
  std::array<Real, indexed_targets> high;
  std::array<Real, indexed_targets> zero = {};
  low.fill(all.lowest);
  high.fill(all.highest);
  for (std::size_t i = 0; i + indexed_targets <= count; i += indexed_targets) {
    for (std::size_t indexed_target = 0; indexed_target < indexed_targets; ++indexed_target) {
      const Real value = values[i + indexed_target];
      low[indexed_target] = value < low[indexed_target] ? value : low[indexed_target];
      high[indexed_target] = value > high[indexed_target] ? value : high[indexed_target];
      zero[indexed_target] += value * 0;
    }
  }
  for (std::size_t i = count / indexed_targets * indexed_targets; i < count; ++i) {
    low[0] = std::min(low[0], values[i]);
    high[0] = std::max(high[0], values[i]);
    zero[0] += values[i] * 0;
  }
  all.lowest = *std::min_element(low.begin(), low.end());
  all.highest = *std::max_element(high.begin(), high.end());
  all.all_finite = std::all_of(zero.begin(), zero.end(), [](Real sum) { return sum == 0; });
  return all;
}

void keep_first(std::int64_t& first, std::int64_t place) {
  if (place >= 0 && (first < 0 || place < first)) first = place;
}

template <typename Real>
void add_one_by_one(ValueStats& stats, const Real* values, std::size_t count, std::int64_t begin) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto place = begin + static_cast<std::int64_t>(i);
    const double value = values[i];
    if (std::isnan(value)) {
      ++stats.nans;
      keep_first(stats.first_nan, place);
    } else if (std::isinf(value)) {
      ++stats.infinities;
      keep_first(stats.first_infinity, place);
    } else {
      stats.lowest = std::min(stats.lowest, value);
      stats.highest = std::max(stats.highest, value);
      if (value >= 0) continue;
      ++stats.negatives;
      keep_first(stats.first_negative, place);
    }
  }
}

/// @pre All are finite.
template <typename Real>
void add_negatives(ValueStats& stats, const Real* values, std::size_t count, std::int64_t begin) {
  const auto is_negative = [](Real value) { return value < 0; };
  stats.negatives += std::count_if(values, values + count, is_negative);
  if (stats.first_negative < 0) {
    stats.first_negative = begin + (std::find_if(values, values + count, is_negative) - values);
  }
}

template <typename Real>
ValueStats typed_stats(std::span<const std::byte> bytes, std::int64_t begin) {
  ValueStats stats{.count = static_cast<std::int64_t>(bytes.size() / sizeof(Real))};
  alignas(64) std::array<Real, block> values;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof values) {
    const auto size = std::min(sizeof values, bytes.size() - at);
    std::memcpy(values.data(), bytes.data() + at, size);
    const auto count = size / sizeof(Real);
    const auto extremes = extremes_of(values.data(), count);
    const auto place = begin + static_cast<std::int64_t>(at / sizeof(Real));
    if (!extremes.all_finite) {
      add_one_by_one(stats, values.data(), count, place);
      continue;
    }
    stats.lowest = std::min<double>(stats.lowest, extremes.lowest);
    stats.highest = std::max<double>(stats.highest, extremes.highest);
    if (extremes.lowest < 0) add_negatives(stats, values.data(), count, place);
  }
  return stats;
}

}  // namespace

void ValueStats::add(const ValueStats& other) {
  count += other.count;
  nans += other.nans;
  infinities += other.infinities;
  negatives += other.negatives;
  keep_first(first_nan, other.first_nan);
  keep_first(first_infinity, other.first_infinity);
  keep_first(first_negative, other.first_negative);
  lowest = std::min(lowest, other.lowest);
  highest = std::max(highest, other.highest);
}

ValueStats stats_of(cgns::DataType type, std::span<const std::byte> bytes, std::int64_t begin) {
  return type == cgns::DataType::R4 ? typed_stats<float>(bytes, begin) : typed_stats<double>(bytes, begin);
}

namespace {

using Role = RealArray::Role;

/// Standard names of quantities that cannot be negative in any units.
constexpr std::array<std::string_view, 12> never_negative = {"Density",
                                                             "DensityStagnation",
                                                             "SpeedOfSound",
                                                             "SpeedOfSoundStagnation",
                                                             "VelocitySound",
                                                             "ViscosityMolecular",
                                                             "VelocityMagnitude",
                                                             "TurbulentEnergyKinetic",
                                                             "TurbulentDissipation",
                                                             "TurbulentDissipationRate",
                                                             "Mach",
                                                             "ThermalConductivityMolecular"};
/// Quantities whose zero depends on units or on a reference.
constexpr std::array<std::string_view, 2> temperatures = {"Temperature", "TemperatureStagnation"};
constexpr std::array<std::string_view, 2> pressures = {"Pressure", "PressureStagnation"};

template <std::size_t size>
bool is_among(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The rule for negative values of this name; empty if they are valid.
std::string_view rule_of_negative(const RealArray& array) {
  if (array.role != Role::field) return "";
  const auto& name = array.node->name;
  if (is_among(never_negative, name)) return "V0301";
  if (is_among(pressures, name)) return "V0302";
  const bool has_other_zero = array.temperature_unit == "Celsius" || array.temperature_unit == "Fahrenheit";
  return is_among(temperatures, name) && !has_other_zero ? "V0301" : "";
}

/// The 1-based index of the value at offset `place` (0-based): "(3, 1, 2)", or "3" for a list.
std::string text_of_place(std::int64_t place, const std::vector<std::int64_t>& dims) {
  if (dims.size() < 2) return fmt::to_string(place + 1);
  std::vector<std::string> words;
  for (const auto extent : dims) {
    words.push_back(fmt::to_string(place % extent + 1));
    place /= extent;
  }
  return fmt::format("({})", fmt::join(words, ", "));
}

class Judge {
 public:
  Judge(const RealArray& array, const ValueStats& stats, const std::string& file, cgns::Findings& findings)
      : array_(array), stats_(stats), file_(file), findings_(findings) {}

  void judge() {
    add_places(code("V0101", "V0103", "V0105"), stats_.nans, stats_.first_nan, "NaN");
    add_places(code("V0102", "V0104", "V0106"), stats_.infinities, stats_.first_infinity,
               "an infinite value");
    const auto rule = rule_of_negative(array_);
    if (!rule.empty() && stats_.negatives > 0) {
      add_places(rule, stats_.negatives, stats_.first_negative, fmt::format("down to {}", stats_.lowest));
    }
    if (stats_.is_constant()) judge_constant();
    if (stats_.count == 0) add("V0204", "no values");
  }

 private:
  [[nodiscard]] std::string_view code(std::string_view coordinate, std::string_view field,
                                      std::string_view other) const {
    if (array_.role == Role::coordinate) return coordinate;
    return array_.role == Role::field ? field : other;
  }

  void add_places(std::string_view rule, std::int64_t count, std::int64_t first, const std::string& found) {
    if (count == 0) return;
    findings_.add({.code = std::string(rule),
                   .file = file_,
                   .path = array_.path,
                   .position = "value " + text_of_place(first, array_.node->dims),
                   .found = found,
                   .index = first,
                   .count = count});
  }
  void add(std::string_view rule, const std::string& found) {
    findings_.add({.code = std::string(rule), .file = file_, .path = array_.path, .found = found});
  }

  void judge_constant() {
    const auto value = fmt::format("{} everywhere", stats_.lowest + 0.0);
    if (array_.role == Role::field) add(stats_.lowest == 0 ? "V0201" : "V0202", value);
    const bool fills_space = array_.cell_dimension == array_.physical_dimension;
    if (array_.role == Role::coordinate && fills_space) add("V0203", value);
  }

  const RealArray& array_;
  const ValueStats& stats_;
  const std::string& file_;
  cgns::Findings& findings_;
};

}  // namespace

void judge_values(const RealArray& array, const ValueStats& stats, const std::string& file,
                  cgns::Findings& findings) {
  Judge(array, stats, file, findings).judge();
}

namespace {

using Role = RealArray::Role;

bool has_fields(const cgns::Node& node) {
  return node.label == "FlowSolution_t" || node.label == "DiscreteData_t" ||
         node.label == "ParticleSolution_t" || node.label == "ZoneSubRegion_t" || node.label == "BCData_t";
}

Role role_of_children(const cgns::Node& node) {
  if (node.label == "GridCoordinates_t" || node.label == "ParticleCoordinates_t") return Role::coordinate;
  return has_fields(node) ? Role::field : Role::other;
}

bool is_real(const cgns::Node& node) { return cgns::is_real(node.type); }

void take_dimensions(const cgns::Node& node, RealArray& place) {
  if (node.label != "CGNSBase_t") return;
  const auto values = cgns::integers_in(&node);
  if (!values || values->size() != 2) return;
  place.cell_dimension = static_cast<int>((*values)[0]);
  place.physical_dimension = static_cast<int>((*values)[1]);
}

void take_units(const cgns::Node& node, RealArray& place) {
  const auto* units = node.child_labelled("DimensionalUnits_t");
  if (units == nullptr || units->type != cgns::DataType::C1 || units->dims.size() != 2 ||
      static_cast<std::int64_t>(units->data.size()) != cgns::bytes_of(units->type, units->dims)) {
    return;
  }
  const auto rows = cgns::rows_of(*units);
  if (rows.size() > 3) place.temperature_unit = rows[3];
}

/// `place`: the parent's settings, which apply to its children.
void collect(const cgns::Node& node, RealArray place, std::vector<RealArray>& all) {
  place.node = &node;
  take_units(node, place);
  if (is_real(node) && (node.is_bulk() || !node.data.empty() || cgns::count_of(node.dims) == 0)) {
    all.push_back(place);
    if (node.label != "DataArray_t") all.back().role = Role::other;
  }
  take_dimensions(node, place);
  place.role = role_of_children(node);
  const auto path = place.path;
  for (const auto& child : node.children) {
    place.path = cgns::join(path, child.name);
    collect(child, place, all);
  }
}

}  // namespace

std::vector<RealArray> real_arrays(const cgns::Node& root) {
  std::vector<RealArray> all;
  collect(root, {.path = "/"}, all);
  return all;
}

}  // namespace pcgns::verify::check
