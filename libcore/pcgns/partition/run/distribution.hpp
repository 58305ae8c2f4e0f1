// distribution.hpp: records which parts have which entities of a zone, and at which index.
//
// Within a part, entities keep the order of the zone. Consecutive entities of the zone are therefore
// consecutive in each part, and the rank that has them writes them without communication. If a part has
// another order (ordering.hpp), only the indices and the writing differ.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::partition {

/// An entity in a part, and its index there.
struct LocalIndex {
  std::int32_t part = 0;
  bool is_ghost = false;   ///< Owned by another part.
  std::int64_t index = 0;  ///< Among the part's entities of this kind, 0-based; ghosts follow owned entities.
};

/// The parts that have each entity of a zone: none, one or several. The entities (vertices, elements of a
/// section, points of a list) are distributed over the ranks in contiguous blocks.
struct Distribution {
  std::vector<std::int64_t> begins;  ///< First entity of every rank, and the end; 0-based.
  Range mine;
  std::vector<std::int64_t> starts;  ///< First slot of each of this rank's entities in `parts`, and the end;
                                     ///< empty: one slot each.
  std::vector<std::int32_t> parts;   ///< By slot; ascending within an entity.
  /// Ghosts of part p are listed as part p + ghosts, here and in everything that is by part; 0: no ghosts.
  std::int32_t ghosts = 0;
  std::vector<std::int64_t> before;   ///< By part: number of entities on lower ranks.
  std::vector<std::int64_t> totals;   ///< By part.
  std::vector<std::int64_t> indices;  ///< By slot: LocalIndex::index; only after `set_indices`.
  bool is_ordered = false;            ///< `indices` deviate from the order of the zone.

  [[nodiscard]] std::int64_t count() const { return begins.back(); }
  [[nodiscard]] int owner_of(std::int64_t entity) const;
  /// The slots (indices into `parts`) of this rank's entities `range`, 0-based.
  [[nodiscard]] Range slots(Range range) const {
    if (starts.empty()) return range;
    return {starts[static_cast<std::size_t>(range.begin)], starts[static_cast<std::size_t>(range.end)]};
  }
  [[nodiscard]] Range slots(std::int64_t i) const { return slots(Range{i, i + 1}); }
  [[nodiscard]] bool is_ghost(std::int64_t slot) const {
    return ghosts > 0 && parts[static_cast<std::size_t>(slot)] >= ghosts;
  }
  /// Index among the part's owned entities, or among its ghosts.
  [[nodiscard]] std::int64_t index_in_run(std::int64_t slot) const {
    const auto own = is_ghost(slot) ? totals[static_cast<std::size_t>(part_of(slot))] : 0;
    return indices[static_cast<std::size_t>(slot)] - own;
  }
  /// The part that has the entity, owned or as a ghost.
  [[nodiscard]] std::int32_t part_of(std::int64_t slot) const {
    return parts[static_cast<std::size_t>(slot)] - (is_ghost(slot) ? ghosts : 0);
  }
};

/// Begins of nearly equal blocks.
[[nodiscard]] std::vector<std::int64_t> equal_begins(std::int64_t count, int ranks);

/// An entity and a part that has it.
using Pair = std::pair<std::int64_t, std::int32_t>;

/// Distribution of this rank's entities from pairs (0-based in the zone), in any order, possibly repeated.
/// @note Collective.
[[nodiscard]] Distribution distribution_of(par::Session& session, std::vector<std::int64_t> begins,
                                           std::vector<Pair> pairs, std::size_t parts);
/// The same from Distribution::starts and parts. @note Collective.
[[nodiscard]] Distribution distribution_of(par::Session& session, std::vector<std::int64_t> begins,
                                           std::vector<std::int64_t> starts,
                                           std::vector<std::int32_t> parts_of_slots, std::size_t parts);
/// The same for entities in exactly one part each. @note Collective.
[[nodiscard]] Distribution distribution_of(par::Session& session, std::vector<std::int64_t> begins,
                                           std::vector<std::int32_t> parts_of_entities, std::size_t parts);

/// `own` plus those of this rank's `ghosts` (in any order, possibly repeated) that their part does not own.
/// @note Collective.
[[nodiscard]] Distribution with_ghosts(par::Session& session, const Distribution& own,
                                       std::vector<Pair> ghosts);
/// Only owned entities, or only ghosts; with indices.
[[nodiscard]] Distribution without_ghosts(const Distribution& distribution);
[[nodiscard]] Distribution ghosts_alone(const Distribution& distribution);
/// By part: all entities, and only ghosts.
[[nodiscard]] std::vector<std::int64_t> counts_of(const Distribution& distribution);
[[nodiscard]] std::vector<std::int64_t> ghost_counts_of(const Distribution& distribution);

/// This rank's entities with the parts that have them, ascending.
[[nodiscard]] std::vector<Pair> pairs_of(const Distribution& distribution);

/// Sets Distribution::indices, which `local_indices_of` needs.
void set_indices(Distribution& distribution);

/// Local indices of several entities.
struct LocalIndices {
  std::vector<std::int64_t> starts = {0};
  std::vector<LocalIndex> all;

  [[nodiscard]] std::span<const LocalIndex> of(std::size_t i) const {
    return std::span(all).subspan(static_cast<std::size_t>(starts[i]),
                                  static_cast<std::size_t>(starts[i + 1] - starts[i]));
  }
  /// Index in `part`; -1 if it does not have the entity.
  [[nodiscard]] std::int64_t in_part(std::size_t i, std::int32_t part) const {
    for (const auto& local : of(i)) {
      if (local.part == part) return local.index;
    }
    return -1;
  }
};

/// Local indices of `entities` (0-based) in all parts. @pre They exist; `set_indices` was called. @note
/// Collective.
[[nodiscard]] LocalIndices local_indices_of(par::Session& session, const Distribution& distribution,
                                            std::span<const std::int64_t> entities);

}  // namespace pcgns::partition
