// compare_entries.hpp: entries of a few words, from every rank to every other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/move/exchange.hpp"

namespace pcgns::verify {

using Words = std::vector<std::uint64_t>;

/// Sends `count` entries of `width` words, in batches; `fill` writes an entry and says for whom it is, `take`
/// gets what came, with the rank it is from.
/// @note Collective.
template <typename Fill, typename Take>
void send_entries(par::Session& session, std::int64_t count, int width, const Fill& fill, const Take& take) {
  constexpr std::int64_t memory_for_messages = 64 * mebi;
  move::Exchange exchange(session, memory_for_messages);
  const auto bytes = static_cast<std::int64_t>(sizeof(std::uint64_t)) * width;
  const auto batch = std::max<std::int64_t>(1, exchange.room() / bytes);
  Words entry(static_cast<std::size_t>(width));
  bool more = true;
  for (std::int64_t begin = 0; more; begin += batch) {
    const auto end = std::min(count, begin + batch);
    for (auto i = begin; i < end; ++i) {
      const int rank = fill(static_cast<std::size_t>(i), entry);
      std::memcpy(exchange.add(rank, bytes), entry.data(), static_cast<std::size_t>(bytes));
    }
    more = exchange.deliver({.more = end < count}).more;
    for (int rank = 0; rank < session.size(); ++rank) {
      const auto arrived = exchange.from(rank);
      for (std::size_t at = 0; at < arrived.size(); at += static_cast<std::size_t>(bytes)) {
        std::memcpy(entry.data(), arrived.data() + at, static_cast<std::size_t>(bytes));
        take(rank, entry);
      }
    }
    session.alive();
  }
}

inline std::uint64_t hash_of(const std::uint64_t* words, int width) {
  std::uint64_t hash = 0x9e3779b97f4a7c15U;
  for (int i = 0; i < width; ++i) {
    hash = (hash ^ words[i]) * 0xff51afd7ed558ccdU;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace pcgns::verify
