#include "pcgns/partition/run/distribution.hpp"

#include <algorithm>
#include <iterator>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/request_reply.hpp"

namespace pcgns::partition {

int Distribution::owner_of(std::int64_t entity) const {
  return static_cast<int>(std::upper_bound(begins.begin(), begins.end() - 1, entity) - begins.begin()) - 1;
}

std::vector<std::int64_t> equal_begins(std::int64_t count, int ranks) {
  const auto each = divide_up(count, ranks);
  std::vector<std::int64_t> begins;
  for (int rank = 0; rank <= ranks; ++rank) begins.push_back(std::min(count, rank * each));
  return begins;
}

Distribution distribution_of(par::Session& session, std::vector<std::int64_t> begins, std::vector<Pair> pairs,
                             std::size_t parts) {
  // Most are in order: what is added later, such as ghosts, follows.
  const auto later = std::is_sorted_until(pairs.begin(), pairs.end());
  std::sort(later, pairs.end());
  std::inplace_merge(pairs.begin(), later, pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  const auto rank = static_cast<std::size_t>(session.rank());
  std::vector<std::int64_t> starts;
  std::vector<std::int32_t> parts_of_slots;
  starts.reserve(static_cast<std::size_t>(begins[rank + 1] - begins[rank]) + 1);
  parts_of_slots.reserve(pairs.size());
  auto next = pairs.begin();
  for (auto entity = begins[rank]; entity < begins[rank + 1]; ++entity) {
    starts.push_back(std::ssize(parts_of_slots));
    for (; next != pairs.end() && next->first == entity; ++next) parts_of_slots.push_back(next->second);
  }
  starts.push_back(std::ssize(parts_of_slots));
  return distribution_of(session, std::move(begins), std::move(starts), std::move(parts_of_slots), parts);
}

Distribution distribution_of(par::Session& session, std::vector<std::int64_t> begins,
                             std::vector<std::int64_t> starts, std::vector<std::int32_t> parts_of_slots,
                             std::size_t parts) {
  Distribution distribution;
  const auto rank = static_cast<std::size_t>(session.rank());
  distribution.mine = {begins[rank], begins[rank + 1]};
  distribution.begins = std::move(begins);
  distribution.starts = std::move(starts);
  distribution.parts = std::move(parts_of_slots);
  distribution.totals.assign(parts, 0);
  for (const auto part : distribution.parts) ++distribution.totals[static_cast<std::size_t>(part)];
  distribution.before = par::sums_before(session.comm(), distribution.totals);
  return distribution;
}

Distribution distribution_of(par::Session& session, std::vector<std::int64_t> begins,
                             std::vector<std::int32_t> parts_of_entities, std::size_t parts) {
  return distribution_of(session, std::move(begins), {}, std::move(parts_of_entities), parts);
}

std::vector<Pair> pairs_of(const Distribution& distribution) {
  std::vector<Pair> pairs;
  pairs.reserve(distribution.parts.size());
  for (std::int64_t i = 0; i < distribution.mine.size(); ++i) {
    const auto slots = distribution.slots(i);
    for (auto slot = slots.begin; slot < slots.end; ++slot)
      pairs.emplace_back(distribution.mine.begin + i, distribution.parts[static_cast<std::size_t>(slot)]);
  }
  return pairs;
}

Distribution with_ghosts(par::Session& session, const Distribution& own, std::vector<Pair> ghosts) {
  auto pairs = pairs_of(own);
  const auto parts = static_cast<std::int32_t>(own.totals.size());
  std::sort(ghosts.begin(), ghosts.end());
  std::vector<Pair> added;
  std::set_difference(ghosts.begin(), ghosts.end(), pairs.begin(), pairs.end(), std::back_inserter(added));
  for (const auto& [entity, part] : added) pairs.emplace_back(entity, part + parts);
  auto distribution = distribution_of(session, own.begins, std::move(pairs), 2 * own.totals.size());
  distribution.ghosts = parts;
  set_indices(distribution);
  return distribution;
}

namespace {

Distribution selected(const Distribution& distribution, bool ghosts) {
  Distribution made;
  made.begins = distribution.begins;
  made.mine = distribution.mine;
  made.is_ordered = distribution.is_ordered;
  for (std::int64_t i = 0; i < distribution.mine.size(); ++i) {
    made.starts.push_back(static_cast<std::int64_t>(made.parts.size()));
    const auto slots = distribution.slots(i);
    for (auto slot = slots.begin; slot < slots.end; ++slot) {
      if (distribution.is_ghost(slot) != ghosts) continue;
      made.parts.push_back(distribution.part_of(slot));
      made.indices.push_back(distribution.index_in_run(slot));
    }
  }
  made.starts.push_back(static_cast<std::int64_t>(made.parts.size()));
  const auto parts = static_cast<std::ptrdiff_t>(distribution.ghosts);
  const auto half = [&](const std::vector<std::int64_t>& both) {
    const auto first = both.begin() + (ghosts ? parts : 0);
    return std::vector<std::int64_t>(first, first + parts);
  };
  made.before = half(distribution.before);
  made.totals = half(distribution.totals);
  return made;
}

}  // namespace

Distribution without_ghosts(const Distribution& distribution) {
  return distribution.ghosts == 0 ? distribution : selected(distribution, false);
}

Distribution ghosts_alone(const Distribution& distribution) { return selected(distribution, true); }

std::vector<std::int64_t> ghost_counts_of(const Distribution& distribution) {
  if (distribution.ghosts == 0) return std::vector<std::int64_t>(distribution.totals.size(), 0);
  return {distribution.totals.begin() + distribution.ghosts, distribution.totals.end()};
}

std::vector<std::int64_t> counts_of(const Distribution& distribution) {
  auto counts = ghost_counts_of(distribution);
  for (std::size_t part = 0; part < counts.size(); ++part) counts[part] += distribution.totals[part];
  return counts;
}

void set_indices(Distribution& distribution) {
  auto next = distribution.before;
  const auto parts = static_cast<std::size_t>(distribution.ghosts);
  for (std::size_t part = 0; part < parts; ++part) next[parts + part] += distribution.totals[part];
  resize_in_room(distribution.indices, distribution.parts.size());
  for (std::size_t slot = 0; slot < distribution.parts.size(); ++slot)
    distribution.indices[slot] = next[static_cast<std::size_t>(distribution.parts[slot])]++;
}

LocalIndices local_indices_of(par::Session& session, const Distribution& distribution,
                              std::span<const std::int64_t> entities) {
  LocalIndices found;
  found.starts.reserve(entities.size() + 1);
  par::ask_owners_for_lists<LocalIndex>(
      session, entities, [&](std::int64_t entity) { return distribution.owner_of(entity); },
      [&](std::int64_t entity, std::vector<LocalIndex>& answers) {
        const auto slots = distribution.slots(entity - distribution.mine.begin);
        for (auto slot = slots.begin; slot < slots.end; ++slot) {
          const auto at = static_cast<std::size_t>(slot);
          answers.push_back(
              {distribution.part_of(slot), distribution.is_ghost(slot), distribution.indices[at]});
        }
      },
      [&](std::size_t, std::span<const LocalIndex> indices) {
        found.all.insert(found.all.end(), indices.begin(), indices.end());
        found.starts.push_back(static_cast<std::int64_t>(found.all.size()));
      });
  return found;
}

}  // namespace pcgns::partition
