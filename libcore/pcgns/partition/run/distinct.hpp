// distinct.hpp: removes repetitions from a list of numbers, so that each is requested only once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace pcgns::partition {

/// The distinct numbers of a list, and their indices.
class Distinct {
 public:
  explicit Distinct(std::span<const std::int64_t> numbers) {
    if (numbers.empty()) return;
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    least_ = *least;
    const auto range = *most - *least + 1;
    if (range <= most_sparse * static_cast<std::int64_t>(numbers.size())) {
      index_.assign(static_cast<std::size_t>(range), -1);
      for (const auto number : numbers) index_[static_cast<std::size_t>(number - least_)] = 0;
      for (std::int64_t i = 0; i < range; ++i) {
        if (index_[static_cast<std::size_t>(i)] < 0) continue;
        index_[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(numbers_.size());
        numbers_.push_back(least_ + i);
      }
    } else {
      numbers_.assign(numbers.begin(), numbers.end());
      std::sort(numbers_.begin(), numbers_.end());
      numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
    }
  }

  /// Ascending.
  [[nodiscard]] const std::vector<std::int64_t>& numbers() const { return numbers_; }
  /// @pre `number` is in the list.
  [[nodiscard]] std::size_t index_of(std::int64_t number) const {
    if (!index_.empty()) return static_cast<std::size_t>(index_[static_cast<std::size_t>(number - least_)]);
    return static_cast<std::size_t>(std::lower_bound(numbers_.begin(), numbers_.end(), number) -
                                    numbers_.begin());
  }

 private:
  static constexpr std::int64_t most_sparse = 8;

  std::int64_t least_ = 0;
  std::vector<std::int64_t> numbers_;
  std::vector<std::int32_t> index_;  ///< By number; empty if the range of numbers is too sparse.
};

}  // namespace pcgns::partition
