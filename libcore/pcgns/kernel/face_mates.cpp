#include "pcgns/kernel/face_mates.hpp"

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
  // Whoever stands behind and could not have its own place moves up.
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

}  // namespace pcgns::kernel
