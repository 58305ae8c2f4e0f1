#include "pcgns/kernel/cuthill_mckee.hpp"

#include <algorithm>
#include <numeric>

namespace pcgns::kernel {

namespace {

class Walker {
 public:
  Walker(std::int64_t vertices, std::span<const std::int64_t> starts, std::span<const std::int64_t> members)
      : starts_(starts), members_(members), begins_(static_cast<std::size_t>(vertices) + 1, 0) {
    for (const auto vertex : members) ++begins_[static_cast<std::size_t>(vertex) + 1];
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    groups_.resize(members.size());
    auto next = begins_;
    for (std::size_t group = 0; group + 1 < starts.size(); ++group) {
      for (auto i = starts[group]; i < starts[group + 1]; ++i)
        groups_[at(next[at(members[at(i)])]++)] = static_cast<std::int64_t>(group);
    }
    seen_.assign(at(vertices), 0);
  }

  std::vector<std::int64_t> run() {
    std::vector<std::int64_t> starts(seen_.size());
    std::iota(starts.begin(), starts.end(), std::int64_t{0});
    std::stable_sort(starts.begin(), starts.end(),
                     [&](std::int64_t a, std::int64_t b) { return degree(a) < degree(b); });
    std::vector<std::int64_t> order;
    for (const auto start : starts) {
      if (seen_[at(start)] == done) continue;
      auto found = walk(walk(start).back());
      for (const auto vertex : found) seen_[at(vertex)] = done;
      order.insert(order.end(), found.begin(), found.end());
    }
    std::reverse(order.begin(), order.end());
    return order;
  }

 private:
  static constexpr std::int64_t done = -1;
  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

  /// In groups: with repeated neighbours, which is as good to choose by.
  [[nodiscard]] std::int64_t degree(std::int64_t vertex) const {
    return begins_[at(vertex) + 1] - begins_[at(vertex)];
  }

  /// All that can be reached, in layers; in a layer by who was reached from what, then by degree.
  std::vector<std::int64_t> walk(std::int64_t start) {
    ++walk_;
    std::vector<std::int64_t> found = {start};
    seen_[at(start)] = walk_;
    for (std::size_t next = 0; next < found.size(); ++next) {
      const auto before = std::ssize(found);
      const auto vertex = found[next];
      for (auto g = begins_[at(vertex)]; g < begins_[at(vertex) + 1]; ++g) {
        const auto group = at(groups_[at(g)]);
        for (auto i = starts_[group]; i < starts_[group + 1]; ++i) {
          const auto other = members_[at(i)];
          if (seen_[at(other)] == walk_ || seen_[at(other)] == done) continue;
          seen_[at(other)] = walk_;
          found.push_back(other);
        }
      }
      std::sort(found.begin() + before, found.end(), [&](std::int64_t a, std::int64_t b) {
        return degree(a) != degree(b) ? degree(a) < degree(b) : a < b;
      });
    }
    return found;
  }

  std::span<const std::int64_t> starts_;
  std::span<const std::int64_t> members_;
  std::vector<std::int64_t> begins_;  ///< Of each vertex in `groups_`.
  std::vector<std::int64_t> groups_;
  std::vector<std::int64_t> seen_;  ///< In which walk; `done`: it has its place.
  std::int64_t walk_ = 0;
};

}  // namespace

std::vector<std::int64_t> cuthill_mckee(std::int64_t vertices, std::span<const std::int64_t> starts,
                                        std::span<const std::int64_t> members) {
  return Walker(vertices, starts, members).run();
}

}  // namespace pcgns::kernel
