// labels.hpp: the SIDS labels, and the bulk data that they imply.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pcgns/cgns/node.hpp"

namespace pcgns::cgns {

/// The newest version of the standard that the tables of labels and rules cover.
inline constexpr double newest_version = 4.6;

/// Up to CGNS 1.2, FamilyName_t has the name of its family and no values; since then it is the other way
/// round. `version`: 0 if none is stated.
[[nodiscard]] constexpr bool families_are_node_names(double version) { return version > 0 && version < 1.25; }

/// True for a FamilyName_t of that kind.
[[nodiscard]] bool is_named_family(const Node& node);

/// Gives those at and below `node` their names as values, and `FamilyName` as names.
void name_families(Node& node);

/// True for labels of the standard, including quoted ones ("int[IndexDimension]").
[[nodiscard]] bool is_known_label(std::string_view label);

/// True if the standard defines the meaning of nodes with this label. It does not for Descriptor_t,
/// UserDefinedData_t and private labels; files may differ there and still belong together.
[[nodiscard]] bool has_meaning(std::string_view label);

/// True for nodes that say what values of their parent, and below it, mean: data class, units, exponents,
/// conversion.
[[nodiscard]] bool explains_values(std::string_view label);

/// Zone_t or ParticleZone_t.
[[nodiscard]] bool is_zone(std::string_view label);

/// True for nodes that hold fields: FlowSolution_t, DiscreteData_t, or ParticleSolution_t.
[[nodiscard]] bool is_solution(std::string_view label);

/// True for nodes that hold values of particles: ParticleCoordinates_t or ParticleSolution_t, and no link.
[[nodiscard]] bool holds_particles(const Node& node);

/// ZoneIterativeData_t or ParticleIterativeData_t: assigns nodes of a zone to time steps.
[[nodiscard]] bool is_zone_iterative(std::string_view label);

/// What the path from the root implies for the arrays at a node. A walker starts with Place{} at the root.
struct Place {
  enum class Parent : std::uint8_t { other, mesh_data, bc_data, user_defined, iterative, interfaces };
  Parent parent = Parent::other;
  bool below_zone = false;
  bool below_data_set = false;  ///< Below a BCDataSet_t (not a FamilyBCDataSet_t).
};

/// The place of the children of a node with `label` at `place`.
[[nodiscard]] Place descend(Place place, std::string_view label);

/// True if the values of a node with `label`, at `place`, are bulk.
[[nodiscard]] bool is_bulk(Place place, std::string_view label, std::int64_t bytes);

/// The value of GridLocation_t below `owner`; "Vertex" if it is missing or not text. Points in ElementList or
/// ElementRange, as before CGNS 3, are faces whatever it says: elements of the boundary.
[[nodiscard]] std::string location_of(const Node& owner);

}  // namespace pcgns::cgns
