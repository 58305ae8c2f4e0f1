// cell_points.hpp: computes a point per cell and per vertex for geometric partitioning.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/kernel/orders.hpp"
#include "pcgns/partition/run/zone_mesh.hpp"

namespace pcgns::partition {

/// Points on a grid. By direction, as bisection reads them.
struct GridPoints {
  std::array<std::vector<std::uint32_t>, 3> axes;

  explicit GridPoints(std::size_t count) {
    for (auto& axis : axes) resize_in_room(axis, count);
  }
  [[nodiscard]] std::size_t size() const { return axes[0].size(); }
  [[nodiscard]] kernel::GridPoint at(std::size_t i) const { return {axes[0][i], axes[1][i], axes[2][i]}; }
  void set(std::size_t i, const kernel::GridPoint& point) {
    for (std::size_t d = 0; d < 3; ++d) axes[d][i] = point[d];
  }
};

/// The centre of the bounding box of each of this rank's cells; `begins` as in Distribution. Independent of
/// the node order and of the distribution. @pre The zone has coordinates. @note Collective.
[[nodiscard]] GridPoints cell_points(par::Session& session, const mesh::Dataset& dataset,
                                     const ZoneMesh& mesh, const std::vector<std::int64_t>& begins);

/// The same in space, to within 2^-32 of the extent of the zone. @note Collective.
[[nodiscard]] std::vector<std::array<double, 3>> cell_centres(par::Session& session,
                                                              const mesh::Dataset& dataset,
                                                              const ZoneMesh& mesh,
                                                              const std::vector<std::int64_t>& begins);

/// This rank's vertices on the same grid. @note Collective.
[[nodiscard]] GridPoints vertex_points(par::Session& session, const mesh::Dataset& dataset,
                                       const ZoneMesh& mesh, const std::vector<std::int64_t>& begins);

}  // namespace pcgns::partition
