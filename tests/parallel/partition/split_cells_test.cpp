// Parts have exactly the sizes that were asked for, and are the same on every number of ranks.
#include "pcgns/partition/run/split_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

#include "catch.hpp"
#include "partition/all_of.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/partition/run/distribution.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using test::all_of;
using test::session;

std::vector<std::uint32_t> some(std::int64_t count, std::uint32_t most, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint32_t> values(static_cast<std::size_t>(count));
  for (auto& value : values) value = static_cast<std::uint32_t>(most == 0 ? random() : random() % most);
  return values;
}

std::int64_t sum_of(std::span<const std::int64_t> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
}

/// How many of `things` lie in the first half, if that is to have `share` of `whole`.
std::int64_t count_first(const std::vector<std::int64_t>& things, std::span<const std::int64_t> weights,
                         std::int64_t share, std::int64_t whole) {
  std::int64_t total = 0;
  for (const auto thing : things) total += weights[static_cast<std::size_t>(thing)];
  const auto want = total == whole ? share
                                   : std::llround(static_cast<double>(total) *
                                                  (static_cast<double>(share) / static_cast<double>(whole)));
  std::int64_t count = 0;
  std::int64_t before = 0;
  for (const auto thing : things) {
    const auto weight = weights[static_cast<std::size_t>(thing)];
    if (2 * before + weight > 2 * want) break;
    before += weight;
    ++count;
  }
  return count;
}

/// The same without ranks: halves sorted by coordinate, then by number.
void split_here(std::span<const std::vector<std::uint32_t>> axes, std::vector<std::int64_t> things,
                std::span<const std::int64_t> sizes, std::span<const std::int64_t> weights,
                std::int32_t first, std::vector<std::int32_t>& parts) {
  if (sizes.size() == 1) {
    for (const auto thing : things) parts[static_cast<std::size_t>(thing)] = first;
    return;
  }
  std::size_t axis = 0;
  std::int64_t longest = -1;
  const auto at = [&](std::size_t a, std::int64_t thing) { return axes[a][static_cast<std::size_t>(thing)]; };
  for (std::size_t a = 0; a < axes.size() && !things.empty(); ++a) {
    const auto [least, most] = std::minmax_element(
        things.begin(), things.end(), [&](std::int64_t x, std::int64_t y) { return at(a, x) < at(a, y); });
    const auto length = static_cast<std::int64_t>(at(a, *most)) - at(a, *least);
    if (length > longest) axis = a;
    longest = std::max(longest, length);
  }
  std::stable_sort(things.begin(), things.end(),
                   [&](std::int64_t x, std::int64_t y) { return at(axis, x) < at(axis, y); });
  const auto middle = sizes.size() / 2;
  const auto count = count_first(things, weights, sum_of(sizes.first(middle)), sum_of(sizes));
  std::vector<std::int64_t> lower(things.begin(), things.begin() + count);
  std::vector<std::int64_t> upper(things.begin() + count, things.end());
  std::sort(lower.begin(), lower.end());
  std::sort(upper.begin(), upper.end());
  split_here(axes, lower, sizes.first(middle), weights, first, parts);
  split_here(axes, upper, sizes.subspan(middle), weights, first + static_cast<std::int32_t>(middle), parts);
}

}  // namespace

TEST_CASE("cells are cut in two again and again") {
  struct Case {
    std::int64_t count;
    std::size_t parts;
    std::uint32_t most;    ///< Of a coordinate; few of them are equal, or many.
    std::uint32_t weight;  ///< The largest; 0: there are none.
  };
  for (const auto& [count, parts, most, weight] :
       {Case{1000, 7, 0, 0}, Case{500, 64, 4, 0}, Case{37, 37, 0, 0}, Case{10, 3, 1, 0}, Case{0, 1, 0, 0},
        Case{5, 2, 2, 0}, Case{1000, 7, 0, 90}, Case{500, 13, 4, 3}, Case{300, 64, 0, 1000000},
        Case{9, 4, 1, 2}}) {
    CAPTURE(count, parts, most, weight);
    std::array<std::vector<std::uint32_t>, 3> whole = {some(count, most, 1), some(count, most, 2),
                                                       some(count, most, 3)};
    std::vector<std::int64_t> weights(static_cast<std::size_t>(count), 1);
    for (std::size_t i = 0; weight > 0 && i < weights.size(); ++i) weights[i] = some(count, weight, 4)[i];
    const auto total = sum_of(weights);
    std::vector<std::int64_t> sizes(parts, total / static_cast<std::int64_t>(parts));
    for (std::size_t p = 0; p < static_cast<std::size_t>(total) % parts; ++p) ++sizes[p];
    const auto begins = partition::equal_begins(count, session().size());
    const auto rank = static_cast<std::size_t>(session().rank());
    std::array<std::vector<std::uint32_t>, 3> mine;
    for (std::size_t d = 0; d < 3; ++d)
      mine[d].assign(whole[d].begin() + begins[rank], whole[d].begin() + begins[rank + 1]);
    const auto own = std::span(weights).subspan(static_cast<std::size_t>(begins[rank]),
                                                static_cast<std::size_t>(begins[rank + 1] - begins[rank]));
    const auto found = all_of(partition::split_cells<std::uint32_t>(
        session(), mine, begins[rank + 1] - begins[rank], sizes,
        weight > 0 ? std::span<const std::int64_t>(own) : std::span<const std::int64_t>()));
    std::vector<std::int64_t> things;
    for (std::int64_t i = 0; i < count; ++i) things.push_back(i);
    std::vector<std::int32_t> wanted(static_cast<std::size_t>(count));
    split_here(whole, things, sizes, weights, 0, wanted);
    CHECK(found == wanted);
  }
}

TEST_CASE("without coordinates numbers decide") {
  const auto begins = partition::equal_begins(10, session().size());
  const auto rank = static_cast<std::size_t>(session().rank());
  const auto found = all_of(
      partition::split_cells<std::uint32_t>(session(), {}, begins[rank + 1] - begins[rank], {4, 3, 3}));
  CHECK(found == std::vector<std::int32_t>{0, 0, 0, 0, 1, 1, 1, 2, 2, 2});
}

TEST_CASE("everybody finds out where parts have a thing") {
  const std::int64_t count = 23;
  const auto begins = partition::equal_begins(count, session().size());
  const auto rank = static_cast<std::size_t>(session().rank());
  std::vector<partition::Pair> pairs;  // even things in part 0, every third in part 1, in disorder and twice
  for (auto i = begins[rank + 1] - 1; i >= begins[rank]; --i) {
    if (i % 3 == 0) pairs.emplace_back(i, 1);
    if (i % 2 == 0) pairs.insert(pairs.end(), 2, {i, 0});
  }
  auto distribution = partition::distribution_of(session(), begins, pairs, 2);
  CHECK(distribution.totals == std::vector<std::int64_t>{12, 8});
  partition::set_indices(distribution);
  const std::vector<std::int64_t> asked = {22, 0, 6, 1, 6, 21};
  const auto indices = partition::local_indices_of(session(), distribution, asked);
  CHECK(indices.in_part(0, 0) == 11);
  CHECK(indices.in_part(0, 1) == -1);
  CHECK(indices.in_part(1, 1) == 0);
  CHECK(indices.in_part(2, 0) == 3);
  CHECK(indices.in_part(2, 1) == 2);
  CHECK(indices.of(3).empty());
  CHECK(indices.of(4).size() == 2);
  CHECK(indices.in_part(5, 1) == 7);
}
