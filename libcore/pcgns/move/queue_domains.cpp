#include "pcgns/move/queue_domains.hpp"

#include <algorithm>
#include <limits>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

/// Smaller pieces cost more messages than they spread work.
constexpr std::int64_t least_size = 64 * kibi;
/// Domains between the first and the last byte, so that their marks stay small.
constexpr std::int64_t most_domains = 1 << 20;

}  // namespace

TouchedDomains::TouchedDomains(const Team& team, std::span<const Runs> mine)
    : owners_(static_cast<std::int64_t>(team.owners().size())) {
  std::int64_t total = 0;
  Range hull{std::numeric_limits<std::int64_t>::max(), 0};
  for (const auto& runs : mine) {
    if (runs.volume() == 0) continue;
    total += runs.volume() * runs.value_size();
    hull = {std::min(hull.begin, runs.hull().begin), std::max(hull.end, runs.hull().end)};
  }
  total = par::all_sum(team.comm(), total);
  if (total == 0) return;
  hull_ = {par::all_min(team.comm(), hull.begin), par::all_max(team.comm(), hull.end)};
  choose_size(team, total);
  find_touched(team, mine);
}

void TouchedDomains::choose_size(const Team& team, std::int64_t total) {
  const auto unit = team.options().alignment;
  const auto wanted = std::max({least_size, divide_up(total, owners_), hull_.size() / most_domains});
  size_ = std::min(round_up(wanted, unit), team.options().buffer);
  hull_.begin = round_down(hull_.begin, size_);
}

void TouchedDomains::find_touched(const Team& team, std::span<const Runs> mine) {
  std::vector<std::uint64_t> marks(static_cast<std::size_t>(divide_up(hull_.size(), 64 * size_)));
  for (const auto& runs : mine) {
    if (runs.volume() == 0) continue;
    const auto last = (runs.hull().end - 1 - hull_.begin) / size_;
    for (auto domain = (runs.hull().begin - hull_.begin) / size_; domain <= last; ++domain) {
      auto& word = marks[static_cast<std::size_t>(domain / 64)];
      const auto mark = std::uint64_t{1} << (domain % 64);
      const auto begin = hull_.begin + domain * size_;
      if ((word & mark) == 0 && !runs.in({begin, begin + size_}).empty()) word |= mark;
    }
  }
  par::or_over_ranks(team.comm(), marks);
  for (std::int64_t domain = 0; domain < 64 * static_cast<std::int64_t>(marks.size()); ++domain) {
    if ((marks[static_cast<std::size_t>(domain / 64)] >> (domain % 64) & 1U) != 0) touched_.push_back(domain);
  }
}

std::int64_t TouchedDomains::rounds() const {
  return divide_up(static_cast<std::int64_t>(touched_.size()), owners_);
}

Range TouchedDomains::bytes(std::int64_t round, int turn) const {
  const auto place = static_cast<std::size_t>(round * owners_ + turn);
  if (turn < 0 || place >= touched_.size()) return {};
  const auto begin = hull_.begin + touched_[place] * size_;
  return {begin, begin + size_};
}

}  // namespace pcgns::move
