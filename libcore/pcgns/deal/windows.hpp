// windows.hpp: entities in pieces whose values are not too many, and these values once for each part.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/deal/dealing.hpp"

namespace pcgns::deal {

/// So many that they stay in a cache while they are sorted, and that each part still gets a piece worth
/// writing.
inline std::int64_t bytes_in_window(const Dealing& dealing) {
  return std::clamp<std::int64_t>(std::ssize(dealing.totals) * 64 * kibi, mebi, 16 * mebi);
}

/// what(entities of this rank from 0, their slots).
template <typename What>
void for_each_window(const Dealing& dealing, std::int64_t bytes_of_entity, What&& what) {
  const auto size =
      std::max<std::int64_t>(1, bytes_in_window(dealing) / std::max<std::int64_t>(1, bytes_of_entity));
  for (std::int64_t begin = 0; begin < dealing.mine.size(); begin += size) {
    const Range entities = {begin, std::min(begin + size, dealing.mine.size())};
    what(entities, dealing.slots(entities));
  }
}

inline std::span<const std::int32_t> parts_of(const Dealing& dealing, Range slots) {
  return std::span(dealing.parts)
      .subspan(static_cast<std::size_t>(slots.begin), static_cast<std::size_t>(slots.size()));
}

/// put(parts, the values for each of them); `bytes` has `each` for every entity of this rank.
template <typename Put>
void for_each_value(const Dealing& dealing, std::int64_t each, std::span<const std::byte> bytes, Put&& put) {
  const auto width = static_cast<std::size_t>(each);
  std::vector<std::byte> repeated;
  for_each_window(dealing, each, [&](Range entities, Range slots) {
    auto values = bytes.subspan(static_cast<std::size_t>(entities.begin) * width,
                                static_cast<std::size_t>(entities.size()) * width);
    if (!dealing.starts.empty()) {
      repeated.resize(static_cast<std::size_t>(slots.size()) * width);
      auto* to = repeated.data();
      for (auto i = entities.begin; i < entities.end; ++i) {
        for (auto copies = dealing.slots(i).size(); copies > 0; --copies, to += width)
          std::memcpy(to, bytes.data() + static_cast<std::size_t>(i) * width, width);
      }
      values = repeated;
    }
    put(parts_of(dealing, slots), values);
  });
}

/// put(parts, the number of the entity for each of them); the first entity of the zone has number `first`.
template <typename Put>
void for_each_number(const Dealing& dealing, std::int64_t first, Put&& put) {
  std::vector<std::int64_t> numbers;
  for_each_window(dealing, sizeof first, [&](Range entities, Range slots) {
    numbers.clear();
    if (dealing.starts.empty()) {
      numbers.resize(static_cast<std::size_t>(entities.size()));
      std::iota(numbers.begin(), numbers.end(), dealing.mine.begin + entities.begin + first);
    } else {
      for (auto i = entities.begin; i < entities.end; ++i) {
        numbers.insert(numbers.end(), static_cast<std::size_t>(dealing.slots(i).size()),
                       dealing.mine.begin + i + first);
      }
    }
    put(parts_of(dealing, slots), std::span<const std::int64_t>(numbers));
  });
}

}  // namespace pcgns::deal
