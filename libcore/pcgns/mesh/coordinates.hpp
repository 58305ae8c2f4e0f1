// coordinates.hpp: gives each rank the vertex coordinates that it needs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/kernel/cell_volume.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/mesh/unstructured.hpp"

namespace pcgns::mesh {

/// Coordinates of some vertices, by vertex number in the zone.
class Window {
 public:
  /// 1-based. @pre The vertex was requested.
  [[nodiscard]] const kernel::Point& at(std::int64_t vertex) const { return points_[index_of(vertex)]; }
  /// The vertex of the first point, if those of the others follow it: the index of a vertex among `points` is
  /// then the distance from it.
  [[nodiscard]] std::optional<std::int64_t> first() const {
    return numbers_.empty() ? std::optional(first_) : std::nullopt;
  }
  /// The index of a vertex among `points`.
  [[nodiscard]] std::size_t index_of(std::int64_t vertex) const {
    return numbers_.empty() ? static_cast<std::size_t>(vertex - first_) : place_of(vertex);
  }
  [[nodiscard]] std::span<const kernel::Point> points() const { return points_; }

 private:
  friend class Coordinates;
  [[nodiscard]] std::size_t place_of(std::int64_t vertex) const;
  void index_numbers();

  std::int64_t first_ = 1;
  std::vector<kernel::Point> points_;
  std::vector<std::int64_t> numbers_;  ///< Ascending; empty if the points are consecutive.
  std::vector<std::uint32_t> starts_;  ///< Start of the numbers of each of equal intervals.
  double intervals_ = 0;               ///< Intervals per vertex number.
};

/// Bounds of points.
struct SpaceBox {
  std::array<double, 3> least = {};
  std::array<double, 3> most = {};

  [[nodiscard]] bool contains(const std::array<double, 3>& point) const;
};

/// All coordinates of a zone, distributed over the ranks.
class Coordinates {
 public:
  /// Missing directions are zero. @note Collective.
  Coordinates(par::Session& session, const Dataset& dataset, const Zone& zone);

  /// Coordinates of `vertices` (1-based in the zone, any order, repetitions allowed). @note Collective.
  [[nodiscard]] Window window(std::span<const std::int64_t> vertices) const;
  /// All of `vertices`, or only those of `few` if the range is too sparse. @note Collective.
  [[nodiscard]] Window window(Range vertices, std::span<const std::int64_t> few) const;
  /// True if fetching the whole 1-based range costs no more than the `count` vertices needed.
  [[nodiscard]] static bool is_dense(Range vertices, std::int64_t count);

  /// Bounds of all finite coordinates; infinite in a direction that has none. @note Collective.
  [[nodiscard]] SpaceBox box() const;

  /// This rank's vertices, 0-based.
  [[nodiscard]] Range mine() const { return shares_.front().values; }
  [[nodiscard]] const std::vector<Share>& shares() const { return shares_; }
  /// The relative precision of the least precise array.
  [[nodiscard]] double precision() const { return precision_; }

 private:
  void fill_dense(Window& window, Range vertices) const;
  void fill_sparse(Window& window, std::span<const std::int64_t> vertices) const;

  par::Session& session_;
  std::vector<Share> shares_;
  double precision_ = 0;
};

}  // namespace pcgns::mesh
