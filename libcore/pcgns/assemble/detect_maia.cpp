#include <fmt/format.h>

#include <algorithm>

#include "pcgns/assemble/conventions.hpp"

namespace pcgns::assemble {

namespace {

const tree::Node& required(const Search& search, const ZoneView& zone, const tree::Node& numbering,
                           std::string_view name) {
  if (const auto* node = numbering.child(name)) return *node;
  throw error_at(search.inputs, zone, numbering.name,
                 fmt::format("has no {}: nothing says which cells of the original zone the part has", name));
}

/// The cells of the part, from CellRange: 1-based and inclusive, the lowest of each direction, then the
/// highest.
void add_cells(const Search& search, const ZoneView& zone, const Original& original, Part& part) {
  const auto& numbering = *zone.zone->child(numbering_name);
  const auto dimension = static_cast<std::size_t>(original.dimension);
  const auto& range = required(search, zone, numbering, "CellRange");
  const auto below = tree::join(numbering.name, range.name);
  const auto values = integers_at(search.inputs, zone, below, range, 2 * dimension);
  for (std::size_t d = 0; d < dimension; ++d) {
    const auto first = values[d];
    const auto last = values[dimension + d];
    if (first < 1 || last < first) {
      throw error_at(search.inputs, zone, below, fmt::format("is no range: {} to {}", first, last));
    }
    part.cells[d] = {first - 1, last};
  }
  if (const auto* ghosts = numbering.child(join_ghosts_mark)) {
    const auto planes =
        integers_at(search.inputs, zone, tree::join(numbering.name, ghosts->name), *ghosts, 2 * dimension);
    std::copy(planes.begin(), planes.end(), part.join_ghosts.begin());
  }
}

std::array<std::int64_t, 3> cell_size(const Search& search, const ZoneView& zone, const Original& original) {
  const auto& numbering = *zone.zone->child(numbering_name);
  const auto& node = required(search, zone, numbering, "CellSize");
  const auto dimension = static_cast<std::size_t>(original.dimension);
  const auto values =
      integers_at(search.inputs, zone, tree::join(numbering.name, node.name), node, dimension);
  std::array<std::int64_t, 3> size = {1, 1, 1};
  std::copy(values.begin(), values.end(), size.begin());
  return size;
}

void add_extents(const Search& search, const ZoneView& zone, Original& original) {
  const auto size = cell_size(search, zone, original);
  if (original.parts.empty()) original.cells = size;
  if (size == original.cells) return;
  throw error_at(search.inputs, zone, fmt::format("{}/CellSize", numbering_name),
                 fmt::format("is {}, but {} in {}", text_of_extents(size, original.dimension),
                             text_of_extents(original.cells, original.dimension),
                             place_of(search.inputs, view_of(original.parts.front()))));
}

/// The text of a mark below `numbering`; empty if there is none.
std::string mark_of(const tree::Node& numbering, std::string_view name) {
  const auto* node = numbering.child(name);
  const bool is_text = node != nullptr && node->label == "Descriptor_t" && node->type == tree::DataType::C1;
  return is_text ? tree::text_of(*node) : std::string();
}

/// What the name of the part says, and what its marks say where that has no room or follows another style.
std::optional<PartName> part_name(const ZoneView& zone) {
  const auto& numbering = *zone.zone->child(numbering_name);
  auto name = maia_name(zone.zone->name);
  const auto original = mark_of(numbering, original_name_mark);
  const auto rank = number_of(mark_of(numbering, rank_mark));
  if (original.empty() || (!rank && !name)) return name;
  return PartName{original, rank ? *rank : name->rank};
}

/// Where the part lies, by CellRange or by numbers: all parts of a zone in one of these ways.
void add_place(const Search& search, const ZoneView& zone, Original& original, Part& part) {
  const bool by_numbers = is_numbered_only(*zone.zone);
  const auto* first = original.parts.empty() ? zone.zone : original.parts.front().zone;
  if (by_numbers && is_numbered_only(*first)) return add_cells_by_numbers(search, zone, original, part);
  if (!by_numbers && is_numbered_only(*first)) {
    throw error_at(
        search.inputs, zone, fmt::format("{}/CellRange", numbering_name),
        fmt::format("is there, but {} has none", place_of(search.inputs, view_of(original.parts.front()))));
  }
  add_cells(search, zone, original, part);
  add_extents(search, zone, original);
}

/// A name without marks beside zones that have both, or marks without a name.
void require_whole_marks(const Search& search, const ZoneView& zone) {
  const bool is_named = part_name(zone).has_value();
  if (!is_named) {
    throw error_at(
        search.inputs, zone, "",
        fmt::format("mixed conventions: has {}, but is not named <zone>.P<rank>.N<number> as a part "
                    "of Maia is",
                    numbering_name));
  }
}

std::string_view way_of(const Original& original) {
  if (!original.structured) return "";
  return is_numbered_only(*original.parts.front().zone) ? "/Vertex" : "/CellRange";
}

}  // namespace

std::optional<PartName> maia_name(std::string_view zone_name) {
  const auto part = zone_name.rfind(".N");
  if (part == std::string_view::npos || !number_of(zone_name.substr(part + 2))) return std::nullopt;
  const auto before = zone_name.substr(0, part);
  const auto process = before.rfind(".P");
  if (process == std::string_view::npos || process == 0) return std::nullopt;
  const auto rank = number_of(before.substr(process + 2));
  if (!rank) return std::nullopt;
  return PartName{std::string(before.substr(0, process)), *rank};
}

bool has_maia_marks(const tree::Node& zone) {
  const auto* numbering = zone.child(numbering_name);
  return numbering != nullptr && !numbering->link;
}

std::vector<Original> maia_originals(const Search& search, const std::vector<ZoneView>& zones,
                                     Convention convention) {
  Originals originals(convention);
  for (const auto& zone : zones) {
    require_whole_marks(search, zone);
    const auto name = *part_name(zone);
    auto& original = originals.of(search.inputs, zone, name.original);
    Part part{.file = zone.file, .base = zone.base, .zone = zone.zone, .rank = name.rank};
    if (original.structured) add_place(search, zone, original, part);
    original.parts.push_back(std::move(part));
  }
  auto found = originals.take();
  for (auto& original : found) {
    original.evidence = fmt::format("{}: {}{} of {} parts", to_string(convention), numbering_name,
                                    way_of(original), original.parts.size());
  }
  return found;
}

}  // namespace pcgns::assemble
