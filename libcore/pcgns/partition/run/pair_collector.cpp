#include "pcgns/partition/run/pair_collector.hpp"

#include <algorithm>

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
      [&](const Record& record) {
        pairs_.emplace_back(record.entity, static_cast<std::int32_t>(record.part));
        if (pairs_.size() > std::max(least_to_compact, 2 * compact_)) compact();
      });
  waiting_.clear();
}

void PairCollector::compact() {
  std::sort(pairs_.begin() + static_cast<std::ptrdiff_t>(compact_), pairs_.end());
  std::inplace_merge(pairs_.begin(), pairs_.begin() + static_cast<std::ptrdiff_t>(compact_), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  compact_ = pairs_.size();
}

const std::vector<Pair>& PairCollector::pairs() {
  compact();
  return pairs_;
}

std::vector<Pair> PairCollector::take() {
  compact();
  compact_ = 0;
  return std::move(pairs_);
}

}  // namespace pcgns::partition
