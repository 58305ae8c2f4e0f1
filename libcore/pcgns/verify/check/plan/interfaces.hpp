// interfaces.hpp: collects the interfaces of a tree, with the zones on both ends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/cgns/findings.hpp"
#include "pcgns/cgns/interfaces.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/verify/check/plan/interface_map.hpp"
#include "pcgns/verify/check/plan/tree_points.hpp"

namespace pcgns::verify::check {

/// A zone with valid extents.
struct InterfaceZone {
  const cgns::Node* base = nullptr;
  const cgns::Node* zone = nullptr;
  std::string path = {};  ///< "/Base/Zone".
  cgns::ZoneShape shape = {};
  int physical_dimension = 3;
  std::vector<int> interfaces = {};  ///< Indices into Interfaces::all.
};

/// A GridConnectivity1to1_t or GridConnectivity_t.
struct Interface {
  const cgns::Node* node = nullptr;
  std::string path = {};
  bool is_1to1 = false;                       ///< A GridConnectivity1to1_t.
  int zone = -1;                              ///< Index into Interfaces::zones.
  int donor = -1;                             ///< Index into Interfaces::zones; -1 if it does not exist.
  std::vector<std::string> lost_donors = {};  ///< Names of zones that do not exist.
  bool is_named_otherwise = false;  ///< All donors exist, but the reference library does not find them.
  std::string donor_name = {};      ///< As given by the node.
  std::string kind = {};            ///< GridConnectivityType_t of a GridConnectivity_t; Overset if not given.
  std::vector<cgns::Motion> motions =
      {};  ///< Of a periodic interface: possible motions; the standard's meaning first.
};

struct Interfaces {
  std::vector<InterfaceZone> zones;
  std::vector<Interface> all;

  [[nodiscard]] const Interface& at(int number) const { return all[static_cast<std::size_t>(number)]; }
  [[nodiscard]] const InterfaceZone& zone_of(const Interface& interface) const {
    return zones[static_cast<std::size_t>(interface.zone)];
  }
  /// @pre It has a donor.
  [[nodiscard]] const InterfaceZone& donor_of(const Interface& interface) const {
    return zones[static_cast<std::size_t>(interface.donor)];
  }
};

/// Of all zones below `root`, except zones with invalid extents. `root` must outlive the result.
[[nodiscard]] Interfaces interfaces_of(const cgns::Node& root);

/// The mapping of a valid 1to1 interface; nothing if its nodes are invalid.
[[nodiscard]] std::optional<InterfaceMap> map_of(const Interfaces& interfaces, const Interface& interface);

/// The 1to1 interface of the donor that leads back to the same points; -1 if there is none.
[[nodiscard]] int mirror_of(const Interfaces& interfaces, const Interface& interface);

/// Adds findings about one interface from the tree alone. `parts_are_missing`: donors may be in files that
/// were not given.
void check_interface(const Interfaces& interfaces, int interface, const std::string& file,
                     bool parts_are_missing, cgns::Findings& findings);

/// One side of an interface: `dimension` integers for each of `count` entities.
struct EntityList {
  const cgns::Node* node = nullptr;
  int dimension = 1;
  std::int64_t count = 0;
};

struct InterfaceLists {
  std::string location = {};             ///< GridLocation of `here`: "Vertex" or a location in cells.
  std::optional<EntityList> here = {};   ///< PointList.
  std::optional<EntityList> there = {};  ///< PointListDonor or CellListDonor.
  bool donor_has_cells = false;          ///< `there` is CellListDonor.
};

/// Where the donors of an interface at `location` are: the faces of a zone may be normal to another axis than
/// those of its donor, which may be unstructured.
[[nodiscard]] std::string location_of_donors(const std::string& location);

/// Contains only lists that are bulk arrays of valid extents.
[[nodiscard]] InterfaceLists lists_of(const Interfaces& interfaces, const Interface& interface);

/// Candidates for the reverse interface in the donor, of any form: Abutting1to1, back to the zone, with as
/// many entities at the same location. Of two GridConnectivity1to1_t the trees tell (`mirror_of`), so they
/// are no candidates. A self-connection may be its own reverse, as far as its motion is; it is the last one.
[[nodiscard]] std::vector<int> mirrors_of(const Interfaces& interfaces, const Interface& interface);

/// True if neither interface is periodic, or the motion of one undoes that of the other.
[[nodiscard]] bool have_inverse_motions(const Interface& interface, const Interface& other);

/// The entities on the own side of a GridConnectivity_t with a PointRange; nothing if the zone does not have
/// them, or if the range runs down, so that their order is unclear.
[[nodiscard]] std::optional<cgns::IndexRange> own_range(const Interfaces& interfaces,
                                                        const Interface& interface);

/// The largest index of an entity at `location` along each axis of a zone. Nothing for unclear locations, and
/// for faces and cells of zones with invalid sections.
[[nodiscard]] std::optional<cgns::Index> largest_index(const InterfaceZone& zone,
                                                       const std::string& location);

/// The indices that points of an interface may have. Nothing where largest_index() gives nothing.
[[nodiscard]] std::optional<IndexLimits> index_limits(const InterfaceZone& zone, const std::string& location);

/// True if both corners are within.
[[nodiscard]] bool is_within(const cgns::IndexRange& range, const IndexLimits& limits);

}  // namespace pcgns::verify::check
