#include "pcgns/kernel/faces.hpp"

#include <utility>

namespace pcgns::kernel {

std::int64_t FaceMates::meet(const FaceKey& key, std::int64_t cell) {
  if (2 * (size_ + 1) > static_cast<std::int64_t>(slots_.size())) grow();
  const auto at = place_of(key);
  const auto other = slots_[at].cell;
  if (other < 0) {
    slots_[at] = {key, cell};
    ++size_;
  } else {
    free(at);
    --size_;
  }
  return other;
}

std::size_t FaceMates::place_of(const FaceKey& key) const {
  auto at = home(key);
  while (slots_[at].cell >= 0 && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
  return at;
}

void FaceMates::free(std::size_t at) {
  const auto mask = slots_.size() - 1;
  // Linear probing: entries behind the gap move up if they belong further ahead.
  for (auto next = (at + 1) & mask; slots_[next].cell >= 0; next = (next + 1) & mask) {
    const auto distance = (next - home(slots_[next].key)) & mask;
    if (distance < ((next - at) & mask)) continue;
    slots_[at] = slots_[next];
    at = next;
  }
  slots_[at].cell = -1;
}

void FaceMates::grow() {
  const auto old = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
  for (const auto& slot : old) {
    if (slot.cell >= 0) slots_[place_of(slot.key)] = slot;
  }
}

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

/// Moves up the entries that a search would miss behind the gap.
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
