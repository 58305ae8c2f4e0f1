#include "pcgns/partition/run/pair_collector.hpp"

#include <algorithm>
#include <utility>

namespace pcgns::partition {

namespace {

constexpr std::size_t least_to_compact = 1 << 20;

}  // namespace

PairCollector::PairCollector(par::Session& session, std::vector<std::int64_t> begins, std::size_t seen)
    : exchange_(session), seen_(seen, Pair{-1, -1}) {
  const auto rank = static_cast<std::size_t>(session.rank());
  owners_.mine = {begins[rank], begins[rank + 1]};
  owners_.begins = std::move(begins);
}

void PairCollector::deliver() {
  par::scatter_to_owners(
      exchange_, waiting_, [&](const Record& record) { return owners_.owner_of(record.entity); },
      [&](const Record& record) { keep(record.entity, static_cast<std::int32_t>(record.part)); });
  waiting_.clear();
}

void PairCollector::add_further(std::int64_t entity, std::int32_t part) {
  further_.emplace_back(entity, part);
  if (further_.size() > std::max(least_to_compact, 2 * compact_)) compact();
}

void PairCollector::compact() {
  if (compact_ == further_.size()) return;
  std::sort(further_.begin() + static_cast<std::ptrdiff_t>(compact_), further_.end());
  std::inplace_merge(further_.begin(), further_.begin() + static_cast<std::ptrdiff_t>(compact_),
                     further_.end());
  further_.erase(std::unique(further_.begin(), further_.end()), further_.end());
  compact_ = further_.size();
}

/// Calls what(entity, part) for all pairs, ascending; with `nobody` for an entity without a part.
template <typename What>
void PairCollector::each(What&& what) {
  compact();
  auto next = further_.begin();
  for (auto entity = owners_.mine.begin; entity < owners_.mine.end; ++entity) {
    what(entity, lowest_part(entity));
    for (; next != further_.end() && next->first == entity; ++next) what(entity, next->second);
  }
}

std::vector<Pair> PairCollector::pairs() {
  std::vector<Pair> pairs;
  each([&](std::int64_t entity, std::int32_t part) {
    if (part != nobody) pairs.emplace_back(entity, part);
  });
  return pairs;
}

void PairCollector::add_parts_of(std::int64_t entity, std::vector<std::int64_t>& parts) {
  compact();
  if (const auto lowest = lowest_part(entity); lowest != nobody) parts.push_back(lowest);
  auto next = std::ranges::lower_bound(further_, entity, {}, &Pair::first);
  for (; next != further_.end() && next->first == entity; ++next) parts.push_back(next->second);
}

Distribution PairCollector::distribution(par::Session& session, std::size_t parts) {
  std::vector<std::int64_t> starts;
  std::vector<std::int32_t> of_slots;
  starts.reserve(static_cast<std::size_t>(owners_.mine.size()) + 1);
  of_slots.reserve(static_cast<std::size_t>(owners_.mine.size()) + further_.size());
  each([&](std::int64_t entity, std::int32_t part) {
    if (std::ssize(starts) == entity - owners_.mine.begin) starts.push_back(std::ssize(of_slots));
    of_slots.push_back(std::max(part, 0));
  });
  starts.push_back(std::ssize(of_slots));
  return distribution_of(session, owners_.begins, std::move(starts), std::move(of_slots), parts);
}

}  // namespace pcgns::partition
