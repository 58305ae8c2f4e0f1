#include "pcgns/cgns/labels.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/cgns/compare_trees.hpp"

namespace pcgns::cgns {

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

/// "int[1 + ... + IndexDimension]" and "int", with the quotes that are part of the label, in any spacing.
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

bool explains_values(std::string_view label) {
  constexpr std::array<std::string_view, 6> labels = {
      "AdditionalExponents_t", "AdditionalUnits_t",      "DataClass_t",
      "DataConversion_t",      "DimensionalExponents_t", "DimensionalUnits_t"};
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

bool is_zone(std::string_view label) { return label == "Zone_t" || label == "ParticleZone_t"; }

bool is_solution(std::string_view label) {
  return label == "FlowSolution_t" || label == "DiscreteData_t" || label == "ParticleSolution_t";
}

bool holds_particles(const Node& node) {
  return !node.link && (node.label == "ParticleCoordinates_t" || node.label == "ParticleSolution_t");
}

bool is_zone_iterative(std::string_view label) {
  return label == "ZoneIterativeData_t" || label == "ParticleIterativeData_t";
}

namespace {

using Parent = Place::Parent;

/// A larger array is bulk wherever it is.
constexpr std::int64_t largest_small_array = 64 * kibi;
/// Larger limit for time step tables (names of zones and solutions), because plans read them.
constexpr std::int64_t largest_step_table = 16 * mebi;

constexpr std::array<std::string_view, 8> mesh_parents = {
    "GridCoordinates_t", "FlowSolution_t", "DiscreteData_t",        "ArbitraryGridMotion_t",
    "ZoneSubRegion_t",   "Elements_t",     "ParticleCoordinates_t", "ParticleSolution_t"};

Parent parent_of_children(std::string_view label) {
  if (std::find(mesh_parents.begin(), mesh_parents.end(), label) != mesh_parents.end())
    return Parent::mesh_data;
  if (label == "BCData_t") return Parent::bc_data;
  if (label == "UserDefinedData_t") return Parent::user_defined;
  if (label == "ZoneGridConnectivity_t") return Parent::interfaces;
  if (label == "BaseIterativeData_t" || is_zone_iterative(label)) return Parent::iterative;
  return Parent::other;
}

bool grows_with_the_mesh(Place place, std::string_view label) {
  // Outside of zones, the metadata of pieces has lists that wait for a merge.
  if (label == "IndexArray_t") return true;
  // XCore stores global numbers of cells, faces and points there.
  if (label == "UserDefinedData_t" && place.parent == Parent::interfaces) return true;
  if (label != "DataArray_t") return false;
  switch (place.parent) {
    case Parent::mesh_data:
      return true;
    case Parent::bc_data:
      return place.below_data_set;
    case Parent::user_defined:
      return place.below_zone;
    case Parent::iterative:
    case Parent::interfaces:
    case Parent::other:
      return false;
  }
  return false;
}

}  // namespace

Place descend(Place place, std::string_view label) {
  return {.parent = parent_of_children(label),
          .below_zone = place.below_zone || is_zone(label),
          .below_data_set = place.below_data_set || label == "BCDataSet_t"};
}

bool is_bulk(Place place, std::string_view label, std::int64_t bytes) {
  if (bytes == 0) return false;
  if (place.parent == Parent::iterative) return bytes > largest_step_table;
  return bytes > largest_small_array || grows_with_the_mesh(place, label);
}

std::string location_of(const Node& owner) {
  const auto names_elements = [](const Node& node) {
    return (node.name == "ElementList" && node.label == "IndexArray_t") ||
           (node.name == "ElementRange" && node.label == "IndexRange_t");
  };
  if (owner.label != "Elements_t" && std::ranges::any_of(owner.children, names_elements)) return "FaceCenter";
  const auto* const location = owner.child_labelled("GridLocation_t");
  const bool says = location != nullptr && location->type == DataType::C1 && !location->data.empty();
  return says ? cgns::text_of(*location) : "Vertex";
}

bool is_named_family(const Node& node) {
  return node.label == "FamilyName_t" && !node.link && is_empty(node);
}

void name_families(Node& node) {
  if (is_named_family(node)) {
    auto named = text_node("FamilyName", node.label, node.name);
    node.name = std::move(named.name);
    node.type = named.type;
    node.dims = std::move(named.dims);
    node.data = std::move(named.data);
  }
  for (auto& child : node.children) name_families(child);
}

}  // namespace pcgns::cgns
