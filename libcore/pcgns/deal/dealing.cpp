#include "pcgns/deal/dealing.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "pcgns/deal/ask.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::deal {

namespace {

Dealing with_begins(par::Session& session, std::vector<std::int64_t> begins) {
  Dealing dealing;
  const auto rank = static_cast<std::size_t>(session.rank());
  dealing.mine = {begins[rank], begins[rank + 1]};
  dealing.begins = std::move(begins);
  return dealing;
}

void count_parts(par::Session& session, Dealing& dealing, std::size_t parts) {
  dealing.totals.assign(parts, 0);
  for (const auto part : dealing.parts) ++dealing.totals[static_cast<std::size_t>(part)];
  dealing.before = sums_before(session, dealing.totals);
}

}  // namespace

int Dealing::owner_of(std::int64_t entity) const {
  return static_cast<int>(std::upper_bound(begins.begin(), begins.end() - 1, entity) - begins.begin()) - 1;
}

std::vector<std::int64_t> equal_begins(std::int64_t count, int ranks) {
  const auto each = divide_up(count, ranks);
  std::vector<std::int64_t> begins;
  for (int rank = 0; rank <= ranks; ++rank) begins.push_back(std::min(count, rank * each));
  return begins;
}

std::vector<std::int64_t> sums_before(par::Session& session, std::vector<std::int64_t>& values) {
  std::vector<std::int64_t> before(values.size(), 0);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iexscan(values.data(), before.data(), static_cast<int>(values.size()), MPI_INT64_T, MPI_SUM,
              session.comm(), &request);
  par::wait(request);
  if (session.rank() == 0) std::fill(before.begin(), before.end(), 0);
  par::sum_over_ranks(session.comm(), values);
  return before;
}

Dealing dealing_of(par::Session& session, std::vector<std::int64_t> begins, std::vector<Pair> pairs,
                   std::size_t parts) {
  auto dealing = with_begins(session, std::move(begins));
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  dealing.starts.reserve(static_cast<std::size_t>(dealing.mine.size()) + 1);
  dealing.parts.reserve(pairs.size());
  auto next = pairs.begin();
  for (auto entity = dealing.mine.begin; entity < dealing.mine.end; ++entity) {
    dealing.starts.push_back(static_cast<std::int64_t>(dealing.parts.size()));
    for (; next != pairs.end() && next->first == entity; ++next) dealing.parts.push_back(next->second);
  }
  dealing.starts.push_back(static_cast<std::int64_t>(dealing.parts.size()));
  count_parts(session, dealing, parts);
  return dealing;
}

Dealing dealing_of(par::Session& session, std::vector<std::int64_t> begins,
                   std::vector<std::int32_t> parts_of_entities, std::size_t parts) {
  auto dealing = with_begins(session, std::move(begins));
  dealing.parts = std::move(parts_of_entities);
  count_parts(session, dealing, parts);
  return dealing;
}

std::vector<Pair> pairs_of(const Dealing& dealing) {
  std::vector<Pair> pairs;
  pairs.reserve(dealing.parts.size());
  for (std::int64_t i = 0; i < dealing.mine.size(); ++i) {
    const auto slots = dealing.slots(i);
    for (auto slot = slots.begin; slot < slots.end; ++slot)
      pairs.emplace_back(dealing.mine.begin + i, dealing.parts[static_cast<std::size_t>(slot)]);
  }
  return pairs;
}

Dealing with_ghosts(par::Session& session, const Dealing& own, std::vector<Pair> ghosts) {
  auto pairs = pairs_of(own);
  const auto parts = static_cast<std::int32_t>(own.totals.size());
  std::sort(ghosts.begin(), ghosts.end());
  std::vector<Pair> added;
  std::set_difference(ghosts.begin(), ghosts.end(), pairs.begin(), pairs.end(), std::back_inserter(added));
  for (const auto& [entity, part] : added) pairs.emplace_back(entity, part + parts);
  auto dealing = dealing_of(session, own.begins, std::move(pairs), 2 * own.totals.size());
  dealing.ghosts = parts;
  set_indices(dealing);
  return dealing;
}

namespace {

Dealing selected(const Dealing& dealing, bool ghosts) {
  Dealing made;
  made.begins = dealing.begins;
  made.mine = dealing.mine;
  made.is_ordered = dealing.is_ordered;
  for (std::int64_t i = 0; i < dealing.mine.size(); ++i) {
    made.starts.push_back(static_cast<std::int64_t>(made.parts.size()));
    const auto slots = dealing.slots(i);
    for (auto slot = slots.begin; slot < slots.end; ++slot) {
      if (dealing.is_ghost(slot) != ghosts) continue;
      made.parts.push_back(dealing.part_of(slot));
      made.indices.push_back(dealing.index_in_run(slot));
    }
  }
  made.starts.push_back(static_cast<std::int64_t>(made.parts.size()));
  const auto parts = static_cast<std::ptrdiff_t>(dealing.ghosts);
  const auto half = [&](const std::vector<std::int64_t>& both) {
    const auto first = both.begin() + (ghosts ? parts : 0);
    return std::vector<std::int64_t>(first, first + parts);
  };
  made.before = half(dealing.before);
  made.totals = half(dealing.totals);
  return made;
}

}  // namespace

Dealing without_ghosts(const Dealing& dealing) {
  return dealing.ghosts == 0 ? dealing : selected(dealing, false);
}

Dealing ghosts_alone(const Dealing& dealing) { return selected(dealing, true); }

std::vector<std::int64_t> ghost_counts_of(const Dealing& dealing) {
  if (dealing.ghosts == 0) return std::vector<std::int64_t>(dealing.totals.size(), 0);
  return {dealing.totals.begin() + dealing.ghosts, dealing.totals.end()};
}

std::vector<std::int64_t> counts_of(const Dealing& dealing) {
  auto counts = ghost_counts_of(dealing);
  for (std::size_t part = 0; part < counts.size(); ++part) counts[part] += dealing.totals[part];
  return counts;
}

void set_indices(Dealing& dealing) {
  auto next = dealing.before;
  const auto parts = static_cast<std::size_t>(dealing.ghosts);
  for (std::size_t part = 0; part < parts; ++part) next[parts + part] += dealing.totals[part];
  dealing.indices.resize(dealing.parts.size());
  for (std::size_t slot = 0; slot < dealing.parts.size(); ++slot)
    dealing.indices[slot] = next[static_cast<std::size_t>(dealing.parts[slot])]++;
}

std::int64_t Places::in_part(std::size_t i, std::int32_t part) const {
  for (const auto& place : of(i)) {
    if (place.part == part) return place.index;
  }
  return -1;
}

Places places_of(par::Session& session, const Dealing& dealing, std::span<const std::int64_t> entities) {
  Places found;
  found.starts.reserve(entities.size() + 1);
  ask<Place>(
      session, entities, [&](std::int64_t entity) { return dealing.owner_of(entity); },
      [&](std::int64_t entity, std::vector<Place>& answers) {
        const auto slots = dealing.slots(entity - dealing.mine.begin);
        for (auto slot = slots.begin; slot < slots.end; ++slot) {
          const auto at = static_cast<std::size_t>(slot);
          answers.push_back({dealing.part_of(slot), dealing.is_ghost(slot), dealing.indices[at]});
        }
      },
      [&](std::size_t, std::span<const Place> places) {
        found.places.insert(found.places.end(), places.begin(), places.end());
        found.starts.push_back(static_cast<std::int64_t>(found.places.size()));
      });
  return found;
}

}  // namespace pcgns::deal
