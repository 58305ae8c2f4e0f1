// run_sorter.hpp: groups values of entities by the part that receives them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace pcgns::partition {

/// The end of the run of equal numbers that begins at `begin`. Runs are long in a mesh: several numbers
/// are compared at a time.
[[nodiscard]] inline std::size_t end_of_run(std::span<const std::int32_t> numbers, std::size_t begin) {
  constexpr std::size_t together = 8;
  const auto number = numbers[begin];
  auto end = begin + 1;
  for (std::int32_t differs = 0; end + together <= numbers.size(); end += together) {
    for (std::size_t i = 0; i < together; ++i) differs |= numbers[end + i] ^ number;
    if (differs != 0) break;
  }
  while (end < numbers.size() && numbers[end] == number) ++end;
  return end;
}

class RunSorter {
 public:
  explicit RunSorter(std::size_t parts) : ends_(parts, nullptr), sizes_(parts, 0) {}

  /// Calls write(part, values) once per part with its values, in order. Entry i has `bytes_of`(i) bytes of
  /// `values`, for parts[i]. The values of a part are collected in the memory that room_of(part, bytes)
  /// gives, if it gives any.
  template <typename Bytes, typename Write, typename RoomOf>
  void sort(std::span<const std::int32_t> parts, const Bytes& bytes_of, std::span<const std::byte> values,
            Write&& write, RoomOf&& room_of) {
    std::fill(sizes_.begin(), sizes_.end(), 0);
    each_run(parts, [&](std::size_t begin, std::size_t end) {
      auto& size = sizes_[static_cast<std::size_t>(parts[begin])];
      for (auto i = begin; i < end; ++i) size += bytes_of(i);
    });
    find_places(room_of);
    const auto* from = values.data();
    each_run(parts, [&](std::size_t begin, std::size_t end) {
      auto& place = ends_[static_cast<std::size_t>(parts[begin])];
      std::int64_t bytes = 0;
      for (auto i = begin; i < end; ++i) bytes += bytes_of(i);
      if (bytes == 0) return;
      // The size of a single entry may be known at compile time.
      std::memcpy(place, from, static_cast<std::size_t>(end - begin == 1 ? bytes_of(begin) : bytes));
      place += bytes;
      from += bytes;
    });
    for (std::size_t part = 0; part < ends_.size(); ++part) {
      const auto bytes = static_cast<std::size_t>(sizes_[part]);
      if (bytes > 0) write(part, std::span<const std::byte>(ends_[part] - bytes, bytes));
    }
  }

  /// The same with `bytes` per entry.
  template <typename Write, typename RoomOf>
  void sort(std::span<const std::int32_t> parts, std::int64_t bytes, std::span<const std::byte> values,
            Write&& write, RoomOf&& room_of) {
    switch (bytes) {
      case 4:
        return sort(parts, always<4>, values, write, room_of);
      case 8:
        return sort(parts, always<8>, values, write, room_of);
      case 16:
        return sort(parts, always<16>, values, write, room_of);
      case 32:
        return sort(parts, always<32>, values, write, room_of);
      default:
        break;
    }
    sort(
        parts, [&](std::size_t) { return bytes; }, values, write, room_of);
  }

  /// For RunSorter::sort: values are collected in memory of the sorter.
  static std::span<std::byte> no_room(std::size_t, std::int64_t) { return {}; }

 private:
  /// Calls what(begin, end) for consecutive entries of the same part, of which a mesh has many.
  template <typename What>
  static void each_run(std::span<const std::int32_t> parts, What&& what) {
    for (std::size_t begin = 0, end = 0; begin < parts.size(); begin = end) {
      end = end_of_run(parts, begin);
      what(begin, end);
    }
  }

  /// Sets `ends_` to where the values of each part begin.
  template <typename RoomOf>
  void find_places(RoomOf&& room_of) {
    std::int64_t size = 0;
    for (std::size_t part = 0; part < ends_.size(); ++part) {
      const auto room = sizes_[part] > 0 ? room_of(part, sizes_[part]) : std::span<std::byte>();
      ends_[part] = room.empty() ? nullptr : room.data();
      if (room.empty()) size += sizes_[part];
    }
    sorted_.resize(static_cast<std::size_t>(size));
    auto* place = sorted_.data();
    for (std::size_t part = 0; part < ends_.size(); ++part) {
      if (ends_[part] == nullptr) ends_[part] = std::exchange(place, place + sizes_[part]);
    }
  }

  /// With a size known at compile time, a small copy is a single instruction.
  template <std::int64_t Bytes>
  static constexpr auto always = [](std::size_t) { return Bytes; };

  std::vector<std::byte*> ends_;  ///< Where the next value of each part goes.
  std::vector<std::int64_t> sizes_;
  std::vector<std::byte> sorted_;
};

}  // namespace pcgns::partition
