// read_ahead.hpp: recognises that a rank uses the blocks of a file one after another.
#pragma once

#include <algorithm>
#include <cstdint>

#include "pcgns/base/range.hpp"

namespace pcgns::cache {

/// Doubles the number of blocks with each step of a stream, because most short ones end soon.
class ReadAhead {
 public:
  /// `most`: blocks ahead of the one in use; 0: none.
  explicit ReadAhead(std::int64_t most) : most_(most) {}

  /// The blocks that will be needed soon and were not named before, after `block` is used.
  [[nodiscard]] Range after(std::int64_t block) {
    if (block == last_) return {};
    window_ = block == last_ + 1 ? std::min(std::max<std::int64_t>(2 * window_, 1), most_) : 0;
    if (window_ == 0) named_ = 0;
    last_ = block;
    const Range soon = {std::max(block + 1, named_), block + 1 + window_};
    named_ = std::max(named_, soon.end);
    return soon.empty() ? Range{} : soon;
  }

 private:
  std::int64_t most_;
  std::int64_t last_ = -2;
  std::int64_t window_ = 0;
  std::int64_t named_ = 0;  ///< End of the blocks that this stream has named.
};

}  // namespace pcgns::cache
