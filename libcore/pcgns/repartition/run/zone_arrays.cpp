#include "pcgns/repartition/run/zone_arrays.hpp"

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

namespace {

constexpr std::int64_t part_width = sizeof(std::int32_t);
constexpr std::int64_t cells_at_once = 1 << 18;

/// The parts of the cells `cells` of structured zone `zone`, numbered along i, j, k.
std::vector<std::int32_t> parts_of(const partition::Mesh& mesh, std::size_t zone, Range cells) {
  const auto& size = mesh.decomposition.zones[zone].cells;
  std::vector<std::int32_t> parts;
  for (auto at = cells.begin; at < cells.end;) {
    const partition::Index3 cell = {at % size[0], at / size[0] % size[1], at / size[0] / size[1]};
    const auto& piece = mesh.piece(mesh.near[zone].owner_of(cell).value());
    const auto count = std::min(piece.cells.end[0] - cell[0], cells.end - at);
    parts.insert(parts.end(), static_cast<std::size_t>(count), static_cast<std::int32_t>(piece.rank));
    at += count;
  }
  return parts;
}

/// Each rank writes its portion.
void write_parts(par::Session& session, io::ScratchFile& scratch, const partition::Mesh& mesh,
                 std::size_t zone, std::int64_t offset) {
  const auto count = mesh.decomposition.zones[zone].cell_count();
  const auto each = (count + session.size() - 1) / session.size();
  const auto end = std::min(count, (session.rank() + 1) * each);
  for (auto first = session.rank() * each; first < end; first += cells_at_once) {
    const auto parts = parts_of(mesh, zone, {first, std::min(first + cells_at_once, end)});
    scratch.write(offset + first * part_width, std::as_bytes(std::span(parts)));
    session.alive();
  }
}

}  // namespace

std::vector<int> part_fields(par::Session& session, io::ScratchFile& scratch, const partition::Mesh& mesh) {
  std::vector<int> arrays;
  std::vector<std::int64_t> offsets;
  for (const auto& zone : mesh.decomposition.zones) {
    offsets.push_back(scratch.add_room(zone.cell_count() * part_width));
    arrays.push_back(
        scratch.add_array(zone.path + "/Part", offsets.back(), zone.cell_count(), cgns::DataType::I4));
  }
  par::collectively(session.comm(), "writing the parts of the cells", [&] {
    for (std::size_t zone = 0; zone < offsets.size(); ++zone)
      write_parts(session, scratch, mesh, zone, offsets[zone]);
  });
  scratch.settle();
  return arrays;
}

}  // namespace pcgns::repartition
