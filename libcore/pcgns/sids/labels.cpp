#include "pcgns/sids/labels.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace pcgns::sids {

namespace {

constexpr std::array<std::string_view, 86> known_labels = {
    "AdditionalExponents_t",
    "AdditionalFamilyName_t",
    "AdditionalUnits_t",
    "ArbitraryGridMotion_t",
    "AreaType_t",
    "Area_t",
    "AverageInterfaceType_t",
    "AverageInterface_t",
    "Axisymmetry_t",
    "BCDataSet_t",
    "BCData_t",
    "BCProperty_t",
    "BC_t",
    "BaseIterativeData_t",
    "CGNSBase_t",
    "CGNSLibraryVersion_t",
    "ChemicalKineticsModel_t",
    "ConvergenceHistory_t",
    "DataArray_t",
    "DataClass_t",
    "DataConversion_t",
    "Descriptor_t",
    "DimensionalExponents_t",
    "DimensionalUnits_t",
    "DiscreteData_t",
    "EMConductivityModel_t",
    "EMElectricFieldModel_t",
    "EMMagneticFieldModel_t",
    "ElementInterpolation_t",
    "Elements_t",
    "FamilyBCDataSet_t",
    "FamilyBC_t",
    "FamilyName_t",
    "Family_t",
    "FlowEquationSet_t",
    "FlowSolution_t",
    "GasModel_t",
    "GeometryEntity_t",
    "GeometryFile_t",
    "GeometryFormat_t",
    "GeometryReference_t",
    "GoverningEquations_t",
    "Gravity_t",
    "GridConnectivity1to1_t",
    "GridConnectivityProperty_t",
    "GridConnectivityType_t",
    "GridConnectivity_t",
    "GridCoordinates_t",
    "GridLocation_t",
    "IndexArray_t",
    "IndexRange_t",
    "IntegralData_t",
    "Ordinal_t",
    "OversetHoles_t",
    "ParticleBreakupModel_t",
    "ParticleCollisionModel_t",
    "ParticleCoordinates_t",
    "ParticleEquationSet_t",
    "ParticleForceModel_t",
    "ParticleGoverningEquations_t",
    "ParticleIterativeData_t",
    "ParticlePhaseChangeModel_t",
    "ParticleSolution_t",
    "ParticleWallInteractionModel_t",
    "ParticleZone_t",
    "Periodic_t",
    "ReferenceState_t",
    "RigidGridMotion_t",
    "Rind_t",
    "RotatingCoordinates_t",
    "SimulationType_t",
    "SolutionInterpolation_t",
    "ThermalConductivityModel_t",
    "ThermalRelaxationModel_t",
    "TurbulenceClosure_t",
    "TurbulenceModel_t",
    "UserDefinedData_t",
    "ViscosityModel_t",
    "WallFunctionType_t",
    "WallFunction_t",
    "ZoneBC_t",
    "ZoneGridConnectivity_t",
    "ZoneIterativeData_t",
    "ZoneSubRegion_t",
    "ZoneType_t",
    "Zone_t",
};
static_assert(std::is_sorted(known_labels.begin(), known_labels.end()));

/// "int[1 + ... + IndexDimension]" and "int" with the quotes that belong to the label, however it is spaced.
bool is_quoted_integer(std::string_view label) {
  constexpr std::array<std::string_view, 3> known = {"\"int\"", "\"int[IndexDimension]\"",
                                                     "\"int[1+...+IndexDimension]\""};
  std::string compact(label);
  std::erase(compact, ' ');
  return std::find(known.begin(), known.end(), compact) != known.end();
}

}  // namespace

bool is_known_label(std::string_view label) {
  if (label.starts_with('"')) return is_quoted_integer(label);
  return std::binary_search(known_labels.begin(), known_labels.end(), label) || label == "int";
}

bool has_meaning(std::string_view label) {
  return label != "Descriptor_t" && label != "UserDefinedData_t" && is_known_label(label);
}

bool is_zone(std::string_view label) { return label == "Zone_t" || label == "ParticleZone_t"; }

bool is_solution(std::string_view label) {
  return label == "FlowSolution_t" || label == "DiscreteData_t" || label == "ParticleSolution_t";
}

bool is_zone_iterative(std::string_view label) {
  return label == "ZoneIterativeData_t" || label == "ParticleIterativeData_t";
}

}  // namespace pcgns::sids
