// structured_point_arrays.hpp: arrays that have a value for each point of a BC or the like.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pcgns/assemble/structured_ranges.hpp"

namespace pcgns::assemble {

/// The points of one node in all parts that have some.
struct Points {
  Pieces pieces;
  std::vector<Region> regions;
};

/// Of `pieces`, which `regions` belong to, those that have points, numbered anew.
[[nodiscard]] Points with_points(const Pieces& pieces, std::vector<Region> regions);

/// True if each piece has one region only, so that it is clear what its arrays are of.
[[nodiscard]] bool is_one_each(const Points& points);

/// Throws unless all pieces have the node at `below`, of which `nodes` are there.
void require_in_all_pieces(const StructuredJob& zone, const Points& points, const Pieces& nodes,
                           const std::string& below);

/// Which points an array of one value each goes with: those of the node, or what lies between its vertices.
class ArrayPoints {
 public:
  /// What lies between vertices is tried first with `prefers_between`.
  ArrayPoints(const StructuredJob& zone, const Points& points, bool prefers_between);

  /// The regions that `arrays` go with, one for each; nothing if there are none.
  [[nodiscard]] std::optional<std::vector<Region>> of(const Pieces& arrays) const;
  /// Those that were tried first.
  [[nodiscard]] std::vector<Region> likeliest(const Pieces& arrays) const;

 private:
  const Points& points_;
  std::vector<std::vector<Region>> candidates_;
};

/// An array with a value for each point, or with one that goes for all.
[[nodiscard]] tree::Node unite_point_array(StructuredJob& zone, const Points& points,
                                           const ArrayPoints& array_points, const Pieces& arrays,
                                           const std::string& below);

/// An array of a BCData_t. One value in each part goes for all points, and stays one, if it is the same in
/// all of them. Where it is not, and each part has one point, it is that point's.
[[nodiscard]] tree::Node unite_bc_array(StructuredJob& zone, const Points& points,
                                        const ArrayPoints& array_points, const Pieces& arrays,
                                        const std::string& below);

/// InwardNormalList: several values for each point.
[[nodiscard]] tree::Node unite_normals(StructuredJob& zone, const Points& points, const Pieces& arrays,
                                       const std::string& below);

}  // namespace pcgns::assemble
