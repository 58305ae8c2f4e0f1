#include "pcgns/move/match_shifts.hpp"

#include <algorithm>
#include <cstring>

#include "pcgns/base/bytes.hpp"
#include "pcgns/move/number_table.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

assemble::Offset place_in_box(std::int64_t number, const assemble::Offset& vertices) {
  const auto index = number - 1;
  return {index % vertices[0], index / vertices[0] % vertices[1], index / vertices[0] / vertices[1]};
}

assemble::BorderShift shift_of(Source& source, const tree::InputSet& inputs,
                               const assemble::BorderBoxes& border, std::int64_t chunk) {
  std::vector<std::byte> scratch;
  std::vector<std::int64_t> here;
  std::vector<std::int64_t> there;
  assemble::BorderShift found;
  found.count = inputs.arrays[static_cast<std::size_t>(border.here)].dims.front();
  for (std::int64_t begin = 0; begin < found.count; begin += chunk) {
    const auto count = std::min(chunk, found.count - begin);
    read_integers(source, inputs, border.here, begin, count, scratch, here);
    read_integers(source, inputs, border.there, begin, count, scratch, there);
    for (std::size_t i = 0; i < here.size(); ++i) {
      const auto a = place_in_box(here[i], border.vertices_a);
      const auto b = place_in_box(there[i], border.vertices_b);
      const assemble::Offset shift = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
      if (begin == 0 && i == 0) found.shift = shift;
      found.is_one = found.is_one && shift == found.shift;
    }
  }
  return found;
}

}  // namespace

std::vector<assemble::BorderShift> shifts_of(par::Session& session, const tree::InputSet& inputs,
                                             const std::vector<assemble::BorderBoxes>& borders,
                                             std::int64_t chunk) {
  constexpr std::size_t width = 5;
  const auto ranks = static_cast<std::size_t>(session.size());
  std::vector<std::int64_t> mine;
  par::collectively(session.comm(), "matching parts", [&] {
    Source source(inputs, 8 * mebi);
    for (auto i = static_cast<std::size_t>(session.rank()); i < borders.size(); i += ranks) {
      const auto found = shift_of(source, inputs, borders[i], chunk);
      mine.insert(mine.end(),
                  {found.shift[0], found.shift[1], found.shift[2], found.is_one ? 1 : 0, found.count});
      session.alive();
    }
  });
  std::vector<assemble::BorderShift> shifts(borders.size());
  const auto all = par::gather_all(session.comm(), std::as_bytes(std::span(mine)));
  for (std::size_t i = 0; i < shifts.size(); ++i) {
    std::array<std::int64_t, width> row = {};
    std::memcpy(row.data(), all[i % ranks].data() + i / ranks * sizeof row, sizeof row);
    shifts[i] = {{row[0], row[1], row[2]}, row[3] != 0, row[4]};
  }
  return shifts;
}

}  // namespace pcgns::move
