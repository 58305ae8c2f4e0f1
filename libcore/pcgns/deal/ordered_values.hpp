// ordered_values.hpp: values that do not stand in a part as in the zone, on their way to a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/deal/dealing.hpp"
#include "pcgns/move/scratch_file.hpp"

namespace pcgns::deal {

/// Keeps what this rank has of an array until all ranks bring theirs together, each a piece of the file.
class OrderedValues {
 public:
  /// `size`: bytes of a value.
  explicit OrderedValues(std::int64_t size) : size_(size) {}

  /// Values that stand in the array from `begin` on.
  void add(std::int64_t begin, std::span<const std::byte> values);

  /// Writes the array of `total` values to byte `offset` of the file; where nobody has added a value, there
  /// is a zero. Throws the same Error on every rank. @note Collective.
  void write(par::Session& session, move::ScratchFile& scratch, std::int64_t offset, std::int64_t total);

 private:
  struct Piece {
    std::int64_t begin = 0;
    std::int64_t count = 0;
  };

  std::int64_t size_;
  std::vector<Piece> pieces_;
  std::vector<std::byte> values_;  ///< Of all pieces.
};

/// Of this rank's slots, the first of `lengths` values behind those of all that stand before it in its part
/// (or among its ghosts). @pre Dealing::indices. @note Collective.
[[nodiscard]] std::vector<std::int64_t> ordered_starts(par::Session& session, const Dealing& dealing,
                                                       std::span<const std::int64_t> lengths);

}  // namespace pcgns::deal
