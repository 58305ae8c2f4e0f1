#include "pcgns/io/run/scatter_place.hpp"

#include <algorithm>
#include <utility>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/bytes.hpp"

namespace pcgns::io {

namespace {

constexpr std::int32_t no_holder = -1;

/// Number of leading `holders` that are free.
std::size_t free_ones(std::span<const std::int32_t> holders) {
  constexpr std::size_t step = 64;
  std::size_t count = 0;
  for (; count + step <= holders.size(); count += step) {
    // No early exit, so that the loop vectorises. Only `no_holder` has all bits set.
    auto all = no_holder;
    for (std::size_t i = 0; i < step; ++i) all &= holders[count + i];
    if (all != no_holder) break;
  }
  while (count < holders.size() && holders[count] == no_holder) ++count;
  return count;
}

bool is_zero(const std::byte* value, std::size_t size) {
  return std::all_of(value, value + size, [](std::byte byte) { return byte == std::byte{0}; });
}

}  // namespace

std::vector<Packet> packets_of(std::span<const std::byte> message) {
  std::vector<Packet> packets;
  const std::byte* next = message.data();
  while (next != message.data() + message.size()) {
    auto& packet = packets.emplace_back();
    std::memcpy(&packet.head, next, sizeof packet.head);
    packet.keys = next + sizeof packet.head;
    packet.values = packet.keys + round_up(packet.head.key_bytes(), 8);
    next = packet.values + round_up(packet.head.bytes, 8);
  }
  return packets;
}

void Clash::note(const Clash& clash) {
  const Clash sorted{clash.key, std::min(clash.one, clash.other), std::max(clash.one, clash.other)};
  if (sorted.key < key) *this = sorted;
  if (sorted.key != key) return;
  one = std::min(one, sorted.one);
  other = std::min(other, sorted.other);
}

FixedLanding::FixedLanding(const IndexedTarget& indexed_target, Range keys, const plan::Plan& plan,
                           Range window, std::span<std::byte> buffer, std::int32_t ghosts)
    : indexed_target_(indexed_target),
      target_(plan.targets[static_cast<std::size_t>(indexed_target.target)]),
      keys_(keys),
      shared_(plan.shared_points),
      averages_(shared_ == plan::SharedPoints::average && cgns::is_real(indexed_target.type)),
      first_ghost_(ghosts),
      size_(static_cast<std::size_t>(indexed_target.brought_bytes())),
      bytes_(intersect(window, indexed_target.bytes())),
      buffer_(buffer) {
  reserve_room(holders_, static_cast<std::size_t>(keys.size()));
  holders_.assign(static_cast<std::size_t>(keys.size()), no_holder);
  const auto all = static_cast<std::size_t>(keys.size()) * size_;
  const bool is_cut = static_cast<std::size_t>(bytes_.size()) != all;
  if (is_cut) resize_in_room(values_, all);
  place_ = is_cut ? values_.data() : buffer_.data();
}

void FixedLanding::place(const Packet& packet) {
  if (packet.head.precedence >= first_ghost_) return keep_ghosts(packet);
  if (packet.head.runs > 0) return place_runs(packet);
  if (size_ == 4) return place_sized<4>(packet);
  if (size_ == 8) return place_sized<8>(packet);
  place_sized<0>(packet);
}

/// `Size` 0: known only at run time.
template <std::size_t Size>
void FixedLanding::place_sized(const Packet& packet) {
  const std::size_t size = Size == 0 ? size_ : Size;
  const std::byte* value = packet.values;
  for (std::int64_t i = 0; i < packet.head.count; ++i, value += size) {
    const auto key = packet.key(i);
    auto& holder = holders_[key];
    if (holder == no_holder) {
      holder = packet.head.precedence;
      std::memcpy(place_ + std::size_t(key) * size, value, size);
    } else {
      come_again(key, packet.head.precedence, value);
    }
  }
}

/// Calls free(memory of consecutive keys) for those without a value, which then have one of `precedence`, and
/// taken(key) for each of the others, in the order of keys.
template <typename Free, typename Taken>
void FixedLanding::visit(KeyRun run, std::int32_t precedence, const Free& free, const Taken& taken) {
  const auto end = run.first + run.count;
  for (auto key = run.first; key < end;) {
    const auto holders = std::span(holders_).subspan(key, end - key);
    const auto count = free_ones(holders);
    if (count > 0) free(std::span(slot(key), count * size_));
    std::fill_n(holders.begin(), count, precedence);
    key += static_cast<std::uint32_t>(count);
    for (; key < end && holders_[key] != no_holder; ++key) taken(key);
  }
}

void FixedLanding::place_runs(const Packet& packet) {
  const std::byte* value = packet.values;
  const auto place = [&](std::span<std::byte> to) {
    std::memcpy(to.data(), value, to.size());
    value += to.size();
  };
  const auto place_again = [&](std::uint32_t key) {
    come_again(key, packet.head.precedence, value);
    value += size_;
  };
  for (std::int64_t i = 0; i < packet.head.runs; ++i)
    visit(packet.run(i).keys, packet.head.precedence, place, place_again);
}

void FixedLanding::read(const Packet& packet, const ReadEntities& read) {
  again_.grow(packet.head.count * static_cast<std::int64_t>(size_), 0);
  std::byte* next = again_.data();
  std::vector<std::uint32_t> taken;
  std::vector<std::span<std::byte>> pieces;
  Range entities;  // whose values the pieces get
  const auto read_pieces = [&] {
    if (!pieces.empty()) read(entities.begin, pieces);
    pieces.clear();
  };
  for (std::int64_t i = 0; i < packet.head.runs; ++i) {
    const auto run = packet.run(i);
    if (run.entity != entities.end) {
      read_pieces();
      entities = {run.entity, run.entity};
    }
    entities.end += run.keys.count;
    visit(
        run.keys, packet.head.precedence, [&](std::span<std::byte> to) { pieces.push_back(to); },
        [&](std::uint32_t key) {
          taken.push_back(key);
          pieces.emplace_back(next, size_);
          next += size_;
        });
  }
  read_pieces();
  next = again_.data();
  for (const auto key : taken) come_again(key, packet.head.precedence, std::exchange(next, next + size_));
}

void FixedLanding::keep_ghosts(const Packet& packet) {
  ghost_values_.insert(ghost_values_.end(), packet.values, packet.values + packet.head.bytes);
  const auto keep = [&](std::uint32_t key) {
    ghosts_.push_back({key, packet.head.precedence, static_cast<std::uint32_t>(ghosts_.size())});
  };
  for (std::int64_t i = 0; packet.head.runs == 0 && i < packet.head.count; ++i) keep(packet.key(i));
  for (std::int64_t i = 0; i < packet.head.runs; ++i) {
    const auto run = packet.run(i).keys;
    for (auto key = run.first; key < run.first + run.count; ++key) keep(key);
  }
}

std::int64_t FixedLanding::compare_ghosts(const Difference& note) {
  std::int64_t compared = 0;
  for (const auto& ghost : ghosts_) {
    const auto holder = holders_[ghost.key];
    if (holder == no_holder || !counts(ghost.key)) continue;
    ++compared;
    auto found = two_values(target_, slot(ghost.key), ghost_values_.data() + ghost.index * size_);
    found.position = keys_.begin + ghost.key;
    found.sources = {holder, ghost.precedence};
    if (found.absolute > 0) note(found);
  }
  return compared;
}

void FixedLanding::come_again(std::uint32_t key, std::int32_t precedence, const std::byte* value) {
  auto& holder = holders_[key];
  if (!indexed_target_.may_share) {
    twice_.note({keys_.begin + key, holder, precedence});
    holder = std::min(holder, precedence);
    return;
  }
  if (indexed_target_.fills_zeros && is_zero(value, size_)) return;
  if (indexed_target_.fills_zeros && is_zero(slot(key), size_)) {
    holder = precedence;
    std::memcpy(slot(key), value, size_);
    return;
  }
  if (counts(key)) ++compared_;
  // A repetition of the winning value changes nothing, unless means are taken, or it is another side.
  const bool may_change = averages_ || indexed_target_.has_sides();
  if (!may_change && precedence > holder && std::memcmp(slot(key), value, size_) == 0) return;
  later_.push_back({key, precedence, static_cast<std::uint32_t>(later_.size())});
  later_values_.insert(later_values_.end(), value, value + size_);
}

const std::byte* FixedLanding::value_of(const Later& later) const {
  return later_values_.data() + later.index * size_;
}

/// True in the window that contains the key's first byte.
bool FixedLanding::counts(std::uint32_t key) const {
  const auto begin = indexed_target_.at + (keys_.begin + key) * indexed_target_.slot_bytes();
  return begin >= bytes_.begin && indexed_target_.column == 0;
}

void FixedLanding::finish(const Difference& note) {
  std::sort(later_.begin(), later_.end(), [](const Later& a, const Later& b) {
    if (a.key != b.key) return a.key < b.key;
    return a.precedence != b.precedence ? a.precedence < b.precedence : a.index < b.index;
  });
  for (auto first = later_.begin(); first != later_.end();) {
    const auto behind =
        std::find_if(first, later_.end(), [&](const Later& later) { return later.key != first->key; });
    settle({first, behind}, note);
    first = behind;
  }
  if (!values_.empty()) write_slots();
}

/// `later`: what arrived for one key besides the value in place.
void FixedLanding::settle(std::span<const Later> later, const Difference& note) {
  const auto key = later.front().key;
  const auto holder = holders_[key];
  contributions_.clear();
  precedences_.clear();
  for (const auto& entry : later) {
    contributions_.push_back(value_of(entry));
    precedences_.push_back(entry.precedence);
  }
  // Of packets with the same precedence, the first to arrive is in place.
  const auto before = std::partition_point(later.begin(), later.end(),
                                           [&](const Later& entry) { return entry.precedence < holder; });
  contributions_.insert(contributions_.begin() + (before - later.begin()), slot(key));
  precedences_.insert(precedences_.begin() + (before - later.begin()), holder);

  result_.assign(contributions_.front(), contributions_.front() + size_);
  conflict_ = std::any_of(contributions_.begin() + 1, contributions_.end(), [&](const std::byte* value) {
    return std::memcmp(value, result_.data(), size_) != 0;
  });
  const bool differs = conflict_;
  if ((differs && indexed_target_.fills_zeros) || indexed_target_.has_sides()) unite_columns();
  if (conflict_ && counts(key)) {
    auto found = farthest();
    found.position += (keys_.begin + key) * indexed_target_.width;
    note(found);
  }
  if (conflict_ && (shared_ == plan::SharedPoints::error || are_other_numbers())) {
    const auto lowest = std::min(holder, later.front().precedence);
    const auto highest = std::max(holder, later.back().precedence);
    differs_.note({keys_.begin + key, lowest, highest});
  }
  if (differs && averages_) average();
  std::memcpy(slot(key), result_.data(), size_);
  holders_[key] = precedences_.front();
}

Verdict FixedLanding::verdict() const {
  Verdict verdict{.twice = twice_, .differs = differs_};
  const auto hole = std::find(holders_.begin(), holders_.end(), no_holder);
  if (hole != holders_.end()) verdict.missing = keys_.begin + (hole - holders_.begin());
  return verdict;
}

/// Copies whole keys to the window: the first and last may be cut, or only one column is kept.
void FixedLanding::write_slots() const {
  const auto size = indexed_target_.slot_bytes();
  for (auto key = keys_.begin; key < keys_.end; ++key) {
    const Range whole{indexed_target_.at + key * size, indexed_target_.at + (key + 1) * size};
    const auto part = intersect(whole, bytes_);
    const auto* const from = values_.data() + static_cast<std::size_t>(key - keys_.begin) * size_ +
                             indexed_target_.column * size + (part.begin - whole.begin);
    std::memcpy(buffer_.data() + (part.begin - bytes_.begin), from, static_cast<std::size_t>(part.size()));
  }
}

}  // namespace pcgns::io
