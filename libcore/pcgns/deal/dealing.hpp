// dealing.hpp: which parts have which entities of a zone, and as which of theirs.
//
// In a part, entities stand in the order that they have in the zone. So what the parts have of consecutive
// entities is consecutive in each of them, and the rank that has the entities can write it there alone. Where
// a part is to have another order (ordering.hpp), only indices differ, and how values get there.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::deal {

/// Where a part has an entity.
struct Place {
  std::int32_t part = 0;
  bool is_ghost = false;   ///< Not its own.
  std::int64_t index = 0;  ///< Among those of its kind in the part, from 0; ghosts follow its own.
};

/// Entities of a zone (vertices, elements of a section, points of a list), dealt out over the ranks, and the
/// parts that have each of them: none, one or several.
struct Dealing {
  std::vector<std::int64_t> begins;  ///< The first entity of every rank, and the end; 0-based.
  Range mine;
  std::vector<std::int64_t>
      starts;                       ///< Of this rank's entities in `parts`, and the end; empty: each has one.
  std::vector<std::int32_t> parts;  ///< Of one entity, ascending.
  /// What part p has as a ghost counts here, and in all that is by part, as that of part p + ghosts; 0: there
  /// are no ghosts.
  std::int32_t ghosts = 0;
  std::vector<std::int64_t> before;   ///< By part: entities of lower ranks.
  std::vector<std::int64_t> totals;   ///< By part.
  std::vector<std::int64_t> indices;  ///< For each of `parts`: Place::index; only after `set_indices`.
  bool is_ordered = false;            ///< `indices` have another order than the zone.

  [[nodiscard]] std::int64_t count() const { return begins.back(); }
  [[nodiscard]] int owner_of(std::int64_t entity) const;
  /// The slots (indices into `parts`) of this rank's entities `range`, from 0.
  [[nodiscard]] Range slots(Range range) const {
    if (starts.empty()) return range;
    return {starts[static_cast<std::size_t>(range.begin)], starts[static_cast<std::size_t>(range.end)]};
  }
  [[nodiscard]] Range slots(std::int64_t i) const { return slots(Range{i, i + 1}); }
  [[nodiscard]] bool is_ghost(std::int64_t slot) const {
    return ghosts > 0 && parts[static_cast<std::size_t>(slot)] >= ghosts;
  }
  /// Among the part's own, or among its ghosts.
  [[nodiscard]] std::int64_t index_in_run(std::int64_t slot) const {
    const auto own = is_ghost(slot) ? totals[static_cast<std::size_t>(part_of(slot))] : 0;
    return indices[static_cast<std::size_t>(slot)] - own;
  }
  /// The part that has it, be it as a ghost.
  [[nodiscard]] std::int32_t part_of(std::int64_t slot) const {
    return parts[static_cast<std::size_t>(slot)] - (is_ghost(slot) ? ghosts : 0);
  }
};

/// Equal blocks.
[[nodiscard]] std::vector<std::int64_t> equal_begins(std::int64_t count, int ranks);

/// An entity and a part that has it.
using Pair = std::pair<std::int64_t, std::int32_t>;

/// Dealing of this rank's entities from pairs (in the zone, 0-based), any order, with repetitions.
/// @note Collective.
[[nodiscard]] Dealing dealing_of(par::Session& session, std::vector<std::int64_t> begins,
                                 std::vector<Pair> pairs, std::size_t parts);
/// The same of entities that one part has each. @note Collective.
[[nodiscard]] Dealing dealing_of(par::Session& session, std::vector<std::int64_t> begins,
                                 std::vector<std::int32_t> parts_of_entities, std::size_t parts);

/// `own` with those of this rank's `ghosts` (any order, with repetitions) that are not the part's own.
/// @note Collective.
[[nodiscard]] Dealing with_ghosts(par::Session& session, const Dealing& own, std::vector<Pair> ghosts);
/// What parts have of their own, and what they have as ghosts; with indices.
[[nodiscard]] Dealing without_ghosts(const Dealing& dealing);
[[nodiscard]] Dealing ghosts_alone(const Dealing& dealing);
/// By part: all that it has, and how much of that is ghosts.
[[nodiscard]] std::vector<std::int64_t> counts_of(const Dealing& dealing);
[[nodiscard]] std::vector<std::int64_t> ghost_counts_of(const Dealing& dealing);

/// This rank's entities with the parts that have them, ascending.
[[nodiscard]] std::vector<Pair> pairs_of(const Dealing& dealing);

/// So that others can ask for places.
void set_indices(Dealing& dealing);

/// Places of several entities.
struct Places {
  std::vector<std::int64_t> starts = {0};
  std::vector<Place> places;

  [[nodiscard]] std::span<const Place> of(std::size_t i) const {
    return std::span(places).subspan(static_cast<std::size_t>(starts[i]),
                                     static_cast<std::size_t>(starts[i + 1] - starts[i]));
  }
  /// In `part`; -1 if it has not the entity.
  [[nodiscard]] std::int64_t in_part(std::size_t i, std::int32_t part) const;
};

/// Where the parts have `entities` (0-based). @pre They exist; `set_indices`. @note Collective.
[[nodiscard]] Places places_of(par::Session& session, const Dealing& dealing,
                               std::span<const std::int64_t> entities);

/// Sums of the values of lower ranks; and in place, of all ranks. @note Collective.
[[nodiscard]] std::vector<std::int64_t> sums_before(par::Session& session, std::vector<std::int64_t>& values);

}  // namespace pcgns::deal
