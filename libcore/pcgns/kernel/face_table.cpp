#include "pcgns/kernel/face_table.hpp"

#include <utility>

namespace pcgns::kernel {

namespace {
constexpr std::size_t first_slots = 1 << 14;
constexpr int most_steps = 64;
}  // namespace

FaceTable::FaceTable() { (void)renewed(first_slots); }

std::vector<FaceTable::Slot> FaceTable::renewed(std::size_t count) {
  std::vector<Slot> old(count);
  std::swap(old, slots_);
  size_ = 0;
  return old;
}

void FaceTable::fill_again(std::size_t count) {
  const auto old = renewed(count);
  for (const auto& slot : old) {
    if (slot.sum != 0) add(slot.key, slot.sum);
  }
}

void FaceTable::add(const FaceKey& key, std::int64_t sense) {
  auto at = home(key);
  int steps = 0;
  for (; slots_[at].sum != 0; at = after(at), ++steps) {
    if (slots_[at].key != key) continue;
    slots_[at].sum += sense;
    if (slots_[at].sum == 0) free(at);
    return;
  }
  slots_[at] = {key, sense};
  ++size_;
  const bool is_crowded = steps > most_steps && !is_scattered_;
  is_scattered_ |= is_crowded;
  if (2 * size_ > static_cast<std::int64_t>(slots_.size())) return fill_again(2 * slots_.size());
  if (is_crowded) fill_again(slots_.size());
}

/// Moves up what would no longer be found behind the gap.
void FaceTable::free(std::size_t at) {
  --size_;
  const auto mask = slots_.size() - 1;
  auto gap = at;
  for (auto next = after(at); slots_[next].sum != 0; next = after(next)) {
    const auto wanted = home(slots_[next].key);
    if (((next - wanted) & mask) < ((next - gap) & mask)) continue;
    slots_[gap] = slots_[next];
    gap = next;
  }
  slots_[gap].sum = 0;
}

}  // namespace pcgns::kernel
