// join_lists.hpp: the lists of points, faces or cells that a GridConnectivity_t has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/check/joins.hpp"

namespace pcgns::check {

/// One side of a connection: `dimension` integers for each of `count` entities.
struct EntityList {
  const tree::Node* node = nullptr;
  int dimension = 1;
  std::int64_t count = 0;
};

struct JoinLists {
  std::string location = {};             ///< Of `here`; "Vertex" or the name of a place in cells.
  std::optional<EntityList> here = {};   ///< PointList.
  std::optional<EntityList> there = {};  ///< PointListDonor, or CellListDonor.
  bool donor_has_cells = false;          ///< `there` is CellListDonor.
};

/// Only lists that are bulk arrays of whole entities.
[[nodiscard]] JoinLists lists_of(const Joins& joins, const Join& join);

/// The connections of the donor that may be the same the other way round: Abutting1to1 back to the zone, of
/// as many entities at the same location.
[[nodiscard]] std::vector<int> mirrors_of(const Joins& joins, const Join& join);

/// The largest index that an entity at `location` may have in each direction of a zone. Nothing for locations
/// that say nothing, or for faces of zones whose sections make no sense.
[[nodiscard]] std::optional<Index> largest_index(const JoinZone& zone, const std::string& location);

}  // namespace pcgns::check
