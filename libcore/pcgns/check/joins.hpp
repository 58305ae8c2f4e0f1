// joins.hpp: what connects the zones of a tree, with both of its ends.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/check/findings.hpp"
#include "pcgns/check/join_map.hpp"
#include "pcgns/check/periodic.hpp"
#include "pcgns/check/zone_shape.hpp"
#include "pcgns/tree/node.hpp"

namespace pcgns::check {

/// A zone whose extents make sense.
struct JoinZone {
  const tree::Node* base = nullptr;
  const tree::Node* zone = nullptr;
  std::string path = {};  ///< "/Base/Zone".
  ZoneShape shape = {};
  int physical_dimension = 3;
  std::vector<int> joins = {};  ///< Indices into Joins::all.
};

/// A GridConnectivity1to1_t or GridConnectivity_t.
struct Join {
  const tree::Node* node = nullptr;
  std::string path = {};
  bool is_1to1 = false;         ///< A GridConnectivity1to1_t.
  int zone = -1;                ///< Index into Joins::zones.
  int donor = -1;               ///< The same; -1 if it is not there.
  bool donor_exists = false;    ///< Perhaps as a zone whose extents make no sense.
  std::string donor_name = {};  ///< As the join names it.
  std::string kind = {};        ///< GridConnectivityType_t of a GridConnectivity_t; Overset if none is told.
  std::vector<Motion> motions =
      {};  ///< If it is periodic: what it may mean; the first is what the standard says.
};

struct Joins {
  std::vector<JoinZone> zones;
  std::vector<Join> all;

  [[nodiscard]] const JoinZone& zone_of(const Join& join) const {
    return zones[static_cast<std::size_t>(join.zone)];
  }
  /// @pre It has one.
  [[nodiscard]] const JoinZone& donor_of(const Join& join) const {
    return zones[static_cast<std::size_t>(join.donor)];
  }
};

/// Of all zones below `root`, which must live as long. Joins of zones whose extents make no sense are not
/// among them.
[[nodiscard]] Joins joins_of(const tree::Node& root);

/// A 1to1 connection whose nodes are as they must be: it says which points are one.
[[nodiscard]] std::optional<JoinMap> map_of(const Joins& joins, const Join& join);

/// The 1to1 connection of the donor that leads back to the same points; -1 if there is none.
[[nodiscard]] int mirror_of(const Joins& joins, const Join& join);

/// Adds what is wrong with join number `join` as far as the tree tells. `parts_are_missing`: donors may be in
/// files that are not there.
void check_join(const Joins& joins, int join, const std::string& file, bool parts_are_missing,
                Findings& findings);

}  // namespace pcgns::check
