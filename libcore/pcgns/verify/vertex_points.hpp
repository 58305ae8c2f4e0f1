// vertex_points.hpp: the coordinates of some zones dealt out over the ranks, and those of any vertex.
#pragma once

#include <span>
#include <vector>

#include "pcgns/check/coordinates.hpp"
#include "pcgns/check/periodic.hpp"
#include "pcgns/mesh/share.hpp"

namespace pcgns::verify {

/// A vertex of one of the zones.
struct VertexRef {
  int zone = 0;            ///< Index into the zones of VertexPoints.
  std::int64_t place = 0;  ///< Coordinates::place_of.
};

class VertexPoints {
 public:
  /// Reads the coordinates of `zones` in one go; 8 bytes a value at most, over all ranks. Throws the same
  /// Error on every rank. @note Collective.
  VertexPoints(par::Session& session, const mesh::Dataset& dataset, std::vector<check::Coordinates> zones);

  [[nodiscard]] const check::Coordinates& zone(int zone) const {
    return zones_[static_cast<std::size_t>(zone)];
  }

  /// Where `wanted` are; what a zone has no coordinate for is 0. @pre The places exist.
  /// @note Collective; ranks may want nothing.
  [[nodiscard]] std::vector<check::Point> at(par::Session& session, std::span<const VertexRef> wanted) const;

 private:
  [[nodiscard]] std::vector<double> values(par::Session& session, std::span<const VertexRef> wanted,
                                           std::size_t direction, tree::DataType type) const;

  std::vector<check::Coordinates> zones_;
  std::vector<std::vector<std::int64_t>> begins_;  ///< Of each array of each zone, in bytes.
  std::vector<std::vector<tree::DataType>> types_;
  mesh::Share bytes_;
};

}  // namespace pcgns::verify
