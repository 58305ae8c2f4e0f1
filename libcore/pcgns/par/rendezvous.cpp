#include "pcgns/par/rendezvous.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "pcgns/par/exchange.hpp"

namespace pcgns::par {

namespace {

/// Collects all items whose keys hash to this rank.
class MeetingPlace {
 public:
  MeetingPlace(int width, int preferences) : width_(width), shared_(width - preferences) {}

  void add(int origin, const Words& entry) {
    entries_.push_back({static_cast<std::int64_t>(entry[0]), static_cast<std::int64_t>(entry[1] / 2),
                        static_cast<int>(entry[1] % 2), origin});
    keys_.insert(keys_.end(), entry.begin() + 2, entry.end());
  }

  /// Finds the partner of every entry.
  void pair(KeyPairing pairing) {
    std::vector<std::size_t> order(entries_.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
      const auto compared = compare_keys(x, y, shared_);
      if (compared != 0) return compared < 0;
      if (entries_[x].side != entries_[y].side) return entries_[x].side < entries_[y].side;
      const auto preferred = compare_keys(x, y, width_);
      if (preferred != 0) return preferred < 0;
      return entries_[x].number < entries_[y].number;
    });
    for (std::size_t begin = 0; begin < order.size();) {
      auto middle = begin;
      while (middle < order.size() && is_alike(order[begin], order[middle], 0)) ++middle;
      auto end = middle;
      while (end < order.size() && is_alike(order[begin], order[end], 1)) ++end;
      pair_alike(std::span(order).subspan(begin, middle - begin),
                 std::span(order).subspan(middle, end - middle), pairing);
      begin = end;
    }
  }

  struct Entry {
    std::int64_t number;
    std::int64_t position;  ///< In the list of its rank.
    int side;
    int origin;
    std::int64_t partner = -1;
  };
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

 private:
  /// Pairs the entries of one key; each side is sorted by preferences, then by number.
  void pair_alike(std::span<const std::size_t> a, std::span<const std::size_t> b, KeyPairing pairing) {
    if (a.empty() || b.empty()) return;
    if (shared_ < width_) {
      for (int words = width_; words >= shared_; --words) pair_equal(a, b, words);
      return;
    }
    const auto give = [&](std::span<const std::size_t> to, std::span<const std::size_t> others) {
      for (std::size_t i = 0; i < to.size(); ++i) {
        if (pairing == KeyPairing::one_to_one && i >= others.size()) return;
        const auto other = pairing == KeyPairing::with_first ? 0 : std::min(i, others.size() - 1);
        entries_[to[i]].partner = entries_[others[other]].number;
      }
    };
    give(a, b);
    give(b, a);
  }

  /// Pairs the entries without partner that share the first `words` words of their keys.
  void pair_equal(std::span<const std::size_t> a, std::span<const std::size_t> b, int words) {
    auto x = a.begin();
    auto y = b.begin();
    while (x != a.end() && y != b.end()) {
      const auto compared = compare_keys(*x, *y, words);
      if (entries_[*x].partner >= 0) {
        ++x;
      } else if (entries_[*y].partner >= 0) {
        ++y;
      } else if (compared != 0) {
        ++(compared < 0 ? x : y);
      } else {
        entries_[*x].partner = entries_[*y].number;
        entries_[*y++].partner = entries_[*x++].number;
      }
    }
  }

  /// By the first `words` words.
  [[nodiscard]] int compare_keys(std::size_t x, std::size_t y, int words) const {
    const auto* first = keys_.data() + x * static_cast<std::size_t>(width_);
    const auto* second = keys_.data() + y * static_cast<std::size_t>(width_);
    for (int i = 0; i < words; ++i) {
      if (first[i] != second[i]) return first[i] < second[i] ? -1 : 1;
    }
    return 0;
  }
  [[nodiscard]] bool is_alike(std::size_t first, std::size_t other, int side) const {
    return entries_[other].side == side && compare_keys(first, other, shared_) == 0;
  }

  int width_;
  int shared_;  ///< Words that partners share.
  std::vector<Entry> entries_;
  Words keys_;
};

}  // namespace

Partners pair_keys(Session& session, const KeyedItems& a, const KeyedItems& b, KeyPairing pairing) {
  MeetingPlace place(a.width, a.preferences);
  for (const int side : {0, 1}) {
    const auto& items = side == 0 ? a : b;
    const auto fill = [&](std::size_t i, Words& entry) {
      const auto* key = items.keys.data() + i * static_cast<std::size_t>(items.width);
      entry[0] = static_cast<std::uint64_t>(items.numbers[i]);
      entry[1] = 2 * i + static_cast<std::uint64_t>(side);
      std::copy_n(key, items.width, entry.begin() + 2);
      return static_cast<int>(hash_of(key, items.width - items.preferences) %
                              static_cast<std::uint64_t>(session.size()));
    };
    send_entries(session, static_cast<std::int64_t>(items.numbers.size()), a.width + 2, fill,
                 [&](int rank, const Words& entry) { place.add(rank, entry); });
  }
  place.pair(pairing);
  Partners partners{.of_a = std::vector<std::int64_t>(a.numbers.size(), -1),
                    .of_b = std::vector<std::int64_t>(b.numbers.size(), -1)};
  const auto& entries = place.entries();
  send_entries(
      session, static_cast<std::int64_t>(entries.size()), 3,
      [&](std::size_t i, Words& entry) {
        entry = {static_cast<std::uint64_t>(entries[i].side), static_cast<std::uint64_t>(entries[i].position),
                 static_cast<std::uint64_t>(entries[i].partner)};
        return entries[i].origin;
      },
      [&](int, const Words& entry) {
        auto& list = entry[0] == 0 ? partners.of_a : partners.of_b;
        list[static_cast<std::size_t>(entry[1])] = static_cast<std::int64_t>(entry[2]);
      });
  return partners;
}

}  // namespace pcgns::par
