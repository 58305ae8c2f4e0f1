// box_numbers.hpp: places structured pieces by the global numbers of their vertices.
//
// Numbers run i fastest, so a few of them determine the box. The rest are proved once all pieces are known.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/fileset/plan/pieces.hpp"

namespace pcgns::fileset {

struct Request;
struct Search;
struct ZoneView;

/// One value of an integer array.
struct ValueAt {
  int array = -1;          ///< Index into InputSet::arrays.
  std::int64_t index = 0;  ///< 0-based.

  friend auto operator<=>(const ValueAt&, const ValueAt&) = default;
};

/// Values that were read for a plan.
using SingleValues = std::map<ValueAt, std::int64_t>;

/// The values that `detect` needs: at most four for each Maia piece without a
/// CellRange.
[[nodiscard]] std::vector<ValueAt> numbers_to_read(const cgns::InputSet& inputs, const Request& request);

/// True for a structured Maia piece with vertex numbers but no CellRange.
[[nodiscard]] bool is_numbered_only(const cgns::Node& zone);

/// Sets Piece::cells and the extents of `original` that this piece determines; the highest piece determines
/// the last direction. Throws Error{input} if the numbers are not those of a box, or contradict earlier
/// pieces.
void add_cells_by_numbers(const Search& search, const ZoneView& zone, Original& original, Piece& piece);

/// An array, or a range of it, that must hold the numbers of a box.
struct BoxNumbers {
  int array = -1;
  std::int64_t begin = 0;                ///< Index of the first value.
  std::array<std::int64_t, 3> low = {};  ///< Start of the box, 0-based.
  std::array<std::int64_t, 3> count = {1, 1, 1};
  std::array<std::int64_t, 3> whole = {1, 1, 1};  ///< Extents of the numbered space, i fastest.
  std::int64_t first = 1;                         ///< Lowest number.

  [[nodiscard]] std::int64_t size() const { return count[0] * count[1] * count[2]; }
};

/// A number that does not match its box.
struct WrongNumber {
  std::int64_t index = 0;  ///< 0-based index in its array.
  std::int64_t number = 0;
  std::int64_t expected = 0;
};

/// The first mismatch in `numbers`, which are the values of `box` starting at value `from`.
[[nodiscard]] std::optional<WrongNumber> first_wrong(const BoxNumbers& box, std::int64_t from,
                                                     std::span<const std::int64_t> numbers);
/// Names the place and the mismatch.
[[nodiscard]] Error wrong_number(const cgns::InputSet& inputs, const BoxNumbers& box,
                                 const WrongNumber& wrong);

/// All vertex, cell and face numbers that determine where pieces in `pieces` lie.
/// @pre require_complete has not thrown.
[[nodiscard]] std::vector<BoxNumbers> box_numbers(const cgns::InputSet& inputs, const PieceSet& pieces);

}  // namespace pcgns::fileset
