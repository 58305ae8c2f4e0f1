// What a rank gets of a partition is what pcgns-repartition writes for it.
#include "pcgns/restart/partition.hpp"

#include <cstdio>

#include "../session.hpp"
#include "catch.hpp"
#include "meshes.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "solutions.hpp"

namespace {

using namespace pcgns;
using partition::Method;
using partition::Order;
using test::session;

fileset::OpenRequest set_of(const std::string& names) { return {.files = {.names = {names}}, .steps = {}}; }

/// The file of this rank's part, with all values in its tree.
cgns::Node file_of_rank(const std::string& parts) {
  char name[300];
  std::snprintf(name, sizeof name, parts.c_str(), session().rank());
  return file::read_tree(name, {.inline_limit = 1 << 30}).trees.front();
}

void require_same(const cgns::Node& part, const cgns::Node& file, const std::string& path) {
  INFO(path << " on rank " << session().rank());
  CHECK(part.name == file.name);
  CHECK(part.label == file.label);
  CHECK(part.type == file.type);
  CHECK(part.dims == file.dims);
  CHECK(part.data == file.data);
  REQUIRE(part.children.size() == file.children.size());
  for (std::size_t i = 0; i < part.children.size(); ++i)
    require_same(part.children[i], file.children[i], path + "/" + file.children[i].name);
}

/// The field "Pressure" of all pieces, one after the other.
std::vector<double> pressure_of(restart::Partition& parts, restart::Entity entity) {
  std::vector<double> values(static_cast<std::size_t>(parts.size(entity)));
  std::vector<restart::Partition::WantedArray> wanted;
  for (const auto& piece : parts.pieces()) {
    const auto* solution = piece.zone->child(entity == restart::Entity::cell ? "AtCells" : "AtVertices");
    const auto* field = solution == nullptr ? nullptr : solution->child("Pressure");
    if (field == nullptr) continue;
    wanted.push_back({field->array, cgns::DataType::R8, values.data() + piece.of(entity).begin});
  }
  parts.read(wanted);
  return values;
}

/// An exchange with the lists gives all ghosts the values that their owners have.
void require_exchange(restart::Partition& parts, restart::Entity entity) {
  const auto expected = pressure_of(parts, entity);
  auto values = expected;
  std::int64_t ghosts = 0;
  for (const auto& piece : parts.pieces()) ghosts += piece.of(entity).total - piece.of(entity).own;
  for (const auto& list : parts.exchange_lists(entity)) {
    ghosts -= std::ssize(list.receive);
    for (const auto at : list.receive) values[static_cast<std::size_t>(at)] = -1;
  }
  CHECK(ghosts == 0);
  test::exchange(parts, entity, values);
  CHECK(values == expected);
}

void require_like_files(const std::string& names, restart::PartitionRequest request) {
  const test::Scratch scratch;
  const auto parts = scratch.path("part_%03d.cgns");
  request.partition.partitions = session().size();
  request.partition.method = request.assignment.method;
  test::write_parts(names, parts, request);
  restart::FileSet files(session(), set_of(names));
  restart::Partition partition(files, request);
  require_same(test::with_solutions(partition), file_of_rank(parts), "");
  for (const auto entity : {restart::Entity::vertex, restart::Entity::cell})
    require_exchange(partition, entity);
}

TEST_CASE("parts of structured zones are those of the files", "[restart]") {
  const test::Scratch scratch;
  const auto whole = scratch.path("whole.cgns");
  const auto set = scratch.path("set_%03d.cgns");
  test::write_blocks(whole);
  test::write_parts(whole, set, {.partition = {.partitions = 3, .constraints = {}}});
  for (const std::int64_t ghosts : {0, 1, 2}) {
    require_like_files(whole, {.partition = {.constraints = {}, .ghosts = ghosts}});
    require_like_files(set, {.partition = {.constraints = {}, .ghosts = ghosts}});
  }
  // More ranks than three would get fewer cells than two layers of ghosts need.
  if (session().size() > 3) return;
  require_like_files(whole, {.partition = {.constraints = {.least = 5}, .ghosts = 2},
                             .assignment = {.weights = "AtCells/Pressure"}});
}

TEST_CASE("ranks for which there are not enough cells with ghosts have no part", "[restart]") {
  const test::Scratch scratch;
  const auto whole = scratch.path("whole.cgns");
  test::write_blocks(whole);
  restart::FileSet files(session(), set_of(whole));
  restart::Partition parts(
      files, {.partition = {.constraints = {.least = 1000, .leaves_empty = true}, .ghosts = 2}});
  CHECK(par::all_sum(session().comm(), std::ssize(parts.pieces())) == 2);
  for (const auto entity : {restart::Entity::vertex, restart::Entity::cell}) require_exchange(parts, entity);
}

TEST_CASE("parts have the particles that the files have", "[restart]") {
  const test::Scratch scratch;
  const auto blocks = scratch.path("blocks.cgns");
  const auto drops = scratch.path("drops.cgns");
  test::write_blocks(blocks);
  test::write_drops(blocks, drops);
  require_like_files(drops, {.partition = {.constraints = {}, .ghosts = 1}});
}

TEST_CASE("parts of unstructured zones are those of the files", "[restart]") {
  const test::Scratch scratch;
  const auto whole = scratch.path("whole.cgns");
  const auto set = scratch.path("set_%03d.cgns");
  test::write_hexahedra(whole, 5);
  test::write_parts(whole, set, {.partition = {.partitions = 3, .constraints = {}}});
  for (const auto method : {Method::rcb, Method::hilbert, Method::block, Method::keep}) {
    for (const std::int64_t ghosts : {0, 1, 2})
      require_like_files(
          set, {.partition = {.constraints = {}, .ghosts = ghosts}, .assignment = {.method = method}});
  }
  require_like_files(
      set, {.partition = {.constraints = {}, .ghosts = 1}, .assignment = {.order = Order::hilbert}});
  require_like_files(whole, {.assignment = {.weights = "AtCells/Pressure"}});
}

TEST_CASE("a field of a part comes in the type that is asked for", "[restart]") {
  const test::Scratch scratch;
  const auto whole = scratch.path("whole.cgns");
  test::write_hexahedra(whole, 4);
  restart::FileSet files(session(), set_of(whole));
  restart::Partition parts(files, {});
  double sum = 0;
  std::vector<restart::Partition::WantedArray> wanted;
  std::vector<float> pressure;
  for (const auto& piece : parts.pieces()) {
    pressure.resize(static_cast<std::size_t>(piece.of(restart::Entity::cell).own));
    const auto* field = piece.zone->child("AtCells")->child("Pressure");
    wanted.push_back({field->array, cgns::DataType::R4, pressure.data()});
  }
  parts.read(wanted);
  for (const auto value : pressure) sum += static_cast<double>(value);
  CHECK(par::all_sum(session().comm(), static_cast<std::int64_t>(sum * 8)) == 64 * 8 * 1000 + 63 * 64 / 2);
  const Error failure(ErrorKind::usage, "this rank has no memory");
  const bool is_last = session().rank() + 1 == session().size();
  CHECK_THROWS_WITH(parts.read(wanted, is_last ? std::optional(failure) : std::nullopt),
                    Catch::Contains("has no memory"));
  parts.read(wanted);
}

}  // namespace
