// What a check finds does not depend on the number of ranks.
#include <cmath>
#include <numeric>

#include "catch.hpp"
#include "memory_mesh.hpp"
#include "pcgns/verify/check/run/repeated.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using test::MemoryMesh;
using test::session;

using Lines = std::vector<std::string>;

void add_interface(cgns::Node& zone, const std::string& donor, const std::vector<std::int64_t>& here,
                   const std::vector<std::int64_t>& there) {
  auto interface = cgns::text_node("Seam", "GridConnectivity1to1_t", donor);
  interface.children = {cgns::integer_node("Transform", "\"int[IndexDimension]\"", {3}, {1, 2, 3}),
                        cgns::integer_node("PointRange", "IndexRange_t", {3, 2}, here),
                        cgns::integer_node("PointRangeDonor", "IndexRange_t", {3, 2}, there)};
  zone.children.push_back(
      {.name = "Joins", .label = "ZoneGridConnectivity_t", .children = {std::move(interface)}});
}

/// Two blocks side by side, 20 cells each way, in which a point is wrong.
MemoryMesh two_blocks(bool moved, bool with_nan) {
  MemoryMesh mesh;
  for (const int begin : {0, 20}) {
    auto& zone =
        mesh.add_blocks(begin == 0 ? "A" : "B", {21, 21, 21},
                        [&](std::int64_t i, std::int64_t j, std::int64_t k, int direction) {
                          if (with_nan && begin == 0 && j == 3 && k > 17 && direction == 1)
                            return std::nan("");
                          const bool is_wrong = moved && begin > 0 && i == 0 && j == 7 && k >= 19;
                          if (is_wrong && direction == 0) return begin + 1.5;
                          return static_cast<double>(direction == 0 ? begin + i : direction == 1 ? j : k);
                        });
    const std::vector<std::int64_t> high = {21, 1, 1, 21, 21, 21};
    const std::vector<std::int64_t> low = {1, 1, 1, 1, 21, 21};
    add_interface(zone, begin == 0 ? "B" : "A", begin == 0 ? high : low, begin == 0 ? low : high);
  }
  return mesh;
}

void structured_mesh(par::Session& comm, const verify::check::Subject& subject, cgns::Findings& findings) {
  for (const auto& base : subject.data.plan.output.children) {
    for (const auto& zone : base.children) {
      verify::check::check_structured_mesh(comm, subject, base, zone, findings);
    }
  }
}

}  // namespace

TEST_CASE("a good mesh has no findings") {
  const auto mesh = two_blocks(false, false);
  CHECK(mesh.found_by(session(), verify::check::check_interfaces) == Lines{});
  CHECK(mesh.found_by(session(), verify::check::check_values) == Lines{});
  CHECK(mesh.found_by(session(), structured_mesh) == Lines{});
}

TEST_CASE("a moved point of a seam is found") {
  const auto mesh = two_blocks(true, false);
  CHECK(mesh.found_by(session(), verify::check::check_interfaces) ==
        Lines{"J0401 /Base/A/Joins/Seam: vertex (21, 8, 20), 2"});
}

TEST_CASE("cells that are turned inside out are counted, wherever they lie") {
  MemoryMesh mesh;
  mesh.add_blocks("A", {21, 150, 31}, [](std::int64_t i, std::int64_t j, std::int64_t k, int direction) {
    if (direction > 0) return static_cast<double>(direction == 1 ? j : k);
    return i == 20 && j >= 140 ? 18.5 : static_cast<double>(i);
  });
  CHECK(mesh.found_by(session(), structured_mesh) == Lines{"M0402 /Base/A: cell (20, 141, 1), 270"});
}

TEST_CASE("values that are not numbers are found where they are") {
  const auto mesh = two_blocks(false, true);
  CHECK(mesh.found_by(session(), verify::check::check_values) ==
        Lines{"V0101 /Base/A/GridCoordinates/CoordinateY: value (1, 4, 19), 63"});
}

TEST_CASE("what a list has twice is counted, wherever it lies") {
  std::vector<std::int64_t> all(5000);
  std::iota(all.begin(), all.end(), -7);
  all[4321] = all[12];
  all[4999] = all[12];
  all[3210] = all[3209];
  const auto size = static_cast<std::size_t>(session().size());
  const auto rank = static_cast<std::size_t>(session().rank());
  const auto begin = all.size() * rank / size;
  const auto end = all.size() * (rank + 1) / size;
  const auto found = verify::check::repeated(session(), std::span(all).subspan(begin, end - begin),
                                             static_cast<std::int64_t>(begin));
  CHECK(found.count == 3);
  CHECK(found.first == 3210);
  CHECK(found.value == 3209 - 7);
  CHECK(verify::check::repeated(session(), {}, 0).count == 0);
}
