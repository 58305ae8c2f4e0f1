// interfaces.hpp: donor zones of interfaces, and periodic motions.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/cgns/node.hpp"

namespace pcgns::cgns {

/// An interface whose donor zone is not in the tree.
struct LostDonor {
  std::string path;   ///< Path of the interface node.
  std::string donor;  ///< As the interface names it: "Zone" or "Base/Zone".

  friend bool operator==(const LostDonor&, const LostDonor&) = default;
};

/// Interfaces (GridConnectivity1to1_t, GridConnectivity_t) below `root` without a donor zone in the tree, in
/// tree order. Zones that are kept links count as donors, but their own interfaces are not examined.
[[nodiscard]] std::vector<LostDonor> donors_nowhere(const Node& root);

/// GridConnectivityType of an interface: what the standard takes for one that does not state it.
[[nodiscard]] std::string type_of_interface(const Node& interface);

/// The names of donors in `interface` of `base` to which no path "/Base/Zone" leads that `is_there` knows.
/// There may be a slash before the base, and in an overset interface commas between several names, as
/// Cassiopée writes; `has_family` tells of the families that it names there in place of zones.
[[nodiscard]] std::vector<std::string> lost_donors(const Node& interface, const std::string& base,
                                                   const std::function<bool(const std::string&)>& is_there,
                                                   const std::function<bool(const std::string&)>& has_family);

using Point = std::array<double, 3>;

/// A rotation about a centre, followed by a translation.
struct Motion {
  Point centre = {};
  Point angle = {};  ///< Radians about x, y and z, in this order.
  Point translation = {};

  [[nodiscard]] Point moved(Point point) const;
  /// True if angle and translation are those of `other` negated, within rounding.
  [[nodiscard]] bool undoes(const Motion& other) const;
};

/// The motion from the zone of `interface` to its donor, from Periodic_t below it; empty if the interface is
/// not periodic. With two components, the rotation is about z. `radians_per_unit` applies to angles without
/// units.
[[nodiscard]] std::optional<Motion> motion_of(const Node& interface, double radians_per_unit);

/// Radians per unit of the AngleUnits in DimensionalUnits_t below `node`; empty if there are none.
[[nodiscard]] std::optional<double> radians_per_unit(const Node& node);

}  // namespace pcgns::cgns
