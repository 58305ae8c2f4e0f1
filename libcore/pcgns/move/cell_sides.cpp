#include "pcgns/move/cell_sides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "pcgns/base/error.hpp"
#include "pcgns/move/number_table.hpp"

namespace pcgns::move {

namespace {

constexpr std::int64_t most_at_once = 65536;
constexpr auto two_cells = std::numeric_limits<std::int64_t>::min();

/// Throws unless `offsets` ascend within the values.
void require_sound(const tree::InputSet& inputs, const plan::Turned::Side& side,
                   const std::vector<std::int64_t>& offsets) {
  const auto& values = inputs.arrays[static_cast<std::size_t>(side.cell_faces)];
  const bool sound = offsets.front() >= 0 && offsets.back() <= tree::count_of(values.dims) &&
                     std::is_sorted(offsets.begin(), offsets.end());
  if (sound) return;
  const auto& array = inputs.arrays[static_cast<std::size_t>(side.cell_offsets)];
  const auto file = array.file < 0 ? "memory" : inputs.files[static_cast<std::size_t>(array.file)].path;
  throw input_error(file, array.path, "does not ascend within the values");
}

}  // namespace

void CellSides::look(Source& source, const tree::InputSet& inputs, const plan::Turned::Side& side) {
  std::sort(faces_.begin(), faces_.end());
  faces_.erase(std::unique(faces_.begin(), faces_.end()), faces_.end());
  cells_.assign(faces_.size(), 0);
  for (std::int64_t begin = 0; begin < side.cells; begin += most_at_once)
    read_cells(source, inputs, side, begin, std::min(most_at_once, side.cells - begin));
}

void CellSides::read_cells(Source& source, const tree::InputSet& inputs, const plan::Turned::Side& side,
                           std::int64_t begin, std::int64_t count) {
  read_integers(source, inputs, side.cell_offsets, begin, count + 1, scratch_, offsets_);
  require_sound(inputs, side, offsets_);
  std::size_t next = 1;  // Where the cell at hand ends.
  for (auto at = offsets_.front(); at < offsets_.back();) {
    const auto size = std::min(most_at_once, offsets_.back() - at);
    read_integers(source, inputs, side.cell_faces, at, size, scratch_, values_);
    for (const auto value : values_) {
      while (offsets_[next] <= at) ++next;
      enter(value, side.first_cell + begin + static_cast<std::int64_t>(next) - 1);
      ++at;
    }
  }
}

void CellSides::enter(std::int64_t value, std::int64_t cell) {
  if (faces_.empty() || value == two_cells) return;
  const auto face = value < 0 ? -value : value;
  if (face < faces_.front() || face > faces_.back()) return;
  const auto found = std::lower_bound(faces_.begin(), faces_.end(), face);
  if (*found != face) return;
  auto& known = cells_[static_cast<std::size_t>(found - faces_.begin())];
  known = known != 0 ? two_cells : value < 0 ? -cell : cell;
}

std::int64_t CellSides::cell_of(std::int64_t face) const {
  const auto found = std::lower_bound(faces_.begin(), faces_.end(), face);
  if (found == faces_.end() || *found != face) return 0;
  const auto cell = cells_[static_cast<std::size_t>(found - faces_.begin())];
  return cell == two_cells ? 0 : cell;
}

}  // namespace pcgns::move
