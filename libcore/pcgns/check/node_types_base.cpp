// The root, bases, families, and what describes quantities.
#include "pcgns/check/node_types.hpp"

namespace pcgns::check::standard {

namespace {

using enum Count;

constexpr Value of(Types types, Shape extents = free_shape) { return {types, extents, false}; }

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
    {"DataArray_t", "", any, of(anything, shape(1))},
    {"Descriptor_t", "ReferenceStateDescription"},
};
constexpr Child convergence_history[] = {
    {"DataArray_t", "", any},
    {"Descriptor_t", "NormDefinitions"},
};
constexpr Child integral_data[] = {{"DataArray_t", "", any, of(anything, shape(1))}};

constexpr Child base_iterative_data[] = {
    {"DataArray_t", "TimeValues", optional, of(reals, shape(steps))},
    {"DataArray_t", "IterationValues", optional, of(i4, shape(steps))},
    {"DataArray_t", "NumberOfZones", optional, of(i4, shape(steps))},
    {"DataArray_t", "NumberOfFamilies", optional, of(i4, shape(steps))},
    {"DataArray_t", "ZonePointers", optional, of(c1, shape(32, any_extent, steps))},
    {"DataArray_t", "FamilyPointers", optional, of(c1, shape(32, any_extent, steps))},
    {"DataArray_t", "", any},
};

constexpr Child user_defined_data[] = {
    {"DataArray_t", "", any},      {"GridLocation_t", "GridLocation"}, {"IndexRange_t", "PointRange"},
    {"IndexArray_t", "PointList"}, {"FamilyName_t", "FamilyName"},     {"AdditionalFamilyName_t", "", any},
    {"Ordinal_t", "Ordinal"},
};

constexpr Parent parents[] = {
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

std::span<const Parent> base_parents() { return parents; }

}  // namespace pcgns::check::standard
