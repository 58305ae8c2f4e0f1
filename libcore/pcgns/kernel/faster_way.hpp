// faster_way.hpp: picks the faster of two methods by timing both at run time.
#pragma once

#include <array>
#include <cstddef>

namespace pcgns::kernel {

/// Steps run in blocks, each block with one method. Both are tried at first and again from time to time; the
/// second is chosen only if it is clearly faster.
class FasterWay {
 public:
  /// True if the next step is to use the second method.
  [[nodiscard]] bool is_second() const { return way_ == 1; }
  /// Reports the time of a step, in any fixed unit.
  void took(double time);

 private:
  static constexpr int steps = 5;
  static constexpr int soon = 4;
  void choose(double time);

  std::size_t way_ = 0;
  std::array<double, 2> times_ = {};  ///< Time per step, by method; 0: unknown.
  std::array<double, steps> block_ = {};
  int in_block_ = 0;
  int blocks_ = 0;  ///< Consecutive blocks with this method.
  /// Blocks with the second method before the first is retried; grows with each retry in vain.
  int until_first_ = soon;
};

}  // namespace pcgns::kernel
