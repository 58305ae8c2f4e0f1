// elements.hpp: the elements of a section, distributed over the ranks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/mesh/unstructured.hpp"

namespace pcgns::mesh {

/// Why the elements of a section cannot be separated.
enum class Flaw : std::uint8_t {
  none,
  absent,        ///< No integer connectivity, or an invalid element type.
  size,          ///< The connectivity has the wrong size for the elements.
  offset_count,  ///< ElementStartOffset does not have one value more than elements.
  offset_begin,  ///< The offsets do not begin with 0 ...
  offset_order,  ///< ... or decrease ...
  offset_end,    ///< ... or do not end with the size of the connectivity.
  unknown_type,  ///< Without offsets: an invalid element type or number of nodes.
};

/// This rank's elements of a section; the ranks together have all of them.
struct Elements {
  const Section* section = nullptr;
  Range mine = {};                        ///< 0-based in the section.
  std::vector<std::int64_t> begins = {};  ///< First element of every rank, and the end.
  cgns::DataType type = cgns::DataType::MT;
  std::vector<std::byte> values = {};      ///< Of whole elements.
  std::int64_t width = 0;                  ///< Values per element; 0: given by `offsets`.
  std::vector<std::int64_t> offsets = {};  ///< Start of every element in this rank's values, and the end.
  int lead = 0;                            ///< Leading values of an element: its type or its node count.
  bool all_within = false;                 ///< Known to reference existing vertices only.
  Flaw flaw = Flaw::none;     ///< The same on all ranks; unless it is `none`, there are no elements.
  std::int64_t position = 0;  ///< The first invalid offset or element, 0-based.
  std::int64_t expected = 0;
  std::int64_t found = 0;

  [[nodiscard]] int owner_of(std::int64_t element) const {
    return static_cast<int>(std::upper_bound(begins.begin(), begins.end(), element) - begins.begin()) - 1;
  }
  [[nodiscard]] bool is_mixed() const { return section->type == cgns::element_type::mixed; }
};

/// Throws Error on every rank if the arrays cannot be read. @note Collective.
[[nodiscard]] Elements read_elements(par::Session& session, const Dataset& dataset, const Section& section);

/// The section with this element of the zone; null if there is none.
[[nodiscard]] const Elements* find_section(std::span<const Elements> sections, std::int64_t element);

/// A range of this rank's elements as 64-bit integers.
class Block {
 public:
  static constexpr std::int64_t usual = 4096;

  /// `range`: local element indices, 0-based.
  void load(const Elements& elements, Range range);

  [[nodiscard]] std::int64_t size() const { return range_.size(); }
  /// 0-based in the section.
  [[nodiscard]] std::int64_t number(std::int64_t i) const { return elements_->mine.begin + range_.begin + i; }
  /// Element number in the zone, 1-based.
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
  /// Type of element i in MIXED sections, else the section's type.
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

/// Calls what(block) for blocks that cover `range` of this rank's elements (0-based).
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
