// node_blocks.hpp: the blocks in the memory of the ranks of a node, which all of them use directly.
#pragma once

#include <mpi.h>

#include <vector>

#include "pcgns/cache/cache.hpp"
#include "pcgns/cache/plan/list_groups.hpp"
#include "pcgns/cache/plan/slots.hpp"
#include "pcgns/par/node_memory.hpp"

namespace pcgns::cache {

/// A block in use. It stays in memory until this object ends.
class BlockInUse {
 public:
  /// `is_new`: others must wait for it until the end, when all of it has been written.
  BlockInUse(Slots& slots, int slot, bool is_new = false) : slots_(slots), slot_(slot), is_new_(is_new) {}
  ~BlockInUse() {
    if (is_new_) slots_.loaded(slot_, true);
    slots_.release(slot_, changed_);
  }
  BlockInUse(const BlockInUse&) = delete;
  BlockInUse& operator=(const BlockInUse&) = delete;

  [[nodiscard]] std::byte* data() const { return slots_.data(slot_); }
  /// These bytes of the block were changed.
  void changed(Range bytes) { changed_ = bytes; }

 private:
  Slots& slots_;
  int slot_;
  bool is_new_;
  Range changed_ = {};
};

class NodeBlocks {
 public:
  /// @note Collective over `comm`.
  NodeBlocks(MPI_Comm comm, Backing& backing, const Options& options, const Blocks& blocks, Counts& counts);

  /// True if this rank can use the blocks of `rank` directly.
  [[nodiscard]] bool reaches(int rank) const { return place_of_[static_cast<std::size_t>(rank)] >= 0; }
  /// The ranks of the node.
  [[nodiscard]] MPI_Comm comm() const { return node_; }
  /// True if every rank can use all blocks directly.
  [[nodiscard]] bool reaches_all() const { return reaches_all_; }

  /// Reads the block if it is not in memory, unless all of it will be written. Throws what Backing throws.
  /// @pre reaches(owner), and this rank uses no other block. @note Local.
  [[nodiscard]] BlockInUse use(std::int64_t block, bool replaces_all = false);
  /// Reads bytes that need not be whole blocks. Throws what Backing throws. @note Local.
  void read_backing(std::int64_t address, std::span<std::byte> to);
  /// True within a call of the backing, which may wait, and then must not be called again.
  [[nodiscard]] bool is_in_backing() const { return is_in_backing_; }
  /// True if the last call of `use` had to read.
  [[nodiscard]] bool has_missed() const { return has_missed_; }

  /// Writes what was changed of the blocks of this rank.
  void clean();
  /// Why this rank could not write a block, perhaps to make room for one that it read.
  [[nodiscard]] const std::optional<Error>& damage() const { return damage_; }
  /// Empties the slots of this rank. @pre No rank uses any.
  void clear();
  /// @note Collective.
  void close();

 private:
  /// @note Collective over `comm`.
  void take_memory(MPI_Comm comm, int count);
  [[nodiscard]] Slots& own() {
    return slots_[static_cast<std::size_t>(place_of_[static_cast<std::size_t>(rank_)])];
  }
  void load(Slots& slots, const Acquired& acquired, std::int64_t block, bool replaces_all);
  void write(Slots& slots, const Acquired& acquired);

  Backing& backing_;
  const Blocks& blocks_;
  Counts& counts_;
  int rank_ = 0;
  MPI_Comm node_ = MPI_COMM_NULL;
  std::vector<int> place_of_;  ///< By rank: its place in the node, or -1.
  bool reaches_all_ = false;
  std::unique_ptr<par::NodeMemory> memory_;
  std::vector<Slots> slots_;  ///< By place in the node.
  bool has_missed_ = false;
  bool is_in_backing_ = false;
  std::optional<Error> damage_;
};

}  // namespace pcgns::cache
