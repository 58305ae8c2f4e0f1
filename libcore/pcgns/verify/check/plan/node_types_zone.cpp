// Tables for zones of cells and of particles: coordinates, sections, fields, motion, time steps.
#include "pcgns/verify/check/plan/node_types.hpp"

namespace pcgns::verify::check::standard {

namespace {

using enum Count;

constexpr Value pointers = of(c1, shape(32, steps));

constexpr Child zone[] = {
    {"GridCoordinates_t", "GridCoordinates"},
    {"GridCoordinates_t", "", any},
    {"DiscreteData_t", "", any},
    {"Elements_t", "", any},
    {"ZoneBC_t", "ZoneBC"},
    {"ZoneIterativeData_t", "", optional},
    {"RigidGridMotion_t", "", any},
    {"ZoneSubRegion_t", "", any},
    {"ReferenceState_t", "ReferenceState"},
    {"IntegralData_t", "", any},
    {"FlowSolution_t", "", any},
    {"ZoneType_t", "ZoneType", required},
    {"Ordinal_t", "Ordinal"},
    {"ZoneGridConnectivity_t", "ZoneGridConnectivity"},
    {"ZoneGridConnectivity_t", "", any},
    {"ArbitraryGridMotion_t", "", any},
    {"FamilyName_t", "FamilyName"},
    {"AdditionalFamilyName_t", "", any},
    {"FlowEquationSet_t", "FlowEquationSet"},
    {"ConvergenceHistory_t", "ZoneConvergenceHistory"},
    {"RotatingCoordinates_t", "RotatingCoordinates"},
};

constexpr Child grid_coordinates[] = {
    {"DataArray_t", "", any, of(reals)},
    {"Rind_t", "Rind"},
};

constexpr Child elements[] = {
    {"IndexRange_t", "ElementRange", required, of(sizes, shape(2))},
    {"DataArray_t", "ElementConnectivity", required, of(sizes, shape(any_extent))},
    {"DataArray_t", "ElementStartOffset", optional, of(sizes, shape(elements_plus_one))},
    {"DataArray_t", "ParentElements", optional, of(sizes, shape(Extent::elements, 2))},
    {"DataArray_t", "ParentElementsPosition", optional, of(sizes, shape(Extent::elements, 2))},
    {"DataArray_t", "ParentData", optional, of(sizes, shape(Extent::elements, 4))},  // Until version 3.
    {"Rind_t", "Rind"},
};

constexpr Child solution[] = {
    {"DataArray_t", "", any, of(fields)},
    {"GridLocation_t", "GridLocation"},
    {"IndexRange_t", "PointRange"},
    {"IndexArray_t", "PointList"},
    {"Rind_t", "Rind"},
};
constexpr Child discrete_data[] = {
    {"DataArray_t", "", any, of(numbers)},
    {"GridLocation_t", "GridLocation"},
    {"IndexRange_t", "PointRange"},
    {"IndexArray_t", "PointList"},
    {"Rind_t", "Rind"},
};

constexpr Child zone_sub_region[] = {
    {"DataArray_t", "", any},
    {"IndexRange_t", "PointRange"},
    {"IndexArray_t", "PointList"},
    {"Descriptor_t", "BCRegionName"},
    {"Descriptor_t", "GridConnectivityRegionName"},
    {"GridLocation_t", "GridLocation"},
    {"Rind_t", "Rind"},
    {"FamilyName_t", "FamilyName"},
    {"AdditionalFamilyName_t", "", any},
};

constexpr Child rigid_grid_motion[] = {
    {"DataArray_t", "OriginLocation", optional, of(reals, shape(physical_dimension, 2))},
    {"DataArray_t", "RigidRotationAngle", optional, of(reals, shape(physical_dimension))},
    {"DataArray_t", "RigidVelocity", optional, of(reals, shape(physical_dimension))},
    {"DataArray_t", "RigidRotationRate", optional, of(reals, shape(physical_dimension))},
    {"DataArray_t", "", some, of(loadable)},
};
constexpr Child arbitrary_grid_motion[] = {
    {"DataArray_t", "", any, of(reals)},
    {"GridLocation_t", "GridLocation"},
    {"Rind_t", "Rind"},
};

constexpr Child zone_iterative_data[] = {
    {"DataArray_t", "RigidGridMotionPointers", optional, pointers},
    {"DataArray_t", "ArbitraryGridMotionPointers", optional, pointers},
    {"DataArray_t", "GridCoordinatesPointers", optional, pointers},
    {"DataArray_t", "FlowSolutionPointers", optional, pointers},
    {"DataArray_t", "ZoneGridConnectivityPointers", optional, pointers},
    {"DataArray_t", "ZoneSubRegionPointers", optional, pointers},
    {"DataArray_t", "", any, of(loadable)},
};

constexpr Child particle_zone[] = {
    {"ParticleCoordinates_t", "ParticleCoordinates"},
    {"ParticleCoordinates_t", "", any},
    {"ParticleIterativeData_t", "", optional},
    {"ReferenceState_t", "ReferenceState"},
    {"IntegralData_t", "", any},
    {"ParticleSolution_t", "", any},
    {"FamilyName_t", "FamilyName"},
    {"AdditionalFamilyName_t", "", any},
    {"ParticleEquationSet_t", "ParticleEquationSet"},
};
constexpr Child particle_coordinates[] = {{"DataArray_t", "", any, of(reals)}};
constexpr Child particle_solution[] = {
    {"DataArray_t", "", any, of(fields)},
    {"IndexRange_t", "PointRange", optional, of(sizes)},  // (2), or (1, 2) as in the reference library.
    {"IndexArray_t", "PointList", optional, of(sizes)},
};
constexpr Child particle_iterative_data[] = {
    {"DataArray_t", "ParticleCoordinatesPointers", optional, pointers},
    {"DataArray_t", "ParticleSolutionPointers", optional, pointers},
    {"DataArray_t", "", any, of(loadable)},
};

constexpr Parent zone_table[] = {
    {"Zone_t", zone},
    {"GridCoordinates_t", grid_coordinates},
    {"Elements_t", elements, notes},
    {"FlowSolution_t", solution},
    {"DiscreteData_t", discrete_data},
    {"ZoneSubRegion_t", zone_sub_region},
    {"RigidGridMotion_t", rigid_grid_motion},
    {"ArbitraryGridMotion_t", arbitrary_grid_motion},
    {"ZoneIterativeData_t", zone_iterative_data},
    {"ParticleZone_t", particle_zone},
    {"ParticleCoordinates_t", particle_coordinates},
    {"ParticleSolution_t", particle_solution},
    {"ParticleIterativeData_t", particle_iterative_data},
};

}  // namespace

std::span<const Parent> zone_parents() { return zone_table; }

namespace {

constexpr Value vector_in_space = of(r4, shape(physical_dimension));

constexpr Child zone_bc[] = {
    {"BC_t", "", any},
    {"ReferenceState_t", "ReferenceState"},
};
constexpr Child bc[] = {
    {"IndexArray_t", "PointList"},
    {"IndexRange_t", "PointRange"},
    {"IndexArray_t", "ElementList"},  // Until version 3.
    {"IndexRange_t", "ElementRange"},
    {"\"int[IndexDimension]\"", "InwardNormalIndex"},
    {"IndexArray_t", "InwardNormalList", optional, of(reals, shape(physical_dimension, any_extent))},
    {"ReferenceState_t", "ReferenceState"},
    {"GridLocation_t", "GridLocation"},
    {"BCProperty_t", "BCProperty"},
    {"FamilyName_t", "FamilyName"},
    {"AdditionalFamilyName_t", "", any},
    {"BCDataSet_t", "", any},
    {"Ordinal_t", "Ordinal"},
};
constexpr Child bc_data_set[] = {
    {"BCData_t", "DirichletData"},      {"BCData_t", "NeumannData"},
    {"GridLocation_t", "GridLocation"}, {"IndexRange_t", "PointRange"},
    {"IndexArray_t", "PointList"},      {"IndexRange_t", "ElementRange"},  // Until version 3.
    {"IndexArray_t", "ElementList"},    {"ReferenceState_t", "ReferenceState"},
};
constexpr Child bc_data[] = {{"DataArray_t", "", any}};
constexpr Child bc_property[] = {{"WallFunction_t", "WallFunction"}, {"Area_t", "Area"}};
constexpr Child wall_function[] = {{"WallFunctionType_t", "WallFunctionType", required}};
constexpr Child area[] = {
    {"AreaType_t", "AreaType", required},
    {"DataArray_t", "SurfaceArea", required, of(r4, shape(1))},
    {"DataArray_t", "RegionName", required, of(c1, shape(32))},
};

constexpr Child zone_grid_connectivity[] = {
    {"GridConnectivity1to1_t", "", any},
    {"GridConnectivity_t", "", any},
    {"OversetHoles_t", "", any},
};
constexpr Child one_to_one[] = {
    {"\"int[IndexDimension]\"", "Transform"},
    {"IndexRange_t", "PointRange", required},
    {"IndexRange_t", "PointRangeDonor", required},
    {"Ordinal_t", "Ordinal"},
    {"GridConnectivityProperty_t", "GridConnectivityProperty"},
};
constexpr Child general[] = {
    {"IndexRange_t", "PointRange"},
    {"IndexArray_t", "PointList"},
    {"GridLocation_t", "GridLocation"},
    {"Ordinal_t", "Ordinal"},
    // The first extent is the donor's index dimension.
    {"IndexArray_t", "CellListDonor", optional, of(sizes, shape(any_extent, any_extent))},
    {"IndexArray_t", "PointListDonor", optional, of(sizes, shape(any_extent, any_extent))},
    {"GridConnectivityProperty_t", "GridConnectivityProperty"},
    {"GridConnectivityType_t", "GridConnectivityType"},
    {"DataArray_t", "InterpolantsDonor", optional, of(reals, shape(any_extent, any_extent))},
};
constexpr Child overset_holes[] = {
    {"IndexRange_t", "PointRange"},
    {"IndexArray_t", "PointList"},
    {"IndexRange_t", "", any},  // Several ranges form one hole.
    {"GridLocation_t", "GridLocation"},
};
constexpr Child connectivity_property[] = {
    {"Periodic_t", "Periodic"},
    {"AverageInterface_t", "AverageInterface"},
};
// The text says "real", the table R4; the reference library refuses R8.
constexpr Child periodic[] = {
    {"DataArray_t", "RotationCenter", required, vector_in_space},
    {"DataArray_t", "RotationAngle", required, vector_in_space},
    {"DataArray_t", "Translation", required, vector_in_space},
};
constexpr Child average_interface[] = {{"AverageInterfaceType_t", "AverageInterfaceType", required}};

constexpr Parent boundary_table[] = {
    {"ZoneBC_t", zone_bc},
    {"BC_t", bc},
    {"BCDataSet_t", bc_data_set},
    {"BCData_t", bc_data},
    {"BCProperty_t", bc_property, notes},
    {"WallFunction_t", wall_function, notes},
    {"Area_t", area, notes},
    {"ZoneGridConnectivity_t", zone_grid_connectivity, notes},
    {"GridConnectivity1to1_t", one_to_one, notes},
    {"GridConnectivity_t", general, notes},
    {"OversetHoles_t", overset_holes, notes},
    {"GridConnectivityProperty_t", connectivity_property, notes},
    {"Periodic_t", periodic},
    {"AverageInterface_t", average_interface, notes},
};

}  // namespace

std::span<const Parent> boundary_parents() { return boundary_table; }

}  // namespace pcgns::verify::check::standard
