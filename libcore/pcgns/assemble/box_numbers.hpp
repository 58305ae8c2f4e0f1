// box_numbers.hpp: parts of structured zones that say where they lie by the global numbers of their vertices.
//
// Numbers go i fastest, so a few of them tell the box. That all others are those of the box is to be proved
// once all parts are known.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/assemble/parts.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns::assemble {

struct Request;
struct Search;
struct ZoneView;

/// One value of an array of integers.
struct ValueAt {
  int array = -1;          ///< Index into InputSet::arrays.
  std::int64_t index = 0;  ///< From 0.

  friend auto operator<=>(const ValueAt&, const ValueAt&) = default;
};

/// What a plan has looked up.
using SingleValues = std::map<ValueAt, std::int64_t>;

/// The numbers that `detect` must have in Request::numbers: at most four of each part of Maia without a
/// CellRange.
[[nodiscard]] std::vector<ValueAt> numbers_to_read(const tree::InputSet& inputs, const Request& request);

/// True for a structured part of Maia that has no CellRange, but numbers of vertices.
[[nodiscard]] bool is_numbered_only(const tree::Node& zone);

/// Sets Part::cells, and the extents of `original` as far as this part tells them: the highest part tells
/// that of the last direction. Throws Error{input} if the numbers are not those of a box, or of another zone
/// than those of the parts before.
void add_cells_by_numbers(const Search& search, const ZoneView& zone, Original& original, Part& part);

/// An array, or a piece of it, that should have the numbers of a box.
struct BoxNumbers {
  int array = -1;
  std::int64_t begin = 0;                ///< Index of the first value.
  std::array<std::int64_t, 3> low = {};  ///< Of the box, from 0.
  std::array<std::int64_t, 3> count = {1, 1, 1};
  std::array<std::int64_t, 3> whole = {1, 1, 1};  ///< What is numbered, i fastest,
  std::int64_t first = 1;                         ///< from this number on.

  [[nodiscard]] std::int64_t size() const { return count[0] * count[1] * count[2]; }
};

/// A number that is not that of its box.
struct WrongNumber {
  std::int64_t index = 0;  ///< In its array, from 0.
  std::int64_t number = 0;
  std::int64_t expected = 0;
};

/// The first wrong one of `numbers`, which are those from the value `from` of `box` on.
[[nodiscard]] std::optional<WrongNumber> first_wrong(const BoxNumbers& box, std::int64_t from,
                                                     std::span<const std::int64_t> numbers);
/// Names the place and says what is wrong.
[[nodiscard]] Error wrong_number(const tree::InputSet& inputs, const BoxNumbers& box,
                                 const WrongNumber& wrong);

/// All numbers of vertices, cells and faces by which parts of `parts` are known to lie where they do.
/// @pre require_complete has not thrown.
[[nodiscard]] std::vector<BoxNumbers> box_numbers(const tree::InputSet& inputs, const PartSet& parts);

}  // namespace pcgns::assemble
