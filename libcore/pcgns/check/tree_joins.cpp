// Joins: whom they lead to, and whether both sides have the same extents.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "pcgns/check/tree_points.hpp"

namespace pcgns::check {

namespace {

using tree::Node;
using Integers = std::vector<std::int64_t>;

/// The donor, if this file has it; says so if no file does.
const ZoneFacts* donor_of(const Place& join) {
  const auto name = text(join.node);
  if (!name || join.base == nullptr) return nullptr;
  if (!join.file.has_zone(join.base_name(), *name)) join.report("T0801", {.found = *name});
  return join.file.zone(join.base_name(), *name);
}

/// Where each index of this zone goes: 1-based, negative if it runs the other way; the usual one if none is
/// said. Nothing if it is none.
std::optional<Integers> transform_of(const Place& join, std::size_t n) {
  const auto* const node = join.node.child("Transform");
  Integers transform(n);
  for (std::size_t i = 0; i < n; ++i) transform[i] = static_cast<std::int64_t>(i) + 1;
  if (node == nullptr) return transform;
  const auto values = integers(*node);
  if (!values || values->size() != n) return std::nullopt;  // T0206
  std::vector<bool> taken(n);
  for (const auto value : *values) {
    const auto index = value < 0 ? -value - 1 : value - 1;
    const bool right = value != 0 && index >= 0 && index < static_cast<std::int64_t>(n);
    if (!right || taken[static_cast<std::size_t>(index)]) {
      join.report_child("T0802", node->name, {.found = to_text(*values)});
      return std::nullopt;
    }
    taken[static_cast<std::size_t>(index)] = true;
  }
  return values;
}

void compare_ranges(const Place& join, const std::vector<Corner>& mine, const std::vector<Corner>& donors,
                    const Integers& transform) {
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const auto other = static_cast<std::size_t>(std::abs(transform[i]) - 1);
    const auto here = mine[i].end - mine[i].begin;
    const auto there = donors[other].end - donors[other].begin;
    const auto position = fmt::format("index {}, donor's index {}", i + 1, other + 1);
    if (std::abs(here) != std::abs(there)) {
      join.report("T0803", {.found = fmt::format("{} points, {} of the donor", std::abs(here) + 1,
                                                 std::abs(there) + 1),
                            .expected = "as many",
                            .position = position});
    } else if (there != (transform[i] < 0 ? -here : here)) {
      join.report("T0804", {.found = fmt::format("{} to {}", donors[other].begin, donors[other].end),
                            .expected = fmt::format("{} to {}", donors[other].end, donors[other].begin),
                            .position = position});
    }
  }
}

void check_donor_range(const Place& join, const std::vector<Corner>& ends, const ZoneFacts& donor) {
  const auto* const coordinates = donor.node->child("GridCoordinates");
  for (std::size_t i = 0; i < ends.size() && i < donor.vertices.size(); ++i) {
    const auto ghosts = coordinates == nullptr ? Extents(2 * ends.size(), 0)
                                               : rind_of(*coordinates, static_cast<int>(ends.size()));
    const auto [begin, end] = ends[i];
    const auto lowest = 1 - ghosts[2 * i];
    const auto highest = donor.vertices[i] + ghosts[2 * i + 1];
    if (std::min(begin, end) >= lowest && std::max(begin, end) <= highest) continue;
    join.report_child("T0805", "PointRangeDonor",
                      {.found = fmt::format("{} to {}", begin, end),
                       .expected = fmt::format("within {} to {}", lowest, highest),
                       .position = fmt::format("index {}", i + 1)});
  }
}

void check_is_face(const Place& join, const std::vector<Corner>& ends) {
  const auto flat = [](const Corner& corner) { return corner.begin == corner.end; };
  if (std::none_of(ends.begin(), ends.end(), flat)) return join.report_child("T0807", "PointRange");
  for (std::size_t i = 0; i < ends.size() && i < join.zone->vertices.size(); ++i) {
    if (flat(ends[i]) && (ends[i].begin <= 1 || ends[i].begin >= join.zone->vertices[i])) return;
  }
  if (!join.zone->vertices.empty()) join.report("T0808");
}

std::optional<std::vector<Corner>> range_of(const Place& join, std::string_view name) {
  const auto* const range = child(join.node, name, "IndexRange_t");
  if (range == nullptr || !join.zone->dimension) return std::nullopt;
  return corners(*range, *join.zone->dimension);
}

/// All values far from the ends of 64 bits, so that they can be subtracted.
bool is_sane(const std::vector<Corner>& ends) {
  constexpr std::int64_t most = std::int64_t{1} << 60;
  return std::all_of(ends.begin(), ends.end(), [](const Corner& corner) {
    return corner.begin > -most && corner.begin < most && corner.end > -most && corner.end < most;
  });
}

// --- general joins ---

void check_donor_list(const Place& join, const Node& list, const ZoneFacts* donor,
                      std::optional<std::int64_t> count) {
  if (list.dims.size() != 2) return;  // T0206
  if (donor != nullptr && donor->dimension && list.dims.front() != *donor->dimension) {
    join.report_child(
        "T0814", list.name,
        {.found = std::to_string(list.dims.front()), .expected = std::to_string(*donor->dimension)});
  }
  if (count && list.dims.back() != *count) {
    join.report_child("T0811", list.name,
                      {.found = std::to_string(list.dims.back()), .expected = std::to_string(*count)});
  }
}

void check_interpolants(const Place& join, std::optional<std::int64_t> count) {
  const auto* const interpolants = join.node.child("InterpolantsDonor");
  const bool cells = join.node.child("CellListDonor") != nullptr;
  if ((interpolants != nullptr) != cells) {
    join.report("T0813", {.found = cells ? "CellListDonor alone" : "InterpolantsDonor alone"});
  }
  if (interpolants == nullptr || interpolants->dims.size() != 2) return;
  const auto dimension = join.base->cell_dimension;
  if ((dimension && interpolants->dims.front() != *dimension) ||
      (count && interpolants->dims.back() != *count)) {
    join.report_child("T0815", interpolants->name,
                      {.found = to_text(interpolants->dims),
                       .expected = fmt::format("({}, {})", dimension.value_or(0), count.value_or(0))});
  }
}

}  // namespace

void check_one_to_one(const Place& join) {
  const auto* const donor = donor_of(join);
  if (join.zone == nullptr) return;
  if (join.zone->unstructured() || (donor != nullptr && donor->unstructured())) {
    return join.report("T0806");
  }
  const auto mine = range_of(join, "PointRange");
  const auto donors = range_of(join, "PointRangeDonor");
  if (mine && is_sane(*mine)) check_is_face(join, *mine);
  if (donors && donor != nullptr) check_donor_range(join, *donors, *donor);
  if (!mine || !donors || !is_sane(*mine) || !is_sane(*donors)) return;
  const auto transform = transform_of(join, mine->size());
  if (transform) compare_ranges(join, *mine, *donors, *transform);
}

void check_general_join(const Place& join) {
  const auto* const donor = donor_of(join);
  if (join.base == nullptr) return;
  const auto sets = point_sets(join.node);
  const auto count = sets.size() == 1 ? sets.front().count : std::nullopt;
  const auto type = text_of_child(join.node, "GridConnectivityType").value_or("Overset");
  const auto* const points = join.node.child("PointListDonor");
  const auto* const cells = join.node.child("CellListDonor");
  if (points == nullptr && cells == nullptr && type == "Abutting1to1") join.report("T0810");
  if (points != nullptr && type != "Abutting1to1") {
    join.report_child("T0812", points->name, {.found = type, .expected = "Abutting1to1"});
  }
  // Only points that match one to one are as many on both sides.
  if (points != nullptr) {
    check_donor_list(join, *points, donor, type == "Abutting1to1" ? count : std::nullopt);
  }
  if (cells != nullptr) check_donor_list(join, *cells, donor, count);
  check_interpolants(join, count);
}

}  // namespace pcgns::check
