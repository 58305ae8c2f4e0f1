// Tables for the root, bases, families and nodes that describe quantities.
#include "pcgns/verify/check/plan/node_types.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace pcgns::verify::check::standard {

namespace {

using cgns::DataType;

constexpr Value said(Types types, Shape extents = free_shape) { return {types, extents, false}; }
constexpr Value text = said(c1, shape(any_extent));
constexpr Value bounding_box = said(reals, shape(physical_dimension, 2));

struct LabelValue {
  std::string_view label;
  Value value;
};

/// Labels whose nodes have values; the other labels of the standard have none.
constexpr LabelValue label_values[] = {
    {"\"int\"", said(i4, shape(1))},
    {"\"int[1+...+IndexDimension]\"", said(i4, shape(index_triangle))},
    {"\"int[IndexDimension]\"", said(i4, shape(index_dimension))},
    {"AdditionalExponents_t", said(reals, shape(3))},
    {"AdditionalFamilyName_t", text},
    {"AdditionalUnits_t", said(c1, shape(32, 3))},
    {"ArbitraryGridMotion_t", text},
    {"AreaType_t", text},
    {"AverageInterfaceType_t", text},
    {"BCDataSet_t", text},
    {"BC_t", text},
    {"BaseIterativeData_t", said(i4, shape(1))},
    {"CGNSBase_t", said(i4, shape(2))},
    {"CGNSLibraryVersion_t", said(r4, shape(1))},
    {"ChemicalKineticsModel_t", text},
    {"ConvergenceHistory_t", said(i4, shape(1))},
    {"DataArray_t", said(anything)},
    {"DataClass_t", text},
    {"DataConversion_t", said(reals, shape(2))},
    {"Descriptor_t", said(c1)},
    {"DimensionalExponents_t", said(reals, shape(5))},
    {"DimensionalUnits_t", said(c1, shape(32, 5))},
    {"EMConductivityModel_t", text},
    {"EMElectricFieldModel_t", text},
    {"EMMagneticFieldModel_t", text},
    {"ElementInterpolation_t", said(anything)},
    {"Elements_t", said(i4, shape(2))},
    {"FamilyBCDataSet_t", text},
    {"FamilyBC_t", text},
    {"FamilyName_t", text},
    {"GasModel_t", text},
    {"GeometryFile_t", text},
    {"GeometryFormat_t", text},
    {"GoverningEquations_t", text},
    {"GridConnectivity1to1_t", text},
    {"GridConnectivityType_t", text},
    {"GridConnectivity_t", text},
    {"GridCoordinates_t", bounding_box},
    {"GridLocation_t", text},
    {"IndexArray_t", said(sizes, shape(index_dimension, any_extent))},
    {"IndexRange_t", said(sizes, shape(index_dimension, 2))},
    {"Ordinal_t", said(i4, shape(1))},
    {"ParticleBreakupModel_t", text},
    {"ParticleCollisionModel_t", text},
    {"ParticleCoordinates_t", bounding_box},
    {"ParticleForceModel_t", text},
    {"ParticleGoverningEquations_t", text},
    {"ParticlePhaseChangeModel_t", text},
    {"ParticleWallInteractionModel_t", text},
    {"ParticleZone_t", said(sizes, shape(1))},
    {"RigidGridMotion_t", text},
    {"Rind_t", said(i4, shape(twice_index_dimension))},
    {"SimulationType_t", text},
    {"SolutionInterpolation_t", said(anything)},
    {"ThermalConductivityModel_t", text},
    {"ThermalRelaxationModel_t", text},
    {"TurbulenceClosure_t", text},
    {"TurbulenceModel_t", text},
    {"UserDefinedData_t", said(anything)},  // Any data of writers.
    {"ViscosityModel_t", text},
    {"WallFunctionType_t", text},
    {"ZoneSubRegion_t", said(i4, shape(1))},
    {"ZoneType_t", text},
    {"Zone_t", said(sizes, shape(index_dimension, 3))},
};
static_assert(std::is_sorted(std::begin(label_values), std::end(label_values),
                             [](const auto& a, const auto& b) { return a.label < b.label; }));

constexpr Child notes_children[] = {{"Descriptor_t", "", Count::any}, {"UserDefinedData_t", "", Count::any}};
constexpr Child units_children[] = {{"DataClass_t", "DataClass"}, {"DimensionalUnits_t", "DimensionalUnits"}};
constexpr Child both_children[] = {{"Descriptor_t", "", Count::any},
                                   {"UserDefinedData_t", "", Count::any},
                                   {"DataClass_t", "DataClass"},
                                   {"DimensionalUnits_t", "DimensionalUnits"}};

}  // namespace

bool contains(Types types, DataType type) {
  if (types == anything) return true;
  switch (type) {
    case DataType::C1:
      return (types & c1) != 0;
    case DataType::I4:
      return (types & i4) != 0;
    case DataType::I8:
      return (types & i8) != 0;
    case DataType::R4:
      return (types & r4) != 0;
    case DataType::R8:
      return (types & r8) != 0;
    case DataType::X4:
      return (types & x4) != 0;
    case DataType::X8:
      return (types & x8) != 0;
    default:
      return false;
  }
}

const Parent* parent_of(std::string_view label) {
  static const auto parents = [] {
    std::unordered_map<std::string_view, const Parent*> made;
    for (const auto group : {base_parents(), zone_parents(), boundary_parents(), model_parents()}) {
      for (const auto& parent : group) made.emplace(parent.label, &parent);
    }
    return made;
  }();
  const auto found = parents.find(label);
  return found == parents.end() ? nullptr : found->second;
}

const std::vector<const Child*>& children_of(const Parent& parent) {
  static const auto all = [] {
    std::unordered_map<const Parent*, std::vector<const Child*>> made;
    for (const auto group : {base_parents(), zone_parents(), boundary_parents(), model_parents()}) {
      for (const auto& entry : group) {
        auto& list = made[&entry];
        for (const auto children : {entry.children, common_children(entry.common)}) {
          for (const auto& child : children) list.push_back(&child);
        }
      }
    }
    return made;
  }();
  return all.at(&parent);
}

std::span<const Child> common_children(Common common) {
  switch (common) {
    case notes:
      return notes_children;
    case units:
      return units_children;
    case notes_and_units:
      return both_children;
    case nothing:
      break;
  }
  return {};
}

const Child* child_type(std::string_view parent, std::string_view label, std::string_view name) {
  const auto* const type = parent_of(parent);
  if (type == nullptr) return nullptr;
  const Child* of_any_name = nullptr;
  for (const auto children : {type->children, common_children(type->common)}) {
    for (const auto& child : children) {
      if (child.label != label) continue;
      if (child.name == name) return &child;
      if (child.name.empty()) of_any_name = &child;
    }
  }
  return of_any_name;
}

const Value& value_of_label(std::string_view label) {
  static constexpr Value no_value = said(none);
  const auto* const found =
      std::lower_bound(std::begin(label_values), std::end(label_values), label,
                       [](const LabelValue& entry, std::string_view wanted) { return entry.label < wanted; });
  return found != std::end(label_values) && found->label == label ? found->value : no_value;
}

std::string_view tidy_label(std::string_view label) {
  if (label == "int") return "\"int\"";
  if (!label.starts_with('"')) return label;
  std::string compact(label);
  std::erase(compact, ' ');
  for (const std::string_view known :
       {"\"int\"", "\"int[IndexDimension]\"", "\"int[1+...+IndexDimension]\""}) {
    if (compact == known) return known;
  }
  return label;
}

namespace {

using enum Count;

constexpr Child root[] = {
    {"CGNSLibraryVersion_t", "CGNSLibraryVersion", optional},
    {"CGNSLibraryVersion_t", "CGNSWritingLibraryVersion", optional},  // From version 5 on.
    {"CGNSBase_t", "", any},
};

constexpr Child base[] = {
    {"Zone_t", "", any},
    {"ParticleZone_t", "", any},
    {"SimulationType_t", "SimulationType"},
    {"BaseIterativeData_t", "", optional},
    {"ReferenceState_t", "ReferenceState"},
    {"Axisymmetry_t", "Axisymmetry"},
    {"RotatingCoordinates_t", "RotatingCoordinates"},
    {"Gravity_t", "Gravity"},
    {"IntegralData_t", "", any},
    {"ConvergenceHistory_t", "GlobalConvergenceHistory"},
    {"Family_t", "", any},
    {"FlowEquationSet_t", "FlowEquationSet"},
    {"ParticleEquationSet_t", "ParticleEquationSet"},
};

constexpr Child family[] = {
    {"Ordinal_t", "Ordinal"},
    {"Family_t", "", any},
    {"FamilyBC_t", "", optional},
    {"FamilyName_t", "", any},
    {"GeometryReference_t", "", any},
    {"RotatingCoordinates_t", "RotatingCoordinates"},
    {"ElementInterpolation_t", "", any},  // CPEX 45.
    {"SolutionInterpolation_t", "", any},
};
constexpr Child family_bc[] = {{"FamilyBCDataSet_t", "", any}};
constexpr Child family_bc_data_set[] = {
    {"BCData_t", "DirichletData"},
    {"BCData_t", "NeumannData"},
    {"ReferenceState_t", "ReferenceState"},
};
constexpr Child geometry_reference[] = {
    {"GeometryFile_t", "GeometryFile", required},
    {"GeometryFormat_t", "GeometryFormat", required},
    {"GeometryEntity_t", "", any},
};

constexpr Child data_array[] = {
    {"DimensionalExponents_t", "DimensionalExponents"},
    {"DataConversion_t", "DataConversion"},
    {"DataClass_t", "DataClass"},
    {"DimensionalUnits_t", "DimensionalUnits"},
    {"Descriptor_t", "", any},
};
constexpr Child dimensional_exponents[] = {{"AdditionalExponents_t", "AdditionalExponents"}};
constexpr Child dimensional_units[] = {{"AdditionalUnits_t", "AdditionalUnits"}};

constexpr Child axisymmetry[] = {
    {"DataArray_t", "AxisymmetryReferencePoint", required, of(r4, shape(2))},
    {"DataArray_t", "AxisymmetryAxisVector", required, of(r4, shape(2))},
    {"DataArray_t", "AxisymmetryAngle", optional, of(r4, shape(1))},
    {"DataArray_t", "CoordinateNames", optional, of(c1, shape(32, 2))},
};
constexpr Child rotating_coordinates[] = {
    {"DataArray_t", "RotationCenter", required, of(r4, shape(physical_dimension))},
    {"DataArray_t", "RotationRateVector", required, of(r4, shape(physical_dimension))},
};
constexpr Child gravity[] = {
    {"DataArray_t", "GravityVector", required, of(r4, shape(physical_dimension))},
};
constexpr Child reference_state[] = {
    {"DataArray_t", "", any, of(loadable, shape(1))},
    {"Descriptor_t", "ReferenceStateDescription"},
};
constexpr Child convergence_history[] = {
    {"DataArray_t", "", any, of(loadable)},
    {"Descriptor_t", "NormDefinitions"},
};
constexpr Child integral_data[] = {{"DataArray_t", "", any, of(loadable, shape(1))}};

constexpr Child base_iterative_data[] = {
    {"DataArray_t", "TimeValues", optional, of(reals, shape(steps))},
    {"DataArray_t", "IterationValues", optional, of(i4, shape(steps))},
    {"DataArray_t", "NumberOfZones", optional, of(i4, shape(steps))},
    {"DataArray_t", "NumberOfFamilies", optional, of(i4, shape(steps))},
    {"DataArray_t", "ZonePointers", optional, of(c1, shape(32, any_extent, steps))},
    {"DataArray_t", "FamilyPointers", optional, of(c1, shape(32, any_extent, steps))},
    {"DataArray_t", "", any, of(loadable)},
};

constexpr Child user_defined_data[] = {
    {"DataArray_t", "", any},      {"GridLocation_t", "GridLocation"}, {"IndexRange_t", "PointRange"},
    {"IndexArray_t", "PointList"}, {"FamilyName_t", "FamilyName"},     {"AdditionalFamilyName_t", "", any},
    {"Ordinal_t", "Ordinal"},
};

constexpr Parent base_table[] = {
    {"Root Node of HDF5 File", root, nothing},
    {"CGNSBase_t", base},
    {"Family_t", family, notes},
    {"FamilyBC_t", family_bc, nothing},
    {"FamilyBCDataSet_t", family_bc_data_set},
    {"GeometryReference_t", geometry_reference, notes},
    {"DataArray_t", data_array, nothing},
    {"DimensionalExponents_t", dimensional_exponents, nothing},
    {"DimensionalUnits_t", dimensional_units, nothing},
    {"Axisymmetry_t", axisymmetry},
    {"RotatingCoordinates_t", rotating_coordinates},
    {"Gravity_t", gravity},
    {"ReferenceState_t", reference_state},
    {"ConvergenceHistory_t", convergence_history},
    {"IntegralData_t", integral_data},
    {"BaseIterativeData_t", base_iterative_data},
    {"UserDefinedData_t", user_defined_data},
};

}  // namespace

std::span<const Parent> base_parents() { return base_table; }

namespace {

constexpr Child flow_equation_set[] = {
    {"GoverningEquations_t", "GoverningEquations"},
    {"\"int\"", "EquationDimension"},
    {"GasModel_t", "GasModel"},
    {"ViscosityModel_t", "ViscosityModel"},
    {"ThermalRelaxationModel_t", "ThermalRelaxationModel"},
    {"ThermalConductivityModel_t", "ThermalConductivityModel"},
    {"ChemicalKineticsModel_t", "ChemicalKineticsModel"},
    {"TurbulenceModel_t", "TurbulenceModel"},
    {"TurbulenceClosure_t", "TurbulenceClosure"},
    {"EMMagneticFieldModel_t", "EMMagneticFieldModel"},
    {"EMElectricFieldModel_t", "EMElectricFieldModel"},
    {"EMConductivityModel_t", "EMConductivityModel"},
};
constexpr Child governing_equations[] = {{"\"int[1+...+IndexDimension]\"", "DiffusionModel"}};
constexpr Child turbulence_model[] = {
    {"DataArray_t", "", any, of(loadable, shape(1))},
    {"\"int[1+...+IndexDimension]\"", "DiffusionModel"},
};
/// For all other models.
constexpr Child model[] = {{"DataArray_t", "", any, of(loadable, shape(1))}};

constexpr Child particle_equation_set[] = {
    {"ParticleGoverningEquations_t", "ParticleGoverningEquations"},
    {"ParticleBreakupModel_t", "ParticleBreakupModel"},
    {"ParticleCollisionModel_t", "ParticleCollisionModel"},
    {"ParticleForceModel_t", "ParticleForceModel"},
    {"ParticlePhaseChangeModel_t", "ParticlePhaseChangeModel"},
    {"ParticleWallInteractionModel_t", "ParticleWallInteractionModel"},
    {"\"int\"", "EquationDimension"},
};

constexpr Parent model_table[] = {
    {"FlowEquationSet_t", flow_equation_set},
    {"GoverningEquations_t", governing_equations, notes},
    {"TurbulenceModel_t", turbulence_model},
    {"GasModel_t", model},
    {"ViscosityModel_t", model},
    {"ThermalConductivityModel_t", model},
    {"ThermalRelaxationModel_t", model},
    {"ChemicalKineticsModel_t", model},
    {"TurbulenceClosure_t", model},
    {"EMMagneticFieldModel_t", model},
    {"EMElectricFieldModel_t", model},
    {"EMConductivityModel_t", model},
    {"ParticleEquationSet_t", particle_equation_set},
    {"ParticleGoverningEquations_t", {}, notes},
    {"ParticleBreakupModel_t", model},
    {"ParticleCollisionModel_t", model},
    {"ParticleForceModel_t", model},
    {"ParticlePhaseChangeModel_t", model},
    {"ParticleWallInteractionModel_t", model},
};

}  // namespace

std::span<const Parent> model_parents() { return model_table; }

}  // namespace pcgns::verify::check::standard
