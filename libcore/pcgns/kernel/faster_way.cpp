#include "pcgns/kernel/faster_way.hpp"

#include <algorithm>

namespace pcgns::kernel {

namespace {

/// The first steps of a block see caches that the other method filled.
constexpr int do_not_count = 2;
/// Blocks before the second method is retried: its time hardly changes.
constexpr int until_second = 256;
/// The longest interval before the first method is retried.
constexpr int late = 64;
/// The second method may have costs elsewhere that its time does not show.
constexpr double clearly = 1.3;

}  // namespace

void FasterWay::took(double time) {
  block_[static_cast<std::size_t>(in_block_++)] = time;
  if (in_block_ < steps) return;
  in_block_ = 0;
  auto* const median = block_.data() + (do_not_count + steps) / 2;
  std::nth_element(block_.data() + do_not_count, median, block_.data() + steps);
  choose(*median);
}

void FasterWay::choose(double time) {
  times_[way_] = time;
  ++blocks_;
  const bool is_second = way_ == 1;
  const bool is_first_faster = times_[0] <= clearly * times_[1];
  if (is_first_faster) until_first_ = soon;
  const bool tries = times_[1] == 0 || blocks_ >= (is_second ? until_first_ : until_second);
  const bool stays = !tries && is_second != is_first_faster;
  if (stays) return;
  if (tries && is_second) until_first_ = std::min(2 * until_first_, late);
  way_ = 1 - way_;
  blocks_ = 0;
}

}  // namespace pcgns::kernel
