#include "pcgns/capi/detail/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/capi/detail/calls.hpp"
#include "pcgns/capi/detail/enum_names.hpp"

namespace pcgns::capi {

namespace {

constexpr auto vertex = CGNS_ENUMV(Vertex);
constexpr auto cell = CGNS_ENUMV(CellCenter);
constexpr auto face = CGNS_ENUMV(FaceCenter);
constexpr std::array index_faces = {CGNS_ENUMV(IFaceCenter), CGNS_ENUMV(JFaceCenter),
                                    CGNS_ENUMV(KFaceCenter)};

struct Relatives {
  std::string_view label;
  std::vector<std::string_view> others;
};

using Labels = std::vector<std::string_view>;

Labels operator+(Labels some, const Labels& others) {
  some.insert(some.end(), others.begin(), others.end());
  return some;
}

/// Nodes with arrays that have units.
const Labels& array_holders() {
  static const Labels models = {"GasModel_t",
                                "ViscosityModel_t",
                                "ThermalConductivityModel_t",
                                "TurbulenceModel_t",
                                "TurbulenceClosure_t",
                                "ThermalRelaxationModel_t",
                                "ChemicalKineticsModel_t",
                                "EMElectricFieldModel_t",
                                "EMMagneticFieldModel_t",
                                "EMConductivityModel_t",
                                "ParticleCollisionModel_t",
                                "ParticleBreakupModel_t",
                                "ParticleForceModel_t",
                                "ParticleWallInteractionModel_t",
                                "ParticlePhaseChangeModel_t"};
  static const Labels all = models + Labels{"GridCoordinates_t",
                                            "FlowSolution_t",
                                            "DiscreteData_t",
                                            "BC_t",
                                            "BCData_t",
                                            "ZoneSubRegion_t",
                                            "RigidGridMotion_t",
                                            "ArbitraryGridMotion_t",
                                            "BaseIterativeData_t",
                                            "ZoneIterativeData_t",
                                            "ParticleIterativeData_t",
                                            "ParticleCoordinates_t",
                                            "ParticleSolution_t",
                                            "UserDefinedData_t",
                                            "ConvergenceHistory_t",
                                            "ReferenceState_t",
                                            "IntegralData_t"};
  return all;
}

/// Nodes whose values, or those below them, have units.
const Labels& unit_holders() {
  static const Labels all =
      array_holders() + Labels{"CGNSBase_t",           "Zone_t",     "ParticleZone_t",        "ZoneBC_t",
                               "BCDataSet_t",          "Gravity_t",  "FamilyBCDataSet_t",     "DataArray_t",
                               "FlowEquationSet_t",    "Periodic_t", "ParticleEquationSet_t", "Axisymmetry_t",
                               "RotatingCoordinates_t"};
  return all;
}

/// Labels, and those of their parents.
const std::vector<Relatives>& known_parents() {
  static const std::vector<Relatives> known = {
      {"DataArray_t", array_holders() + Labels{"GridConnectivity_t"}},
      {"DataClass_t", unit_holders()},
      {"DimensionalUnits_t", unit_holders()},
      {"IntegralData_t", {"CGNSBase_t", "Zone_t", "ParticleZone_t"}},
      {"ReferenceState_t",
       {"CGNSBase_t", "Zone_t", "ParticleZone_t", "ZoneBC_t", "BC_t", "BCDataSet_t", "FamilyBCDataSet_t"}},
      {"ConvergenceHistory_t", {"CGNSBase_t", "Zone_t"}},
      {"RotatingCoordinates_t", {"CGNSBase_t", "Zone_t", "Family_t"}},
      {"FlowEquationSet_t", {"CGNSBase_t", "Zone_t"}},
      {"GoverningEquations_t", {"FlowEquationSet_t"}},
      {"a model of flows", {"FlowEquationSet_t"}},
      {"DiffusionModel", {"GoverningEquations_t", "TurbulenceModel_t"}},
      {"ParticleEquationSet_t", {"CGNSBase_t", "ParticleZone_t"}},
      {"ParticleGoverningEquations_t", {"ParticleEquationSet_t"}},
      {"a model of particles", {"ParticleEquationSet_t"}},
      {"FamilyBCDataSet_t", {"FamilyBC_t"}},
      {"FamilyBC_t", {"Family_t"}},
      {"GeometryReference_t", {"Family_t"}},
      {"Rind_t",
       {"GridCoordinates_t", "FlowSolution_t", "DiscreteData_t", "ArbitraryGridMotion_t", "Elements_t",
        "ZoneSubRegion_t"}},
      {"GridLocation_t",
       {"FlowSolution_t", "DiscreteData_t", "GridConnectivity_t", "OversetHoles_t", "BC_t", "BCDataSet_t",
        "ArbitraryGridMotion_t", "ZoneSubRegion_t", "UserDefinedData_t"}},
      {"Ordinal_t",
       {"Zone_t", "GridConnectivity1to1_t", "GridConnectivity_t", "BC_t", "Family_t", "UserDefinedData_t"}},
      {"DimensionalExponents_t", {"DataArray_t"}},
      {"DataConversion_t", {"DataArray_t"}},
      {"FamilyName_t", {"Zone_t", "ParticleZone_t", "BC_t", "ZoneSubRegion_t", "UserDefinedData_t"}},
      {"AdditionalFamilyName_t",
       {"Zone_t", "ParticleZone_t", "BC_t", "ZoneSubRegion_t", "UserDefinedData_t", "Family_t"}},
      {"PointList or PointRange",
       {"FlowSolution_t", "ParticleSolution_t", "DiscreteData_t", "GridConnectivity_t",
        "GridConnectivity1to1_t", "OversetHoles_t", "BC_t", "BCDataSet_t", "ZoneSubRegion_t",
        "UserDefinedData_t"}}};
  return known;
}

/// The arrays that belong to a node by definition; the reference library reads them in this type alone.
struct OwnArray {
  std::string_view holder;
  std::string_view name;
  cgns::DataType type = cgns::DataType::R4;
};
constexpr std::array own_arrays = {OwnArray{"Gravity_t", "GravityVector"},
                                   OwnArray{"Axisymmetry_t", "AxisymmetryReferencePoint"},
                                   OwnArray{"Axisymmetry_t", "AxisymmetryAxisVector"},
                                   OwnArray{"Axisymmetry_t", "AxisymmetryAngle"},
                                   OwnArray{"Axisymmetry_t", "CoordinateNames", cgns::DataType::C1},
                                   OwnArray{"RotatingCoordinates_t", "RotationCenter"},
                                   OwnArray{"RotatingCoordinates_t", "RotationRateVector"},
                                   OwnArray{"Area_t", "SurfaceArea"},
                                   OwnArray{"Area_t", "RegionName", cgns::DataType::C1},
                                   OwnArray{"Periodic_t", "RotationCenter"},
                                   OwnArray{"Periodic_t", "RotationAngle"},
                                   OwnArray{"Periodic_t", "Translation"}};

/// Labels, and the names or labels of the children that they need.
const std::vector<Relatives>& needed_children() {
  static const std::vector<Relatives> needed = {
      {"Zone_t", {"ZoneType_t"}},
      {"Elements_t", {"ElementRange", "ElementConnectivity", "ElementStartOffset"}},
      {"BC_t", {"PointList", "PointRange", "ElementList", "ElementRange"}},
      {"ZoneSubRegion_t", {"PointList", "PointRange", "BCRegionName", "GridConnectivityRegionName"}},
      {"GridConnectivity1to1_t", {"PointRange", "PointRangeDonor"}},
      {"GridConnectivity_t",
       {"PointRange", "PointList", "PointListDonor", "CellListDonor", "InterpolantsDonor"}},
      {"OversetHoles_t", {"IndexRange_t", "PointList"}},
      {"GeometryReference_t", {"GeometryFile", "GeometryFormat"}},
      {"Gravity_t", {"GravityVector"}},
      {"Axisymmetry_t", {"AxisymmetryReferencePoint", "AxisymmetryAxisVector"}},
      {"RotatingCoordinates_t", {"RotationCenter", "RotationRateVector"}},
      {"WallFunction_t", {"WallFunctionType_t"}},
      {"Area_t", {"AreaType_t", "DataArray_t"}},
      {"Periodic_t", {"DataArray_t"}},
      {"AverageInterface_t", {"AverageInterfaceType_t"}}};
  return needed;
}

const std::vector<std::string_view>* parents_of(std::string_view label) {
  for (const auto& known : known_parents()) {
    if (known.label == label) return &known.others;
  }
  return nullptr;
}

/// "A, B or C".
std::string alternatives(const std::vector<std::string_view>& words) {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) all += i + 1 == words.size() ? " or " : ", ";
    all += words[i];
  }
  return all;
}

template <typename Enum, std::size_t count>
void require_one(Document& document, const std::string& node, std::string_view what,
                 const std::array<std::string_view, count>& names, const std::vector<Enum>& allowed,
                 Enum value) {
  if (std::ranges::find(allowed, value) != allowed.end()) return;
  std::vector<std::string_view> words;
  for (const auto one : allowed) words.push_back(names[static_cast<std::size_t>(one)]);
  refuse(document, node, fmt::format("{} {}", what, alternatives(words)), word_of(names, value));
}

void add_index_faces(Locations& locations, const ZoneSize& zone) {
  if (zone.structured) locations.insert(locations.end(), index_faces.begin(), index_faces.end());
}

/// Of a node without rules of its own.
Locations other_locations(const ZoneSize& zone) {
  Locations all = {CGNS_ENUMV(GridLocationNull), CGNS_ENUMV(GridLocationUserDefined), vertex, cell, face,
                   CGNS_ENUMV(EdgeCenter)};
  add_index_faces(all, zone);
  return all;
}

Locations locations_below(const std::string& label, const ZoneSize& zone, int cell_dim) {
  if (label == "FlowSolution_t" || label == "DiscreteData_t" || label == "BC_t")
    return point_locations(zone, cell_dim);
  if (label == "GridConnectivity_t" || label == "ArbitraryGridMotion_t") return interface_locations(zone);
  if (label == "OversetHoles_t") return {vertex, cell};
  return other_locations(zone);
}

}  // namespace

void refuse(Document& document, const std::string& node, std::string_view expected, std::string_view found) {
  throw Error(ErrorKind::usage,
              at(document.path(), node, fmt::format("expected {}, found {}", expected, found)));
}

std::string text_from(Document& document, const std::string& node, const char* text) {
  auto result = name_from(text);
  if (result.empty()) refuse(document, node, "a text", "an empty one");
  return result;
}

Locations array_locations(const ZoneSize& zone) {
  Locations locations = {vertex, cell};
  add_index_faces(locations, zone);
  return locations;
}

Locations point_locations(const ZoneSize& zone, int cell_dim) {
  Locations locations = {vertex, cell};
  if (cell_dim >= 2) locations.push_back(CGNS_ENUMV(EdgeCenter));
  if (cell_dim < 3) return locations;
  locations.push_back(face);
  add_index_faces(locations, zone);
  return locations;
}

Locations interface_locations(const ZoneSize& zone) {
  Locations locations = {vertex, cell, face};
  add_index_faces(locations, zone);
  return locations;
}

void require_location(Document& document, const std::string& node, const Locations& allowed,
                      CGNS_ENUMT(GridLocation_t) location) {
  require_one(document, node, "the location", grid_locations, allowed, location);
}

void require_fields_fit(Document& document, const Spot& node, std::string_view what,
                        const std::vector<std::int64_t>& extents) {
  const auto field = node->label == "FlowSolution_t" ? child_labelled(node, "DataArray_t") : Spot{};
  if (field && document.dims_of(*field.node) != extents)
    refuse(document, cgns::join(node.path, what), "no fields, whose extents it would change", field->name);
}

void require_location_here(Document& document, const Spot& node, CGNS_ENUMT(GridLocation_t) location) {
  const auto zone = zone_here();
  const auto size = zone ? zone_size(document, zone) : ZoneSize{};
  require_location(document, node.path, locations_below(node->label, size, cell_dimension_here()), location);
}

void require_point_set(Document& document, const std::string& node,
                       const std::vector<CGNS_ENUMT(PointSetType_t)>& allowed,
                       CGNS_ENUMT(PointSetType_t) type) {
  require_one(document, node, "points in", point_set_types, allowed, type);
}

void require_type(Document& document, const Spot& holder, const std::string& name, cgns::DataType type) {
  const auto& label = holder->label;
  const auto refused = [&](std::string_view expected) {
    refuse(document, cgns::join(holder.path, name), expected,
           data_types[static_cast<std::size_t>(data_type(type))]);
  };
  const bool is_grid = label == "GridCoordinates_t" || label == "ParticleCoordinates_t";
  if (is_grid && !cgns::is_real(type)) refused("coordinates of RealSingle or RealDouble");
  const bool is_solution = label == "FlowSolution_t" || label == "ParticleSolution_t";
  if (is_solution && type == cgns::DataType::C1) refused("a field of numbers");
}

void require_array(Document& document, const Spot& holder, const std::string& name, cgns::DataType type) {
  const auto own = std::ranges::find_if(
      own_arrays, [&](const OwnArray& array) { return array.holder == holder->label && array.name == name; });
  if (own == own_arrays.end()) {
    require_parent(document, holder, "DataArray_t");
    return require_type(document, holder, name, type);
  }
  if (type != own->type)
    refuse(document, cgns::join(holder.path, name),
           data_types[static_cast<std::size_t>(data_type(own->type))],
           data_types[static_cast<std::size_t>(data_type(type))]);
}

bool can_have(const Spot& parent, std::string_view label) {
  const auto* parents = parents_of(label);
  return parents == nullptr || std::ranges::find(*parents, parent->label) != parents->end();
}

void require_deletable(Document& document, const Spot& parent, const std::string& name) {
  const auto child = child_named(parent, name);
  for (const auto& [label, needed] : needed_children()) {
    if (!child || label != parent->label) continue;
    for (const auto& one : needed) {
      if (one == child->name || one == child->label)
        refuse(document, child.path, fmt::format("a node that {} can be without", label), one);
    }
  }
}

void require_parent(Document& document, const Spot& parent, std::string_view label) {
  if (can_have(parent, label)) return;
  const auto& parents = *parents_of(label);
  const bool is_short = parents.size() <= 12;
  refuse(document, parent.path,
         is_short ? fmt::format("{} as the parent of {}", alternatives(parents), label)
                  : fmt::format("a node that can have {}", label),
         parent->label);
}

}  // namespace pcgns::capi
