// join_work.hpp: the connections that are looked at together, and the zones that they connect.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "pcgns/check/coincidence.hpp"
#include "pcgns/check/coordinates.hpp"
#include "pcgns/check/findings.hpp"
#include "pcgns/check/join_lists.hpp"
#include "pcgns/check/joins.hpp"
#include "pcgns/verify/layers.hpp"
#include "pcgns/verify/vertex_points.hpp"

namespace pcgns::verify {

/// What all steps of the check know.
struct JoinCheck {
  par::Session& session;
  const Subject& subject;
  const check::Joins& joins;
  const std::vector<std::optional<check::Coordinates>>& coordinates;  ///< By zone.
  check::Findings& findings;

  /// Each rank tells of some connections.
  [[nodiscard]] bool tells_of(int join) const { return join % session.size() == session.rank(); }
};

/// Connections whose zones have their coordinates at hand.
struct JoinGroup {
  std::vector<int> joins;
  std::unordered_map<int, int> place;  ///< Of a zone in `points`, by its index in check::Joins.
  VertexPoints points;
};

/// Compares the points of the 1to1 connections of a group. @note Collective.
void compare_ranges(const JoinCheck& check, const JoinGroup& group);

/// Looks at the lists of the other connections: extents, repetitions, the way back.
/// @note Collective.
void check_lists(const JoinCheck& check);

/// The entries begin, …, begin + count - 1 of a donor list, whichever rank has them. @note Collective.
[[nodiscard]] std::vector<std::int64_t> donors_of(const JoinCheck& check, const check::EntityList& there,
                                                  std::int64_t begin, std::size_t count);

/// Compares the points or faces of the connections of a group that have lists. @note Collective.
void compare_lists(const JoinCheck& check, const JoinGroup& group);

/// Of all ranks. @note Collective.
void unite(par::Session& session, std::vector<check::Coincidence>& found);

}  // namespace pcgns::verify
