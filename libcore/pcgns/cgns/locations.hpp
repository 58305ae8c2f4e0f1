// locations.hpp: where in a zone the values of a node belong.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pcgns/cgns/node.hpp"

namespace pcgns::cgns {

/// Planes beyond the zone at imin, imax, jmin, jmax, kmin, kmax.
using Rind = std::array<std::int64_t, 6>;

/// True for directions in which values are at vertices rather than between them.
using Location = std::array<bool, 3>;

/// Empty if `text`, a GridLocation, is not a location of a whole array's values.
[[nodiscard]] std::optional<Location> parse_location(std::string_view text, std::size_t dimension);

/// True for the GridLocation of values of cells. Faces of a planar zone and edges of a line are its cells, as
/// for the reference library.
[[nodiscard]] bool is_of_cells(std::string_view text, int cell_dimension);

/// Location of the arrays of a solution or another field container without points of its own.
[[nodiscard]] std::optional<Location> location_of_fields(const Node& container, std::size_t dimension);

/// True for labels whose arrays have a value for each vertex or cell of the zone.
[[nodiscard]] bool is_field_container(std::string_view label);

/// True for PointRange, PointList and their equivalents in old files.
[[nodiscard]] bool is_point_set(const Node& node);

/// True for the points or cells of the donor of a GridConnectivity_t.
[[nodiscard]] bool is_donor_set(const Node& node);

/// GridConnectivity_t, or GridConnectivity1to1_t, which some writers also use for unstructured zones.
[[nodiscard]] bool is_interface(const Node& node);

/// The child of a ZoneBC_t or ZoneGridConnectivity_t with that name; of interfaces also as the reference
/// library names them, with their container: "CONTAINER/NAME". Null if there is none.
[[nodiscard]] const Node* named_in(const Node& container, std::string_view name);

/// A node, and the node above it; both null if there is none.
struct Contained {
  const Node* container = nullptr;
  const Node* node = nullptr;
};

/// The first node that named_in() finds in the containers of a zone with this label.
[[nodiscard]] Contained contained_in(const Node& zone, std::string_view label, std::string_view name);

/// ParentElements of a section, or ParentData of files before CGNS 3.1, which has ParentElementsPosition in
/// two more columns; null if there is neither.
[[nodiscard]] const Node* parents_node(const Node& section);

/// True for a section that has both forms, which the reference library refuses.
[[nodiscard]] bool has_both_forms_of_parents(const Node& section);
inline constexpr std::string_view why_not_both_forms =
    "has ParentData beside ParentElements or ParentElementsPosition, which replace it: remove one of them";

/// "name", or "name.1" and so on if `parent` already has that name; at most 32 characters.
[[nodiscard]] std::string unique_name(const Node& parent, const std::string& name);

/// True if a solution or discrete data of `zone` have values at its cells.
[[nodiscard]] bool has_fields_of_cells(const Node& zone);

/// Dimension of the elements; that of the cells if the type does not determine it.
[[nodiscard]] int dimension_of(int type, int cell_dimension);

}  // namespace pcgns::cgns
