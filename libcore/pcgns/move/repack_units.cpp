#include "pcgns/move/repack_units.hpp"

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/move/repack.hpp"

namespace pcgns::move {

namespace {

std::vector<std::int64_t> reversed(const std::vector<std::int64_t>& dims) {
  return {dims.rbegin(), dims.rend()};
}

/// The source of each target; -1: it has none of its own.
std::vector<int> sources_of(const plan::Plan& plan) {
  std::vector<int> sources(plan.targets.size(), -1);
  for (const auto& transfer : plan.transfers) {
    const auto target = static_cast<std::size_t>(transfer.target);
    if (transfer.count == tree::count_of(plan.targets[target].dims)) sources[target] = transfer.source;
  }
  return sources;
}

void add_units(const Grid& grid, Unit unit, std::int64_t most, std::vector<Unit>& units) {
  for (std::int64_t row = 0; row < grid.count(); row += grid.row()) {
    for (std::int64_t at = 0; at < grid.row(); at += most) {
      unit.first = row + at;
      unit.number = std::min(most, grid.row() - at);
      units.push_back(unit);
    }
  }
}

std::int64_t chunks_in(std::int64_t bytes, const Grid& grid, tree::DataType type) {
  return std::max<std::int64_t>(1, bytes / tree::bytes_of(type, grid.whole_box()));
}

}  // namespace

std::int64_t unit_bytes(const plan::Machine& machine) { return std::min(8 * mebi, machine.memory / 8); }

Grid grid_of(const plan::Target& target) { return {reversed(target.dims), reversed(target.chunk)}; }
Grid grid_of(const tree::Array& array) { return {reversed(array.dims), reversed(array.chunk)}; }

std::vector<Unit> units_to_pack(const plan::Plan& plan, std::int64_t bytes) {
  const auto sources = sources_of(plan);
  std::vector<Unit> units;
  for (std::size_t i = 0; i < plan.targets.size(); ++i) {
    const auto& target = plan.targets[i];
    if (!target.is_chunked()) continue;
    const auto grid = grid_of(target);
    add_units(grid, {.target = static_cast<int>(i), .source = sources[i]},
              chunks_in(bytes, grid, target.type), units);
  }
  return units;
}

std::vector<Unit> units_left(std::vector<Unit> units, const std::vector<std::int64_t>& there) {
  if (there.empty()) return units;
  for (auto& unit : units) {
    const auto done =
        std::clamp<std::int64_t>(there[static_cast<std::size_t>(unit.target)] - unit.first, 0, unit.number);
    unit.first += done;
    unit.number -= done;
  }
  std::erase_if(units, [](const Unit& unit) { return unit.number == 0; });
  return units;
}

std::vector<Unit> units_to_unpack(const plan::Plan& plan, const tree::InputSet& inputs, std::int64_t bytes) {
  const auto sources = sources_of(plan);
  const auto wanted = unpacked(plan, inputs);
  std::vector<Unit> units;
  for (std::size_t i = 0; i < plan.targets.size(); ++i) {
    if (!wanted[i]) continue;
    const auto& array = inputs.arrays[static_cast<std::size_t>(sources[i])];
    const auto grid = grid_of(array);
    add_units(grid, {.target = static_cast<int>(i), .source = sources[i]}, chunks_in(bytes, grid, array.type),
              units);
  }
  return units;
}

std::vector<bool> unpacked(const plan::Plan& plan, const tree::InputSet& inputs) {
  const auto sources = sources_of(plan);
  std::vector<bool> result;
  for (std::size_t i = 0; i < plan.targets.size(); ++i) {
    result.push_back(!plan.targets[i].is_chunked() && sources[i] >= 0 &&
                     inputs.arrays[static_cast<std::size_t>(sources[i])].chunks != nullptr);
  }
  return result;
}

}  // namespace pcgns::move
