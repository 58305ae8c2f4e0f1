// current_units.cpp: units, exponents and conversion factors at the current node.
#include <fmt/format.h>

#include "pcgns/capi/detail/arguments.hpp"
#include "pcgns/capi/detail/calls.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

constexpr std::int64_t unit_width = 32;
constexpr std::size_t first_units = 5;  ///< Those of DimensionalUnits_t; the further ones are below it.
constexpr std::size_t further_units = 3;

/// The words of all units at the node; missing ones are empty.
std::vector<std::string> units_here(Document& document, const Spot& node) {
  const auto units = required(document, node, "DimensionalUnits_t");
  auto words = cgns::rows_of(*units.node);
  words.resize(first_units);
  if (const auto further = child_named(units, "AdditionalUnits")) {
    for (auto& word : cgns::rows_of(*further.node)) words.push_back(std::move(word));
  }
  words.resize(first_units + further_units);
  return words;
}

cgns::Node unit_table(const char* name, const char* label, const std::vector<std::string>& words) {
  return cgns::table_node(name, label, {unit_width, std::ssize(words)}, words);
}

/// Exponents and conversion factors are real.
cgns::DataType real_type(CGNS_ENUMT(DataType_t) type) {
  if (type != CGNS_ENUMV(RealSingle) && type != CGNS_ENUMV(RealDouble))
    throw Error(ErrorKind::usage, "exponents and conversion factors are RealSingle or RealDouble");
  return data_type(type);
}

int read_type(const char* label, CGNS_ENUMT(DataType_t) * type) {
  return at_node([&](Document& document, const Spot& node) {
    give(type, data_type(document.type_of(*required(document, node, label).node)));
  });
}

const std::byte* skipped(const void* values, std::size_t count, cgns::DataType type) {
  return static_cast<const std::byte*>(values) + count * static_cast<std::size_t>(cgns::size_of(type));
}

}  // namespace

int cg_nunits(int* nunits) {
  return at_node([&](Document& document, const Spot& node) {
    give(nunits, 0);  // what the reference library says beside CG_NODE_NOT_FOUND
    const auto units = required(document, node, "DimensionalUnits_t");
    give(nunits, first_units + (child_named(units, "AdditionalUnits") ? further_units : 0));
  });
}

int cg_units_read(CGNS_ENUMT(MassUnits_t) * mass, CGNS_ENUMT(LengthUnits_t) * length,
                  CGNS_ENUMT(TimeUnits_t) * time, CGNS_ENUMT(TemperatureUnits_t) * temperature,
                  CGNS_ENUMT(AngleUnits_t) * angle) {
  return cg_unitsfull_read(mass, length, time, temperature, angle, nullptr, nullptr, nullptr);
}

int cg_units_write(CGNS_ENUMT(MassUnits_t) mass, CGNS_ENUMT(LengthUnits_t) length,
                   CGNS_ENUMT(TimeUnits_t) time, CGNS_ENUMT(TemperatureUnits_t) temperature,
                   CGNS_ENUMT(AngleUnits_t) angle) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, "DimensionalUnits_t");
    document.put(
        node, unit_table("DimensionalUnits", "DimensionalUnits_t",
                         {word_of(mass_units, mass), word_of(length_units, length), word_of(time_units, time),
                          word_of(temperature_units, temperature), word_of(angle_units, angle)}));
  });
}

int cg_unitsfull_read(CGNS_ENUMT(MassUnits_t) * mass, CGNS_ENUMT(LengthUnits_t) * length,
                      CGNS_ENUMT(TimeUnits_t) * time, CGNS_ENUMT(TemperatureUnits_t) * temperature,
                      CGNS_ENUMT(AngleUnits_t) * angle, CGNS_ENUMT(ElectricCurrentUnits_t) * current,
                      CGNS_ENUMT(SubstanceAmountUnits_t) * amount,
                      CGNS_ENUMT(LuminousIntensityUnits_t) * intensity) {
  return at_node([&](Document& document, const Spot& node) {
    const auto words = units_here(document, node);
    const auto give_unit = [&]<typename Enum>(Enum* to, const auto& list, std::size_t place) {
      give(to, number_of_word<Enum>(list, words[place]));
    };
    give_unit(mass, mass_units, 0);
    give_unit(length, length_units, 1);
    give_unit(time, time_units, 2);
    give_unit(temperature, temperature_units, 3);
    give_unit(angle, angle_units, 4);
    give_unit(current, current_units, 5);
    give_unit(amount, amount_units, 6);
    give_unit(intensity, intensity_units, 7);
  });
}

int cg_unitsfull_write(CGNS_ENUMT(MassUnits_t) mass, CGNS_ENUMT(LengthUnits_t) length,
                       CGNS_ENUMT(TimeUnits_t) time, CGNS_ENUMT(TemperatureUnits_t) temperature,
                       CGNS_ENUMT(AngleUnits_t) angle, CGNS_ENUMT(ElectricCurrentUnits_t) current,
                       CGNS_ENUMT(SubstanceAmountUnits_t) amount,
                       CGNS_ENUMT(LuminousIntensityUnits_t) intensity) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, "DimensionalUnits_t");
    auto units =
        unit_table("DimensionalUnits", "DimensionalUnits_t",
                   {word_of(mass_units, mass), word_of(length_units, length), word_of(time_units, time),
                    word_of(temperature_units, temperature), word_of(angle_units, angle)});
    units.children.push_back(unit_table("AdditionalUnits", "AdditionalUnits_t",
                                        {word_of(current_units, current), word_of(amount_units, amount),
                                         word_of(intensity_units, intensity)}));
    document.put(node, std::move(units));
  });
}

int cg_exponents_info(CGNS_ENUMT(DataType_t) * type) { return read_type("DimensionalExponents_t", type); }

int cg_nexponents(int* nexponents) {
  return at_node([&](Document& document, const Spot& node) {
    give(nexponents, 0);  // as cg_nunits
    const auto exponents = required(document, node, "DimensionalExponents_t");
    give(nexponents, first_units + (child_named(exponents, "AdditionalExponents") ? further_units : 0));
  });
}

int cg_exponents_read(void* exponents) {
  return at_node([&](Document& document, const Spot& node) {
    const auto own = required(document, node, "DimensionalExponents_t");
    give_values(document, own, first_units, document.type_of(*own.node), exponents);
  });
}

int cg_exponents_write(CGNS_ENUMT(DataType_t) type, const void* exponents) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, "DimensionalExponents_t");
    document.put(node, node_with("DimensionalExponents", "DimensionalExponents_t", real_type(type),
                                 {first_units}, exponents));
  });
}

int cg_expfull_read(void* exponents) {
  return at_node([&](Document& document, const Spot& node) {
    const auto own = required(document, node, "DimensionalExponents_t");
    const auto type = document.type_of(*own.node);
    give_values(document, own, first_units, type, exponents);
    auto* rest = const_cast<std::byte*>(skipped(exponents, first_units, type));
    const auto further = child_named(own, "AdditionalExponents");
    // All zero bits are the number 0.
    further ? give_values(document, further, further_units, type, rest)
            : void(std::fill(rest, const_cast<std::byte*>(skipped(rest, further_units, type)), std::byte{}));
  });
}

int cg_expfull_write(CGNS_ENUMT(DataType_t) type, const void* exponents) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, "DimensionalExponents_t");
    const auto kind = real_type(type);
    auto own = node_with("DimensionalExponents", "DimensionalExponents_t", kind, {first_units}, exponents);
    own.children.push_back(node_with("AdditionalExponents", "AdditionalExponents_t", kind, {further_units},
                                     skipped(exponents, first_units, kind)));
    document.put(node, std::move(own));
  });
}

int cg_conversion_info(CGNS_ENUMT(DataType_t) * type) { return read_type("DataConversion_t", type); }

int cg_conversion_read(void* factors) {
  return at_node([&](Document& document, const Spot& node) {
    const auto own = required(document, node, "DataConversion_t");
    give_values(document, own, 2, document.type_of(*own.node), factors);
  });
}

int cg_conversion_write(CGNS_ENUMT(DataType_t) type, const void* factors) {
  return at_node([&](Document& document, const Spot& node) {
    require_parent(document, node, "DataConversion_t");
    document.put(node, node_with("DataConversion", "DataConversion_t", real_type(type), {2}, factors));
  });
}
