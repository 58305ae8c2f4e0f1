// coordinates.hpp: the coordinates of the vertices that a rank works on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/kernel/cell_volume.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/mesh/unstructured.hpp"

namespace pcgns::mesh {

/// The coordinates of some vertices, by their number in the zone.
class Window {
 public:
  /// @pre The vertex was asked for. 1-based.
  [[nodiscard]] const kernel::Point& at(std::int64_t vertex) const {
    if (numbers_.empty()) return points_[static_cast<std::size_t>(vertex - first_)];
    return points_[place_of(vertex)];
  }

 private:
  friend class Coordinates;
  [[nodiscard]] std::size_t place_of(std::int64_t vertex) const;
  void index_numbers();

  std::int64_t first_ = 1;
  std::vector<kernel::Point> points_;
  std::vector<std::int64_t> numbers_;  ///< Ascending; empty if the points are consecutive.
  std::vector<std::uint32_t> starts_;  ///< Where the numbers of each of equal intervals begin.
  double intervals_ = 0;               ///< In one number.
};

/// All coordinates of a zone, each rank with a share of them.
class Coordinates {
 public:
  /// Directions that the zone has not are zero. @note Collective.
  Coordinates(par::Session& session, const Dataset& dataset, const Zone& zone);

  /// Those of `vertices` (1-based, in the zone, any order, repeated). @note Collective.
  [[nodiscard]] Window window(std::span<const std::int64_t> vertices) const;
  /// All from the lowest to the highest of them, or if that is too many those of `few`. @note Collective.
  [[nodiscard]] Window window(Range vertices, std::span<const std::int64_t> few) const;
  /// Whether it is as well to fetch all vertices of a range, 1-based, where `count` are wanted.
  [[nodiscard]] static bool is_dense(Range vertices, std::int64_t count);

  /// The vertices of this rank, from 0.
  [[nodiscard]] Range mine() const { return shares_.front().values; }
  [[nodiscard]] const std::vector<Share>& shares() const { return shares_; }
  /// The relative precision of the least precise.
  [[nodiscard]] double precision() const { return precision_; }

 private:
  void fill_dense(Window& window, Range vertices) const;
  void fill_sparse(Window& window, std::span<const std::int64_t> vertices) const;

  par::Session& session_;
  std::vector<Share> shares_;
  double precision_ = 0;
};

}  // namespace pcgns::mesh
