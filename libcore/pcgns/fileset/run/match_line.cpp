#include "pcgns/fileset/run/match_line.hpp"

#include "pcgns/base/bytes.hpp"

namespace pcgns::fileset {

namespace {

constexpr std::int64_t places_in_page = 512;

}  // namespace

MatchLine::MatchLine(const std::vector<MatchSet>& sets) {
  for (std::size_t s = 0; s < sets.size(); ++s) {
    for (std::size_t m = 0; m < sets[s].members.size(); ++m) {
      const auto count = sets[s].members[m].count;
      if (count == 0) continue;
      stretches_.push_back({static_cast<int>(s), static_cast<int>(m), end_, end_ + count});
      end_ += count;
    }
  }
}

int MatchLine::stretch_at(std::int64_t place) const {
  const auto behind = std::partition_point(stretches_.begin(), stretches_.end(),
                                           [&](const Stretch& stretch) { return stretch.begin <= place; });
  return static_cast<int>(behind - stretches_.begin()) - 1;
}

std::int64_t MatchLine::per_rank(int ranks) const {
  return std::max(places_in_page, round_up(divide_up(end_, ranks), places_in_page));
}

Range MatchLine::range_of(int rank, int ranks) const {
  const auto begin = std::min(end_, rank * per_rank(ranks));
  return {begin, std::min(end_, begin + per_rank(ranks))};
}

int MatchLine::rank_of(std::int64_t place, int ranks) const {
  return static_cast<int>(place / per_rank(ranks));
}

}  // namespace pcgns::fileset
