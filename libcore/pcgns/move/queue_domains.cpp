#include "pcgns/move/queue_domains.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

/// Smaller pieces cost more messages than they spread work.
constexpr std::int64_t least_size = 64 * kibi;
/// Domains between the first and the last byte, so that their marks stay small.
constexpr std::int64_t most_domains = 1 << 20;

/// Empty if nobody wants anything. @note Collective.
Range hull_of_all(MPI_Comm comm, std::span<const Runs> mine) {
  Range hull{std::numeric_limits<std::int64_t>::max(), 0};
  for (const auto& runs : mine) {
    if (runs.volume() == 0) continue;
    hull = {std::min(hull.begin, runs.hull().begin), std::max(hull.end, runs.hull().end)};
  }
  std::array<std::int64_t, 2> ends = {-hull.begin, hull.end};
  par::max_over_ranks(comm, ends);
  return {-ends[0], ends[1]};
}

/// The numbers of pieces of `size` bytes from the beginning of `hull` on that somebody touches, ascending.
/// @note Collective.
std::vector<std::int64_t> touched_pieces(MPI_Comm comm, Range hull, std::int64_t size,
                                         std::span<const Runs> mine) {
  std::vector<std::uint64_t> marks(static_cast<std::size_t>(divide_up(hull.size(), 64 * size)));
  for (const auto& runs : mine) {
    // No piece fits between the first bytes of two values that are bridged.
    const auto spans = runs.bridged(size - runs.value_size());
    spans.each({0, spans.volume()}, [&](const Run& span) {
      const auto last = (span.at + (span.count - 1) * spans.value_size() - hull.begin) / size;
      for (auto piece = (span.at - hull.begin) / size; piece <= last; ++piece)
        marks[static_cast<std::size_t>(piece / 64)] |= std::uint64_t{1} << (piece % 64);
    });
  }
  par::or_over_ranks(comm, marks);
  std::vector<std::int64_t> touched;
  for (std::int64_t piece = 0; piece < 64 * static_cast<std::int64_t>(marks.size()); ++piece) {
    if ((marks[static_cast<std::size_t>(piece / 64)] >> (piece % 64) & 1U) != 0) touched.push_back(piece);
  }
  return touched;
}

}  // namespace

TouchedDomains::TouchedDomains(const Team& team, std::span<const Runs> mine, Access access)
    : owners_(static_cast<std::int64_t>(team.owners().size())) {
  std::array<std::int64_t, 2> sums = {0, std::ssize(mine)};
  for (const auto& runs : mine) sums[0] += runs.volume() * runs.value_size();
  par::sum_over_ranks(team.comm(), sums);
  const auto total = sums[0];
  requests_ = sums[1];
  if (total == 0) return;
  hull_ = hull_of_all(team.comm(), mine);
  choose_size(team, total);
  // Page cache is made in the pieces in which it is written, as far as they are aligned; what is read should
  // lie in few domains.
  hull_.begin = round_down(hull_.begin, access == Access::write ? size_ : team.options().alignment);
  touched_ = touched_pieces(team.comm(), hull_, size_, mine);
}

void TouchedDomains::choose_size(const Team& team, std::int64_t total) {
  const auto unit = team.options().alignment;
  const auto wanted = std::max({least_size, divide_up(total, owners_), hull_.size() / most_domains});
  size_ = std::min(round_up(wanted, unit), team.options().buffer);
}

std::int64_t TouchedDomains::rounds() const { return divide_up(count(), owners_); }

Range TouchedDomains::bytes(std::int64_t number) const {
  if (number >= count()) return {};
  const auto begin = hull_.begin + touched_[static_cast<std::size_t>(number)] * size_;
  return {begin, begin + size_};
}

std::int64_t bytes_touched(MPI_Comm comm, std::span<const Runs> mine, std::int64_t piece) {
  const auto hull = hull_of_all(comm, mine);
  if (hull.empty()) return 0;
  const auto size = std::max(piece, divide_up(hull.size(), most_domains));
  std::int64_t bytes = 0;
  for (const auto number : touched_pieces(comm, hull, size, mine)) {
    bytes += std::min(size, hull.size() - number * size);
  }
  return bytes;
}

}  // namespace pcgns::move
