// box_rows.hpp: the rows of a box that lie in a window of the output file.
#pragma once

#include <cstdint>

#include "pcgns/base/range.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::move {

/// The same values moved with the longest rows: directions in which source and target are taken whole become
/// one.
[[nodiscard]] plan::Box coalesced(const plan::Box& box);

/// A row of a box, cut to the window.
struct Row {
  std::int64_t at = 0;    ///< First byte in the output file.
  std::int64_t from = 0;  ///< First byte of the source array's values.
  std::int64_t size = 0;  ///< Bytes.
};

/// The rows of one box in one window, ascending in the output file; in the source too, if the box is
/// straight. Where the first direction is another one in the source, each value is a row.
class BoxRows {
 public:
  /// `offset`: of the target in the output file; `width`: bytes of a value.
  BoxRows(const plan::Box& box, std::int64_t offset, std::int64_t width, Range window);

  [[nodiscard]] std::int64_t count() const { return end_ - begin_; }
  [[nodiscard]] bool empty() const { return end_ <= begin_; }
  [[nodiscard]] Row row(std::int64_t number) const;
  /// Bytes of a row that is not cut.
  [[nodiscard]] std::int64_t longest() const { return width_ * length_; }
  /// Bytes of all rows together.
  [[nodiscard]] std::int64_t bytes() const;

 private:
  [[nodiscard]] Row whole(std::int64_t number) const;

  std::int64_t width_;
  Range window_;
  std::int64_t length_;       ///< Values of a row.
  std::int64_t in_line_ = 1;  ///< Rows in the first direction.
  std::int64_t lines_ = 1;    ///< In the second one.
  Row first_;
  plan::Index3 at_step_ = {};    ///< Bytes to the next point in each direction of the target.
  plan::Index3 from_step_ = {};  ///< Of the source.
  std::int64_t begin_ = 0;
  std::int64_t end_ = 0;
};

}  // namespace pcgns::move
