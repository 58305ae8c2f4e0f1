// current_values.cpp: small nodes below the current node: texts, units, classes.
#include <fmt/format.h>

#include "pcgns/capi/detail/enum_names.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/nodes.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

constexpr std::int64_t unit_width = 32;

Spot single_here(const char* label) {
  const auto node = here();
  auto found = child_labelled(node, label);
  if (!found)
    throw NotFound(ErrorKind::usage, at(document_here().path(), node.path, fmt::format("has no {}", label)));
  return found;
}

void put_text(const std::string& name, const char* label, const std::string& value) {
  document_here().put(here(), cgns::text_node(name, label, value));
}

std::string text_here(const char* label) { return text(document_here(), single_here(label)); }

/// Integers of the first node with `label` below the current node.
std::vector<std::int64_t> integers_here(const char* label) {
  return integers(document_here(), single_here(label));
}

}  // namespace

int cg_ndescriptors(int* ndescriptors) {
  return guarded([&] { *ndescriptors = count_labelled(here(), "Descriptor_t"); });
}

int cg_descriptor_read(int D, char* name, char** value) {
  return guarded([&] {
    const auto descriptor = child_at(document_here(), here(), "Descriptor_t", D);
    give_name(name, descriptor->name);
    *value = new_text(text(document_here(), descriptor));
  });
}

int cg_descriptor_write(const char* name, const char* value) {
  return guarded([&] { put_text(name_from(name), "Descriptor_t", name_from(value)); });
}

int cg_famname_read(char* name) {
  return guarded([&] { give_name(name, text_here("FamilyName_t")); });
}

int cg_famname_write(const char* name) {
  return guarded([&] { put_text("FamilyName", "FamilyName_t", name_from(name)); });
}

int cg_nuser_data(int* nuser_data) {
  return guarded([&] { *nuser_data = count_labelled(here(), "UserDefinedData_t"); });
}

int cg_user_data_read(int index, char* name) {
  return guarded(
      [&] { give_name(name, child_at(document_here(), here(), "UserDefinedData_t", index)->name); });
}

int cg_user_data_write(const char* name) {
  return guarded(
      [&] { document_here().put(here(), {.name = name_from(name), .label = "UserDefinedData_t"}); });
}

int cg_rind_read(int* planes) {
  return guarded([&] {
    for (const auto plane : integers_here("Rind_t")) *planes++ = static_cast<int>(plane);
  });
}

int cg_rind_write(const int* planes) {
  return guarded([&] {
    auto spot = document_here().root();
    for (const auto& name : position().names) {
      spot = child_named(spot, name);
      if (spot->label != "Zone_t") continue;
      const auto index_dim = zone_size(document_here(), spot).index_dim;
      document_here().put(here(), node_with("Rind", "Rind_t", cgns::DataType::I4, {2 * index_dim}, planes));
      return;
    }
    throw Error(ErrorKind::usage, at(document_here().path(), spot.path, "is not below a zone"));
  });
}

int cg_ordinal_read(int* ordinal) {
  return guarded([&] { *ordinal = static_cast<int>(integers_here("Ordinal_t").at(0)); });
}

int cg_ordinal_write(int ordinal) {
  return guarded(
      [&] { document_here().put(here(), cgns::integer_node("Ordinal", "Ordinal_t", {1}, {ordinal})); });
}

int cg_dataclass_read(CGNS_ENUMT(DataClass_t) * dataclass) {
  return guarded(
      [&] { *dataclass = number_of_word<CGNS_ENUMT(DataClass_t)>(data_classes, text_here("DataClass_t")); });
}

int cg_dataclass_write(CGNS_ENUMT(DataClass_t) dataclass) {
  return guarded([&] { put_text("DataClass", "DataClass_t", word_of(data_classes, dataclass)); });
}

int cg_gridlocation_read(CGNS_ENUMT(GridLocation_t) * location) {
  return guarded([&] { *location = location_of(document_here(), here()); });
}

int cg_gridlocation_write(CGNS_ENUMT(GridLocation_t) location) {
  return guarded([&] { put_location(document_here(), here(), location); });
}

int cg_units_read(CGNS_ENUMT(MassUnits_t) * mass, CGNS_ENUMT(LengthUnits_t) * length,
                  CGNS_ENUMT(TimeUnits_t) * time, CGNS_ENUMT(TemperatureUnits_t) * temperature,
                  CGNS_ENUMT(AngleUnits_t) * angle) {
  return guarded([&] {
    auto words = cgns::rows_of(*single_here("DimensionalUnits_t").node);
    words.resize(5);
    *mass = number_of_word<CGNS_ENUMT(MassUnits_t)>(mass_units, words[0]);
    *length = number_of_word<CGNS_ENUMT(LengthUnits_t)>(length_units, words[1]);
    *time = number_of_word<CGNS_ENUMT(TimeUnits_t)>(time_units, words[2]);
    *temperature = number_of_word<CGNS_ENUMT(TemperatureUnits_t)>(temperature_units, words[3]);
    *angle = number_of_word<CGNS_ENUMT(AngleUnits_t)>(angle_units, words[4]);
  });
}

int cg_units_write(CGNS_ENUMT(MassUnits_t) mass, CGNS_ENUMT(LengthUnits_t) length,
                   CGNS_ENUMT(TimeUnits_t) time, CGNS_ENUMT(TemperatureUnits_t) temperature,
                   CGNS_ENUMT(AngleUnits_t) angle) {
  return guarded([&] {
    const std::vector<std::string> words = {
        word_of(mass_units, mass), word_of(length_units, length), word_of(time_units, time),
        word_of(temperature_units, temperature), word_of(angle_units, angle)};
    document_here().put(here(),
                        cgns::table_node("DimensionalUnits", "DimensionalUnits_t", {unit_width, 5}, words));
  });
}

int cg_state_read(char** value) {
  return guarded([&] {
    const auto state = child_named(single_here("ReferenceState_t"), "ReferenceStateDescription");
    *value = new_text(state ? text(document_here(), state) : "");
  });
}

int cg_state_write(const char* value) {
  return guarded([&] {
    cgns::Node state{.name = "ReferenceState", .label = "ReferenceState_t"};
    if (value != nullptr && *value != '\0')
      state.children.push_back(cgns::text_node("ReferenceStateDescription", "Descriptor_t", value));
    document_here().put(here(), std::move(state));
  });
}

const char* cg_ZoneTypeName(CGNS_ENUMT(ZoneType_t) type) { return c_name(zone_types, type); }
const char* cg_DataTypeName(CGNS_ENUMT(DataType_t) type) { return c_name(data_types, type); }
const char* cg_ElementTypeName(CGNS_ENUMT(ElementType_t) type) { return c_name(element_types, type); }
const char* cg_GridLocationName(CGNS_ENUMT(GridLocation_t) location) {
  return c_name(grid_locations, location);
}
const char* cg_BCTypeName(CGNS_ENUMT(BCType_t) type) { return c_name(bc_types, type); }
const char* cg_PointSetTypeName(CGNS_ENUMT(PointSetType_t) type) { return c_name(point_set_types, type); }
const char* cg_GridConnectivityTypeName(CGNS_ENUMT(GridConnectivityType_t) type) {
  return c_name(grid_connectivity_types, type);
}
const char* cg_SimulationTypeName(CGNS_ENUMT(SimulationType_t) type) {
  return c_name(simulation_types, type);
}
