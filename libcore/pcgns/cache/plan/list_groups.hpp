// list_groups.hpp: the entries of a list of values, block by block of the file.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/cache/value_list.hpp"

namespace pcgns::cache {

/// How the file is cut into blocks, and which rank has which of them in its memory.
struct Blocks {
  int shift = 20;  ///< A block has 2^shift bytes.
  int ranks = 1;

  [[nodiscard]] std::int64_t bytes() const { return std::int64_t{1} << shift; }
  [[nodiscard]] std::int64_t of(std::int64_t address) const { return address >> shift; }
  [[nodiscard]] std::int64_t place(std::int64_t address) const { return address & (bytes() - 1); }
  [[nodiscard]] std::int64_t begin(std::int64_t block) const { return block << shift; }
  /// Block-cyclic, so that a box of any shape is spread over many ranks.
  [[nodiscard]] int owner(std::int64_t block) const { return static_cast<int>(block % ranks); }
};

/// A value of a block, and its position in the list.
struct ListEntry {
  std::uint32_t place = 0;  ///< Byte within the block.
  std::uint32_t position = 0;
};

/// Entries with the same block.
struct ListGroup {
  std::int64_t block = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Orders the entries of lists by block. Keeps its memory from one list to the next.
class ListGroups {
 public:
  /// @pre The list has fewer than 2^32 entries.
  void assign(const ValueList& list, const Blocks& blocks);

  /// Ascending blocks, each once.
  [[nodiscard]] const std::vector<ListGroup>& groups() const { return groups_; }
  /// In the order of the list.
  [[nodiscard]] std::span<const ListEntry> entries(const ListGroup& group) const {
    return std::span(entries_).subspan(group.begin, group.end - group.begin);
  }
  /// Positions of values that lie in two blocks, which are in no group.
  [[nodiscard]] const std::vector<std::uint32_t>& divided() const { return divided_; }

 private:
  void add(const ValueList& list, const Blocks& blocks, std::size_t position);
  void count_blocks(const ValueList& list, const Blocks& blocks, Range range);
  void sort_blocks(const ValueList& list, const Blocks& blocks);

  std::vector<ListEntry> entries_;
  std::vector<ListGroup> groups_;
  std::vector<std::uint32_t> divided_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace pcgns::cache
