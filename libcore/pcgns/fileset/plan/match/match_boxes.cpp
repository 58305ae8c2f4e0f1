#include "pcgns/fileset/plan/match/match_boxes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/fileset/plan/unstructured/numbers.hpp"
#include "pcgns/fileset/plan/zone_view.hpp"

namespace pcgns::fileset {

namespace {

Offset vertices_of_part(const cgns::InputSet& inputs, const Part& part) {
  const auto extents = extents_of(inputs, view_of(part));
  Offset vertices = {1, 1, 1};
  for (std::size_t d = 0; d < static_cast<std::size_t>(extents.dimension); ++d) {
    vertices[d] = extents.cells[d] + 1;
  }
  return vertices;
}

/// Coordinate arrays of a piece by name.
std::map<std::string, int> coordinates_of(const cgns::InputSet& inputs, const Part& part, int dimension) {
  const auto* grid = part.zone->child("GridCoordinates");
  const auto view = view_of(part);
  if (grid == nullptr)
    throw error_at(inputs, view, "", "has no GridCoordinates, which are needed to match its vertices");
  const auto vertices = vertices_of_part(inputs, part);
  const std::vector<std::int64_t> dims(vertices.begin(), vertices.begin() + dimension);
  std::map<std::string, int> coordinates;
  for (const auto& node : grid->children) {
    if (node.label != "DataArray_t") continue;
    const bool is_real = cgns::is_real(node.type);
    if (!is_real || !node.is_bulk() || node.dims != dims) {
      throw error_at(inputs, view, "GridCoordinates/" + node.name,
                     "expected one real for each vertex and none for ghost vertices");
    }
    coordinates[node.name] = node.array;
  }
  if (coordinates.empty() || coordinates.size() > 3) {
    throw error_at(inputs, view, "GridCoordinates",
                   fmt::format("has {} coordinates, expected 1 to 3", coordinates.size()));
  }
  return coordinates;
}

bool same_names(const std::map<std::string, int>& a, const std::map<std::string, int>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first; });
}

bool is_periodic(const cgns::Node& interface) {
  const auto* property = interface.child_labelled("GridConnectivityProperty_t");
  return property != nullptr && property->child_labelled("Periodic_t") != nullptr;
}

/// Rejects interfaces from a zone to its own name, because they could lead to any piece.
void require_clear_interfaces(const cgns::InputSet& inputs, const Part& part) {
  for (const auto& interface : interfaces_of(*part.zone)) {
    const bool to_itself =
        interface.donor == part.zone->name && interface.base_of_donor(*part.base) == part.base->name;
    if (!to_itself || is_periodic(*interface.node)) continue;
    throw error_at(inputs, view_of(part), interface.below,
                   "connects the zone to itself, and the donor piece is unknown");
  }
}

MatchSet vertices_in(const cgns::InputSet& inputs, const Original& original, int index) {
  MatchSet set{.what = vertices_of(cgns::join("/" + original.base, original.name)),
               .kind = MatchSet::Kind::vertices,
               .original = index,
               .space = index,
               .members = {}};
  std::map<std::string, int> first;
  for (std::size_t p = 0; p < original.parts.size(); ++p) {
    const auto& part = original.parts[p];
    require_clear_interfaces(inputs, part);
    const auto coordinates = coordinates_of(inputs, part, original.dimension);
    if (first.empty()) first = coordinates;
    if (!same_names(first, coordinates)) {
      throw error_at(inputs, view_of(part), "GridCoordinates", "has other coordinates than other pieces");
    }
    MatchSet::Member member{.part = static_cast<int>(p), .zone = view_of(part), .count = 1};
    for (const auto extent : vertices_of_part(inputs, part)) member.count *= extent;
    for (const auto& [name, array] : coordinates) member.coordinates.push_back(array);
    set.members.push_back(std::move(member));
  }
  return set;
}

/// Number of common vertices of two boxes if `b` begins at offset `shift` from `a`.
std::int64_t common(const Offset& a, const Offset& b, const Offset& shift) {
  std::int64_t count = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto size = std::min(a[d], shift[d] + b[d]) - std::max<std::int64_t>(0, shift[d]);
    count *= std::max<std::int64_t>(0, size);
  }
  return count;
}

void set_places(const cgns::InputSet& inputs, Original& original, const std::vector<Offset>& begins) {
  original.cells = {0, 0, 0};
  for (std::size_t i = 0; i < original.parts.size(); ++i) {
    auto& part = original.parts[i];
    const auto cells = extents_of(inputs, view_of(part)).cells;
    for (std::size_t d = 0; d < cells.size(); ++d) {
      part.cells[d] = {begins[i][d], begins[i][d] + cells[d]};
      original.cells[d] = std::max(original.cells[d], part.cells[d].end);
    }
  }
}

}  // namespace

std::vector<MatchSet> box_vertices(const cgns::InputSet& inputs, const PartSet& parts) {
  std::vector<MatchSet> sets;
  for (std::size_t i = 0; i < parts.originals.size(); ++i) {
    const auto& original = parts.originals[i];
    if (original.convention != Convention::coordinates || !original.structured) continue;
    sets.push_back(vertices_in(inputs, original, static_cast<int>(i)));
  }
  return sets;
}

std::vector<BorderBoxes> border_boxes(const cgns::InputSet& inputs, const PartSet& parts,
                                      const std::vector<MatchSet>& sets, const Matched& matched) {
  std::vector<BorderBoxes> boxes;
  for (const auto& border : matched.borders) {
    const auto& set = sets[static_cast<std::size_t>(border.set)];
    const auto& original = parts.originals[static_cast<std::size_t>(set.original)];
    const auto vertices = [&](int member) {
      const auto part = set.members[static_cast<std::size_t>(member)].part;
      return vertices_of_part(inputs, original.parts[static_cast<std::size_t>(part)]);
    };
    boxes.push_back({border.here, border.there, vertices(border.a), vertices(border.b)});
  }
  return boxes;
}

void place_boxes(const cgns::InputSet& inputs, PartSet& parts, const std::vector<MatchSet>& sets,
                 const Matched& matched, const std::vector<BorderShift>& shifts) {
  for (std::size_t s = 0; s < sets.size(); ++s) {
    auto& original = parts.originals[static_cast<std::size_t>(sets[s].original)];
    std::vector<Equation> equations;
    std::vector<std::size_t> borders;
    const auto fail = [&](std::size_t border, std::string_view why) {
      const auto& at = matched.borders[border];
      const auto& a = original.parts[static_cast<std::size_t>(at.a)];
      const auto& b = original.parts[static_cast<std::size_t>(at.b)];
      throw error_at(inputs, view_of(a), "",
                     fmt::format("ambiguous: shares {} vertices with {}, {}", shifts[border].count,
                                 place_of(inputs, view_of(b)), why));
    };
    for (std::size_t i = 0; i < matched.borders.size(); ++i) {
      const auto& border = matched.borders[i];
      if (border.set != static_cast<int>(s)) continue;
      if (!shifts[i].is_one)
        fail(i, "which are not in the same order in both: the piece is rotated, or connected twice");
      const auto a = vertices_of_part(inputs, original.parts[static_cast<std::size_t>(border.a)]);
      const auto b = vertices_of_part(inputs, original.parts[static_cast<std::size_t>(border.b)]);
      if (common(a, b, shifts[i].shift) != shifts[i].count) {
        fail(i, fmt::format("but where these lie, {} should be the same", common(a, b, shifts[i].shift)));
      }
      equations.push_back({border.a, border.b, shifts[i].shift});
      borders.push_back(i);
    }
    const auto placement = placed(original.parts.size(), equations);
    if (placement.wrong) fail(borders[*placement.wrong], "but other pieces give it another location");
    if (placement.unplaced) {
      throw error_at(
          inputs, view_of(original.parts[*placement.unplaced]), "",
          fmt::format(
              "shares no vertices with other pieces of {}: the piece cannot be located by coordinates",
              original.name));
    }
    set_places(inputs, original, placement.begins);
  }
}

}  // namespace pcgns::fileset
