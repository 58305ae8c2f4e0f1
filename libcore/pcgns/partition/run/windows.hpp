// windows.hpp: processes entities in windows of bounded size, and replicates their values for each part.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/partition/run/distribution.hpp"

namespace pcgns::partition {

/// Window size: fits into a cache for sorting, and large enough that each part gets a write of useful size.
inline std::int64_t bytes_in_window(const Distribution& distribution, Budget memory) {
  return memory.buffer(
      16, std::clamp<std::int64_t>(std::ssize(distribution.totals) * 64 * kibi, mebi, 16 * mebi));
}

inline std::int64_t entities_in_window(const Distribution& distribution, Budget memory,
                                       std::int64_t bytes_of_entity) {
  return std::max<std::int64_t>(
      1, bytes_in_window(distribution, memory) / std::max<std::int64_t>(1, bytes_of_entity));
}

/// How many windows the entities of a rank have at most. The same on all ranks.
inline std::int64_t most_windows(const Distribution& distribution, Budget memory,
                                 std::int64_t bytes_of_entity) {
  std::int64_t most = 0;
  for (std::size_t rank = 1; rank < distribution.begins.size(); ++rank)
    most = std::max(most, distribution.begins[rank] - distribution.begins[rank - 1]);
  return divide_up(most, entities_in_window(distribution, memory, bytes_of_entity));
}

/// Calls what(this rank's entities from 0, their slots) for each window.
template <typename What>
void for_each_window(const Distribution& distribution, Budget memory, std::int64_t bytes_of_entity,
                     What&& what) {
  const auto size = entities_in_window(distribution, memory, bytes_of_entity);
  for (std::int64_t begin = 0; begin < distribution.mine.size(); begin += size) {
    const Range entities = {begin, std::min(begin + size, distribution.mine.size())};
    what(entities, distribution.slots(entities));
  }
}

inline std::span<const std::int32_t> parts_of(const Distribution& distribution, Range slots) {
  return std::span(distribution.parts)
      .subspan(static_cast<std::size_t>(slots.begin), static_cast<std::size_t>(slots.size()));
}

/// Calls put(parts, their values); `bytes` holds `each` bytes per entity of this rank.
template <typename Put>
void for_each_value(const Distribution& distribution, Budget memory, std::int64_t each,
                    std::span<const std::byte> bytes, Put&& put) {
  const auto width = static_cast<std::size_t>(each);
  std::vector<std::byte> repeated;
  for_each_window(distribution, memory, each, [&](Range entities, Range slots) {
    auto values = bytes.subspan(static_cast<std::size_t>(entities.begin) * width,
                                static_cast<std::size_t>(entities.size()) * width);
    if (!distribution.starts.empty()) {
      repeated.resize(static_cast<std::size_t>(slots.size()) * width);
      auto* to = repeated.data();
      for (auto i = entities.begin; i < entities.end; ++i) {
        for (auto copies = distribution.slots(i).size(); copies > 0; --copies, to += width)
          std::memcpy(to, bytes.data() + static_cast<std::size_t>(i) * width, width);
      }
      values = repeated;
    }
    put(parts_of(distribution, slots), values);
  });
}

/// Calls put(parts, their entity numbers); the first entity of the zone has number `first`.
template <typename Put>
void for_each_number(const Distribution& distribution, Budget memory, std::int64_t first, Put&& put) {
  std::vector<std::int64_t> numbers;
  for_each_window(distribution, memory, sizeof first, [&](Range entities, Range slots) {
    numbers.clear();
    if (distribution.starts.empty()) {
      numbers.resize(static_cast<std::size_t>(entities.size()));
      std::iota(numbers.begin(), numbers.end(), distribution.mine.begin + entities.begin + first);
    } else {
      for (auto i = entities.begin; i < entities.end; ++i) {
        numbers.insert(numbers.end(), static_cast<std::size_t>(distribution.slots(i).size()),
                       distribution.mine.begin + i + first);
      }
    }
    put(parts_of(distribution, slots), std::span<const std::int64_t>(numbers));
  });
}

}  // namespace pcgns::partition
