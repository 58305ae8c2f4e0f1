// marks.hpp: a distributed bitmap that records which numbered entities have been seen.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "pcgns/par/session.hpp"

namespace pcgns::mesh {

/// One bit for each of `count` numbers on the owning rank; until `settle` also on the rank that sets it.
class Marks {
 public:
  Marks(par::Session& session, std::int64_t count);

  /// 0-based. @pre `number` is less than `count`.
  void set(std::int64_t number) {
    auto& page = pages_[static_cast<std::size_t>(number / page_bits)];
    if (page == nullptr) page = added(number / page_bits);
    const auto bit = number % page_bits;
    page->words[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }

  /// True if so many pages are in use that `settle` is due.
  [[nodiscard]] bool is_full() const { return used_ >= most_pages_; }
  /// Sends all marks to their owners. @note Collective.
  void settle();

  struct Unset {
    std::int64_t count = 0;
    std::int64_t first = -1;
  };
  /// Unset bits of this rank's numbers. @pre Settled.
  [[nodiscard]] Unset unset() const;

 private:
  static constexpr std::int64_t page_bits = 1 << 15;
  static constexpr std::int64_t page_words = page_bits / 64;
  struct Page {
    std::int64_t number;
    std::uint64_t words[page_words];
  };

  [[nodiscard]] std::unique_ptr<Page> added(std::int64_t number);
  [[nodiscard]] int owner_of(std::int64_t page) const { return static_cast<int>(page / pages_per_rank_); }

  par::Session& session_;
  std::int64_t count_;
  std::int64_t most_pages_;  ///< That are worth waiting for.
  std::int64_t pages_per_rank_;
  std::vector<std::unique_ptr<Page>> pages_;
  std::int64_t used_ = 0;
  std::vector<std::uint64_t> owned_;
};

}  // namespace pcgns::mesh
