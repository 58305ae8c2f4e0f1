#include "pcgns/assemble/match_boxes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/assemble/numbers.hpp"
#include "pcgns/assemble/zone_view.hpp"

namespace pcgns::assemble {

namespace {

Offset vertices_of_part(const tree::InputSet& inputs, const Part& part) {
  const auto extents = extents_of(inputs, view_of(part));
  Offset vertices = {1, 1, 1};
  for (std::size_t d = 0; d < static_cast<std::size_t>(extents.dimension); ++d) {
    vertices[d] = extents.cells[d] + 1;
  }
  return vertices;
}

/// The coordinates of a part: their names and arrays, by name.
std::map<std::string, int> coordinates_of(const tree::InputSet& inputs, const Part& part, int dimension) {
  const auto* grid = part.zone->child("GridCoordinates");
  const auto view = view_of(part);
  if (grid == nullptr) throw error_at(inputs, view, "", "has no GridCoordinates to match its vertices by");
  const auto vertices = vertices_of_part(inputs, part);
  const std::vector<std::int64_t> dims(vertices.begin(), vertices.begin() + dimension);
  std::map<std::string, int> coordinates;
  for (const auto& node : grid->children) {
    if (node.label != "DataArray_t") continue;
    const bool is_real = node.type == tree::DataType::R4 || node.type == tree::DataType::R8;
    if (!is_real || !node.is_bulk() || node.dims != dims) {
      throw error_at(inputs, view, "GridCoordinates/" + node.name,
                     "must be reals, one for each vertex and none for ghosts");
    }
    coordinates[node.name] = node.array;
  }
  if (coordinates.empty() || coordinates.size() > 3) {
    throw error_at(inputs, view, "GridCoordinates",
                   fmt::format("has {} coordinates, not 1 to 3", coordinates.size()));
  }
  return coordinates;
}

bool same_names(const std::map<std::string, int>& a, const std::map<std::string, int>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first; });
}

bool is_periodic(const tree::Node& join) {
  const auto* property = join.child_labelled("GridConnectivityProperty_t");
  return property != nullptr && property->child_labelled("Periodic_t") != nullptr;
}

/// A join of the zone to a zone of its own name could lead to any of the parts.
void require_clear_joins(const tree::InputSet& inputs, const Part& part) {
  for (const auto& join : joins_of(*part.zone)) {
    const bool to_itself = join.donor == part.zone->name && join.base_of_donor(*part.base) == part.base->name;
    if (!to_itself || is_periodic(*join.node)) continue;
    throw error_at(inputs, view_of(part), join.below,
                   "leads to its own zone, and nothing says whether to this part of it or to another");
  }
}

MatchSet vertices_in(const tree::InputSet& inputs, const Original& original, int index) {
  MatchSet set{.what = vertices_of(tree::join("/" + original.base, original.name)),
               .kind = MatchSet::Kind::vertices,
               .original = index,
               .space = index,
               .members = {}};
  std::map<std::string, int> first;
  for (std::size_t p = 0; p < original.parts.size(); ++p) {
    const auto& part = original.parts[p];
    require_clear_joins(inputs, part);
    const auto coordinates = coordinates_of(inputs, part, original.dimension);
    if (first.empty()) first = coordinates;
    if (!same_names(first, coordinates)) {
      throw error_at(inputs, view_of(part), "GridCoordinates", "has other coordinates than other parts");
    }
    MatchSet::Member member{.part = static_cast<int>(p), .count = 1};
    for (const auto extent : vertices_of_part(inputs, part)) member.count *= extent;
    for (const auto& [name, array] : coordinates) member.coordinates.push_back(array);
    set.members.push_back(std::move(member));
  }
  return set;
}

/// How many vertices two boxes have in common if `b` begins so far behind `a`.
std::int64_t common(const Offset& a, const Offset& b, const Offset& shift) {
  std::int64_t count = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto size = std::min(a[d], shift[d] + b[d]) - std::max<std::int64_t>(0, shift[d]);
    count *= std::max<std::int64_t>(0, size);
  }
  return count;
}

void set_places(const tree::InputSet& inputs, Original& original, const std::vector<Offset>& begins) {
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

std::vector<MatchSet> box_vertices(const tree::InputSet& inputs, const PartSet& parts) {
  std::vector<MatchSet> sets;
  for (std::size_t i = 0; i < parts.originals.size(); ++i) {
    const auto& original = parts.originals[i];
    if (original.convention != Convention::coordinates || !original.structured) continue;
    sets.push_back(vertices_in(inputs, original, static_cast<int>(i)));
  }
  return sets;
}

std::vector<BorderBoxes> border_boxes(const tree::InputSet& inputs, const PartSet& parts,
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

void place_boxes(const tree::InputSet& inputs, PartSet& parts, const std::vector<MatchSet>& sets,
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
      if (!shifts[i].is_one) fail(i, "which do not lie in the same order in both: turned, or joined twice");
      const auto a = vertices_of_part(inputs, original.parts[static_cast<std::size_t>(border.a)]);
      const auto b = vertices_of_part(inputs, original.parts[static_cast<std::size_t>(border.b)]);
      if (common(a, b, shifts[i].shift) != shifts[i].count) {
        fail(i, fmt::format("but where these lie, {} should be the same", common(a, b, shifts[i].shift)));
      }
      equations.push_back({border.a, border.b, shifts[i].shift});
      borders.push_back(i);
    }
    const auto placement = placed(original.parts.size(), equations);
    if (placement.wrong) fail(borders[*placement.wrong], "but other parts give it another place beside it");
    if (placement.unplaced) {
      throw error_at(inputs, view_of(original.parts[*placement.unplaced]), "",
                     fmt::format("shares no vertices with other parts of {}, from one to the next: "
                                 "coordinates cannot tell where this part belongs",
                                 original.name));
    }
    set_places(inputs, original, placement.begins);
  }
}

}  // namespace pcgns::assemble
