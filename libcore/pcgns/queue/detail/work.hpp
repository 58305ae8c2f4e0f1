// work.hpp: plans one flush of the queue: which ranks exchange which bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/queue/detail/team.hpp"

namespace pcgns::queue {

enum class Access { write, read };

/// Numbers the file blocks that any rank touches and assigns them to rounds, one per aggregator and round.
class TouchedFileBlocks {
 public:
  /// @note Collective.
  TouchedFileBlocks(const Team& team, std::span<const io::Runs> mine, Access access);

  /// Number of slabs of all ranks.
  [[nodiscard]] std::int64_t requests() const { return requests_; }
  [[nodiscard]] std::int64_t count() const { return std::ssize(touched_); }
  [[nodiscard]] std::int64_t rounds() const;
  /// Bytes of the file; empty beyond the last block.
  [[nodiscard]] Range bytes(std::int64_t number) const;

 private:
  void choose_size(const Team& team, std::int64_t total);

  std::int64_t requests_ = 0;
  Range hull_;  ///< Bounding range of all requests; begins at a block boundary.
  std::int64_t size_ = 1;
  std::int64_t aggregators_ = 1;
  std::vector<std::int64_t> touched_;  ///< Numbers of touched file blocks, ascending.
};

/// Total bytes of the file in sections of at least `piece` bytes that the ranks of `comm` touch, which is
/// what one rank would read.
/// @note Collective.
[[nodiscard]] std::int64_t bytes_touched(MPI_Comm comm, std::span<const io::Runs> mine, std::int64_t piece);

/// A slab of this rank that passes through the aggregators.
struct SlabPiece {
  const io::Slab* slab = nullptr;
  io::Runs runs;           ///< In file and memory.
  bool contested = false;  ///< It overlaps another slab, so the aggregator orders the values.
  bool is_plain = false;   ///< Runs have the same bytes in file and memory.
};

/// A rank's piece, as an aggregator sees it.
struct Claim {
  int rank = 0;
  bool contested = false;
  std::int64_t array = 0;  ///< Offset of the array in the file.
  io::Runs runs;           ///< Runs in the file.
  io::Runs spans;          ///< What is read at once: the runs and small holes between them.
};

class Work {
 public:
  /// @note Collective.
  Work(Team& team, std::vector<SlabPiece> pieces, Access access);

  [[nodiscard]] Team& team() const { return team_; }
  [[nodiscard]] const TouchedFileBlocks& file_blocks() const { return file_blocks_; }
  [[nodiscard]] std::span<const SlabPiece> pieces() const { return pieces_; }
  /// Claims on file blocks that this aggregator may get, sorted by rank and then in each rank's order.
  [[nodiscard]] std::span<const Claim> claims() const { return claims_; }
  /// True if idle aggregators claim the next file block. This requires that all ranks reach all buffers and
  /// that every aggregator can know all claims. Otherwise blocks are assigned round-robin.
  [[nodiscard]] bool reads_freely() const { return reads_freely_; }

  /// True if data between this rank and `other` travel as messages.
  [[nodiscard]] bool is_sent(int other, bool contested) const { return contested || !team_.reaches(other); }
  /// False if no message involves this rank.
  [[nodiscard]] bool has_messages() const { return has_messages_; }

  struct Message {
    int rank = 0;
    std::int64_t bytes = 0;
  };
  /// Messages between this aggregator and other ranks for its `file_block`, by rank.
  [[nodiscard]] std::vector<Message> messages(Range file_block) const;
  /// Bytes of the message between this rank and `aggregator` for a file block of the latter.
  [[nodiscard]] std::int64_t bytes_with(int aggregator, Range file_block) const;

  /// The claimed bytes of `file_block`: ascending, disjoint.
  [[nodiscard]] std::vector<Range> claimed(Range file_block) const;
  /// The same with holes too small for a separate call: what is read.
  [[nodiscard]] std::vector<Range> spanned(Range file_block) const;

  /// Runs a step that may fail. After the first failure, later steps are skipped but messages continue.
  void attempt(std::string_view what, const std::function<void()>& step);
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }

 private:
  void exchange_claims();
  [[nodiscard]] par::Messages claims_of_all() const;
  [[nodiscard]] par::Messages claims_on_mine() const;
  [[nodiscard]] bool concerns(const SlabPiece& piece, std::int64_t turn) const;
  void find_messages();

  Team& team_;
  std::vector<SlabPiece> pieces_;
  TouchedFileBlocks file_blocks_;
  std::vector<Claim> claims_;
  bool reads_freely_ = false;
  bool has_messages_ = false;
  std::optional<Error> failure_;
};

/// Writes all file blocks. Failures are stored in `work`. @note Collective.
void write_file_blocks(Work& work, io::Sink& sink);
void read_file_blocks(Work& work, const FileDescriptor& file);

}  // namespace pcgns::queue
