#include "pcgns/check/judge_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pcgns::check {

namespace {

using Role = RealArray::Role;

/// Names of the standard for what cannot be less than 0, whatever the units.
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
/// Where the zero is a matter of units or of a reference.
constexpr std::array<std::string_view, 2> temperatures = {"Temperature", "TemperatureStagnation"};
constexpr std::array<std::string_view, 2> pressures = {"Pressure", "PressureStagnation"};

template <std::size_t size>
bool is_among(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The rule for a negative value of this name; empty if that is nothing special.
std::string_view rule_of_negative(const RealArray& array) {
  if (array.role != Role::field) return "";
  const auto& name = array.node->name;
  if (is_among(never_negative, name)) return "V0301";
  if (is_among(pressures, name)) return "V0302";
  const bool has_other_zero = array.temperature_unit == "Celsius" || array.temperature_unit == "Fahrenheit";
  return is_among(temperatures, name) && !has_other_zero ? "V0301" : "";
}

class Judge {
 public:
  Judge(const RealArray& array, const ValueStats& stats, const std::string& file, Findings& findings)
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
  Findings& findings_;
};

}  // namespace

std::string text_of_place(std::int64_t place, const std::vector<std::int64_t>& dims) {
  if (dims.size() < 2) return fmt::to_string(place + 1);
  std::vector<std::string> words;
  for (const auto extent : dims) {
    words.push_back(fmt::to_string(place % extent + 1));
    place /= extent;
  }
  return fmt::format("({})", fmt::join(words, ", "));
}

void judge_values(const RealArray& array, const ValueStats& stats, const std::string& file,
                  Findings& findings) {
  Judge(array, stats, file, findings).judge();
}

}  // namespace pcgns::check
