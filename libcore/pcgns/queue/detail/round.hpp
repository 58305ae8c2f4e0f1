// round.hpp: common parts of reading and writing in rounds with file blocks assigned round-robin.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "pcgns/queue/detail/work.hpp"

namespace pcgns::queue {

/// Calls `use(piece, rows)` for the runs of this rank's pieces in `file_block` that no other slab contests,
/// in any order.
template <typename Use>
void each_own_rows(const Work& work, Range file_block, const Use& use) {
  for (const auto& piece : work.pieces()) {
    if (piece.contested) continue;
    piece.runs.each_rows_near(piece.runs.in(file_block), [&](const io::Rows& rows) { use(piece, rows); });
  }
}

/// The file blocks of one round, including that of this aggregator.
class Round {
 public:
  Round(Work& work, std::int64_t round)
      : work_(work),
        round_(round),
        file_block_(is_aggregator() ? work.file_blocks().bytes(mine()) : Range{}) {}

 protected:
  [[nodiscard]] Team& team() const { return work_.team(); }
  [[nodiscard]] bool is_aggregator() const { return team().turn() >= 0; }
  /// Number of the first file block of `round`.
  [[nodiscard]] std::int64_t first(std::int64_t round) const {
    return round * std::ssize(team().aggregators());
  }
  /// Number of this aggregator's file block.
  [[nodiscard]] std::int64_t mine() const { return first(round_) + team().turn(); }

  /// Calls `visit(number, aggregator, bytes)` for every file block of the round. This aggregator's block
  /// comes first, because in reads it is available first.
  template <typename Visit>
  void each_file_block(const Visit& visit) const {
    const auto& aggregators = team().aggregators();
    const auto count = static_cast<int>(aggregators.size());
    for (int i = 0; i < count; ++i) {
      const int turn = (std::max(team().turn(), 0) + i) % count;
      const auto number = first(round_) + turn;
      const auto bytes = work_.file_blocks().bytes(number);
      if (!bytes.empty()) visit(number, aggregators[static_cast<std::size_t>(turn)], bytes);
    }
  }

  /// Calls `use(piece, run)`, in file order, for the runs of this rank's pieces in `file_block` that it
  /// exchanges with `aggregator` as messages.
  template <typename Use>
  void each_sent_run(int aggregator, Range file_block, const Use& use) const {
    for (const auto& piece : work_.pieces()) {
      if (!work_.is_sent(aggregator, piece.contested)) continue;
      piece.runs.each(piece.runs.in(file_block), [&](const io::Run& run) { use(piece, run); });
    }
  }

  /// Copies between this aggregator's file block and a message of `rank`: `copy(in block, in message,
  /// bytes)`.
  template <typename Copy>
  void each_claimed_run(int rank, const Copy& copy) const {
    std::int64_t at = 0;
    for (const auto& claim : work_.claims()) {
      if (claim.rank != rank || !work_.is_sent(rank, claim.contested)) continue;
      claim.runs.each(claim.runs.in(file_block_), [&](const io::Run& run) {
        const auto bytes = run.count * claim.runs.value_size();
        copy(run.at - file_block_.begin, at, static_cast<std::size_t>(bytes));
        at += bytes;
      });
    }
  }

  /// Waits until all file blocks of a round have been read or written.
  void wait_until_moved(std::int64_t round) const {
    for (auto number = first(round); number < first(round + 1); ++number) team().wait_until_moved(number);
  }

  Work& work_;
  std::int64_t round_;
  Range file_block_;  ///< Of this rank; empty if it is not an aggregator.
};

}  // namespace pcgns::queue
