// elements.hpp: the elements of a section, dealt out over the ranks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/mesh/share.hpp"
#include "pcgns/mesh/unstructured.hpp"
#include "pcgns/sids/elements.hpp"

namespace pcgns::mesh {

/// Why the elements of a section cannot be told apart.
enum class Flaw : std::uint8_t {
  none,
  absent,        ///< No connectivity of integers, or a type that says nothing of its elements.
  size,          ///< The connectivity has not as many values as the elements need.
  offset_count,  ///< ElementStartOffset has not one value more than there are elements.
  offset_begin,  ///< It does not begin with 0 ...
  offset_order,  ///< ... or descends ...
  offset_end,    ///< ... or does not end with the size of the connectivity.
  unknown_type,  ///< Without offsets: a value that is no type of an element, or no number of nodes.
};

/// A rank's elements of a section; all ranks together have all.
struct Elements {
  const Section* section = nullptr;
  Range mine = {};                        ///< 0-based in the section.
  std::vector<std::int64_t> begins = {};  ///< The first element of every rank, and the end.
  tree::DataType type = tree::DataType::MT;
  std::vector<std::byte> values = {};      ///< Of whole elements.
  std::int64_t width = 0;                  ///< Values of an element; 0: as `offsets` say.
  std::vector<std::int64_t> offsets = {};  ///< In the values of this rank: of every element, and the end.
  int lead = 0;               ///< Values of an element before its nodes: its type, or their number.
  bool all_within = false;    ///< Known: all vertices of this rank's elements are there.
  Flaw flaw = Flaw::none;     ///< The same on all ranks; if it is not `none`, there are no elements.
  std::int64_t position = 0;  ///< What of the offsets or elements is flawed first, 0-based.
  std::int64_t expected = 0;
  std::int64_t found = 0;

  [[nodiscard]] int owner_of(std::int64_t element) const {
    return static_cast<int>(std::upper_bound(begins.begin(), begins.end(), element) - begins.begin()) - 1;
  }
  [[nodiscard]] bool is_mixed() const { return section->type == sids::element_type::mixed; }
};

/// Throws Error on every rank if the arrays cannot be read. @note Collective.
[[nodiscard]] Elements read_elements(par::Session& session, const Dataset& dataset, const Section& section);

/// Some of a rank's elements at a time, as 64-bit integers.
class Block {
 public:
  static constexpr std::int64_t usual = 4096;

  /// `range`: elements of this rank, from 0.
  void load(const Elements& elements, Range range);

  [[nodiscard]] std::int64_t size() const { return range_.size(); }
  /// 0-based in the section.
  [[nodiscard]] std::int64_t number(std::int64_t i) const { return elements_->mine.begin + range_.begin + i; }
  /// The number in the zone, 1-based.
  [[nodiscard]] std::int64_t element(std::int64_t i) const { return elements_->section->first + number(i); }
  [[nodiscard]] std::span<const std::int64_t> all(std::int64_t i) const {
    if (elements_->width > 0) return {values_.data() + i * elements_->width, std::size_t(elements_->width)};
    const auto* offset = elements_->offsets.data() + range_.begin + i;
    return {values_.data() + (offset[0] - begin_), std::size_t(offset[1] - offset[0])};
  }
  [[nodiscard]] std::span<const std::int64_t> nodes(std::int64_t i) const {
    const auto values = all(i);
    return values.subspan(std::min(values.size(), std::size_t(elements_->lead)));
  }
  /// Of MIXED the type of element i, else that of the section.
  [[nodiscard]] std::int64_t type(std::int64_t i) const {
    if (!elements_->is_mixed()) return elements_->section->type;
    const auto values = all(i);
    return values.empty() ? 0 : values.front();
  }
  [[nodiscard]] std::span<const std::int64_t> values() const { return values_; }

 private:
  const Elements* elements_ = nullptr;
  Range range_ = {};
  std::int64_t begin_ = 0;
  std::vector<std::int64_t> values_;
};

/// For every block of this rank's elements in `range` (from 0): what(block).
template <typename What>
void for_each_block(const Elements& elements, Range range, What&& what) {
  Block block;
  for (auto begin = range.begin; begin < range.end; begin += Block::usual) {
    block.load(elements, {begin, std::min(begin + Block::usual, range.end)});
    what(block);
  }
}
template <typename What>
void for_each_block(const Elements& elements, What&& what) {
  for_each_block(elements, Range{0, elements.mine.size()}, what);
}

}  // namespace pcgns::mesh
