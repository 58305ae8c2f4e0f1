#include "pcgns/partition/run/distribute_interfaces.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/partition/plan/style.hpp"
#include "pcgns/partition/plan/uncut.hpp"
#include "pcgns/partition/run/distribute_lists.hpp"

namespace pcgns::partition {

namespace {

/// A part of the zone, and a part of its donor.
struct Sides {
  std::int32_t part = 0;
  std::int32_t donor = 0;

  friend auto operator<=>(const Sides&, const Sides&) = default;
};

/// Matching points of two parts, in list order.
struct Matches {
  std::vector<Pair> pairs;         ///< Entity and index into `sides`.
  std::vector<std::int64_t> here;  ///< Number in the part, 1-based.
  std::vector<std::int64_t> there;
  std::vector<Sides> sides;
};

/// Matching points not yet sorted by sides.
struct Match {
  std::int64_t entity = 0;
  Sides sides;
  std::int64_t here = 0;
  std::int64_t there = 0;
};

/// The union of sides over all ranks, sorted, and the side of each match.
Matches sorted_matches(par::Session& session, std::vector<Match> found) {
  Matches matches;
  for (const auto& match : found) matches.sides.push_back(match.sides);
  const auto distinct = [&] {
    std::sort(matches.sides.begin(), matches.sides.end());
    matches.sides.erase(std::unique(matches.sides.begin(), matches.sides.end()), matches.sides.end());
  };
  distinct();
  matches.sides = par::gather_joined(session.comm(), matches.sides);
  distinct();
  std::stable_sort(found.begin(), found.end(), [](const Match& a, const Match& b) {
    return a.entity != b.entity ? a.entity < b.entity : a.sides < b.sides;
  });
  for (const auto& match : found) {
    const auto at = std::lower_bound(matches.sides.begin(), matches.sides.end(), match.sides);
    matches.pairs.emplace_back(match.entity, static_cast<std::int32_t>(at - matches.sides.begin()));
    matches.here.push_back(match.here);
    matches.there.push_back(match.there);
  }
  return matches;
}

cgns::DataType index_type(const DistributionContext& context) {
  return context.mesh.zone.node->type == cgns::DataType::I8 ? cgns::DataType::I8 : cgns::DataType::I4;
}

// --- interfaces between the parts of a zone ---

/// The section of polygons, if the zone consists of polyhedra.
const Distribution* polygons_of(const DistributionContext& context) {
  const Distribution* found = nullptr;
  for (std::size_t s = 0; s < context.mesh.sections.size(); ++s) {
    if (!context.mesh.roles[s].polygons) continue;
    if (found != nullptr) return nullptr;
    found = &context.distributed.elements.sections[s];
  }
  return found;
}

/// Entities that several parts own; ghosts do not make interfaces.
std::vector<Match> shared_entities(const DistributionContext& context, const Distribution& distribution,
                                   bool faces) {
  std::vector<Match> found;
  const auto section = static_cast<std::size_t>(&distribution - context.distributed.elements.sections.data());
  const auto number_at = [&](std::int64_t slot) {
    const auto at = static_cast<std::size_t>(slot);
    const auto part = static_cast<std::size_t>(distribution.part_of(slot));
    return distribution.indices[at] + (faces ? context.distributed.elements.firsts[section][part] : 1);
  };
  for (std::int64_t i = 0; i < distribution.mine.size(); ++i) {
    const auto slots = distribution.slots(i);
    for (auto a = slots.begin; a < slots.end; ++a) {
      for (auto b = slots.begin; b < slots.end; ++b) {
        if (a == b || distribution.is_ghost(a) || distribution.is_ghost(b)) continue;
        const Sides sides = {distribution.parts[static_cast<std::size_t>(a)],
                             distribution.parts[static_cast<std::size_t>(b)]};
        found.push_back({distribution.mine.begin + i, sides, number_at(a), number_at(b)});
      }
    }
  }
  return found;
}

std::string between(const UnstructuredPiece& here, const UnstructuredPiece& there) {
  return fmt::format("JN.P{}.N{}.LT.P{}.N{}", here.rank, here.number, there.rank, there.number);
}

void distribute_zone_interfaces(DistributionContext& context) {
  const auto* polygons = polygons_of(context);
  const auto& distribution = polygons != nullptr ? *polygons : context.distributed.vertices;
  context.out.interface_location = polygons != nullptr ? "FaceCenter" : "Vertex";
  auto matches = sorted_matches(context.session, shared_entities(context, distribution, polygons != nullptr));
  if (matches.sides.empty()) return;
  auto& interface = context.out.interfaces.emplace_back();
  for (const auto& [here, there] : matches.sides) {
    const auto& piece = context.out.pieces[static_cast<std::size_t>(here)];
    const auto& donor = context.out.pieces[static_cast<std::size_t>(there)];
    interface.pieces.push_back({.part = here,
                                .donor = name_of(context.out, donor),
                                .name = between(piece, donor),
                                .opposite = between(donor, piece)});
  }
  const auto by_sides =
      distribution_of(context.session, distribution.begins, std::move(matches.pairs), matches.sides.size());
  const auto& path = context.out.path;
  interface.points = distribute_slots(context, path, index_type(context), by_sides, 1, matches.here);
  interface.donors = distribute_slots(context, path, index_type(context), by_sides, 1, matches.there);
}

// --- interfaces of the zone ---

/// An interface while it is cut.
struct Interface {
  const cgns::Node* node = nullptr;
  std::string path;
  std::size_t zone = 0;
  std::size_t donor = 0;
  std::vector<Sides> sides;
};

const cgns::Node* donor_points(const cgns::Node& interface) {
  for (const auto* name : {"PointListDonor", "CellListDonor", "PointRangeDonor"}) {
    if (const auto* node = interface.child(name)) return node;
  }
  return nullptr;
}

/// Throws if there are other points.
void require_no_more(const Interface& interface) {
  for (const auto& child : interface.node->children) {
    const bool is_index = child.label == "IndexArray_t" || child.label == "IndexRange_t";
    const bool is_known =
        &child == points_of(*interface.node, interface.path) || &child == donor_points(*interface.node);
    if (child.link || (is_index && !is_known))
      throw node_error(cgns::join(interface.path, child.name), "cannot be split with its interface");
  }
}

/// Combines all parts that have a point with all parts that have its donor point.
std::vector<Match> matches_of(const ListDistribution& here, const ListDistribution& there) {
  std::vector<Match> found;
  const auto& mine = here.distribution.mine;
  for (std::int64_t i = 0; i < mine.size(); ++i) {
    const auto opposite = there.distribution.slots(i);
    for (auto a = here.distribution.slots(i).begin; a < here.distribution.slots(i).end; ++a) {
      const auto at = static_cast<std::size_t>(a);
      for (auto to = static_cast<std::size_t>(opposite.begin); to < static_cast<std::size_t>(opposite.end);
           ++to) {
        found.push_back({mine.begin + i,
                         {here.distribution.parts[at], there.distribution.parts[to]},
                         here.numbers[at],
                         there.numbers[to]});
      }
    }
  }
  return found;
}

cgns::DataType type_of_list(const cgns::Node& points) {
  return points.type == cgns::DataType::I8 ? cgns::DataType::I8 : cgns::DataType::I4;
}

void distribute_interface(std::vector<DistributionContext>& zones, Interface& interface) {
  auto& context = zones[interface.zone];
  const auto* points = points_of(*interface.node, interface.path);
  const auto* donors = donor_points(*interface.node);
  if (points == nullptr || donors == nullptr)
    throw node_error(interface.path, "does not have both a PointList and a PointListDonor");
  require_no_more(interface);
  const auto points_path = cgns::join(interface.path, points->name);
  const auto donors_path = cgns::join(interface.path, donors->name);
  const auto count = count_in(*points, points_path);
  if (count != count_in(*donors, donors_path) || count == 0)
    throw node_error(interface.path, "has lists of points of different lengths, or empty ones");
  const auto location = cgns::location_of(*interface.node);
  const auto begins = equal_begins(count, context.session.size());
  const auto here = distribute_points(context, points_path, location, begins,
                                      numbers_in(context, *points, points_path, begins));
  const auto there = distribute_points(zones[interface.donor], donors_path,
                                       donors->name == "CellListDonor" ? "CellCenter" : location, begins,
                                       numbers_in(context, *donors, donors_path, begins));
  auto matches = sorted_matches(context.session, matches_of(here, there));
  const auto by_sides =
      distribution_of(context.session, begins, std::move(matches.pairs), matches.sides.size());
  auto& made = context.out.interfaces.emplace_back();
  made.interface = interface.node;
  made.numbers = distribute_numbers(context, interface.path, by_sides);
  made.points = distribute_slots(context, points_path, type_of_list(*points), by_sides, 1, matches.here);
  made.donors = distribute_slots(context, donors_path, type_of_list(*donors), by_sides, 1, matches.there);
  interface.sides = std::move(matches.sides);
}

/// Number of earlier sides of the same part.
std::int64_t piece_number(const std::vector<Sides>& sides, const Sides& wanted) {
  std::int64_t number = 0;
  for (const auto& [here, there] : sides) number += here == wanted.part && there < wanted.donor ? 1 : 0;
  return number;
}

/// The interface called `name` that leads back. Of namesakes in several containers, it is the one between the
/// same parts; null if there is none.
const Interface* opposite_of(const std::vector<Interface>& interfaces, const Interface& interface,
                             const std::string& name) {
  auto sides = interface.sides;
  for (auto& [part, donor] : sides) std::swap(part, donor);
  std::sort(sides.begin(), sides.end());
  const Interface* found = nullptr;
  for (const auto& other : interfaces) {
    if (other.zone != interface.donor || other.node->name != name) continue;
    if (found == nullptr) found = &other;
    if (other.donor == interface.zone && other.sides == sides) return &other;
  }
  return found;
}

void name_pieces(std::vector<DistributionContext>& zones, const std::vector<Interface>& interfaces,
                 const Interface& interface, DistributedInterface& made) {
  const auto* opposite = interface.node->child("GridConnectivityDonorName");
  const auto name = opposite != nullptr ? cgns::text_of(*opposite) : std::string();
  const auto* back = opposite_of(interfaces, interface, name);
  const auto opposite_name = [&](const Sides& sides) {
    if (back == nullptr) return name;
    return piece_name(*zones[back->zone].mesh.zone.node, name,
                      piece_number(back->sides, {sides.donor, sides.part}));
  };
  for (const auto& sides : interface.sides) {
    const auto& donor = zones[interface.donor].out;
    const bool names_base = cgns::text_of(*interface.node).find('/') != std::string::npos;
    const auto donor_name = name_of(donor, donor.pieces[static_cast<std::size_t>(sides.donor)]);
    made.pieces.push_back({.part = sides.part,
                           .donor = names_base ? donor.base->name + "/" + donor_name : donor_name,
                           .name = piece_name(*zones[interface.zone].mesh.zone.node, interface.node->name,
                                              piece_number(interface.sides, sides)),
                           .opposite = opposite != nullptr ? opposite_name(sides) : std::string()});
  }
}

std::vector<Interface> interfaces_of(std::vector<DistributionContext>& zones, const Mesh& mesh) {
  std::vector<Interface> interfaces;
  for (std::size_t z = 0; z < zones.size(); ++z) {
    for (const auto& container : zones[z].mesh.zone.node->children) {
      if (container.label != "ZoneGridConnectivity_t") continue;
      const auto path = cgns::join(zones[z].out.path, container.name);
      if (container.link) throw node_error(path, "is a link, which cannot be split");
      for (const auto& node : container.children) {
        const bool is_interface = cgns::is_interface(node) && !node.link;
        if (!is_interface || !partition::why_uncut(mesh, zones[z].out, node).empty()) continue;
        const auto donor = mesh.unstructured_donor(*zones[z].out.base, node);
        interfaces.push_back({.node = &node,
                              .path = cgns::join(path, node.name),
                              .zone = z,
                              .donor = static_cast<std::size_t>(donor),
                              .sides = {}});
      }
    }
  }
  return interfaces;
}

void distribute_holes(DistributionContext& context) {
  for (const auto& container : context.mesh.zone.node->children) {
    if (container.label != "ZoneGridConnectivity_t") continue;
    for (const auto& node : container.children) {
      if (node.label != "OversetHoles_t" || node.link) continue;
      const auto path = cgns::join(cgns::join(context.out.path, container.name), node.name);
      if (!why_uncut_holes(node).empty()) continue;
      if (const auto* points = points_of(node, path)) (void)distribute_list(context, node, *points, path);
    }
  }
}

}  // namespace

void distribute_interfaces(std::vector<DistributionContext>& zones, const Mesh& mesh) {
  auto interfaces = interfaces_of(zones, mesh);
  std::vector<std::size_t> places;
  for (auto& interface : interfaces) {
    places.push_back(zones[interface.zone].out.interfaces.size());
    distribute_interface(zones, interface);
  }
  for (std::size_t i = 0; i < interfaces.size(); ++i)
    name_pieces(zones, interfaces, interfaces[i], zones[interfaces[i].zone].out.interfaces[places[i]]);
  for (auto& zone : zones) {
    distribute_holes(zone);
    distribute_zone_interfaces(zone);
  }
}

}  // namespace pcgns::partition
