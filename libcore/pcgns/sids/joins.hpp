// joins.hpp: which zone a join leads to.
#pragma once

#include <string>
#include <vector>

#include "pcgns/tree/node.hpp"

namespace pcgns::sids {

/// A join whose donor is no zone of the tree.
struct LostDonor {
  std::string path;   ///< Of the join.
  std::string donor;  ///< As the join names it: "Zone" or "Base/Zone".

  friend bool operator==(const LostDonor&, const LostDonor&) = default;
};

/// The joins (GridConnectivity1to1_t, GridConnectivity_t) of all zones below `root` whose donor is nowhere,
/// in the order of the tree. Joins of zones that are kept links are not seen, but such a zone can be a donor.
[[nodiscard]] std::vector<LostDonor> donors_nowhere(const tree::Node& root);

}  // namespace pcgns::sids
