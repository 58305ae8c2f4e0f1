// faster_way.hpp: which of two ways to do the same takes less time here and now.
#pragma once

#include <array>
#include <cstddef>

namespace pcgns::kernel {

/// Steps go one way for a block of a few. Each way is tried for a block, first and now and again. The second
/// way is taken where it is clearly faster.
class FasterWay {
 public:
  /// True if the next step is to go the second way.
  [[nodiscard]] bool is_second() const { return way_ == 1; }
  /// What it took, in any unit that is the same for all.
  void took(double time);

 private:
  static constexpr int steps = 5;
  static constexpr int soon = 4;
  void choose(double time);

  std::size_t way_ = 0;
  std::array<double, 2> times_ = {};  ///< Of a step, by way; 0: not known.
  std::array<double, steps> block_ = {};
  int in_block_ = 0;
  int blocks_ = 0;  ///< On this way.
  /// Blocks on the second way until the first is tried again: more each time that was in vain.
  int until_first_ = soon;
};

}  // namespace pcgns::kernel
