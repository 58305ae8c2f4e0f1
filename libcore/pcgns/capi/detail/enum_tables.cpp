// enum_tables.cpp: the names of enumerators as C arrays, and the functions that ask them.
#include <string_view>

#include "pcgns/pcgnsfile.h"

namespace {

/// The first two of each enumeration are "Null" and "UserDefined" in files.
constexpr const char* word(const char* name) {
  const std::string_view text(name);
  for (const char* end : {"Null", "UserDefined"}) {
    if (text.size() >= std::string_view(end).size() &&
        text.substr(text.size() - std::string_view(end).size()) == end)
      return end;
  }
  return name;
}

}  // namespace

const char* cg_get_name(int nnames, const char** names, int type) {
  return type < 0 || type >= nnames ? "<invalid>" : names[type];
}

#define PCGNS_WORD(e) word(#e),
#define PCGNS_TABLE(Type, list, count)                             \
  const char* Type##Name[count] = {list(PCGNS_WORD)};              \
  const char* cg_##Type##Name(CGNS_ENUMT(Type##_t) type) {         \
    return cg_get_name(count, Type##Name, static_cast<int>(type)); \
  }

// clang-format off
PCGNS_TABLE(MassUnits, PCGNS_MassUnits, NofValidMassUnits)
PCGNS_TABLE(LengthUnits, PCGNS_LengthUnits, NofValidLengthUnits)
PCGNS_TABLE(TimeUnits, PCGNS_TimeUnits, NofValidTimeUnits)
PCGNS_TABLE(TemperatureUnits, PCGNS_TemperatureUnits, NofValidTemperatureUnits)
PCGNS_TABLE(AngleUnits, PCGNS_AngleUnits, NofValidAngleUnits)
PCGNS_TABLE(ElectricCurrentUnits, PCGNS_ElectricCurrentUnits, NofValidElectricCurrentUnits)
PCGNS_TABLE(SubstanceAmountUnits, PCGNS_SubstanceAmountUnits, NofValidSubstanceAmountUnits)
PCGNS_TABLE(LuminousIntensityUnits, PCGNS_LuminousIntensityUnits, NofValidLuminousIntensityUnits)
PCGNS_TABLE(DataClass, PCGNS_DataClass, NofValidDataClass)
PCGNS_TABLE(GridLocation, PCGNS_GridLocation, NofValidGridLocation)
PCGNS_TABLE(BCDataType, PCGNS_BCDataType, NofValidBCDataTypes)
PCGNS_TABLE(GridConnectivityType, PCGNS_GridConnectivityType, NofValidGridConnectivityTypes)
PCGNS_TABLE(PointSetType, PCGNS_PointSetType, NofValidPointSetTypes)
PCGNS_TABLE(GoverningEquationsType, PCGNS_GoverningEquationsType, NofValidGoverningEquationsTypes)
PCGNS_TABLE(ModelType, PCGNS_ModelType, NofValidModelTypes)
PCGNS_TABLE(ParticleGoverningEquationsType, PCGNS_ParticleGoverningEquationsType, NofValidParticleGoverningEquationsTypes)
PCGNS_TABLE(ParticleModelType, PCGNS_ParticleModelType, NofValidParticleModelTypes)
PCGNS_TABLE(BCType, PCGNS_BCType, NofValidBCTypes)
PCGNS_TABLE(DataType, PCGNS_DataType, NofValidDataTypes)
PCGNS_TABLE(ElementType, PCGNS_ElementType, NofValidElementTypes)
PCGNS_TABLE(ZoneType, PCGNS_ZoneType, NofValidZoneTypes)
PCGNS_TABLE(RigidGridMotionType, PCGNS_RigidGridMotionType, NofValidRigidGridMotionTypes)
PCGNS_TABLE(ArbitraryGridMotionType, PCGNS_ArbitraryGridMotionType, NofValidArbitraryGridMotionTypes)
PCGNS_TABLE(SimulationType, PCGNS_SimulationType, NofValidSimulationTypes)
PCGNS_TABLE(WallFunctionType, PCGNS_WallFunctionType, NofValidWallFunctionTypes)
PCGNS_TABLE(AreaType, PCGNS_AreaType, NofValidAreaTypes)
PCGNS_TABLE(AverageInterfaceType, PCGNS_AverageInterfaceType, NofValidAverageInterfaceTypes)
// clang-format on
