// ring.hpp: two zones in a ring, whose interfaces are lists or ranges.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace pcgns::test {

using Place = std::array<std::int64_t, 3>;  ///< Eight times the coordinates, so that centres are whole.

inline constexpr Place cells = {5, 4, 3};

/// What the zones are, and what their interfaces list: vertices or faces of hexahedra, faces of polyhedra,
/// vertices of a structured zone as a range or as a list.
enum class Kind : std::uint8_t { by_vertices, by_faces, polyhedra, ranges, structured_lists };

[[nodiscard]] bool is_structured(Kind kind);
[[nodiscard]] inline bool lists_faces(Kind kind) { return kind == Kind::by_faces || kind == Kind::polyhedra; }

/// Where a vertex of a zone is: the second zone follows the first along x.
[[nodiscard]] Place place_of(int zone, std::int64_t number);

/// A side of a zone, as a plane of faces normal to an axis.
struct Side {
  std::size_t axis = 0;
  bool is_high = false;
};

/// From one side of a zone to one of another, with the translation between them.
struct RingInterface {
  int zone = 1;
  Side side;
  int donor = 1;
  Side donor_side;
  std::int64_t shift = 0;  ///< Along the axis of the sides, in cells; 0: not periodic.
};

/// A ring of both zones along x; each is periodic along y.
[[nodiscard]] std::vector<RingInterface> ring_interfaces();
/// Number of points that an interface at a side has.
[[nodiscard]] std::int64_t points_at(Kind kind, const Side& side);

/// The zones "First" and "Second", with the field AtCells/Owner, the rank of each cell. The two sides of an
/// interface list their points in different orders. `containers`: 2 adds an empty ZoneGridConnectivity_t to
/// each zone. @note Collective.
void write_ring(const std::string& path, Kind kind, int containers = 1);

}  // namespace pcgns::test
