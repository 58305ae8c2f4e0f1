// distinct.hpp: removes repetitions from a list of numbers, so that each is requested only once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace pcgns::partition {

/// The distinct numbers of a list, and their indices. Numbers usually lie in a few dense ranges (faces across
/// i, across j and across k, say); a two-level table indexes them without sorting.
class Distinct {
 public:
  explicit Distinct(std::span<const std::int64_t> numbers) {
    if (numbers.empty()) return;
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    least_ = *least;
    if (find_pages(numbers, static_cast<std::size_t>((*most - *least) >> page_bits) + 1)) {
      number(numbers);
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
    if (!index_.empty()) return static_cast<std::size_t>(index_[place_of(number)]);
    return static_cast<std::size_t>(std::lower_bound(numbers_.begin(), numbers_.end(), number) -
                                    numbers_.begin());
  }

 private:
  static constexpr int page_bits = 9;
  static constexpr std::size_t most_sparse = 8;

  /// False if the numbers are too sparse for tables.
  [[nodiscard]] bool find_pages(std::span<const std::int64_t> numbers, std::size_t pages) {
    if (pages > numbers.size()) return false;
    const auto most = most_sparse * numbers.size();
    first_of_page_.assign(pages, -1);
    for (const auto number : numbers)
      first_of_page_[static_cast<std::size_t>((number - least_) >> page_bits)] = 0;
    std::size_t next = 0;
    for (auto& first : first_of_page_) {
      if (first < 0) continue;
      first = static_cast<std::int64_t>(next);
      next += std::size_t{1} << page_bits;
    }
    // A single page is always allowed.
    if (next > std::max(most, std::size_t{1} << page_bits)) {
      first_of_page_ = {};
      return false;
    }
    index_.assign(next, -1);
    return true;
  }

  void number(std::span<const std::int64_t> numbers) {
    for (const auto number : numbers) index_[place_of(number)] = 0;
    for (std::size_t page = 0; page < first_of_page_.size(); ++page) {
      if (first_of_page_[page] < 0) continue;
      const auto begin = least_ + (static_cast<std::int64_t>(page) << page_bits);
      for (std::int64_t i = 0; i < (std::int64_t{1} << page_bits); ++i) {
        auto& index = index_[static_cast<std::size_t>(first_of_page_[page] + i)];
        if (index < 0) continue;
        index = static_cast<std::int32_t>(numbers_.size());
        numbers_.push_back(begin + i);
      }
    }
  }

  [[nodiscard]] std::size_t place_of(std::int64_t number) const {
    const auto distance = number - least_;
    const auto in_page = distance & ((std::int64_t{1} << page_bits) - 1);
    return static_cast<std::size_t>(first_of_page_[static_cast<std::size_t>(distance >> page_bits)] +
                                    in_page);
  }

  std::int64_t least_ = 0;
  std::vector<std::int64_t> numbers_;
  std::vector<std::int64_t> first_of_page_;  ///< In `index_`; -1: none of its numbers occur.
  std::vector<std::int32_t> index_;          ///< By page and number; empty if the numbers are too sparse.
};

}  // namespace pcgns::partition
