// Interfaces of pieces, as a solver uses them: an exchange brings to every point what lies at the same place
// on the other side, by any method and for any kind of zone.
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "../capi/ok.hpp"
#include "../session.hpp"
#include "meshes.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/partition/distribute_zones.hpp"
#include "pcgns/pcgnslib.h"
#include "pcgns/restart/partition.hpp"
#include "ring.hpp"

namespace {

using namespace pcgns;
using partition::Method;
using partition::Order;
using restart::Entity;
using test::ok;
using test::session;

using test::cells;
using test::Kind;
using test::Place;

int zone_of(const restart::Piece& piece) { return piece.whole == "First" ? 1 : 2; }

/// The places of all vertices of all pieces; ghosts of other zones, at which nothing is asked, have none.
std::vector<Place> vertex_places(const restart::Partition& parts) {
  std::vector<Place> places;
  for (const auto& piece : parts.pieces()) {
    for (const auto number : parts.global_numbers(piece, Entity::vertex))
      places.push_back(number == 0 ? Place{} : test::place_of(zone_of(piece), number));
  }
  return places;
}

/// The centres of faces of all pieces, by their element numbers. Other elements have none.
std::vector<Place> face_places(const restart::Partition& parts) {
  std::vector<Place> places(static_cast<std::size_t>(parts.size(Entity::element)));
  const auto at_vertices = vertex_places(parts);
  for (const auto& piece : parts.pieces()) {
    for (const auto& section : piece.zone->children) {
      if (section.label != "Elements_t") continue;
      const auto type = cgns::integers_of(section).front();
      if (type != QUAD_4 && type != NGON_n) continue;
      const auto nodes = cgns::integers_of(*section.child("ElementConnectivity"));
      auto at =
          piece.of(Entity::element).begin + cgns::integers_of(*section.child("ElementRange")).front() - 1;
      for (std::size_t i = 0; i < nodes.size(); i += 4, ++at) {
        for (std::size_t n = i; n < i + 4; ++n) {
          const auto& corner =
              at_vertices.at(static_cast<std::size_t>(piece.of(Entity::vertex).begin + nodes[n] - 1));
          for (const std::size_t axis : {0, 1, 2})
            places.at(static_cast<std::size_t>(at))[axis] += corner[axis] / 4;
        }
      }
    }
  }
  return places;
}

/// The translation of an interface.
Place shift_of(const cgns::Node& interface) {
  const auto* property = interface.child("GridConnectivityProperty");
  if (property == nullptr) return {};
  const auto shift = cgns::reals_of(*property->child("Periodic")->child("Translation"));
  Place eighths = {};
  for (const std::size_t axis : {0, 1, 2}) eighths[axis] = static_cast<std::int64_t>(8 * shift[axis]);
  return eighths;
}

struct Received {
  std::int64_t values = 0;
  std::int64_t wrong = 0;
};

std::vector<std::vector<std::byte>> sent(const std::vector<restart::ExchangeList>& lists,
                                         const std::vector<Place>& places) {
  par::Messages messages(static_cast<std::size_t>(session().size()));
  for (const auto& list : lists) {
    std::vector<Place> values;
    for (const auto at : list.send) values.push_back(places.at(static_cast<std::size_t>(at)));
    const auto bytes = std::as_bytes(std::span(values));
    messages[static_cast<std::size_t>(list.rank)].assign(bytes.begin(), bytes.end());
  }
  return par::deliver(session().comm(), messages);
}

/// Every rank sends the places of its points; what arrives is at the same place, moved by the interface.
Received exchanged(const restart::Partition& parts, Entity entity) {
  const auto places = entity == Entity::vertex ? vertex_places(parts) : face_places(parts);
  const auto& lists = parts.interface_lists(entity);
  const auto arrived = sent(lists, places);
  Received received;
  for (const auto& list : lists) {
    std::size_t next = 0;
    par::for_each_record<Place>(arrived[static_cast<std::size_t>(list.rank)], [&](const Place& there) {
      const auto& interface = parts.interfaces().at(static_cast<std::size_t>(list.interfaces.at(next)));
      auto here = places.at(static_cast<std::size_t>(list.receive.at(next++)));
      const auto shift = shift_of(*interface.node);
      for (const std::size_t axis : {0, 1, 2}) here[axis] += shift[axis];
      received.wrong += here == there ? 0 : 1;
    });
    CHECK(next == list.receive.size());
    received.values += std::ssize(list.receive);
  }
  return received;
}

std::int64_t points_of_interfaces(const restart::Partition& parts, Entity entity) {
  std::int64_t points = 0;
  for (const auto& interface : parts.interfaces())
    points += interface.entity == entity ? interface.points : 0;
  return points;
}

/// How many ranks have each own point of each zone.
std::map<std::array<std::int64_t, 4>, std::int64_t> copies_of(const restart::Partition& parts,
                                                              Entity entity) {
  std::vector<std::array<std::int64_t, 4>> mine;
  const auto places = entity == Entity::vertex ? vertex_places(parts) : face_places(parts);
  for (const auto& piece : parts.pieces()) {
    const auto& entities = piece.of(entity);
    for (auto at = entities.begin; at < entities.begin + entities.own; ++at) {
      const auto& place = places.at(static_cast<std::size_t>(at));
      if (entity == Entity::vertex || place != Place{})
        mine.push_back({zone_of(piece), place[0], place[1], place[2]});
    }
  }
  std::map<std::array<std::int64_t, 4>, std::int64_t> copies;
  for (const auto& one : par::gather_joined(session().comm(), mine)) ++copies[one];
  return copies;
}

/// What all copies of all points get: from the copies of the same point, and from those across.
std::int64_t expected(Kind kind, const restart::Partition& parts) {
  const auto entity = test::lists_faces(kind) ? Entity::element : Entity::vertex;
  const auto copies = copies_of(parts, entity);
  std::int64_t sum = 0;
  if (kind != Kind::by_faces)
    for (const auto& [point, count] : copies) sum += count * (count - 1);
  for (const auto& interface : test::ring_interfaces()) {
    for (const auto& [point, count] : copies) {
      const auto axis = interface.side.axis;
      const auto begin = axis == 0 ? (interface.zone - 1) * cells[0] : 0;
      const auto plane = 8 * (begin + (interface.side.is_high ? cells.at(axis) : 0));
      if (point[0] != interface.zone || point.at(axis + 1) != plane) continue;
      auto across = point;
      across[0] = interface.donor;
      across.at(axis + 1) += 8 * interface.shift;
      sum += count * copies.at(across);
    }
  }
  return sum;
}

void require_exchange(restart::FileSet& files, Kind kind, const restart::PartitionRequest& request) {
  const restart::Partition parts(files, request);
  const auto entity = test::lists_faces(kind) ? Entity::element : Entity::vertex;
  const auto received = exchanged(parts, entity);
  CHECK(received.wrong == 0);
  CHECK(received.values == points_of_interfaces(parts, entity));
  const auto all = par::all_sum(session().comm(), received.values);
  std::int64_t listed = 0;
  for (const auto& interface : test::ring_interfaces()) listed += test::points_at(kind, interface.side);
  CHECK(all >= listed);
  const bool counts_ghosts = test::lists_faces(kind) && request.partition.ghosts > 0;
  if (!counts_ghosts && !test::is_structured(kind)) CHECK(all == expected(kind, parts));
}

TEST_CASE("values across interfaces come from the same place, whatever the method and the zones",
          "[restart]") {
  const test::Scratch scratch;
  const auto whole = scratch.path("ring.cgns");
  for (const auto kind :
       {Kind::by_vertices, Kind::by_faces, Kind::polyhedra, Kind::ranges, Kind::structured_lists}) {
    test::write_ring(whole, kind);
    CAPTURE(static_cast<int>(kind));
    restart::FileSet files(session(), {.files = {.names = {whole}}});
    std::int64_t ghosts = 0;
    for (const auto method :
         {Method::rcb, Method::hilbert, Method::graph, Method::block, Method::keep, Method::file}) {
      if (test::is_structured(kind) && method != Method::rcb) continue;
      if (method == Method::graph && !partition::has_graph_partitioner()) continue;
      CAPTURE(ghosts, static_cast<int>(method));
      require_exchange(
          files, kind,
          {.partition = {.constraints = {}, .ghosts = std::exchange(ghosts, (ghosts + 1) % 3)},
           .assignment = {.method = method, .field = method == Method::file ? "AtCells/Owner" : ""}});
    }
    require_exchange(files, kind,
                     {.partition = {.constraints = {}, .ghosts = 1}, .assignment = {.order = Order::rcm}});
  }
}

TEST_CASE("interfaces of a set of parts are those of the whole zones", "[restart]") {
  const test::Scratch scratch;
  const auto whole = scratch.path("ring.cgns");
  for (const auto kind : {Kind::by_vertices, Kind::by_faces, Kind::polyhedra, Kind::ranges}) {
    test::write_ring(whole, kind);
    CAPTURE(static_cast<int>(kind));
    const auto set = scratch.path("set" + std::to_string(static_cast<int>(kind)) + "_%03d.cgns");
    test::write_parts(whole, set, {.partition = {.partitions = 3, .constraints = {}}});
    restart::FileSet files(session(), {.files = {.names = {set}}});
    require_exchange(files, kind, {.partition = {.constraints = {}}});
  }
}

TEST_CASE("interfaces made by the cut count once, however many containers have them", "[restart]") {
  const test::Scratch scratch;
  const auto whole = scratch.path("ring.cgns");
  for (const auto kind : {Kind::by_vertices, Kind::ranges}) {
    CAPTURE(static_cast<int>(kind));
    std::array<std::size_t, 2> interfaces = {};
    std::array<std::int64_t, 2> values = {};
    for (const int containers : {1, 2}) {
      test::write_ring(whole, kind, containers);
      restart::FileSet files(session(), {.files = {.names = {whole}}});
      const restart::Partition parts(files, {.partition = {.constraints = {}}});
      const auto at = static_cast<std::size_t>(containers) - 1;
      interfaces.at(at) = parts.interfaces().size();
      values.at(at) = exchanged(parts, Entity::vertex).values;
    }
    CHECK(interfaces[1] == interfaces[0]);
    CHECK(values[1] == values[0]);
  }
}

/// How many interfaces have another motion by the calls of C than in the part, or have one where it has none.
int wrong_motions(int partition, const restart::Partition& parts) {
  int wrong = 0;
  int I = 0;
  for (const auto& interface : parts.interfaces()) {
    std::array<float, 3> center = {};
    std::array<float, 3> angle = {};
    std::array<float, 3> shift = {};
    const int status =
        cgp_partition_interface_periodic(partition, ++I, center.data(), angle.data(), shift.data());
    const auto expected = shift_of(*interface.node);
    const bool is_periodic = interface.node->child("GridConnectivityProperty") != nullptr;
    wrong += status == (is_periodic ? CG_OK : CG_NODE_NOT_FOUND) ? 0 : 1;
    for (const std::size_t axis : {0, 1, 2})
      wrong += 8 * shift[axis] == static_cast<float>(expected[axis]) ? 0 : 1;
  }
  return wrong;
}

TEST_CASE("the calls of C name the motions of periodic interfaces, and have the same lists", "[restart]") {
  const test::Scratch scratch;
  const auto whole = scratch.path("ring.cgns");
  test::write_ring(whole, Kind::polyhedra);
  restart::FileSet files(session(), {.files = {.names = {whole}}});
  const restart::Partition parts(files, {.partition = {.constraints = {}}});
  const char* const name = whole.c_str();
  int file = 0;
  int partition = 0;
  int interfaces = 0;
  int neighbours = 0;
  ok(cgp_mpi_comm(session().comm()));
  ok(cgp_fileset_open(1, &name, CG_MODE_READ, &file));
  ok(cgp_partition_create(file, 1, nullptr, &partition));
  ok(cgp_partition_ninterfaces(partition, &interfaces));
  CHECK(interfaces == static_cast<int>(parts.interfaces().size()));
  CHECK(wrong_motions(partition, parts) == 0);
  ok(cgp_partition_interface_nneighbours(partition, FaceCenter, &neighbours));
  const auto& lists = parts.interface_lists(Entity::element);
  REQUIRE(neighbours == static_cast<int>(lists.size()));
  for (int N = 1; N <= neighbours; ++N) {
    auto list = lists.at(static_cast<std::size_t>(N) - 1);
    std::vector<cgsize_t> send(list.send.size());
    std::vector<cgsize_t> receive(list.receive.size());
    std::vector<int> across(list.receive.size());
    ok(cgp_partition_interface_lists(partition, FaceCenter, N, send.data(), receive.data(), across.data()));
    for (auto& at : list.send) ++at;
    for (auto& at : list.receive) ++at;
    for (auto& at : list.interfaces) ++at;
    CHECK((send == list.send && receive == list.receive && across == list.interfaces));
  }
  CHECK(cgp_partition_interface_nneighbours(partition, CellCenter, &neighbours) == CG_ERROR);
  ok(cgp_partition_destroy(partition));
  ok(cgp_close(file));
}

}  // namespace
