#include "pcgns/repartition/run/global_numbers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include "pcgns/par/collective.hpp"

namespace pcgns::repartition {

namespace {

constexpr std::int64_t number_width = sizeof(std::int64_t);
constexpr std::int64_t numbers_at_once = 1 << 17;

using AtVertices = std::array<bool, 3>;
constexpr std::array<AtVertices, 3> at_faces = {
    {{true, false, false}, {false, true, false}, {false, false, true}}};

std::int64_t points_of(const partition::ZoneSize& zone, const AtVertices& at_vertices) {
  std::int64_t points = 1;
  for (std::size_t d = 0; d < static_cast<std::size_t>(zone.dimension); ++d)
    points *= zone.cells[d] + (at_vertices[d] ? 1 : 0);
  return points;
}

std::int64_t vertices_of(const partition::ZoneSize& zone) { return points_of(zone, {true, true, true}); }

/// Most points of a kind that a zone has.
std::int64_t most_points(const partition::ZoneSize& zone) {
  std::int64_t faces = 0;
  for (const auto& normal : at_faces) faces += points_of(zone, normal);
  return std::max(vertices_of(zone), zone.dimension == 3 ? faces : 0);
}

/// Each rank writes its portion.
void write_numbers(par::Session& session, io::ScratchFile& scratch, std::int64_t at, std::int64_t count) {
  par::collectively(session.comm(), "numbering", [&] {
    const auto each = (count + session.size() - 1) / session.size();
    const auto end = std::min(count, (session.rank() + 1) * each);
    std::vector<std::int64_t> numbers;
    for (auto first = session.rank() * each; first < end; first += numbers_at_once) {
      numbers.resize(static_cast<std::size_t>(std::min(numbers_at_once, end - first)));
      std::iota(numbers.begin(), numbers.end(), first + 1);
      scratch.write(at + first * number_width, numbers);
      session.alive();
    }
  });
  scratch.settle();
}

partition::ZoneNumbers numbers_of(io::ScratchFile& scratch, const partition::ZoneSize& zone,
                                  std::int64_t at) {
  partition::ZoneNumbers numbers;
  numbers.vertices = scratch.add_array(zone.path + "/Vertex", at, vertices_of(zone));
  numbers.cells = scratch.add_array(zone.path + "/Cell", at, zone.cell_count());
  auto from = at;
  for (std::size_t d = 0; d < 3 && zone.dimension == 3; ++d) {
    const auto count = points_of(zone, at_faces[d]);
    numbers.faces[d] = scratch.add_array(zone.path + "/Face", from, count);
    from += count * number_width;
  }
  return numbers;
}

}  // namespace

std::vector<partition::ZoneNumbers> global_numbers(par::Session& session, io::ScratchFile& scratch,
                                                   const std::vector<partition::ZoneSize>& zones) {
  std::int64_t most = 0;
  for (const auto& zone : zones) most = std::max(most, most_points(zone));
  const auto at = scratch.add_room(most * number_width);
  write_numbers(session, scratch, at, most);
  std::vector<partition::ZoneNumbers> numbers;
  for (const auto& zone : zones) numbers.push_back(numbers_of(scratch, zone, at));
  return numbers;
}

}  // namespace pcgns::repartition
