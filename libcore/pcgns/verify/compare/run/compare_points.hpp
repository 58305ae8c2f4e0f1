// compare_points.hpp: compares point lists and ranges as sets of points.
#pragma once

#include <functional>

#include "pcgns/par/rendezvous.hpp"
#include "pcgns/verify/compare/run/sides.hpp"

namespace pcgns::verify::compare {

/// Matches the points of `a` with those of `b`.
struct PointRows {
  mesh::Share partner;      ///< I8: for each point of `a`, in order, its index in `b`; -1: none.
  std::int64_t only_a = 0;  ///< Points on one side only.
  std::int64_t only_b = 0;
  std::vector<std::int64_t> first_a;  ///< A few of them, each by the first word of its key.
  std::vector<std::int64_t> first_b;
  bool in_order = true;  ///< Every point has the same index on both sides.
};

/// Replaces this rank's numbers of `b` (1-based) by those of `a`; 0 where `a` has no such entity. @note
/// Collective.
using Renumber = std::function<void(std::vector<std::int64_t>& numbers)>;

/// How the entities of a matched zone are numbered: on each side from 1 to its count.
struct EntityNumbers {
  Renumber renumber = {};  ///< Empty: both sides have the same numbers.
  std::int64_t count_a = 0;
  std::int64_t count_b = 0;
};

/// Pairs the points of a set. Numbers that are not entities of their side are the same if they are equal.
/// Throws the same Error on every rank. @note Collective.
[[nodiscard]] PointRows pair_points(par::Session& session, const CompareSide& a, const CompareSide& b,
                                    const PointSetPair& set, const EntityNumbers& numbers);

/// Adds this rank's `points` of a zone to `items`, with one word of key per coordinate. @pre All coordinates
/// are reals with one value per point; items.width is their number. @note Collective.
void add_points(par::Session& session, const CompareSide& side, const std::string& path,
                const std::vector<const cgns::Node*>& coordinates, Range points, par::KeyedItems& items);

/// Pairs points without partner with the nearest unpaired point within `absolute` in every coordinate; among
/// competing points, the nearest wins. The keys are coordinates as bits of doubles. @note Collective.
void pair_near(par::Session& session, const par::KeyedItems& a, const par::KeyedItems& b, double absolute,
               par::Partners& partners);

}  // namespace pcgns::verify::compare
