// interfaces.cpp: what lies on the other sides of the interfaces of this rank's pieces.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <unordered_map>

#include "pcgns/cgns/interfaces.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/restart/run/partition_state.hpp"

namespace pcgns::restart {

namespace {

using cgns::Node;
using partition::Block;
using partition::Index3;

/// A piece of any rank.
struct Place {
  int rank = 0;
  std::int64_t piece = 0;  ///< Asked::piece
  std::size_t dimension = 1;
  Index3 first = {};  ///< Its first point, in the whole zone; of an unstructured piece 0.
};
using PlacesByPath = std::unordered_map<std::string, Place>;  ///< "Base/Piece".

/// The pieces of the bases that `tree`, the part of a rank, has.
PlacesByPath places_of(const partition::Mesh& mesh, const Node& tree) {
  PlacesByPath places;
  for (std::size_t i = 0; i < mesh.names.size(); ++i) {
    const auto& piece = mesh.piece(static_cast<int>(i));
    const auto zone = static_cast<std::size_t>(piece.zone);
    if (tree.child(mesh.bases[zone]->name) == nullptr) continue;
    places[mesh.bases[zone]->name + "/" + mesh.names[i]] = {
        static_cast<int>(piece.rank), static_cast<std::int64_t>(i),
        static_cast<std::size_t>(mesh.decomposition.zones[zone].dimension), piece.cells.begin};
  }
  for (std::size_t z = 0; z < mesh.unstructured.size(); ++z) {
    const auto& zone = mesh.unstructured[z];
    for (std::size_t i = 0; tree.child(zone.base->name) != nullptr && i < zone.names.size(); ++i) {
      places[zone.base->name + "/" + zone.names[i]] = {static_cast<int>(zone.pieces[i].rank),
                                                       -1 - static_cast<std::int64_t>(z)};
    }
  }
  return places;
}

const Place* place_named(const PlacesByPath& places, const Piece& piece, const Node& interface) {
  if (interface.type != cgns::DataType::C1) return nullptr;
  const auto name = cgns::text_of(interface);
  const auto found = places.find(name.find('/') == std::string::npos ? piece.base->name + "/" + name : name);
  return found == places.end() ? nullptr : &found->second;
}

bool is_1to1(const Node& interface) {
  return !interface.link && cgns::is_interface(interface) &&
         cgns::type_of_interface(interface) == "Abutting1to1";
}

const Node* points_of(const Node& interface) {
  const auto found = std::ranges::find_if(interface.children, cgns::is_point_set);
  return found == interface.children.end() ? nullptr : &*found;
}

const Node* donors_of(const Node& interface) {
  const auto* list = interface.child("PointListDonor");
  return list != nullptr ? list : interface.child("PointRangeDonor");
}

/// What an interface lists; empty if it is neither vertices nor elements.
std::optional<Entity> entity_of(const Node& interface, const Piece& piece) {
  const auto* points = points_of(interface);
  if (points == nullptr || donors_of(interface) == nullptr) return std::nullopt;
  const auto location = cgns::location_of(interface);
  if (location == "Vertex") return Entity::vertex;
  const bool is_element = location == "FaceCenter" || location == "EdgeCenter";
  return is_element && !piece.is_structured ? std::optional(Entity::element) : std::nullopt;
}

/// A point of a piece, whose indices are 1-based, in its whole zone.
Index3 to_whole(const Index3& point, const Index3& first) {
  return {point[0] + first[0] - 1, point[1] + first[1] - 1, point[2] + first[2] - 1};
}

/// One entry per index, missing ones 1.
Index3 index_at(const std::vector<std::int64_t>& values, std::size_t begin, std::size_t dimension) {
  Index3 index = {1, 1, 1};
  for (std::size_t d = 0; d < dimension; ++d) index[d] = values.at(begin + d);
  return index;
}

std::vector<Index3> listed(const Node& set, std::size_t dimension) {
  const auto values = cgns::integers_of(set);
  std::vector<Index3> points;
  if (set.label == "IndexRange_t") {
    Block box{.begin = index_at(values, 0, dimension), .end = index_at(values, dimension, dimension)};
    for (auto& end : box.end) ++end;
    each_point(box, [&](const Index3& point) { points.push_back(point); });
    return points;
  }
  for (std::size_t i = 0; i + dimension <= values.size(); i += dimension)
    points.push_back(index_at(values, i, dimension));
  return points;
}

/// Both sides of an interface, point by point, in the indices of the pieces.
struct Sides {
  std::vector<Index3> here = {};
  std::vector<Index3> there = {};
};

/// Those of a GridConnectivity1to1_t: a point of the donor follows from its distance to the first one.
Sides sides_of_ranges(const Node& interface, std::size_t dimension) {
  const auto range = cgns::integers_of(*interface.child("PointRange"));
  const auto donors = cgns::integers_of(*interface.child("PointRangeDonor"));
  const auto* transform = interface.child("Transform");
  const auto axes = transform == nullptr ? std::vector<std::int64_t>{1, 2, 3} : cgns::integers_of(*transform);
  Block box{.begin = index_at(range, 0, dimension), .end = index_at(range, dimension, dimension)};
  const auto first = box.begin;
  for (std::size_t d = 0; d < 3; ++d) {
    if (box.begin[d] > box.end[d]) std::swap(box.begin[d], box.end[d]);
    ++box.end[d];
  }
  Sides sides;
  each_point(box, [&](const Index3& point) {
    auto donor = index_at(donors, 0, dimension);
    for (std::size_t d = 0; d < dimension; ++d) {
      const auto steps = point[d] - first[d];
      donor[static_cast<std::size_t>(std::abs(axes[d])) - 1] += axes[d] > 0 ? steps : -steps;
    }
    sides.here.push_back(point);
    sides.there.push_back(donor);
  });
  return sides;
}

Sides sides_of(const Node& interface, std::size_t dimension, std::size_t donor_dimension) {
  const auto* points = points_of(interface);
  const auto* donors = donors_of(interface);
  if (points->label == "IndexRange_t" && donors->label == "IndexRange_t")
    return sides_of_ranges(interface, dimension);
  return {listed(*points, dimension), listed(*donors, donor_dimension)};
}

/// Position of a point of a piece, in its indices, among the values of all pieces.
std::int64_t position_at(const Piece& piece, Entity entity, const Index3& point) {
  const auto& entities = piece.of(entity);
  if (!piece.is_structured) return entities.begin + point[0] - 1;
  return entities.begin + position_in(entities.box, to_whole(point, piece.cells.begin));
}

/// Adds what interface number `index` wants from the rank of its other side; how many entities.
std::int64_t add_beyond(const Piece& piece, const Interface& interface, const Place& donor, int index,
                        Requests& requests) {
  const auto [here, there] =
      sides_of(*interface.node, piece.is_structured ? piece.dimension : 1, donor.dimension);
  if (here.size() != there.size())
    throw node_error(fmt::format("/{}/{}/{}", piece.base->name, piece.zone->name, interface.node->name),
                     fmt::format("has {} points, and {} on the other side", here.size(), there.size()));
  for (std::size_t i = 0; i < here.size(); ++i) {
    requests.asked.push_back({donor.piece, to_whole(there[i], donor.first)});
    requests.positions.push_back(position_at(piece, interface.entity, here[i]));
    requests.interfaces.push_back(index);
  }
  return static_cast<std::int64_t>(here.size());
}

/// True for an interface that a cut has made, not for a piece of one of the whole zone.
bool is_of_cut(const Node& interface) {
  return interface.child("Decomp") != nullptr && !fileset::has_original_name(interface);
}

/// The interfaces of a zone, whatever they connect. Each container has those that the cut made: they count
/// once.
std::vector<const Node*> interfaces_in(const Node& zone) {
  std::vector<const Node*> found;
  bool has_cut = false;
  for (const auto& container : zone.children) {
    if (container.label != "ZoneGridConnectivity_t") continue;
    for (const auto& node : container.children)
      if (is_1to1(node) && !(has_cut && is_of_cut(node))) found.push_back(&node);
    has_cut = has_cut || std::ranges::any_of(container.children, is_of_cut);
  }
  return found;
}

}  // namespace

std::array<RequestsByRank, 3> Partition::State::list_interfaces() {
  const auto all = places_of(mesh, plan.output);
  std::array<RequestsByRank, 3> beyond;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    for (const auto* node : interfaces_in(*pieces[p].zone)) {
      const auto* donor = place_named(all, pieces[p], *node);
      const auto entity = entity_of(*node, pieces[p]);
      if (donor == nullptr || !entity) continue;
      auto& requests = beyond[static_cast<std::size_t>(*entity)][donor->rank];
      const auto index = static_cast<int>(interfaces.size());
      auto& interface = interfaces.emplace_back(Interface{node, static_cast<int>(p), donor->rank, *entity});
      interface.points = add_beyond(pieces[p], interface, *donor, index, requests);
    }
  }
  return beyond;
}

}  // namespace pcgns::restart
