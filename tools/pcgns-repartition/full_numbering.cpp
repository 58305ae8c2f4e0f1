#include "pcgns-repartition/full_numbering.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "pcgns/par/collective.hpp"

namespace pcgns::repartition {

namespace {

constexpr std::int64_t block = 1 << 17;  // numbers that are written at once
constexpr std::int64_t width = sizeof(std::int64_t);

using partition::Location;
using partition::ZoneSize;

std::int64_t points_of(const ZoneSize& zone, const Location& location) {
  return partition::points_of({{0, 0, 0}, zone.cells}, location, static_cast<std::size_t>(zone.dimension))
      .count();
}

constexpr Location at_vertices = {true, true, true};
constexpr Location at_cells = {false, false, false};
constexpr std::array<Location, 3> at_faces = {
    {{true, false, false}, {false, true, false}, {false, false, true}}};

std::int64_t faces_of(const ZoneSize& zone) {
  std::int64_t faces = 0;
  for (const auto& location : at_faces) faces += points_of(zone, location);
  return zone.dimension == 3 ? faces : 0;
}

/// The numbers 1, 2, … up to `count`; each rank writes its share.
void write_numbers(par::Session& session, io::ScratchFile& scratch, std::int64_t at, std::int64_t count) {
  par::collectively(session.comm(), "numbering", [&] {
    const auto share = (count + session.size() - 1) / session.size();
    const auto end = std::min(count, (session.rank() + 1) * share);
    std::vector<std::int64_t> numbers;
    for (auto first = session.rank() * share; first < end; first += block) {
      numbers.resize(static_cast<std::size_t>(std::min(block, end - first)));
      std::iota(numbers.begin(), numbers.end(), first + 1);
      scratch.write(at + first * width, numbers);
      session.alive();
    }
  });
  scratch.settle();
}

}  // namespace

void add_numbers(par::Session& session, cgns::InputSet& inputs, const std::string& output,
                 std::unique_ptr<io::ScratchFile>& scratch, partition::Mesh& mesh) {
  if (!scratch) scratch = std::make_unique<io::ScratchFile>(session, inputs, output);
  std::int64_t most = 0;
  for (const auto& zone : mesh.decomposition.zones)
    most = std::max({most, points_of(zone, at_vertices), faces_of(zone)});
  const auto at = scratch->add_room(most * width);
  write_numbers(session, *scratch, at, most);
  for (const auto& zone : mesh.decomposition.zones) {
    partition::ZoneNumbers numbers;
    numbers.vertices = scratch->add_array(zone.path + "/Vertex", at, points_of(zone, at_vertices));
    numbers.cells = scratch->add_array(zone.path + "/Cell", at, points_of(zone, at_cells));
    auto from = at;
    for (std::size_t d = 0; d < 3 && zone.dimension == 3; ++d) {
      const auto count = points_of(zone, at_faces[d]);
      numbers.faces[d] = scratch->add_array(zone.path + "/Face", from, count);
      from += count * width;
    }
    mesh.numbers.push_back(numbers);
  }
}

}  // namespace pcgns::repartition
