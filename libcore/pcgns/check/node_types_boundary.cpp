// Boundary conditions and joins.
#include "pcgns/check/node_types.hpp"

namespace pcgns::check::standard {

namespace {

using enum Count;

constexpr Value of(Types types, Shape extents = free_shape) { return {types, extents, false}; }
constexpr Value vector_in_space = of(reals, shape(physical_dimension));

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
    {"DataArray_t", "SurfaceArea", required, of(reals, shape(1))},
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
    // Their first extent is that of the donor's indices.
    {"IndexArray_t", "CellListDonor", optional, of(sizes, shape(any_extent, any_extent))},
    {"IndexArray_t", "PointListDonor", optional, of(sizes, shape(any_extent, any_extent))},
    {"GridConnectivityProperty_t", "GridConnectivityProperty"},
    {"GridConnectivityType_t", "GridConnectivityType"},
    {"DataArray_t", "InterpolantsDonor", optional, of(reals, shape(any_extent, any_extent))},
};
constexpr Child overset_holes[] = {
    {"IndexRange_t", "PointRange"},
    {"IndexArray_t", "PointList"},
    {"IndexRange_t", "", any},  // Several ranges make one hole.
    {"GridLocation_t", "GridLocation"},
};
constexpr Child connectivity_property[] = {
    {"Periodic_t", "Periodic"},
    {"AverageInterface_t", "AverageInterface"},
};
// The table says R4, the text of the standard "real", and readers take both.
constexpr Child periodic[] = {
    {"DataArray_t", "RotationCenter", required, vector_in_space},
    {"DataArray_t", "RotationAngle", required, vector_in_space},
    {"DataArray_t", "Translation", required, vector_in_space},
};
constexpr Child average_interface[] = {{"AverageInterfaceType_t", "AverageInterfaceType", required}};

constexpr Parent parents[] = {
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

std::span<const Parent> boundary_parents() { return parents; }

}  // namespace pcgns::check::standard
