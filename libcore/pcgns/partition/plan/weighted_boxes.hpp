// weighted_boxes.hpp: cuts structured zones into boxes of given weights by recursive bisection.
//
//   WeightedBoxes boxes(zones, shares, constraints);
//   while (!boxes.open().empty()) boxes.take(planes(boxes.open()));
//   const auto pieces = boxes.take_pieces();
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pcgns/partition/decomposition.hpp"
#include "pcgns/partition/plan/box_cutter.hpp"
#include "pcgns/partition/plan/zone_line.hpp"

namespace pcgns::partition {

/// The weight of each plane of cells of a box, by axis.
using PlaneWeights = std::array<std::vector<std::int64_t>, 3>;

/// The weights of the planes of `cells` if every cell weighs 1.
[[nodiscard]] PlaneWeights equal_planes(const Block& cells);

class WeightedBoxes {
 public:
  struct Box {
    int zone = 0;  ///< Index of the zone.
    Block cells;
    Range shares;  ///< Of the zone's shares.
  };

  /// `shares`: what each rank is to get of each zone; of a zone that cannot be cut into so many boxes, some
  /// ranks get nothing. Keeps references to `zones` and `constraints`.
  WeightedBoxes(const std::vector<ZoneSize>& zones, PieceSizes shares, const Constraints& constraints);

  /// The boxes that are still to be cut; empty if there are none.
  [[nodiscard]] const std::vector<Box>& open() const { return open_; }
  /// Cuts each of open() in two. `planes`: by box.
  void take(const std::vector<PlaneWeights>& planes);
  /// By zone, with the rank and the weight of each.
  [[nodiscard]] std::vector<StructuredPiece> take_pieces() { return std::move(pieces_); }

 private:
  struct Cut;

  void add(const Box& box, std::int64_t weight);
  [[nodiscard]] std::vector<Cut> cuts_of(const Box& box, const PlaneWeights& planes) const;
  [[nodiscard]] Cut best_cut(const Box& box, const PlaneWeights& planes) const;

  PieceSizes shares_;
  std::vector<BoxCutter> cutters_;  ///< By zone.
  std::vector<Box> open_;
  std::vector<StructuredPiece> pieces_;
};

}  // namespace pcgns::partition
