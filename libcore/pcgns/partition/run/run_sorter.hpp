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

class RunSorter {
 public:
  explicit RunSorter(std::size_t parts) : begins_(parts, 0) {}

  /// Calls write(part, values) once per part with its values, in order. Entry i has `bytes_of`(i) bytes of
  /// `values`, for parts[i].
  template <typename Bytes, typename Write>
  void sort(std::span<const std::int32_t> parts, const Bytes& bytes_of, std::span<const std::byte> values,
            Write&& write) {
    std::fill(begins_.begin(), begins_.end(), 0);
    each_run(parts, [&](std::size_t begin, std::size_t end) {
      auto& size = begins_[static_cast<std::size_t>(parts[begin])];
      for (auto i = begin; i < end; ++i) size += bytes_of(i);
    });
    std::int64_t at = 0;
    for (auto& begin : begins_) at += std::exchange(begin, at);
    sorted_.resize(static_cast<std::size_t>(at));
    ends_ = begins_;
    const auto* from = values.data();
    each_run(parts, [&](std::size_t begin, std::size_t end) {
      auto& place = ends_[static_cast<std::size_t>(parts[begin])];
      std::int64_t bytes = 0;
      for (auto i = begin; i < end; ++i) bytes += bytes_of(i);
      // The size of a single entry may be known at compile time.
      std::memcpy(sorted_.data() + place, from,
                  static_cast<std::size_t>(end - begin == 1 ? bytes_of(begin) : bytes));
      place += bytes;
      from += bytes;
    });
    for (std::size_t part = 0; part < ends_.size(); ++part) {
      const auto bytes = static_cast<std::size_t>(ends_[part] - begins_[part]);
      if (bytes > 0)
        write(part,
              std::span<const std::byte>(sorted_).subspan(static_cast<std::size_t>(begins_[part]), bytes));
    }
  }

  /// The same with `bytes` per entry.
  template <typename Write>
  void sort(std::span<const std::int32_t> parts, std::int64_t bytes, std::span<const std::byte> values,
            Write&& write) {
    switch (bytes) {
      case 4:
        return sort(parts, always<4>, values, write);
      case 8:
        return sort(parts, always<8>, values, write);
      case 16:
        return sort(parts, always<16>, values, write);
      case 32:
        return sort(parts, always<32>, values, write);
      default:
        break;
    }
    sort(
        parts, [&](std::size_t) { return bytes; }, values, write);
  }

 private:
  /// Calls what(begin, end) for consecutive entries of the same part, of which a mesh has many.
  template <typename What>
  static void each_run(std::span<const std::int32_t> parts, What&& what) {
    for (std::size_t begin = 0, end = 0; begin < parts.size(); begin = end) {
      for (end = begin + 1; end < parts.size() && parts[end] == parts[begin];) ++end;
      what(begin, end);
    }
  }

  /// With a size known at compile time, a small copy is a single instruction.
  template <std::int64_t Bytes>
  static constexpr auto always = [](std::size_t) { return Bytes; };

  std::vector<std::int64_t> begins_;  ///< First byte of each part in `sorted_`.
  std::vector<std::int64_t> ends_;
  std::vector<std::byte> sorted_;
};

}  // namespace pcgns::partition
