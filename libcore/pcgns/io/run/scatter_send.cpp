// Packs the entities of a slice into messages.
#include <algorithm>
#include <cstring>

#include "pcgns/base/bytes.hpp"
#include "pcgns/io/run/scatter_read.hpp"

namespace pcgns::io {

namespace {

constexpr std::int64_t head_bytes = sizeof(PacketHead);
static_assert(head_bytes % 8 == 0);
constexpr std::int64_t key_bytes = sizeof(std::uint32_t);

std::int64_t packet_bytes(const PacketHead& head) {
  return head_bytes + round_up(head.key_bytes(), 8) + round_up(head.bytes, 8);
}

}  // namespace

std::int64_t ScatterReader::bytes_at(std::size_t index) const {
  if (wanted_->payload == Payload::lengths) return sizeof(std::int32_t);
  return indexed_target_->is_ragged() ? slice_.lengths[index] * indexed_target_->value_bytes()
                                      : indexed_target_->brought_bytes();
}

/// As many entities (at least one) as fit a message even if all go to the same rank.
std::size_t ScatterReader::end_of_batch(std::int64_t room) const {
  const auto end = slice_.keys.size();
  const auto left = room - packet_bytes({.count = 2, .bytes = 8});
  auto next = slice_.sent;
  if (!indexed_target_->is_ragged() || wanted_->payload == Payload::lengths) {
    const auto fits =
        static_cast<std::size_t>(std::max<std::int64_t>(1, left / (key_bytes + bytes_at(next))));
    return std::min(end, next + fits);
  }
  for (std::int64_t used = 0; next < end; ++next) {
    used += key_bytes + bytes_at(next);
    if (used > left) break;
  }
  return std::max(next, slice_.sent + 1);
}

bool ScatterReader::send(par::Exchange& exchange) {
  if (!slice_.runs.empty()) return send_runs(exchange);
  const auto end = end_of_batch(exchange.room());
  const auto& windows = wanted_->router.windows();
  outgoing_.assign(windows.size(), {});
  const bool one_size = !indexed_target_->is_ragged() || wanted_->payload == Payload::lengths;
  const auto size = bytes_at(slice_.sent);
  for (auto i = slice_.sent; i < end; ++i) {
    const auto bytes = one_size ? size : bytes_at(i);
    for (auto window = slice_.hits[i].first; window <= slice_.hits[i].last; ++window) {
      auto& outgoing = outgoing_[static_cast<std::size_t>(window)];
      ++outgoing.count;
      outgoing.bytes += bytes;
    }
  }
  if (!open_packets(exchange)) return false;
  pack(end);
  return true;
}

/// False if a message has no room for its packet.
bool ScatterReader::open_packets(par::Exchange& exchange) {
  const auto& windows = wanted_->router.windows();
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const auto waiting = exchange.waiting_for(windows[i].rank);
    const auto needed = packet_bytes(outgoing_[i].head(0, 0));
    if (outgoing_[i].count > 0 && waiting > 0 && waiting + needed > exchange.room()) return false;
  }
  for (std::size_t i = 0; i < windows.size(); ++i) {
    if (outgoing_[i].count > 0) open_packet(exchange, windows[i].rank, outgoing_[i]);
  }
  return true;
}

void ScatterReader::open_packet(par::Exchange& exchange, int rank, Outgoing& outgoing) const {
  const auto head = outgoing.head(wanted_->indexed_target, precedence_);
  auto* const begin = exchange.add(rank, packet_bytes(head));
  std::memcpy(begin, &head, sizeof head);
  outgoing.keys = begin + head_bytes;
  outgoing.values = outgoing.keys + round_up(head.key_bytes(), 8);
}

namespace {

void put_key(std::byte*& to, std::int64_t key, std::int64_t first) {
  const auto relative = static_cast<std::uint32_t>(key - first);
  std::memcpy(to, &relative, sizeof relative);
  to += sizeof relative;
}

}  // namespace

template <typename Length>
void ScatterReader::pack_values(std::size_t end, const Length& length_of) {
  const auto& windows = wanted_->router.windows();
  const std::byte* from = slice_.values.data() + slice_.bytes_sent;
  for (auto i = slice_.sent; i < end; ++i) {
    const auto length = length_of(i);
    for (auto window = slice_.hits[i].first; window <= slice_.hits[i].last; ++window) {
      auto& outgoing = outgoing_[static_cast<std::size_t>(window)];
      put_key(outgoing.keys, slice_.keys[i], windows[static_cast<std::size_t>(window)].keys.begin);
      std::memcpy(outgoing.values, from, length);
      outgoing.values += length;
    }
    from += length;
  }
  slice_.bytes_sent = from - slice_.values.data();
  slice_.sent = end;
}

void ScatterReader::pack(std::size_t end) {
  const auto bytes = bytes_at(slice_.sent);
  // Lengths known at compile time become single instructions.
  using Four = std::integral_constant<std::size_t, 4>;
  using Eight = std::integral_constant<std::size_t, 8>;
  if (indexed_target_->is_ragged() && wanted_->payload == Payload::values) {
    pack_values(end, [&](std::size_t i) { return static_cast<std::size_t>(bytes_at(i)); });
  } else if (bytes == Four::value) {
    pack_values(end, [](std::size_t) { return Four::value; });
  } else if (bytes == Eight::value) {
    pack_values(end, [](std::size_t) { return Eight::value; });
  } else {
    pack_values(end, [size = static_cast<std::size_t>(bytes)](std::size_t) { return size; });
  }
}

}  // namespace pcgns::io
