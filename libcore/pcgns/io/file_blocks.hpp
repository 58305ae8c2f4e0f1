// file_blocks.hpp: which aggregator writes which bytes of the output file, and in which round.
//
// The file is divided into file blocks of equal size, aligned to that size. Blocks are distributed so that an
// aggregator always accesses the same stripes, and every aggregator has one block per round.
#pragma once

#include <cstdint>

#include "pcgns/base/range.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::io {

class FileBlocks {
 public:
  /// Divides the bytes [0, `end`) of a file for the ranks and stripes of `machine`.
  FileBlocks(std::int64_t end, const plan::Machine& machine);

  /// Bytes per file block: what an aggregator fills and writes at once.
  [[nodiscard]] std::int64_t size() const { return size_; }
  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::int64_t rounds() const;

  struct Turn {
    int aggregator = 0;
    std::int64_t round = 0;
  };
  /// Aggregator and round of a file block.
  [[nodiscard]] Turn turn_of(std::int64_t file_block) const;

  /// The file block of `aggregator` in `round`; if it is beyond the last one, the aggregator is idle.
  [[nodiscard]] std::int64_t file_block_of(int aggregator, std::int64_t round) const;

  /// The bytes of a file block; empty beyond the last one.
  [[nodiscard]] Range bytes_of(std::int64_t file_block) const;

  /// The smallest range that contains all file blocks of a round.
  [[nodiscard]] Range hull_of(std::int64_t round) const;

  /// The bytes of all file blocks in the rounds before `rounds`. @pre Machine::blocked is false.
  [[nodiscard]] Range bytes_before(std::int64_t rounds) const;

 private:
  std::int64_t end_;
  std::int64_t size_;
  std::int64_t count_;
  int aggregators_;
  bool blocked_;
};

/// What the program takes besides an empty one (code, HDF5, small objects): indexed moves, which otherwise
/// use all of the budget, leave it.
inline constexpr std::int64_t bytes_of_program = 16 * mebi;

/// `machine` for plans with indexed moves: a buffer as large as memory allows, because every round scans the
/// numbers of all pieces.
[[nodiscard]] plan::Machine suited(plan::Machine machine, const plan::Plan& plan);

/// Bytes of a file block. Machine::buffer if given (at most 1 GiB); otherwise 16 MiB, but at most a quarter
/// of the memory. A whole number of stripes and alignment units where that fits; always a multiple of 64.
[[nodiscard]] std::int64_t file_block_size(const plan::Machine& machine);

/// Number of aggregators. Each one accesses a fixed set of stripes, so their number divides the number of
/// file blocks in one pass over all stripes, or is a multiple of it. Without stripes it is the number of
/// ranks.
[[nodiscard]] int aggregator_count(const plan::Machine& machine);

/// Bytes that the trees of the inputs and of the output take in memory.
[[nodiscard]] std::int64_t bytes_of_trees(const plan::Plan& plan, const cgns::InputSet& inputs);

/// What moving the data of a plan takes.
struct MoveForecast {
  std::int64_t bytes_moved = 0;          ///< In bulk arrays.
  std::int64_t rounds = 0;               ///< Estimated, because the metadata size is not known.
  std::int64_t bytes_per_round = 0;      ///< Per rank.
  std::int64_t peak_bytes_per_rank = 0;  ///< Buffers and trees; the memory of MPI and HDF5 comes on top.
};

[[nodiscard]] MoveForecast forecast(const plan::Plan& plan, const cgns::InputSet& inputs,
                                    const plan::Machine& machine);

}  // namespace pcgns::io
