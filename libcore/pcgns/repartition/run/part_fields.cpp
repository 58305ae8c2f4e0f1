#include "pcgns/repartition/run/part_fields.hpp"

#include <algorithm>
#include <cstdint>

#include "pcgns/par/collective.hpp"

namespace pcgns::repartition {

namespace {

constexpr std::int64_t width = sizeof(std::int32_t);
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
    scratch.write(offset + first * width, std::as_bytes(std::span(parts)));
    session.alive();
  }
}

}  // namespace

std::vector<int> part_fields(par::Session& session, io::ScratchFile& scratch, const partition::Mesh& mesh) {
  std::vector<int> arrays;
  std::vector<std::int64_t> offsets;
  for (const auto& zone : mesh.decomposition.zones) {
    offsets.push_back(scratch.add_room(zone.cell_count() * width));
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
