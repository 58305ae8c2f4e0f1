// Checks donors of interfaces, and that both sides have the same extents.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "pcgns/cgns/interfaces.hpp"
#include "pcgns/verify/check/plan/interface_map.hpp"
#include "pcgns/verify/check/plan/tree_points.hpp"

namespace pcgns::verify::check {

namespace {

using cgns::Node;

/// Of a 1to1 interface, the reference library takes the name of a base, too.
void check_length(const NodePlace& interface, const std::string& name) {
  const std::size_t most = interface.node.label == "GridConnectivity1to1_t" ? 65 : 32;
  if (name.size() > most)
    interface.report("T0818",
                     {.found = std::to_string(name.size()), .expected = fmt::format("at most {}", most)});
}

/// The donor if it is in this file; reports it if no file has it.
const ZoneFacts* donor_of(const NodePlace& interface) {
  const auto name = text(interface.node);
  if (!name || interface.base == nullptr) return nullptr;
  check_length(interface, *name);
  // An interface that a merge kept below user data names the donor of its piece.
  if (interface.is_below_user_data()) return nullptr;
  const auto base = interface.base_name();
  const auto lost = cgns::lost_donors(
      interface.node, std::string(base),
      [&](const std::string& path) { return interface.file.has_zone(base, path); },
      [&](const std::string& path) { return interface.file.has_family(base, path); });
  if (!lost.empty() && !interface.file.may_lack_zones())
    interface.report("T0801", {.found = fmt::format("{}", fmt::join(lost, ", "))});
  return interface.file.zone(interface.base_name(), *name);
}

/// The identity by default; nothing if invalid.
std::optional<Transform> transform_in(const NodePlace& interface, std::size_t n) {
  const auto* const node = interface.node.child("Transform");
  if (node == nullptr) return Transform{};
  const auto values = integers(*node);
  if (!values || values->size() != n) return std::nullopt;  // T0206
  const auto transform = transform_of(*values);
  if (!transform) interface.report_child("T0802", node->name, {.found = to_text(*values)});
  return transform;
}

void compare_ranges(const NodePlace& interface, const std::vector<Corner>& mine,
                    const std::vector<Corner>& donors, const Transform& transform) {
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const auto other = static_cast<std::size_t>(transform.axis[i]);
    const auto here = mine[i].end - mine[i].begin;
    const auto there = donors[other].end - donors[other].begin;
    const auto position = fmt::format("index {}, donor's index {}", i + 1, other + 1);
    if (std::abs(here) != std::abs(there)) {
      interface.report("T0803", {.found = fmt::format("{} points, {} of the donor", std::abs(here) + 1,
                                                      std::abs(there) + 1),
                                 .expected = "as many",
                                 .position = position});
    } else if (there != transform.sign[i] * here) {
      interface.report("T0804", {.found = fmt::format("{} to {}", donors[other].begin, donors[other].end),
                                 .expected = fmt::format("{} to {}", donors[other].end, donors[other].begin),
                                 .position = position});
    }
  }
}

/// Like the own range, that of the donor is on the zone itself, not in its rind planes.
void check_donor_range(const NodePlace& interface, const std::vector<Corner>& ends, const ZoneFacts& donor) {
  for (std::size_t i = 0; i < ends.size() && i < donor.vertices.size(); ++i) {
    const auto [begin, end] = ends[i];
    if (std::min(begin, end) >= 1 && std::max(begin, end) <= donor.vertices[i]) continue;
    interface.report_child("T0805", "PointRangeDonor",
                           {.found = fmt::format("{} to {}", begin, end),
                            .expected = fmt::format("within 1 to {}", donor.vertices[i]),
                            .position = fmt::format("index {}", i + 1)});
  }
}

void check_is_face(const NodePlace& interface, const std::vector<Corner>& ends) {
  const auto flat = [](const Corner& corner) { return corner.begin == corner.end; };
  if (std::none_of(ends.begin(), ends.end(), flat)) return interface.report_child("T0807", "PointRange");
  for (std::size_t i = 0; i < ends.size() && i < interface.zone->vertices.size(); ++i) {
    if (flat(ends[i]) && (ends[i].begin <= 1 || ends[i].begin >= interface.zone->vertices[i])) return;
  }
  if (!interface.zone->vertices.empty()) interface.report("T0808");
}

std::optional<std::vector<Corner>> range_of(const NodePlace& interface, std::string_view name) {
  const auto* const range = child(interface.node, name, "IndexRange_t");
  if (range == nullptr || !interface.zone->dimension) return std::nullopt;
  return corners(*range, *interface.zone->dimension);
}

/// True if the values can be subtracted without overflow.
bool is_sane(const std::vector<Corner>& ends) {
  constexpr std::int64_t most = std::int64_t{1} << 60;
  return std::all_of(ends.begin(), ends.end(), [](const Corner& corner) {
    return corner.begin > -most && corner.begin < most && corner.end > -most && corner.end < most;
  });
}

// --- GridConnectivity_t ---

void check_donor_list(const NodePlace& interface, const Node& list, const ZoneFacts* donor,
                      std::optional<std::int64_t> count) {
  if (list.dims.size() != 2) return;  // T0206
  if (donor != nullptr && donor->dimension && list.dims.front() != *donor->dimension) {
    interface.report_child(
        "T0814", list.name,
        {.found = std::to_string(list.dims.front()), .expected = std::to_string(*donor->dimension)});
  }
  if (count && list.dims.back() != *count) {
    interface.report_child("T0811", list.name,
                           {.found = std::to_string(list.dims.back()), .expected = std::to_string(*count)});
  }
}

/// Cassiopée writes one donor of all ones, and one set of factors, where the solver finds the donors itself.
bool is_placeholder(const Node& cells, std::optional<std::int64_t> count) {
  return count && *count > 1 && cells.dims.size() == 2 && cells.dims.back() == 1;
}

void check_interpolants(const NodePlace& interface, std::optional<std::int64_t> count) {
  const auto* const interpolants = interface.node.child("InterpolantsDonor");
  const bool cells = interface.node.child("CellListDonor") != nullptr;
  if ((interpolants != nullptr) != cells) interface.report(cells ? "T0816" : "T0813");
  if (interpolants == nullptr || interpolants->dims.size() != 2) return;
  const auto dimension = interface.base->cell_dimension;
  if ((dimension && interpolants->dims.front() != *dimension) ||
      (count && interpolants->dims.back() != *count)) {
    interface.report_child("T0815", interpolants->name,
                           {.found = to_text(interpolants->dims),
                            .expected = fmt::format("({}, {})", dimension.value_or(0), count.value_or(0))});
  }
}

}  // namespace

void check_one_to_one(const NodePlace& interface) {
  const auto* const donor = donor_of(interface);
  if (interface.zone == nullptr) return;
  if (interface.zone->unstructured() || (donor != nullptr && donor->unstructured())) {
    return interface.report("T0806");
  }
  const auto mine = range_of(interface, "PointRange");
  const auto donors = range_of(interface, "PointRangeDonor");
  if (mine && is_sane(*mine)) check_is_face(interface, *mine);
  if (donors && donor != nullptr) check_donor_range(interface, *donors, *donor);
  if (!mine || !donors || !is_sane(*mine) || !is_sane(*donors)) return;
  const auto transform = transform_in(interface, mine->size());
  if (transform) compare_ranges(interface, *mine, *donors, *transform);
}

void check_general_interface(const NodePlace& interface) {
  const auto* const donor = donor_of(interface);
  if (interface.base == nullptr) return;
  const auto sets = point_sets(interface.node);
  const auto count = sets.size() == 1 ? sets.front().count : std::nullopt;
  const auto type = text_of_child(interface.node, "GridConnectivityType").value_or("Overset");
  const auto* const points = interface.node.child("PointListDonor");
  const auto* const cells = interface.node.child("CellListDonor");
  if (points != nullptr && cells != nullptr) {
    interface.report("T0601", {.found = points->name + " and " + cells->name});
  }
  if (points == nullptr && cells == nullptr && type == "Abutting1to1") interface.report("T0810");
  if (points != nullptr && type != "Abutting1to1") {
    interface.report_child("T0812", points->name, {.found = type, .expected = "Abutting1to1"});
  }
  // Only one-to-one matches need equal numbers on both sides.
  if (points != nullptr) {
    check_donor_list(interface, *points, donor, type == "Abutting1to1" ? count : std::nullopt);
  }
  if (cells == nullptr) return check_interpolants(interface, count);
  if (type != "Abutting1to1" && is_placeholder(*cells, count)) {
    interface.report_child("T0817", cells->name, {.found = "1", .expected = std::to_string(*count)});
    return check_interpolants(interface, 1);
  }
  check_donor_list(interface, *cells, donor, count);
  check_interpolants(interface, count);
}

}  // namespace pcgns::verify::check
