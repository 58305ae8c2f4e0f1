// partitions.cpp: the parts of an open file in the memory of ranks.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/capi/detail/calls.hpp"
#include "pcgns/capi/detail/handles.hpp"
#include "pcgns/capi/detail/nodes.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/restart/partition.hpp"

using namespace pcgns;
using namespace pcgns::capi;

namespace {

using restart::Entity;

constexpr std::int64_t most_ghosts = 64;

std::int64_t number_from(const std::string& key, const std::string& value) {
  std::int64_t number = -1;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || number < 0 || number > most_ghosts)
    throw Error(ErrorKind::usage,
                fmt::format("{}: '{}' is not a number from 0 to {}", key, value, most_ghosts));
  return number;
}

void take_option(const std::string& key, const std::string& value, restart::PartitionRequest& request) {
  auto& assignment = request.assignment;
  if (key == "method") {
    partition::parse_method("method", value, assignment);
    request.partition.method_name = value;
  } else if (key == "order") {
    const auto found = partition::order_words().find(value);
    if (found == partition::order_words().end())
      throw Error(ErrorKind::usage, fmt::format("order: '{}' is not one of keep, hilbert, rcm", value));
    assignment.order = found->second;
  } else if (key == "ghosts") {
    request.partition.ghosts = number_from(key, value);
  } else if (key == "weights") {
    assignment.weights = value;
  } else if (key == "targets") {
    assignment.targets = value;
  } else {
    throw Error(ErrorKind::usage,
                fmt::format("'{}' is not one of the options method, order, ghosts, weights, targets", key));
  }
}

/// "key=value;key=value", or null.
restart::PartitionRequest request_of(const char* options) {
  restart::PartitionRequest request{.partition = {.constraints = {}, .method_name = "rcb"}};
  each_option(options, "ghosts=1",
              [&](const std::string& key, const std::string& value) { take_option(key, value, request); });
  request.partition.keeps_planes = true;
  // As many cells as the ghosts of the neighbours need.
  request.partition.constraints.least = 2 * request.partition.ghosts + 1;
  request.partition.constraints.leaves_empty = true;
  return request;
}

/// Numbers of zones and solutions are those of the document, in which a piece is a zone.
void require_whole_zones(Document& document, int B) {
  const auto base = base_at(document, B);
  const auto* whole = document.file_set().tree().child(base->name);
  for (const auto& zone : whole->children) {
    if (zone.label == "Zone_t" && !child_named(base, zone.name))
      throw Error(
          ErrorKind::usage,
          at(document.path(), base.path,
             fmt::format("has zone {} in pieces: open the file with cgp_fileset_open, which merges them",
                         zone.name)));
  }
}

/// Structured zones with one vertex in a direction stay whole beside others; alone, they make no parts.
void require_more_than_planes(Document& document, int B) {
  const auto base = base_at(document, B);
  const auto& zones = document.file_set().tree().child(base->name)->children;
  const auto is_other = [](const cgns::Node& zone) {
    return zone.label == "Zone_t" && !cgns::is_plane(zone);
  };
  if (std::ranges::any_of(zones, cgns::is_plane) && std::ranges::none_of(zones, is_other))
    throw Error(ErrorKind::usage, at(document.path(), base.path,
                                     "cannot be split: all its zones have one vertex and no cells in a "
                                     "direction"));
}

int create(int fn, int B, const char* map, const char* options, int* p) {
  return guarded_on(fn, [&](Document& document) {
    require_mpi();
    restart::PartitionRequest request;
    Hasher hasher;
    par::collectively(
        document.comm(), "reading the options of a partition",
        [&] {
          request = request_of(options);
          if (map != nullptr && !std::string_view(map).ends_with(partition::map_suffix))
            throw Error(ErrorKind::usage,
                        fmt::format("the map '{}' does not end in {}", map, partition::map_suffix));
          if (map != nullptr) partition::parse_method("map", fmt::format("file:{}", map), request.assignment);
          request.base = base_at(document, B)->name;
          hasher.add(std::string_view(request.base));
          hasher.add(std::string_view(options == nullptr ? "" : options));
          hasher.add(std::string_view(map == nullptr ? "" : map));
        },
        par::Stops::ignore);
    require_same_everywhere(document.comm(), hasher, "the options of a partition");
    auto& files = document.file_set();
    require_whole_zones(document, B);
    require_more_than_planes(document, B);
    *p = keep(OpenPartition{fn, B, std::make_unique<restart::Partition>(files, std::move(request))});
  });
}

const restart::Piece& piece_at(int p, int P) {
  const auto& pieces = partition_of(p).parts->pieces();
  if (P < 1 || P > static_cast<int>(pieces.size()))
    throw Error(ErrorKind::usage,
                fmt::format("piece {} is not one of the {} of this rank", P, pieces.size()));
  return pieces[static_cast<std::size_t>(P) - 1];
}

Entity entity_of(CGNS_ENUMT(GridLocation_t) location) {
  if (location == CGNS_ENUMV(Vertex)) return Entity::vertex;
  if (location == CGNS_ENUMV(CellCenter)) return Entity::cell;
  throw Error(ErrorKind::usage, "the location is neither Vertex nor CellCenter");
}

/// Also of what the sections have.
Entity entity_or_element(CGNS_ENUMT(GridLocation_t) location) {
  const bool is_element = location == CGNS_ENUMV(FaceCenter) || location == CGNS_ENUMV(EdgeCenter);
  return is_element ? Entity::element : entity_of(location);
}

const restart::ExchangeList& list_at(const std::vector<restart::ExchangeList>& lists, int N) {
  if (N < 1 || N > static_cast<int>(lists.size()))
    throw Error(ErrorKind::usage, fmt::format("{} is not one of the {} neighbours", N, lists.size()));
  return lists[static_cast<std::size_t>(N) - 1];
}

void give_positions(const std::vector<std::int64_t>& positions, cgsize_t* to) {
  for (std::size_t i = 0; to != nullptr && i < positions.size(); ++i) to[i] = positions[i] + 1;
}

void give_list(const restart::ExchangeList& list, cgsize_t* send, cgsize_t* receive) {
  give_positions(list.send, send);
  give_positions(list.receive, receive);
}

void give_sizes(const restart::ExchangeList& list, int* rank, cgsize_t* nsend, cgsize_t* nreceive) {
  give(rank, list.rank);
  give(nsend, list.send.size());
  give(nreceive, list.receive.size());
}

const std::vector<restart::ExchangeList>& ghost_lists(int p, CGNS_ENUMT(GridLocation_t) location) {
  return partition_of(p).parts->exchange_lists(entity_of(location));
}

const std::vector<restart::ExchangeList>& interface_lists(int p, CGNS_ENUMT(GridLocation_t) location) {
  const auto entity = entity_or_element(location);
  if (entity == Entity::cell) throw Error(ErrorKind::usage, "the location is neither Vertex nor FaceCenter");
  return partition_of(p).parts->interface_lists(entity);
}

const restart::Interface& interface_at(int p, int I) {
  const auto& interfaces = partition_of(p).parts->interfaces();
  if (I < 1 || I > static_cast<int>(interfaces.size()))
    throw Error(ErrorKind::usage,
                fmt::format("interface {} is not one of the {} of this rank", I, interfaces.size()));
  return interfaces[static_cast<std::size_t>(I) - 1];
}

CGNS_ENUMT(GridLocation_t) location_of(const restart::Interface& interface) {
  if (interface.entity == Entity::vertex) return CGNS_ENUMV(Vertex);
  const bool is_edge = cgns::location_of(*interface.node) == "EdgeCenter";
  return is_edge ? CGNS_ENUMV(EdgeCenter) : CGNS_ENUMV(FaceCenter);
}

const cgns::Node& periodic_of(const cgns::Node& interface) {
  const auto* property = interface.child_labelled("GridConnectivityProperty_t");
  const auto* periodic = property == nullptr ? nullptr : property->child_labelled("Periodic_t");
  if (periodic == nullptr)
    throw NotFound(ErrorKind::usage, fmt::format("interface {} is not periodic", interface.name));
  return *periodic;
}

/// Three numbers, 0 where there are fewer.
void give_vector(const cgns::Node& parent, const char* name, float* to) {
  if (to == nullptr) return;
  const auto* node = parent.child(name);
  auto values = node == nullptr ? std::vector<double>() : cgns::reals_of(*node);
  values.resize(3);
  std::ranges::transform(values, to, [](double value) { return static_cast<float>(value); });
}

/// First and last index of each direction, 1-based.
void give_range(const partition::Block& block, std::size_t dimension, cgsize_t* to) {
  for (std::size_t d = 0; to != nullptr && d < dimension; ++d) {
    to[d] = block.begin[d] + 1;
    to[dimension + d] = block.end[d];
  }
}

/// The name of a solution of the whole zone that `piece` belongs to.
std::string solution_name(Document& document, int B, const restart::Piece& piece, int S) {
  const auto zone = child_named(base_at(document, B), piece.whole);
  return child_at(document, zone, "FlowSolution_t", S)->name;
}

/// The array of the piece for a field, which must have a value per entity.
const cgns::Node& field_of(const restart::Partition& parts, const restart::Piece& piece, Entity entity,
                           const std::string& solution, const std::string& field) {
  const auto* container = piece.zone->child(solution);
  const auto* array = container == nullptr ? nullptr : container->child(field);
  if (array == nullptr || (!array->is_bulk() && array->data.empty()))
    throw Error(ErrorKind::usage, fmt::format("zone {} has no field {}/{}", piece.whole, solution, field));
  const auto values = cgns::count_of(
      array->is_bulk() ? parts.arrays()[static_cast<std::size_t>(array->array)].dims : array->dims);
  // Points that are listed may have another order, even if they are all of the zone.
  const bool lists_points = std::ranges::any_of(container->children, cgns::is_point_set);
  const auto points =
      piece.is_structured ? restart::points_in(*container, piece, entity).count() : piece.of(entity).total;
  if (lists_points || values != points)
    throw Error(ErrorKind::usage, fmt::format("zone {}: {}/{} does not have a value for each vertex or cell",
                                              piece.whole, solution, field));
  return *array;
}

/// Values of a solution that does not have all planes of a structured piece, and the memory of the piece.
struct Inset {
  std::vector<std::byte> values = {};
  partition::Block points = {};
  partition::Block box = {};
  std::byte* memory = nullptr;
  std::int64_t size = 0;  ///< Of a value.

  void paste() const {
    const auto row = points.size(0) * size;
    const auto* from = values.data();
    auto point = points.begin;
    for (point[2] = points.begin[2]; point[2] < points.end[2]; ++point[2]) {
      for (point[1] = points.begin[1]; point[1] < points.end[1]; ++point[1], from += row)
        std::memcpy(memory + restart::position_in(box, point) * size, from, static_cast<std::size_t>(row));
    }
  }
};

/// Where a field of all pieces goes.
struct Landing {
  std::vector<restart::Partition::WantedArray> wanted = {};
  std::vector<Inset> insets = {};
};

/// Values that the part has already.
void copy_of_part(const cgns::Node& array, cgns::DataType type, std::byte* memory) {
  if (!io::can_convert(array.type, type))
    throw Error(ErrorKind::usage, fmt::format("{}: {} cannot be converted to {}", array.name,
                                              cgns::to_string(array.type), cgns::to_string(type)));
  // What is only read is not written to.
  auto* const data = const_cast<std::byte*>(array.data.data());
  io::copy_values({data, array.type}, {memory, type}, cgns::count_of(array.dims));
}

Landing landing_for(Document& document, const OpenPartition& partition, int S, const std::string& field,
                    cgns::DataType type, void* data) {
  Landing landing;
  const auto entity = common_entity(document, partition.base, S);
  for (const auto& piece : partition.parts->pieces()) {
    const auto solution = solution_name(document, partition.base, piece, S);
    const auto& array = field_of(*partition.parts, piece, entity, solution, field);
    if (data == nullptr) throw Error(ErrorKind::usage, "data is NULL on a rank that has cells");
    const auto& all = piece.of(entity);
    const std::int64_t size = cgns::size_of(type);
    auto* memory = static_cast<std::byte*>(data) + all.begin * size;
    const auto points =
        piece.is_structured ? restart::points_in(*piece.zone->child(solution), piece, entity) : all.box;
    if (piece.is_structured && points != all.box) {
      auto& inset = landing.insets.emplace_back(
          Inset{.points = points, .box = all.box, .memory = memory, .size = size});
      inset.values.resize(static_cast<std::size_t>(points.count() * size));
      memory = inset.values.data();
    }
    if (array.is_bulk()) {
      landing.wanted.push_back({array.array, type, memory});
    } else {
      copy_of_part(array, type, memory);
    }
  }
  return landing;
}

}  // namespace

int cgp_partition_create(int fn, int B, const char* options, int* p) {
  return create(fn, B, nullptr, options, p);
}

int cgp_partition_from_map(int fn, int B, const char* map, const char* options, int* p) {
  return create(fn, B, map == nullptr ? "" : map, options, p);
}

int cgp_partition_destroy(int p) {
  return guarded([&] { destroy_partition(p); });
}

int cgp_partition_part(int p, int* part) {
  return guarded([&] {
    const auto& partition = partition_of(p);
    auto name = fmt::format("{}, part", document_of(partition.fn).path());
    *part =
        keep(std::make_unique<Document>(std::move(name), partition.parts->tree(), partition.parts->arrays()));
  });
}

int cgp_partition_npieces(int p, int* npieces) {
  return guarded([&] { give(npieces, partition_of(p).parts->pieces().size()); });
}

int cgp_partition_piece_info(int p, int P, char* name, int* Z, cgsize_t* cells, cgsize_t* with_ghosts) {
  return guarded([&] {
    const auto& partition = partition_of(p);
    const auto& piece = piece_at(p, P);
    auto& document = document_of(partition.fn);
    const auto base = base_at(document, partition.base);
    if (name != nullptr) give_name(name, piece.zone->name);
    give(Z, number_of(base, child_named(base, piece.whole)));
    if (!piece.is_structured) return;
    give_range(piece.cells, piece.dimension, cells);
    give_range(piece.of(Entity::cell).box, piece.dimension, with_ghosts);
  });
}

int cgp_partition_piece_size(int p, int P, CGNS_ENUMT(GridLocation_t) location, cgsize_t* begin,
                             cgsize_t* own, cgsize_t* total) {
  return guarded([&] {
    const auto& entities = piece_at(p, P).of(entity_or_element(location));
    give(begin, entities.begin + 1);
    give(own, entities.own);
    give(total, entities.total);
  });
}

int cgp_partition_global_numbers(int p, int P, CGNS_ENUMT(GridLocation_t) location, cgsize_t* numbers) {
  return guarded([&] {
    const auto& piece = piece_at(p, P);
    const auto all = partition_of(p).parts->global_numbers(piece, entity_of(location));
    if (numbers != nullptr) std::copy(all.begin(), all.end(), numbers);
  });
}

int cgp_partition_size(int p, CGNS_ENUMT(GridLocation_t) location, cgsize_t* size) {
  return guarded([&] { give(size, partition_of(p).parts->size(entity_or_element(location))); });
}

int cgp_partition_nneighbours(int p, CGNS_ENUMT(GridLocation_t) location, int* nneighbours) {
  return guarded([&] { give(nneighbours, ghost_lists(p, location).size()); });
}

int cgp_partition_neighbour(int p, CGNS_ENUMT(GridLocation_t) location, int N, int* rank, cgsize_t* nsend,
                            cgsize_t* nreceive) {
  return guarded([&] { give_sizes(list_at(ghost_lists(p, location), N), rank, nsend, nreceive); });
}

int cgp_partition_exchange_lists(int p, CGNS_ENUMT(GridLocation_t) location, int N, cgsize_t* send,
                                 cgsize_t* receive) {
  return guarded([&] { give_list(list_at(ghost_lists(p, location), N), send, receive); });
}

int cgp_partition_ninterfaces(int p, int* ninterfaces) {
  return guarded([&] { give(ninterfaces, partition_of(p).parts->interfaces().size()); });
}

int cgp_partition_interface_info(int p, int I, int* P, char* name, CGNS_ENUMT(GridLocation_t) * location,
                                 int* rank, cgsize_t* npnts) {
  return guarded([&] {
    const auto& interface = interface_at(p, I);
    give(P, interface.piece + 1);
    if (name != nullptr) give_name(name, interface.node->name);
    give(location, location_of(interface));
    give(rank, interface.rank);
    give(npnts, interface.points);
  });
}

int cgp_partition_interface_periodic(int p, int I, float* center, float* angle, float* translation) {
  return guarded([&] {
    const auto& periodic = periodic_of(*interface_at(p, I).node);
    give_vector(periodic, "RotationCenter", center);
    give_vector(periodic, "RotationAngle", angle);
    give_vector(periodic, "Translation", translation);
  });
}

int cgp_partition_interface_nneighbours(int p, CGNS_ENUMT(GridLocation_t) location, int* nneighbours) {
  return guarded([&] { give(nneighbours, interface_lists(p, location).size()); });
}

int cgp_partition_interface_neighbour(int p, CGNS_ENUMT(GridLocation_t) location, int N, int* rank,
                                      cgsize_t* nsend, cgsize_t* nreceive) {
  return guarded([&] { give_sizes(list_at(interface_lists(p, location), N), rank, nsend, nreceive); });
}

int cgp_partition_interface_lists(int p, CGNS_ENUMT(GridLocation_t) location, int N, cgsize_t* send,
                                  cgsize_t* receive, int* interfaces) {
  return guarded([&] {
    const auto& list = list_at(interface_lists(p, location), N);
    give_list(list, send, receive);
    for (std::size_t i = 0; interfaces != nullptr && i < list.interfaces.size(); ++i)
      interfaces[i] = list.interfaces[i] + 1;
  });
}

int cgp_partition_read(int p, int S, const char* field, CGNS_ENUMT(DataType_t) type, void* data) {
  return guarded([&] {
    auto& partition = partition_of(p);
    auto& document = document_of(partition.fn);
    Landing landing;
    const auto failure = par::failure_of(
        [&] {
          take_refusal();
          landing = landing_for(document, partition, S, name_from(field), data_type(type), data);
        },
        "reading a field");
    partition.parts->read(landing.wanted, failure);
    for (const auto& inset : landing.insets) inset.paste();
  });
}
