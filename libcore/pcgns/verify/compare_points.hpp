// compare_points.hpp: point lists and ranges as sets of points.
#pragma once

#include <functional>
#include <optional>

#include "pcgns/verify/compare_arrays.hpp"
#include "pcgns/verify/compare_rendezvous.hpp"

namespace pcgns::verify {

/// Which point of `a` is which of `b`.
struct PointRows {
  mesh::Share partner;  ///< I8: for each point of `a`, in its order, the place in `b`; -1: it is not there.
  std::int64_t only_a = 0;  ///< Points that only one side has.
  std::int64_t only_b = 0;
  std::vector<std::int64_t> first_a;  ///< The first of those, by their index of least rank; a few.
  std::vector<std::int64_t> first_b;
  bool in_order = true;  ///< Every point has the same place on both sides.
};

/// Numbers of `b` as `a` has them: all of a rank at once, 1-based; 0 for what `a` has not.
/// @note Collective.
using Renumber = std::function<void(std::vector<std::int64_t>& numbers)>;

/// Pairs the points of a set. `renumber` may be empty. Throws the same Error on every rank. @note Collective.
[[nodiscard]] PointRows pair_points(par::Session& session, const CompareSide& a, const CompareSide& b,
                                    const plan::PointSetPair& set, const Renumber& renumber);

/// Adds this rank's points of a zone to `items`: their numbers are `points`, and each coordinate is a word of
/// their keys. @pre All coordinates are reals, as many as points; items.width is their number.
/// @note Collective.
void add_points(par::Session& session, const CompareSide& side, const std::string& path,
                const std::vector<const tree::Node*>& coordinates, Range points, KeyedItems& items);

}  // namespace pcgns::verify
