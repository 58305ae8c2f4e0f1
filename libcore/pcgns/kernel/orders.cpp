#include "pcgns/kernel/orders.hpp"

#include <algorithm>
#include <cmath>
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

  /// Counts groups, so repeated neighbours count again; that chooses as well as the true degree.
  [[nodiscard]] std::int64_t degree(std::int64_t vertex) const {
    return begins_[at(vertex) + 1] - begins_[at(vertex)];
  }

  /// Breadth-first search from `start`; within a layer in order of discovery, then by degree.
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
  std::vector<std::int64_t> begins_;  ///< Start of each vertex in `groups_`.
  std::vector<std::int64_t> groups_;
  std::vector<std::int64_t> seen_;  ///< The last walk that reached the vertex; `done`: already numbered.
  std::int64_t walk_ = 0;
};

}  // namespace

std::vector<std::int64_t> cuthill_mckee(std::int64_t vertices, std::span<const std::int64_t> starts,
                                        std::span<const std::int64_t> members) {
  return Walker(vertices, starts, members).run();
}

namespace {

constexpr int bits = 21;

}  // namespace

SpaceGrid::SpaceGrid(const std::array<double, 3>& least, const std::array<double, 3>& most) {
  double longest = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    if (!std::isfinite(least[d]) || !std::isfinite(most[d] - least[d])) continue;
    least_[d] = least[d];
    longest = std::max(longest, most[d] - least[d]);
  }
  if (longest > 0 && std::isfinite(most_steps / longest)) steps_ = most_steps / longest;
}

// John Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707 (2004).
std::uint64_t hilbert_place(const GridPoint& point) {
  GridPoint x = {point[0] >> (32 - bits), point[1] >> (32 - bits), point[2] >> (32 - bits)};
  for (std::uint32_t bit = 1U << (bits - 1); bit > 1; bit >>= 1) {
    for (std::size_t d = 0; d < 3; ++d) {
      const auto low = bit - 1;
      const auto swapped = (x[0] ^ x[d]) & low;
      x[0] ^= (x[d] & bit) != 0 ? low : swapped;
      x[d] ^= (x[d] & bit) != 0 ? 0 : swapped;
    }
  }
  x[1] ^= x[0];
  x[2] ^= x[1];
  std::uint32_t turned = 0;
  for (std::uint32_t bit = 1U << (bits - 1); bit > 1; bit >>= 1) {
    if ((x[2] & bit) != 0) turned ^= bit - 1;
  }
  std::uint64_t place = 0;
  for (int bit = bits - 1; bit >= 0; --bit) {
    for (const auto coordinate : x) place = place << 1 | ((coordinate ^ turned) >> bit & 1);
  }
  return place;
}

}  // namespace pcgns::kernel
