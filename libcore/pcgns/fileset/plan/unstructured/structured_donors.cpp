// structured_donors.cpp: donor points of an interface in a structured zone, which is in pieces, too.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "pcgns/fileset/plan/unite/nodes.hpp"
#include "pcgns/fileset/plan/unstructured/zone.hpp"

namespace pcgns::fileset {

namespace {

/// What places the points of one piece of an interface in a structured donor zone.
struct IndexedDonors {
  std::vector<std::int64_t> indices;  ///< In a piece of the donor.
  std::vector<std::int64_t> places;   ///< Positions in the whole list, 1-based.
  const Piece* piece = nullptr;       ///< Of the donor.
};

IndexedDonors indexed_donors(ZoneJob& zone, const PieceNode& list, const PieceNode& interface,
                             std::size_t count, const Original& donor, bool are_in_order) {
  const auto* metadata = interface.node->child(numbering_name);
  IndexedDonors donors{.indices = small_integers(list.node),
                       .places = small_integers(metadata == nullptr ? nullptr : metadata->child(index_name)),
                       .piece = &zone.job.pieces.piece(donor_of(zone, interface))};
  const auto width = static_cast<std::size_t>(donor.dimension);
  // The positions that matching gives to the points of a piece alone are those in its list.
  if (are_in_order && donors.places.empty()) {
    donors.places.resize(count);
    std::iota(donors.places.begin(), donors.places.end(), 1);
  }
  if (donors.places.size() < count || donors.indices.size() != count * width)
    throw error_at(zone, list,
                   fmt::format("has a split structured donor zone, in which {} points cannot be located: "
                               "expected {} indices, and the position of each point ({}/{})",
                               count, count * width, numbering_name, index_name));
  return donors;
}

/// Of no donor: indices in the rind may be 0 or less.
constexpr auto no_index = std::numeric_limits<std::int64_t>::min();

/// Throws if a point has no donor, because a piece of the interface has points, but no list of donors. It
/// gets zeros where pieces may be missing.
void require_donors(ZoneJob& zone, const PieceGroup& list, const PieceGroup& interface,
                    const Entities& entities, std::vector<std::int64_t>& whole, std::size_t width) {
  const auto none = std::ranges::find(whole, no_index);
  if (none == whole.end()) return;
  if (zone.job.allow_missing) {
    std::ranges::replace(whole, no_index, std::int64_t{0});
    return;
  }
  const auto point = (none - whole.begin()) / static_cast<std::ptrdiff_t>(width) + 1;
  for (std::size_t i = 0; i < interface.nodes.size(); ++i) {
    const bool has_list = std::ranges::count(list.nodes, i, &PieceNode::parent) > 0;
    if (has_list || entities.in_pieces[i].count == 0) continue;
    throw error_at(zone, interface.nodes[i],
                   fmt::format("does not have {}, unlike {}: no piece has the donor of point {}", list.name,
                               list.nodes.front().path, point));
  }
  throw error_at(zone, list.nodes.front(),
                 fmt::format("has no donor of point {}, nor has another piece", point));
}

}  // namespace

cgns::Node donor_indices(ZoneJob& zone, const PieceGroup& list, const PieceGroup& interface,
                         const std::string& path, const Entities& entities, const Original& donor) {
  const auto width = static_cast<std::size_t>(donor.dimension);
  std::vector<std::int64_t> whole(static_cast<std::size_t>(entities.total) * width, no_index);
  const bool is_alone =
      zone.mesh().original().convention == Convention::coordinates && list.nodes.size() == 1;
  for (const auto& at : list.nodes) {
    const auto count = static_cast<std::size_t>(entities.in_pieces[at.parent].count);
    const bool are_in_order = is_alone && entities.in_pieces[at.parent].count == entities.total;
    const auto donors = indexed_donors(zone, at, interface.nodes[at.parent], count, donor, are_in_order);
    for (std::size_t i = 0; i < count * width; ++i) {
      const auto d = i % width;
      const auto& cells = donors.piece->cells[d];
      const auto& ghosts = donors.piece->ghosts;
      const auto last = cells.size() + ghosts[2 * d] + ghosts[2 * d + 1] + 1;
      if (donors.indices[i] < 1 || donors.indices[i] > last)
        throw error_at(zone, at, "has points outside the donor zone");
      auto& value = whole[static_cast<std::size_t>(donors.places[i / width] - 1) * width + d];
      const auto index = donors.indices[i] + cells.begin - ghosts[2 * d];
      if (value != no_index && value != index)
        throw coded(error_at(zone, at, "contradicts another piece: a point has another donor there"),
                    "S0104");
      value = index;
    }
  }
  require_donors(zone, list, interface, entities, whole, width);
  const auto largest = *std::max_element(donor.cells.begin(), donor.cells.end()) + 1;
  const auto type = integer_type(zone, list, path, largest);
  auto node = cgns::integer_node(list.name, list.label(), {donor.dimension, entities.total}, whole, type);
  node.array = whole.empty() ? -1 : add_values(zone.job, type, node.dims, std::exchange(node.data, {}));
  return completed(zone, std::move(node), list, path);
}

}  // namespace pcgns::fileset
