#include "pcgns/par/rendezvous.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <random>

#include "catch.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/compare/run/compare_points.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using test::session;

/// The items begin, begin + ranks, … of a list of keys of `width` words.
par::KeyedItems distributed(const std::vector<std::uint64_t>& keys, int width) {
  par::KeyedItems items{.width = width, .numbers = {}, .keys = {}};
  const auto count = keys.size() / static_cast<std::size_t>(width);
  for (auto i = static_cast<std::size_t>(session().rank()); i < count;
       i += static_cast<std::size_t>(session().size())) {
    items.numbers.push_back(static_cast<std::int64_t>(i));
    const auto* key = keys.data() + i * static_cast<std::size_t>(width);
    items.keys.insert(items.keys.end(), key, key + width);
  }
  return items;
}

/// The partners of all items, on every rank.
std::vector<std::int64_t> all_of(const par::KeyedItems& items, const std::vector<std::int64_t>& partners,
                                 std::size_t count) {
  const auto share = mesh::spread(session(), static_cast<std::int64_t>(count), items.numbers, partners);
  std::vector<std::int64_t> all;
  for (const auto& bytes : par::gather_all(session().comm(), share.bytes)) {
    const auto begin = all.size();
    all.resize(begin + bytes.size() / sizeof(std::int64_t));
    if (!bytes.empty()) std::memcpy(all.data() + begin, bytes.data(), bytes.size());
  }
  return all;
}

std::uint64_t word(double value) { return std::bit_cast<std::uint64_t>(value); }

}  // namespace

TEST_CASE("what has the same key becomes partners, wherever it is") {
  constexpr std::size_t count = 5000;
  std::vector<std::uint64_t> keys;
  for (std::uint64_t i = 0; i < count; ++i) keys.insert(keys.end(), {i % 7, i});
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::mt19937 random(5);
  std::shuffle(order.begin(), order.end(), random);
  std::vector<std::uint64_t> others;
  for (const auto i : order) others.insert(others.end(), {keys[2 * i], i == 17 ? 99999 : keys[2 * i + 1]});
  const auto a = distributed(keys, 2);
  const auto b = distributed(others, 2);
  const auto partners = par::pair_keys(session(), a, b);
  const auto of_a = all_of(a, partners.of_a, count);
  const auto of_b = all_of(b, partners.of_b, count);
  bool right = true;
  for (std::size_t i = 0; i < count; ++i) {
    const bool alone = order[i] == 17;
    right = right && of_b[i] == (alone ? -1 : static_cast<std::int64_t>(order[i]));
    right = right && of_a[order[i]] == (alone ? -1 : static_cast<std::int64_t>(i));
  }
  CHECK(right);
}

TEST_CASE("of equal keys the first is paired with the first") {
  const auto a = distributed({5, 6, 5, 5}, 1);
  const auto b = distributed({6, 5, 5}, 1);
  const auto partners = par::pair_keys(session(), a, b);
  CHECK(all_of(a, partners.of_a, 4) == std::vector<std::int64_t>{1, 0, 2, -1});
  CHECK(all_of(b, partners.of_b, 3) == std::vector<std::int64_t>{1, 0, 2});
  const auto first = par::pair_keys(session(), a, b, par::KeyPairing::with_first);
  CHECK(all_of(a, first.of_a, 4) == std::vector<std::int64_t>{1, 0, 1, 1});
  CHECK(all_of(b, first.of_b, 3) == std::vector<std::int64_t>{1, 0, 0});
  const auto any = par::pair_keys(session(), a, b, par::KeyPairing::with_any);
  CHECK(all_of(a, any.of_a, 4) == std::vector<std::int64_t>{1, 0, 2, 2});
}

TEST_CASE("of items that share a key, those that also share more words pair first") {
  const auto with_preferences = [](const std::vector<std::uint64_t>& keys) {
    auto items = distributed(keys, 3);
    items.preferences = 2;
    return items;
  };
  const auto a = with_preferences({5, 1, 1, 5, 2, 2, 5, 2, 3, 6, 1, 1, 7, 1, 1});
  const auto b = with_preferences({5, 2, 3, 5, 3, 1, 5, 2, 4, 6, 2, 2});
  const auto partners = par::pair_keys(session(), a, b);
  CHECK(all_of(a, partners.of_a, 5) == std::vector<std::int64_t>{1, 2, 0, 3, -1});
  CHECK(all_of(b, partners.of_b, 4) == std::vector<std::int64_t>{2, 0, 1, 3});
}

TEST_CASE("points without partner get the nearest one within a distance") {
  const std::vector<double> at_a = {0, 0, 1, 1, 1.05, 1, -3, 2};
  const std::vector<double> at_b = {1.04, 1, 9, 9, -3.1, 2.1, 0.3, 0};
  std::vector<std::uint64_t> keys_a;
  std::vector<std::uint64_t> keys_b;
  for (const auto value : at_a) keys_a.push_back(word(value));
  for (const auto value : at_b) keys_b.push_back(word(value));
  const auto a = distributed(keys_a, 2);
  const auto b = distributed(keys_b, 2);
  par::Partners partners{.of_a = std::vector<std::int64_t>(a.numbers.size(), -1),
                         .of_b = std::vector<std::int64_t>(b.numbers.size(), -1)};
  verify::compare::pair_near(session(), a, b, 0.125, partners);
  CHECK(all_of(a, partners.of_a, 4) == std::vector<std::int64_t>{-1, -1, 0, 2});
  CHECK(all_of(b, partners.of_b, 4) == std::vector<std::int64_t>{2, -1, 3, -1});
}
