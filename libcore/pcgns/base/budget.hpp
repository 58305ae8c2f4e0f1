// budget.hpp: the memory that a rank may use for moving data (--memory), and how buffers are carved from it.
//
// A job passes its budget down; whoever keeps a buffer takes a portion. So no buffer has a size of its own,
// and a smaller budget makes all of them smaller.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "pcgns/base/bytes.hpp"

namespace pcgns {

class Budget {
 public:
  static constexpr std::int64_t usual = 256 * mebi;

  /// Implicit: a number of bytes is a budget.
  constexpr Budget(std::int64_t bytes = usual) : bytes_(bytes) {}

  /// The smallest budget for a job of `ranks`, whose exchanges keep a page for every rank.
  [[nodiscard]] static constexpr std::int64_t least(int ranks) { return std::max(mebi, ranks * 16 * kibi); }

  [[nodiscard]] constexpr std::int64_t bytes() const { return bytes_; }

  /// One of `portions` equal portions, to be passed down.
  [[nodiscard]] constexpr Budget share(std::int64_t portions) const { return bytes_ / portions; }

  /// Size of a buffer that gets one of `portions` equal portions, but not more than it has use for.
  [[nodiscard]] constexpr std::int64_t buffer(std::int64_t portions, std::int64_t most) const {
    return std::clamp<std::int64_t>(bytes_ / portions, 1, most);
  }

  /// What is left when `bytes` are set aside, but at least half.
  [[nodiscard]] constexpr Budget without(std::int64_t bytes) const {
    return std::max(bytes_ - bytes, bytes_ / 2);
  }

  /// For data that must be in memory at once, and get one of `portions` equal portions. Throws Error{usage}
  /// that names `what` and the smallest sufficient budget if `bytes` exceed it.
  void require(std::string_view what, std::int64_t bytes, std::int64_t portions) const;

 private:
  std::int64_t bytes_;
};

}  // namespace pcgns
