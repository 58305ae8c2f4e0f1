// number_table.hpp: the numbers of a part as the whole zone has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "pcgns/move/source.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::move {

/// Looks numbers up in arrays of files, of which it keeps the blocks used last.
class NumberTable {
 public:
  /// `memory`: bytes for blocks, at least one of which is kept. `block`: numbers in one.
  NumberTable(const tree::InputSet& inputs, Source& source, std::int64_t memory, std::int64_t block = 65536);

  /// The numbers that are looked up from here on. @pre `numbering` lives as long.
  void use(const plan::Numbering& numbering);

  /// The number of the whole zone for the part's `number`; none if the part has no such number. Throws Error
  /// if a block cannot be read.
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
  [[nodiscard]] std::int64_t find(std::int64_t number);

 private:
  struct Block {
    int array = -1;
    std::int64_t index = 0;
    std::uint64_t used = 0;
    std::vector<std::int64_t> numbers;
  };
  [[nodiscard]] const Block& block_of(int array, std::int64_t index);
  [[nodiscard]] Block& free_block();
  void read(Block& block, int array, std::int64_t index);

  const tree::InputSet& inputs_;
  Source& source_;
  std::int64_t block_;
  std::size_t most_blocks_;
  const plan::Numbering* numbering_ = nullptr;
  std::size_t section_ = 0;  ///< The one used last.
  std::vector<Block> blocks_;
  /// For each array, where in `blocks_` each of its blocks is, or -1.
  std::vector<std::vector<std::int32_t>> places_;
  std::uint64_t clock_ = 0;
  std::vector<std::byte> bytes_;
};

/// Integers of an array of I4 or I8, from element `begin` on. Throws Error as Source::read does.
void read_integers(Source& source, const tree::InputSet& inputs, int array, std::int64_t begin,
                   std::int64_t count, std::vector<std::byte>& scratch, std::vector<std::int64_t>& to);

}  // namespace pcgns::move
