// structured_interfaces.hpp: finds the vertices two parts share, at cuts or across interfaces.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pcgns/partition/plan/structured.hpp"

namespace pcgns::partition {

/// A range of vertices of a zone, 1-based and inclusive; may be reversed.
struct Run3 {
  Index3 begin = {1, 1, 1};
  Index3 end = {1, 1, 1};

  friend bool operator==(const Run3&, const Run3&) = default;
};

/// True if two ranges have the same points, in whatever direction they run.
[[nodiscard]] bool has_same_points(const Run3& a, const Run3& b);

/// An interface of a whole zone.
struct NamedInterface {
  const cgns::Node* node = nullptr;
  std::string below;  ///< Its path in the zone.
};

/// The interfaces of `zone` called `name`: each ZoneGridConnectivity_t may have one.
[[nodiscard]] std::vector<NamedInterface> interfaces_named(const cgns::Node& zone, const std::string& name);

/// A GridConnectivity1to1_t of a whole zone.
struct WholeInterface {
  const cgns::Node* node = nullptr;
  int zone = -1;
  int donor = -1;
  std::size_t dimension = 3;
  Run3 range;
  Run3 donor_range;
  Index3 transform = {1, 2, 3};

  /// The donor's vertex that matches `point`.
  [[nodiscard]] Index3 across(const Index3& point) const {
    Index3 there = donor_range.begin;
    for (std::size_t d = 0; d < dimension; ++d) {
      const auto t = transform[d];
      there[static_cast<std::size_t>(std::abs(t)) - 1] += (t > 0 ? 1 : -1) * (point[d] - range.begin[d]);
    }
    return there;
  }
  /// The inverse of `across`.
  [[nodiscard]] Index3 back(const Index3& point) const {
    Index3 here = range.begin;
    for (std::size_t d = 0; d < dimension; ++d) {
      const auto t = transform[d];
      const auto axis = static_cast<std::size_t>(std::abs(t)) - 1;
      here[d] += (t > 0 ? 1 : -1) * (point[axis] - donor_range.begin[axis]);
    }
    return here;
  }
};

/// The piece of an interface between two parts.
struct InterfacePiece {
  int donor = -1;  ///< Index into Decomposition::pieces.
  Run3 range;
  Run3 donor_range;
};

/// Nothing if the donor is not a structured zone, or its range runs against Transform. Throws Error{input}
/// if the node is invalid. `zone`: index of the zone it belongs to.
[[nodiscard]] std::optional<WholeInterface> read_interface(const PieceJob& job, int zone,
                                                           const cgns::Node& node, const std::string& below);

/// The pieces of `interface` that a part has, ordered by donor part.
[[nodiscard]] std::vector<InterfacePiece> pieces_of(const Mesh& mesh, const WholeInterface& interface,
                                                    const StructuredPiece& part);

/// The vertices of the common face of two parts of a zone; nothing if they share no face.
[[nodiscard]] std::optional<Run3> common_face(const Block& a, const Block& b, std::size_t dimension);

/// The parts that share interfaces with a part, itself included if it is self-connected; ascending.
[[nodiscard]] std::vector<int> neighbours_of(const Mesh& mesh, const StructuredPiece& part);

}  // namespace pcgns::partition
