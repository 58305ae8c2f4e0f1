#include "pcgns/kernel/face_table.hpp"

#include <bit>
#include <utility>

namespace pcgns::kernel {

namespace {
constexpr std::size_t first_slots = 1 << 12;
}

FaceTable::FaceTable() { (void)renewed(first_slots); }

std::vector<FaceTable::Slot> FaceTable::renewed(std::size_t count) {
  std::vector<Slot> old(count);
  std::swap(old, slots_);
  shift_ = 64 - std::countr_zero(count);
  size_ = 0;
  return old;
}

void FaceTable::grow() {
  const auto old = renewed(2 * slots_.size());
  for (const auto& slot : old) {
    if (slot.sum != 0) add(slot.key, hash_of(slot.key), slot.sum);
  }
}

void FaceTable::add(const FaceKey& key, std::uint64_t hash, std::int64_t sense) {
  auto at = home(hash);
  for (; slots_[at].sum != 0; at = after(at)) {
    if (slots_[at].key != key) continue;
    slots_[at].sum += sense;
    if (slots_[at].sum == 0) free(at);
    return;
  }
  slots_[at] = {key, sense};
  ++size_;
  if (2 * size_ > static_cast<std::int64_t>(slots_.size())) grow();
}

/// Moves up what would no longer be found behind the gap.
void FaceTable::free(std::size_t at) {
  --size_;
  const auto mask = slots_.size() - 1;
  auto gap = at;
  for (auto next = after(at); slots_[next].sum != 0; next = after(next)) {
    const auto wanted = home(hash_of(slots_[next].key));
    if (((next - wanted) & mask) < ((next - gap) & mask)) continue;
    slots_[gap] = slots_[next];
    gap = next;
  }
  slots_[gap].sum = 0;
}

}  // namespace pcgns::kernel
