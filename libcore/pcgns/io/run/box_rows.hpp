// box_rows.hpp: rows of a box that lie in a window of the output file.
#pragma once

#include <cstdint>

#include "pcgns/base/range.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::io {

/// The same box with the longest possible rows: merges directions that cover source and target completely.
[[nodiscard]] plan::Box coalesced(const plan::Box& box);

/// A row of a box, clipped to the window.
struct Row {
  std::int64_t at = 0;    ///< Offset in the output file.
  std::int64_t from = 0;  ///< Byte offset in the source array's values.
  std::int64_t size = 0;  ///< Bytes.
};

/// The rows of one box in one window, ascending in the output file and, for a straight box, in the source. If
/// the source permutes the first direction, each value is a row.
class BoxRows {
 public:
  /// `offset`: of the target in the output file; `width`: bytes per value.
  BoxRows(const plan::Box& box, std::int64_t offset, std::int64_t width, Range window);

  [[nodiscard]] std::int64_t count() const { return end_ - begin_; }
  [[nodiscard]] bool empty() const { return end_ <= begin_; }
  [[nodiscard]] Row row(std::int64_t number) const;
  /// Bytes of an unclipped row.
  [[nodiscard]] std::int64_t longest() const { return width_ * length_; }
  /// Total bytes of all rows.
  [[nodiscard]] std::int64_t bytes() const;

 private:
  [[nodiscard]] Row whole(std::int64_t number) const;

  std::int64_t width_;
  Range window_;
  std::int64_t length_;       ///< Values per row.
  std::int64_t in_line_ = 1;  ///< Rows along the first direction.
  std::int64_t lines_ = 1;    ///< Rows along the second direction.
  Row first_;
  plan::Index3 at_step_ = {};    ///< Byte distance of neighbours in the target, by direction.
  plan::Index3 from_step_ = {};  ///< The same in the source, by target direction.
  std::int64_t begin_ = 0;
  std::int64_t end_ = 0;
};

}  // namespace pcgns::io
