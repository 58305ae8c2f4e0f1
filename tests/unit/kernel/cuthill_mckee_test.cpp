#include "pcgns/kernel/orders.hpp"

#include <algorithm>
#include <random>

#include "catch.hpp"

namespace {

using pcgns::kernel::cuthill_mckee;

struct Groups {
  std::vector<std::int64_t> starts = {0};
  std::vector<std::int64_t> members;

  void add(std::initializer_list<std::int64_t> group) {
    members.insert(members.end(), group);
    starts.push_back(std::ssize(members));
  }
};

std::vector<std::int64_t> places_of(const std::vector<std::int64_t>& order) {
  std::vector<std::int64_t> places(order.size(), -1);
  for (std::size_t i = 0; i < order.size(); ++i)
    places[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
  return places;
}

/// How far apart two members of a group are at most.
std::int64_t width(const Groups& groups, const std::vector<std::int64_t>& places) {
  std::int64_t most = 0;
  for (std::size_t g = 0; g + 1 < groups.starts.size(); ++g) {
    for (auto i = groups.starts[g]; i < groups.starts[g + 1]; ++i) {
      for (auto j = groups.starts[g]; j < groups.starts[g + 1]; ++j) {
        const auto at = [&](std::int64_t k) {
          return places[static_cast<std::size_t>(groups.members[static_cast<std::size_t>(k)])];
        };
        most = std::max(most, at(i) - at(j));
      }
    }
  }
  return most;
}

}  // namespace

TEST_CASE("a line is walked from end to end") {
  std::vector<std::int64_t> names(50);
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = static_cast<std::int64_t>(i);
  std::shuffle(names.begin(), names.end(), std::mt19937(1));
  Groups line;
  for (std::size_t i = 1; i < names.size(); ++i) line.add({names[i - 1], names[i]});
  CHECK(width(line, places_of(cuthill_mckee(50, line.starts, line.members))) == 1);
}

TEST_CASE("neighbours in a plane of squares have near numbers") {
  constexpr std::int64_t across = 30;
  constexpr std::int64_t along = 7;
  std::vector<std::int64_t> names(across * along);
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = static_cast<std::int64_t>(i);
  std::shuffle(names.begin(), names.end(), std::mt19937(2));
  const auto name = [&](std::int64_t i, std::int64_t j) {
    return names[static_cast<std::size_t>(j * across + i)];
  };
  Groups plane;
  for (std::int64_t j = 0; j + 1 < along; ++j) {
    for (std::int64_t i = 0; i + 1 < across; ++i)
      plane.add({name(i, j), name(i + 1, j), name(i + 1, j + 1), name(i, j + 1)});
  }
  const auto order = cuthill_mckee(across * along, plane.starts, plane.members);
  CHECK(width(plane, places_of(order)) <= 3 * along);
}

TEST_CASE("all vertices have a place, those without a group too") {
  Groups groups;
  groups.add({4, 4, 2});
  groups.add({});
  groups.add({0});
  auto order = cuthill_mckee(6, groups.starts, groups.members);
  const auto places = places_of(order);
  CHECK(std::abs(places[4] - places[2]) == 1);
  std::sort(order.begin(), order.end());
  CHECK(order == std::vector<std::int64_t>{0, 1, 2, 3, 4, 5});
  CHECK(cuthill_mckee(0, std::vector<std::int64_t>{0}, {}).empty());
}
