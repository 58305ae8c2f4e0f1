// Zones of cells and of particles: coordinates, sections, fields, motion, steps.
#include "pcgns/check/node_types.hpp"

namespace pcgns::check::standard {

namespace {

using enum Count;

constexpr Value of(Types types, Shape extents = free_shape) { return {types, extents, false}; }
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

/// Of FlowSolution_t and DiscreteData_t.
constexpr Child solution[] = {
    {"DataArray_t", "", any},
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
    {"DataArray_t", "", some},
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
    {"DataArray_t", "", any},
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
    {"DataArray_t", "", any},
    {"IndexRange_t", "PointRange", optional, of(sizes)},  // (2), or (1, 2) as the reference library has it.
    {"IndexArray_t", "PointList", optional, of(sizes)},
};
constexpr Child particle_iterative_data[] = {
    {"DataArray_t", "ParticleCoordinatesPointers", optional, pointers},
    {"DataArray_t", "ParticleSolutionPointers", optional, pointers},
    {"DataArray_t", "", any},
};

constexpr Parent parents[] = {
    {"Zone_t", zone},
    {"GridCoordinates_t", grid_coordinates},
    {"Elements_t", elements, notes},
    {"FlowSolution_t", solution},
    {"DiscreteData_t", solution},
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

std::span<const Parent> zone_parents() { return parents; }

}  // namespace pcgns::check::standard
