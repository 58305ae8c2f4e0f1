// interface_work.hpp: groups interfaces that are checked together, with coordinates of their zones.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "pcgns/cgns/findings.hpp"
#include "pcgns/cgns/interfaces.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/verify/check/plan/cell_volume.hpp"
#include "pcgns/verify/check/plan/coincidence.hpp"
#include "pcgns/verify/check/plan/interfaces.hpp"
#include "pcgns/verify/check/run/subject.hpp"

namespace pcgns::verify::check {

/// A vertex of one zone.
struct VertexRef {
  int zone = 0;            ///< Index into the zones of VertexPoints.
  std::int64_t place = 0;  ///< Coordinates::place_of.
};

class VertexPoints {
 public:
  /// Reads the coordinates of all `zones` at once; at most 8 bytes per value in total over all ranks. Throws
  /// the same Error on every rank. @note Collective.
  VertexPoints(par::Session& session, const mesh::Dataset& dataset, std::vector<Coordinates> zones);

  [[nodiscard]] const Coordinates& zone(int zone) const { return zones_[static_cast<std::size_t>(zone)]; }

  /// Coordinates of the vertices `wanted`; 0 for missing directions. @pre The vertices exist.
  /// @note Collective; `wanted` may be empty.
  [[nodiscard]] std::vector<cgns::Point> at(par::Session& session, std::span<const VertexRef> wanted) const;

 private:
  [[nodiscard]] std::vector<double> values(par::Session& session, std::span<const VertexRef> wanted,
                                           std::size_t direction, cgns::DataType type) const;

  std::vector<Coordinates> zones_;
  std::vector<std::vector<std::int64_t>> begins_;  ///< Byte offset of each array of each zone.
  std::vector<std::vector<cgns::DataType>> types_;
  mesh::Share bytes_;
};

/// Shared state of the steps of the check.
struct InterfaceCheck {
  par::Session& session;
  const Subject& subject;
  const Interfaces& interfaces;
  const std::vector<std::optional<Coordinates>>& coordinates;  ///< By zone.
  cgns::Findings& findings;

  /// Distributes the reporting of findings over the ranks.
  [[nodiscard]] bool tells_of(int interface) const { return interface % session.size() == session.rank(); }
};

/// Interfaces whose zones' coordinates are in memory.
struct InterfaceGroup {
  std::vector<int> interfaces;
  std::unordered_map<int, int> place;  ///< From index in Interfaces::zones to index in `points`.
  VertexPoints points;

  /// A vertex (0-based) of zone `zone` of Interfaces::zones.
  [[nodiscard]] VertexRef ref_of(int zone, const cgns::Index& vertex) const {
    return {place.at(zone), points.zone(place.at(zone)).place_of(vertex)};
  }
  /// True if coordinates are compared in single precision.
  [[nodiscard]] bool is_coarse(const Interface& interface) const {
    const auto is_single = [&](int zone) { return points.zone(place.at(zone)).has_r4; };
    return !interface.motions.empty() || is_single(interface.zone) || is_single(interface.donor);
  }
};

/// Compares the points of the 1to1 interfaces of a group. @note Collective.
void compare_ranges(const InterfaceCheck& check, const InterfaceGroup& group);

/// Checks the lists of the other interfaces: extents, repetitions, reverse interfaces. @note Collective.
void check_lists(const InterfaceCheck& check);

/// The entries begin, …, begin + count - 1 of a donor list, from any rank. @note Collective.
[[nodiscard]] std::vector<std::int64_t> donors_of(const InterfaceCheck& check, const EntityList& there,
                                                  std::int64_t begin, std::size_t count);

/// Compares the points or faces of the interfaces with lists in a group. @note Collective.
void compare_lists(const InterfaceCheck& check, const InterfaceGroup& group);

/// Merges the statistics of all ranks. @note Collective.
void unite(par::Session& session, std::vector<Coincidence>& found);

}  // namespace pcgns::verify::check
