#include "base_node.hpp"

#include "problem.hpp"
#include "units.hpp"

namespace heat {

namespace {

/// Writes a DataArray_t with its unit below the node that cg_goto went to.
void write_number(const CgnsFile& file, int number, const char* name, double value, const Exponents& unit) {
  const cgsize_t one = 1;
  file.call(cg_array_write(name, CGNS_ENUMV(RealDouble), 1, &one, &value));
  file.call(cg_gorel(file.number(), "DataArray_t", number, nullptr));
  file.call(cg_exponents_write(CGNS_ENUMV(RealSingle), unit.data()));
  file.call(cg_gorel(file.number(), "..", 0, nullptr));
}

void write_units(const CgnsFile& file, int base) {
  file.call(cg_goto(file.number(), base, nullptr));
  file.call(cg_dataclass_write(CGNS_ENUMV(Dimensional)));
  file.call(cg_units_write(CGNS_ENUMV(Kilogram), CGNS_ENUMV(Meter), CGNS_ENUMV(Second), CGNS_ENUMV(Kelvin),
                           CGNS_ENUMV(Degree)));
}

void write_reference_state(const CgnsFile& file, int base) {
  file.call(cg_goto(file.number(), base, nullptr));
  file.call(cg_state_write("Carbon steel at ambient temperature"));
  file.call(cg_goto(file.number(), base, "ReferenceState_t", 1, nullptr));
  write_number(file, 1, "Temperature", ambient, kelvin);
  write_number(file, 2, "Density", density, {1, -3, 0, 0, 0});
  write_number(file, 3, "SpecificHeatPressure", specific_heat, {0, 2, -2, -1, 0});
  write_number(file, 4, "ThermalConductivity", conductivity, {1, 1, -3, -1, 0});
}

void write_family(const CgnsFile& file, int base, const Wall& wall) {
  int family, condition;
  const auto type = wall.temperature ? CGNS_ENUMV(BCDirichlet) : CGNS_ENUMV(BCNeumann);
  const auto data = wall.temperature ? CGNS_ENUMV(Dirichlet) : CGNS_ENUMV(Neumann);
  file.call(cg_family_write(file.number(), base, wall.family, &family));
  file.call(cg_fambc_write(file.number(), base, family, "FamBC", type, &condition));
  file.call(cg_goto(file.number(), base, "Family_t", family, "FamilyBC_t", condition, nullptr));
  file.call(cg_bcdataset_write("Wall", type, data));
  file.call(cg_gorel(file.number(), "FamilyBCDataSet_t", 1, "BCData_t", int(data), nullptr));
  if (wall.temperature)
    write_number(file, 1, "Temperature", *wall.temperature, kelvin);
  else
    write_number(file, 1, "NormalHeatFlux", 0.0, watt_per_area);
}

}  // namespace

int write_base(const CgnsFile& file) {
  int base;
  file.call(cg_base_write(file.number(), "Base", 3, 3, &base));
  file.call(cg_simulation_type_write(file.number(), base, CGNS_ENUMV(TimeAccurate)));
  write_units(file, base);
  write_reference_state(file, base);
  for (const Wall& wall : walls) write_family(file, base, wall);
  return base;
}

}  // namespace heat
