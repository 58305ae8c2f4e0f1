// exchanges.cpp: what the pieces of this rank consist of, and who owns their ghosts.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/plan/blocks.hpp"
#include "pcgns/restart/run/partition_state.hpp"

namespace pcgns::restart {

namespace {

using cgns::Node;
using partition::Block;
using partition::Index3;

constexpr auto finding_owners = "finding the owners of ghosts and interfaces";
constexpr std::array both = {Entity::vertex, Entity::cell};

const char* place_of(Entity entity) { return entity == Entity::vertex ? "Vertex" : "CellCenter"; }

Block with_planes(Block block, const Node* container, std::size_t dimension) {
  const auto* rind = container == nullptr ? nullptr : container->child_labelled("Rind_t");
  if (rind == nullptr) return block;
  const auto planes = cgns::integers_of(*rind);
  for (std::size_t d = 0; d < dimension; ++d) {
    block.begin[d] -= planes[2 * d];
    block.end[d] += planes[2 * d + 1];
  }
  return block;
}

bool is_inside(const Block& block, const Block& outer) { return plan::intersect(block, outer) == block; }

/// The containers whose planes those of the entities are, and the points of all: fields of different
/// solutions may have ghosts at different sides. Of fields, because coordinates have none across a periodic
/// interface.
struct Containers {
  std::vector<const Node*> nodes = {};
  Block box = {};
};

Containers containers_of(const Node& zone, Entity entity, const Block& own, std::size_t dimension) {
  Containers found{.box = own};
  const auto add = [&](const Node& node) {
    const auto box = with_planes(own, &node, dimension);
    if (!found.nodes.empty() && is_inside(box, found.box)) return;
    found.nodes.push_back(&node);
    found.box = plan::bounds({found.box, box});
  };
  for (const auto& node : zone.children) {
    const bool has_fields = node.label == "FlowSolution_t" && cgns::location_of(node) == place_of(entity) &&
                            std::ranges::none_of(node.children, cgns::is_point_set);
    if (has_fields) add(node);
  }
  const auto* grid = zone.child_labelled("GridCoordinates_t");
  if (found.nodes.empty() && grid != nullptr) add(*grid);
  return found;
}

Block points_of(Block cells, Entity entity, std::size_t dimension) {
  for (std::size_t d = 0; entity == Entity::vertex && d < dimension; ++d) ++cells.end[d];
  return cells;
}

const Node& numbering_of(const Node& zone) { return *zone.child(fileset::numbering_name); }

const char* name_of(Entity entity) { return entity == Entity::vertex ? "Vertex" : "Cell"; }

void measure_structured(Piece& piece) {
  const auto& numbering = numbering_of(*piece.zone);
  const auto range = cgns::integers_of(*numbering.child("CellRange"));
  const auto whole = cgns::integers_of(*numbering.child("CellSize"));
  for (std::size_t d = 0; d < piece.dimension; ++d) {
    piece.cells.begin[d] = range[d] - 1;
    piece.cells.end[d] = range[piece.dimension + d];
    piece.whole_cells.end[d] = whole[d];
  }
  for (const auto entity : both) {
    auto& entities = piece.entities[static_cast<std::size_t>(entity)];
    const auto own = points_of(piece.cells, entity, piece.dimension);
    entities.box = containers_of(*piece.zone, entity, own, piece.dimension).box;
    entities.own = own.count();
    entities.total = entities.box.count();
  }
}

void measure_unstructured(Piece& piece) {
  const auto sizes = cgns::integers_of(*piece.zone);
  for (const auto entity : both) {
    const auto* numbers = numbering_of(*piece.zone).child(name_of(entity));
    auto& entities = piece.entities[static_cast<std::size_t>(entity)];
    entities.own = sizes[static_cast<std::size_t>(entity)];
    entities.total = numbers == nullptr ? entities.own : cgns::count_of(numbers->dims);
  }
  auto& elements = piece.entities[static_cast<std::size_t>(Entity::element)];
  for (const auto& section : piece.zone->children) {
    if (const auto* range = section.child("ElementRange"); section.label == "Elements_t" && range != nullptr)
      elements.total = std::max(elements.total, cgns::integers_of(*range).at(1));
  }
  elements.own = elements.total;
}

/// Where a ghost outside its zone comes from.
struct Origin {
  int zone = 0;
  Index3 point = {};
};

std::optional<Origin> origin_of(const std::vector<partition::Borrowed>& borrowed, const Index3& point) {
  for (const auto& block : borrowed) {
    if (!block.points.contains(point)) continue;
    Origin origin{.zone = block.zone};
    for (std::size_t d = 0; d < 3; ++d) {
      const auto axis = static_cast<std::size_t>(std::abs(block.axes[d]) - 1);
      const auto steps = point[d] - block.points.begin[d];
      origin.point[axis] = block.first[axis] + (block.axes[d] > 0 ? steps : -steps);
    }
    return origin;
  }
  return std::nullopt;
}

/// `tree`: of the part. Ghosts in a base that it lacks have no owner in this partition.
void add_structured(const partition::Mesh& mesh, const partition::StructuredPiece& place, const Piece& piece,
                    Entity entity, const Node& tree, RequestsByRank& ghosts) {
  const auto& entities = piece.of(entity);
  if (entities.own == entities.total) return;
  const auto own = own_points(piece, entity);
  const auto within = points_of(piece.whole_cells, entity, piece.dimension);
  // Where no field is at cells, the planes are those of the coordinates.
  const bool at_vertices = entity == Entity::vertex;
  const cgns::Location points = {at_vertices, at_vertices, at_vertices};
  const auto& whole = *mesh.zones[static_cast<std::size_t>(place.zone)];
  std::vector<partition::Borrowed> borrowed;
  for (const auto* container : containers_of(*piece.zone, entity, own, piece.dimension).nodes) {
    const auto* of_whole = whole.child(container->name);
    if (of_whole == nullptr) continue;
    const auto found = borrowed_ghosts(mesh, place, *of_whole, points);
    borrowed.insert(borrowed.end(), found.begin(), found.end());
  }
  each_point(entities.box, [&](const Index3& point) {
    if (own.contains(point)) return;
    const auto origin = within.contains(point) ? Origin{place.zone, point} : origin_of(borrowed, point);
    if (!origin || tree.child(mesh.bases[static_cast<std::size_t>(origin->zone)]->name) == nullptr) return;
    const auto owner = mesh.near[static_cast<std::size_t>(origin->zone)].owner_of(origin->point);
    if (!owner) return;
    auto& list = ghosts[static_cast<int>(mesh.piece(*owner).rank)];
    list.asked.push_back({.piece = *owner, .point = origin->point});
    list.positions.push_back(entities.begin + position_in(entities.box, point));
  });
}

void add_unstructured(int zone, const Piece& piece, Entity entity, RequestsByRank& ghosts) {
  const auto& entities = piece.of(entity);
  const auto* owners = piece.zone->child(fileset::ghosts_name);
  if (entities.own == entities.total || owners == nullptr) return;
  const std::string name = name_of(entity);
  const auto ranks = cgns::integers_of(*owners->child(name + "Owner"));
  const auto indices = cgns::integers_of(*owners->child(name + "OwnerIndex"));
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    auto& list = ghosts[static_cast<int>(ranks[i])];
    list.asked.push_back({.piece = -1 - zone, .point = {indices[i] - 1}});
    list.positions.push_back(entities.begin + entities.own + static_cast<std::int64_t>(i));
  }
}

}  // namespace

Block own_points(const Piece& piece, Entity entity) {
  return points_of(piece.cells, entity, piece.dimension);
}

Block points_in(const Node& container, const Piece& piece, Entity entity) {
  return with_planes(own_points(piece, entity), &container, piece.dimension);
}

std::optional<PartitionedZone> Partition::State::whole_of(const Node& base, const Node& zone) const {
  // Pieces of two bases may have the same name.
  for (std::size_t i = 0; i < mesh.names.size(); ++i) {
    if (mesh.names[i] != zone.name) continue;
    const auto whole = static_cast<std::size_t>(mesh.piece(static_cast<int>(i)).zone);
    if (mesh.bases[whole]->name == base.name)
      return PartitionedZone{true, static_cast<int>(i), mesh.zones[whole]->name};
  }
  for (std::size_t i = 0; i < mesh.unstructured.size(); ++i) {
    const auto& part = mesh.unstructured[i];
    if (part.base->name == base.name && std::ranges::find(part.names, zone.name) != part.names.end())
      return PartitionedZone{false, static_cast<int>(i), part.zone->name};
  }
  return std::nullopt;
}

void Partition::State::add_piece(const Node& base, const Node& zone) {
  const auto whole = whole_of(base, zone);
  if (!whole) return;  // particles, or a plane
  Piece piece{.base = &base, .zone = &zone, .dimension = cgns::integers_of(zone).size() / 3};
  piece.is_structured = whole->is_structured;
  piece.whole = whole->name;
  if (piece.is_structured) {
    measure_structured(piece);
  } else {
    measure_unstructured(piece);
  }
  places.push_back(whole->place);
  pieces.push_back(std::move(piece));
}

void Partition::State::list_pieces() {
  for (const auto& base : plan.output.children) {
    for (const auto& zone : base.children) {
      if (base.label == "CGNSBase_t" && zone.label == "Zone_t") add_piece(base, zone);
    }
  }
  for (std::size_t p = 0; p < pieces.size(); ++p)
    pieces_at.emplace(pieces[p].is_structured ? places[p] : -1 - places[p], p);
  std::array<std::int64_t, 3> begins = {};
  for (auto& piece : pieces) {
    for (std::size_t e = 0; e < begins.size(); ++e)
      piece.entities[e].begin = std::exchange(begins[e], begins[e] + piece.entities[e].total);
  }
}

std::int64_t Partition::State::position_of(Entity entity, const Asked& asked) const {
  const auto [begin, end] = pieces_at.equal_range(asked.piece);
  for (auto found = begin; found != end; ++found) {
    const auto& piece = pieces[found->second];
    const auto& entities = piece.of(entity);
    const auto at = piece.is_structured ? position_in(entities.box, asked.point) : asked.point[0];
    const bool is_own =
        piece.is_structured ? own_points(piece, entity).contains(asked.point) : at >= 0 && at < entities.own;
    if (is_own) return entities.begin + at;
  }
  throw Error(ErrorKind::internal, "a rank does not have an entity that another one wants");
}

RequestsByRank Partition::State::ghosts_of(Entity entity) const {
  RequestsByRank ghosts;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    if (pieces[p].is_structured) {
      add_structured(mesh, mesh.piece(places[p]), pieces[p], entity, plan.output, ghosts);
    } else {
      add_unstructured(places[p], pieces[p], entity, ghosts);
    }
  }
  return ghosts;
}

std::vector<ExchangeList> Partition::State::lists_for(Entity entity,
                                                      const std::function<RequestsByRank()>& ask) const {
  std::map<int, ExchangeList> by_rank;
  par::Messages messages(static_cast<std::size_t>(session().size()));
  const auto prepare = [&] {
    for (auto& [rank, requests] : ask()) {
      const auto bytes = std::as_bytes(std::span(requests.asked));
      messages[static_cast<std::size_t>(rank)].assign(bytes.begin(), bytes.end());
      by_rank[rank].receive = std::move(requests.positions);
      by_rank[rank].interfaces = std::move(requests.interfaces);
    }
  };
  par::collectively(session().comm(), finding_owners, prepare, par::Stops::ignore);
  const auto arrived = par::deliver(session().comm(), messages);
  const auto answer = [&] {
    for (std::size_t rank = 0; rank < arrived.size(); ++rank) {
      par::for_each_record<Asked>(arrived[rank], [&](const Asked& asked) {
        by_rank[static_cast<int>(rank)].send.push_back(position_of(entity, asked));
      });
    }
  };
  par::collectively(session().comm(), finding_owners, answer, par::Stops::ignore);
  std::vector<ExchangeList> lists;
  for (auto& [rank, list] : by_rank) {
    list.rank = rank;
    lists.push_back(std::move(list));
  }
  return lists;
}

void Partition::State::find_exchanges(std::array<RequestsByRank, 3> beyond) {
  for (const auto entity : both)
    exchanges[static_cast<std::size_t>(entity)] = lists_for(entity, [&] { return ghosts_of(entity); });
  for (const auto entity : {Entity::vertex, Entity::element}) {
    const auto e = static_cast<std::size_t>(entity);
    interface_lists[e] = lists_for(entity, [&] { return std::move(beyond[e]); });
  }
}

std::int64_t Partition::size(Entity entity) const {
  const auto& pieces = state_->pieces;
  return pieces.empty() ? 0 : pieces.back().of(entity).begin + pieces.back().of(entity).total;
}

std::vector<std::int64_t> Partition::global_numbers(const Piece& piece, Entity entity) const {
  const auto& entities = piece.of(entity);
  if (entity == Entity::element) return {};
  if (!piece.is_structured) {
    const auto* numbers = numbering_of(*piece.zone).child(name_of(entity));
    return numbers == nullptr ? std::vector<std::int64_t>{} : cgns::integers_of(*numbers);
  }
  const auto whole = points_of(piece.whole_cells, entity, piece.dimension);
  std::vector<std::int64_t> numbers;
  each_point(entities.box, [&](const Index3& point) {
    numbers.push_back(whole.contains(point) ? position_in(whole, point) + 1 : 0);
  });
  return numbers;
}

const std::vector<ExchangeList>& Partition::exchange_lists(Entity entity) const {
  return state_->exchanges[static_cast<std::size_t>(entity)];
}

const std::vector<Interface>& Partition::interfaces() const { return state_->interfaces; }

const std::vector<ExchangeList>& Partition::interface_lists(Entity entity) const {
  return state_->interface_lists[static_cast<std::size_t>(entity)];
}

}  // namespace pcgns::restart
