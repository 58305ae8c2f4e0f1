#include "pcgns/partition/run/split_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/partition/run/distribution.hpp"
#include "pcgns/partition/run/run_sorter.hpp"

namespace pcgns::partition {

namespace {

constexpr int digit_bits = 8;
constexpr std::size_t digits = std::size_t{1} << digit_bits;
constexpr std::size_t most_groups = 4096;  // groups whose counts are in memory at once

/// Items that become the parts [first, end).
struct Group {
  std::int32_t first = 0;
  std::int32_t end = 0;

  [[nodiscard]] std::int32_t middle() const { return first + (end - first) / 2; }
};

/// The cut of a group: before items with a key above `key`. Among items with this key, before the one whose
/// middle lies beyond `want`.
template <typename Key>
struct Cut {
  std::size_t axis = 0;
  Key key = 0;              ///< The leading digits known so far.
  std::int64_t want = 0;    ///< Weight before the cut among items that match `key` so far.
  std::int64_t before = 0;  ///< At the end: weight of items with `key` and a lower number.
};

/// `share` of `whole` shares of `total`, rounded.
std::int64_t portion(std::int64_t total, std::int64_t share, std::int64_t whole) {
  if (total == whole || whole == 0) return share;
  return std::llround(static_cast<double>(total) * (static_cast<double>(share) / static_cast<double>(whole)));
}

/// The least and the largest of `keys`, which are not empty; four at a time, which do not wait for each
/// other.
template <typename Key>
std::pair<Key, Key> extremes(std::span<const Key> keys) {
  std::array<Key, 4> least = {};
  least.fill(keys.front());
  auto largest = least;
  const auto take = [&](std::size_t k, Key key) {
    least[k] = std::min(least[k], key);
    largest[k] = std::max(largest[k], key);
  };
  std::size_t i = 0;
  for (; i + least.size() <= keys.size(); i += least.size()) {
    for (std::size_t k = 0; k < least.size(); ++k) take(k, keys[i + k]);
  }
  for (; i < keys.size(); ++i) take(0, keys[i]);
  return {*std::min_element(least.begin(), least.end()), *std::max_element(largest.begin(), largest.end())};
}

template <typename Key>
class Splitter {
 public:
  Splitter(par::Session& session, std::span<const std::vector<Key>> coordinates, std::int64_t mine,
           const std::vector<std::int64_t>& sizes, std::span<const std::int64_t> weights)
      : session_(session), coordinates_(coordinates), weights_(weights), begins_{0} {
    resize_in_room(group_, static_cast<std::size_t>(mine));
    for (const auto size : sizes) begins_.push_back(begins_.back() + size);
    groups_.push_back({0, static_cast<std::int32_t>(sizes.size())});
  }

  std::vector<std::int32_t> run() {
    while (std::any_of(groups_.begin(), groups_.end(), [](const Group& g) { return g.end - g.first > 1; })) {
      cuts_.assign(groups_.size(), {});
      for (std::size_t g = 0; g < groups_.size(); g += most_groups)
        find_cuts(g, std::min(groups_.size(), g + most_groups));
      halve();
      session_.alive();
    }
    for (auto& group : group_) group = groups_[static_cast<std::size_t>(group)].first;
    return std::move(group_);
  }

 private:
  /// The keys of all items along an axis; all 0 without coordinates.
  class Keys {
   public:
    explicit Keys(const Key* keys) : keys_(keys) {}
    [[nodiscard]] Key operator[](std::size_t i) const { return keys_ == nullptr ? Key{0} : keys_[i]; }
    [[nodiscard]] std::size_t digit(std::size_t i, int shift) const { return digit_of((*this)[i], shift); }

   private:
    const Key* keys_;
  };
  [[nodiscard]] Keys keys_of(std::size_t group) const {
    return Keys(coordinates_.empty() ? nullptr : coordinates_[cuts_[group].axis].data());
  }
  static std::size_t digit_of(Key key, int shift) {
    return static_cast<std::size_t>(key >> shift & (digits - 1));
  }
  [[nodiscard]] std::int64_t weight_of(std::size_t thing) const {
    return weights_.empty() ? 1 : weights_[thing];
  }
  /// Of the items [begin, end).
  [[nodiscard]] std::int64_t weight_of(std::size_t begin, std::size_t end) const {
    const auto count = static_cast<std::ptrdiff_t>(end - begin);
    if (weights_.empty()) return count;
    const auto first = weights_.begin() + static_cast<std::ptrdiff_t>(begin);
    return std::accumulate(first, first + count, std::int64_t{0});
  }
  [[nodiscard]] bool is_cut(std::size_t group) const { return groups_[group].end - groups_[group].first > 1; }

  using Things = std::vector<std::uint32_t>;

  /// Calls what(first item, end, group index from `begin`) for consecutive items of one of the groups [begin,
  /// end), if it is cut. A mesh has many such items.
  template <typename What>
  void for_runs(std::size_t begin, std::size_t end, What&& what) const {
    for (std::size_t i = 0, next = 0; i < group_.size(); i = next) {
      next = end_of_run(group_, i);
      const auto group = static_cast<std::size_t>(group_[i]);
      if (group >= begin && group < end && is_cut(group)) what(i, next, group - begin);
    }
  }

  /// Chooses the axes across which groups are cut; returns the weight of each group.
  std::vector<std::int64_t> survey(std::size_t begin, std::size_t end) {
    const auto axes = coordinates_.size() < 2 ? 0 : coordinates_.size();
    std::vector<std::int64_t> weights(end - begin, 0);
    // The maximum of the values, and of their complements.
    std::vector<std::int64_t> ends((end - begin) * axes * 2, 0);
    constexpr auto top = std::int64_t{std::numeric_limits<std::uint32_t>::max()};
    for_runs(begin, end, [&](std::size_t first, std::size_t next, std::size_t group) {
      weights[group] += weight_of(first, next);
      auto* of_group = ends.data() + group * axes * 2;
      for (std::size_t axis = 0; axis < axes; ++axis) {
        const auto [least, largest] = extremes(std::span(coordinates_[axis]).subspan(first, next - first));
        of_group[2 * axis] = std::max(of_group[2 * axis], static_cast<std::int64_t>(largest));
        of_group[2 * axis + 1] = std::max(of_group[2 * axis + 1], top - static_cast<std::int64_t>(least));
      }
    });
    par::sum_over_ranks(session_.comm(), weights);
    if (axes > 0) par::max_over_ranks(session_.comm(), ends);
    for (auto g = begin; g < end; ++g) {
      const auto* of_group = ends.data() + (g - begin) * axes * 2;
      std::int64_t longest = -1;
      for (std::size_t axis = 0; axis < axes; ++axis) {
        const auto length = of_group[2 * axis] + of_group[2 * axis + 1];
        if (length <= longest) continue;
        longest = length;
        cuts_[g].axis = axis;
      }
    }
    return weights;
  }

  /// Finds the keys digit by digit from weighted histograms.
  void find_cuts(std::size_t begin, std::size_t end) {
    // With weights, the actual weight of a group may differ from its target.
    const auto totals = survey(begin, end);
    for (auto g = begin; g < end; ++g) {
      const auto& group = groups_[g];
      const auto first = begins_[static_cast<std::size_t>(group.first)];
      cuts_[g].want = portion(totals[g - begin], begins_[static_cast<std::size_t>(group.middle())] - first,
                              begins_[static_cast<std::size_t>(group.end)] - first);
    }
    constexpr int first_shift = std::numeric_limits<Key>::digits - digit_bits;
    auto things = first_digit(begin, end, first_shift);
    const int last_shift = coordinates_.empty() ? first_shift : 0;  // without keys all items are equal
    for (int shift = first_shift - digit_bits; shift >= last_shift; shift -= digit_bits)
      find_digit(things, begin, end, shift);
    // Ties are broken by number: lower ranks have lower numbers.
    std::vector<std::int64_t> equal(end - begin, 0);
    for (const auto i : things) equal[static_cast<std::size_t>(group_[i]) - begin] += weight_of(i);
    const auto before = par::sums_before(session_.comm(), equal);
    for (auto g = begin; g < end; ++g) cuts_[g].before = before[g - begin];
  }

  [[nodiscard]] bool agrees(std::size_t i, int shift) const {
    const auto group = static_cast<std::size_t>(group_[i]);
    return keys_of(group).digit(i, shift) == digit_of(cuts_[group].key, shift);
  }

  /// Matches the first digit among all items, without a list of them.
  Things first_digit(std::size_t begin, std::size_t end, int shift) {
    std::vector<std::int64_t> counts((end - begin) * digits, 0);
    for_runs(begin, end, [&](std::size_t first, std::size_t next, std::size_t group) {
      const auto keys = keys_of(begin + group);
      auto* const of_group = counts.data() + group * digits;
      // Neighbours have the same digit, and adding to one counter again and again waits for memory.
      for (auto i = first; i < next;) {
        const auto digit = keys.digit(i, shift);
        const auto same = i;
        while (++i < next && keys.digit(i, shift) == digit) {
        }
        of_group[digit] += weight_of(same, i);
      }
    });
    choose_digits(counts, begin, end, shift);
    Things things;
    for_runs(begin, end, [&](std::size_t first, std::size_t next, std::size_t group) {
      const auto keys = keys_of(begin + group);
      const auto digit = digit_of(cuts_[begin + group].key, shift);
      for (auto i = first; i < next; ++i) {
        if (keys.digit(i, shift) == digit) things.push_back(static_cast<std::uint32_t>(i));
      }
    });
    return things;
  }

  /// Keeps in `things` only those that match the digits found so far.
  void find_digit(Things& things, std::size_t begin, std::size_t end, int shift) {
    std::vector<std::int64_t> counts((end - begin) * digits, 0);
    for (const auto i : things) {
      const auto group = static_cast<std::size_t>(group_[i]);
      counts[(group - begin) * digits + keys_of(group).digit(i, shift)] += weight_of(i);
    }
    choose_digits(counts, begin, end, shift);
    std::erase_if(things, [&](std::size_t i) { return !agrees(i, shift); });
  }

  /// `counts`: the weight of this rank's items by group and digit.
  void choose_digits(std::vector<std::int64_t>& counts, std::size_t begin, std::size_t end, int shift) {
    par::sum_over_ranks(session_.comm(), counts);
    for (auto g = begin; g < end; ++g) {
      auto& cut = cuts_[g];
      const auto* of_group = counts.data() + (g - begin) * digits;
      std::size_t digit = 0;
      while (digit + 1 < digits && cut.want >= of_group[digit]) cut.want -= of_group[digit++];
      cut.key |= static_cast<Key>(static_cast<Key>(digit) << shift);
    }
  }

  /// True if an item with the key of the cut lies before it.
  static bool takes(Cut<Key>& cut, std::int64_t weight) {
    const auto begin = cut.before - cut.want;
    cut.before += weight;
    return begin + (begin + weight) <= 0;
  }

  void halve() {
    std::vector<Group> halves;
    std::vector<std::int32_t> begins;  // index of the first half
    for (const auto& group : groups_) {
      begins.push_back(static_cast<std::int32_t>(halves.size()));
      if (group.end - group.first == 1) {
        halves.push_back(group);
      } else {
        halves.push_back({group.first, group.middle()});
        halves.push_back({group.middle(), group.end});
      }
    }
    for (std::size_t i = 0; i < group_.size();) {
      const auto end = end_of_run(group_, i);
      const auto g = static_cast<std::size_t>(group_[i]);
      const bool cuts = is_cut(g);
      auto& cut = cuts_[g];
      const auto keys = keys_of(g);
      for (; i < end; ++i) {
        const auto key = keys[i];
        const bool second = cuts && (key > cut.key || (key == cut.key && !takes(cut, weight_of(i))));
        group_[i] = begins[g] + (second ? 1 : 0);
      }
    }
    groups_ = std::move(halves);
  }

  par::Session& session_;
  std::span<const std::vector<Key>> coordinates_;
  std::span<const std::int64_t> weights_;  ///< Empty: all 1.
  std::vector<std::int64_t> begins_;       ///< First index of each part if all items were sorted by part.
  std::vector<Group> groups_;
  std::vector<Cut<Key>> cuts_;
  std::vector<std::int32_t> group_;  ///< By item.
};

}  // namespace

template <typename Key>
std::vector<std::int32_t> split_cells(par::Session& session, std::span<const std::vector<Key>> coordinates,
                                      std::int64_t mine, const std::vector<std::int64_t>& sizes,
                                      std::span<const std::int64_t> weights) {
  return Splitter<Key>(session, coordinates, mine, sizes, weights).run();
}

template std::vector<std::int32_t> split_cells(par::Session&, std::span<const std::vector<std::uint32_t>>,
                                               std::int64_t, const std::vector<std::int64_t>&,
                                               std::span<const std::int64_t>);
template std::vector<std::int32_t> split_cells(par::Session&, std::span<const std::vector<std::uint64_t>>,
                                               std::int64_t, const std::vector<std::int64_t>&,
                                               std::span<const std::int64_t>);

}  // namespace pcgns::partition
