// number_table.hpp: the numbers of a part as the whole zone has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "pcgns/move/source.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::move {

/// Looks numbers up in arrays of files, of which it keeps blocks in memory.
class NumberTable {
 public:
  /// `memory`: bytes for blocks, at least one of which is kept. `block`: numbers in one, a power of 2.
  NumberTable(const tree::InputSet& inputs, Source& source, std::int64_t memory, std::int64_t block = 65536);

  /// The numbers that are looked up from here on. @pre `numbering` lives as long.
  void use(const plan::Numbering& numbering);

  /// The number of the whole zone for the part's `number`; none if the part has no such number. Throws Error
  /// if a block cannot be read.
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
  [[nodiscard]] std::int64_t find(std::int64_t number) {
    const auto index = static_cast<std::uint64_t>(number) - first_;
    if (index < count_) {
      const auto* const numbers = places_here_[index >> shift_];
      if (numbers != nullptr) return numbers[index & mask_] + offset_;
    }
    return search(number);
  }

 private:
  using Places = std::vector<const std::int64_t*>;
  struct Block {
    int array = -1;
    std::size_t index = 0;
    std::vector<std::int64_t> numbers;
  };
  [[nodiscard]] std::int64_t search(std::int64_t number);
  [[nodiscard]] Places& places_of(int array);
  void read(int array, std::size_t index);

  const tree::InputSet& inputs_;
  Source& source_;
  int shift_;
  std::uint64_t mask_;
  std::size_t most_blocks_;
  const plan::Numbering* numbering_ = nullptr;
  std::vector<Block> blocks_;
  std::size_t oldest_ = 0;      ///< Of the blocks, once there are as many as may be.
  std::vector<Places> places_;  ///< For each array, where each of its blocks is; nullptr: nowhere.
  std::vector<std::byte> bytes_;

  // The section that was used last, if it has an array.
  std::uint64_t first_ = 0;
  std::uint64_t count_ = 0;
  std::int64_t offset_ = 0;
  const std::int64_t* const* places_here_ = nullptr;
};

/// Integers of an array of I4 or I8, from element `begin` on. Throws Error as Source::read does.
void read_integers(Source& source, const tree::InputSet& inputs, int array, std::int64_t begin,
                   std::int64_t count, std::vector<std::byte>& scratch, std::vector<std::int64_t>& to);

}  // namespace pcgns::move
