#include "pcgns/fileset/plan/match/match_boxes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/fileset/plan/zone_view.hpp"

namespace pcgns::fileset {

namespace {

Index3 vertices_of_piece(const cgns::InputSet& inputs, const Piece& piece) {
  const auto extents = extents_of(inputs, view_of(piece));
  Index3 vertices = {1, 1, 1};
  for (std::size_t d = 0; d < static_cast<std::size_t>(extents.dimension); ++d) {
    vertices[d] = extents.cells[d] + 1;
  }
  return vertices;
}

/// Rejects interfaces from a zone to its own name, because they could lead to any piece.
void require_clear_interfaces(const cgns::InputSet& inputs, const Piece& piece) {
  for (const auto& interface : interfaces_of(*piece.zone)) {
    const bool to_itself =
        interface.donor == piece.zone->name && interface.base_of_donor(*piece.base) == piece.base->name;
    if (!to_itself || is_periodic(*interface.node)) continue;
    throw error_at(inputs, view_of(piece), interface.below,
                   "connects the zone to itself, and the donor piece is unknown");
  }
}

/// Number of common vertices of two boxes if `b` begins at offset `shift` from `a`.
std::int64_t common(const Index3& a, const Index3& b, const Index3& shift) {
  std::int64_t count = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const auto size = std::min(a[d], shift[d] + b[d]) - std::max<std::int64_t>(0, shift[d]);
    count *= std::max<std::int64_t>(0, size);
  }
  return count;
}

}  // namespace

std::vector<MatchSet> box_vertices(const cgns::InputSet& inputs, const PieceSet& pieces) {
  std::vector<MatchSet> sets;
  for (std::size_t i = 0; i < pieces.originals.size(); ++i) {
    const auto& original = pieces.originals[i];
    if (original.convention != Convention::coordinates || !original.structured) continue;
    std::vector<std::vector<std::int64_t>> extents;
    for (const auto& piece : original.pieces) {
      require_clear_interfaces(inputs, piece);
      const auto vertices = vertices_of_piece(inputs, piece);
      extents.emplace_back(vertices.begin(), vertices.begin() + original.dimension);
    }
    sets.push_back(vertex_set(inputs, pieces, static_cast<int>(i), extents));
  }
  return sets;
}

std::vector<BoxInterface> matched_box_interfaces(const cgns::InputSet& inputs, const PieceSet& pieces,
                                                 const std::vector<MatchSet>& sets, const Matched& matched) {
  std::vector<BoxInterface> boxes;
  for (const auto& interface : matched.interfaces) {
    const auto& set = sets[static_cast<std::size_t>(interface.set)];
    const auto& original = pieces.original(set.original);
    const auto vertices = [&](int member) {
      const auto piece = set.members[static_cast<std::size_t>(member)].piece;
      return vertices_of_piece(inputs, original.piece(piece));
    };
    boxes.push_back({interface.here, interface.there, vertices(interface.a), vertices(interface.b)});
  }
  return boxes;
}

void place_boxes(const cgns::InputSet& inputs, PieceSet& pieces, const std::vector<MatchSet>& sets,
                 const Matched& matched, const std::vector<BoxShift>& shifts) {
  for (std::size_t s = 0; s < sets.size(); ++s) {
    auto& original = pieces.originals[static_cast<std::size_t>(sets[s].original)];
    std::vector<Equation> equations;
    std::vector<std::size_t> interfaces;
    const auto fail = [&](std::size_t interface, std::string_view why) {
      const auto& at = matched.interfaces[interface];
      const auto& a = original.piece(at.a);
      const auto& b = original.piece(at.b);
      throw error_at(inputs, view_of(a), "",
                     fmt::format("ambiguous: shares {} vertices with {}, {}", shifts[interface].count,
                                 place_of(inputs, view_of(b)), why));
    };
    for (std::size_t i = 0; i < matched.interfaces.size(); ++i) {
      const auto& interface = matched.interfaces[i];
      if (interface.set != static_cast<int>(s)) continue;
      if (!shifts[i].is_one)
        fail(i, "which are not in the same order in both: the piece is rotated, or connected twice");
      const auto a = vertices_of_piece(inputs, original.piece(interface.a));
      const auto b = vertices_of_piece(inputs, original.piece(interface.b));
      if (common(a, b, shifts[i].shift) != shifts[i].count) {
        fail(i, fmt::format("but where these lie, {} should be the same", common(a, b, shifts[i].shift)));
      }
      equations.push_back({interface.a, interface.b, shifts[i].shift});
      interfaces.push_back(i);
    }
    const auto placement = placed(original.pieces.size(), equations);
    if (placement.wrong) fail(interfaces[*placement.wrong], "but other pieces give it another location");
    if (placement.unplaced) {
      throw error_at(
          inputs, view_of(original.pieces[*placement.unplaced]), "",
          fmt::format(
              "shares no vertices with other pieces of {}: the piece cannot be located by coordinates",
              original.name));
    }
    set_places(inputs, original, placement.begins);
  }
}

}  // namespace pcgns::fileset
