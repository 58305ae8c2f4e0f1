// queue_round.hpp: what writing and reading have in common, where owners have domains in turn.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "pcgns/move/queue_work.hpp"

namespace pcgns::move {

/// Calls `use(piece, rows)` for the runs of this rank's pieces in `domain` that nobody else claims, in any
/// order.
template <typename Use>
void each_own_rows(const Work& work, Range domain, const Use& use) {
  for (const auto& piece : work.pieces()) {
    if (piece.contested) continue;
    piece.runs.each_rows_near(piece.runs.in(domain), [&](const Rows& rows) { use(piece, rows); });
  }
}

/// A domain of this owner, and those of others, in one round.
class Round {
 public:
  Round(Work& work, std::int64_t round)
      : work_(work), round_(round), domain_(is_owner() ? work.domains().bytes(mine()) : Range{}) {}

 protected:
  [[nodiscard]] Team& team() const { return work_.team(); }
  [[nodiscard]] bool is_owner() const { return team().turn() >= 0; }
  /// Of the first domain.
  [[nodiscard]] std::int64_t first(std::int64_t round) const { return round * std::ssize(team().owners()); }
  /// Of this owner's domain.
  [[nodiscard]] std::int64_t mine() const { return first(round_) + team().turn(); }

  /// Calls `visit(number, owner, bytes)` for every domain of the round. That of this owner comes first: in
  /// reads it is there before those of others.
  template <typename Visit>
  void each_domain(const Visit& visit) const {
    const auto& owners = team().owners();
    const auto count = static_cast<int>(owners.size());
    for (int i = 0; i < count; ++i) {
      const int turn = (std::max(team().turn(), 0) + i) % count;
      const auto number = first(round_) + turn;
      const auto bytes = work_.domains().bytes(number);
      if (!bytes.empty()) visit(number, owners[static_cast<std::size_t>(turn)], bytes);
    }
  }

  /// Calls `use(piece, run)` for the runs of this rank's pieces in `domain` that go as messages between it
  /// and `owner`, in the order of the file.
  template <typename Use>
  void each_sent_run(int owner, Range domain, const Use& use) const {
    for (const auto& piece : work_.pieces()) {
      if (!work_.is_sent(owner, piece.contested)) continue;
      piece.runs.each(piece.runs.in(domain), [&](const Run& run) { use(piece, run); });
    }
  }

  /// Copies between this owner's domain and a letter of `rank`: `copy(in domain, in letter, bytes)`.
  template <typename Copy>
  void each_claimed_run(int rank, const Copy& copy) const {
    std::int64_t at = 0;
    for (const auto& claim : work_.claims()) {
      if (claim.rank != rank || !work_.is_sent(rank, claim.contested)) continue;
      claim.runs.each(claim.runs.in(domain_), [&](const Run& run) {
        const auto bytes = run.count * claim.runs.value_size();
        copy(run.at - domain_.begin, at, static_cast<std::size_t>(bytes));
        at += bytes;
      });
    }
  }

  /// Until all domains of a round are where they were moved to.
  void wait_until_moved(std::int64_t round) const {
    for (auto number = first(round); number < first(round + 1); ++number) team().wait_until_moved(number);
  }

  Work& work_;
  std::int64_t round_;
  Range domain_;  ///< Of this rank; empty if it owns none.
};

}  // namespace pcgns::move
