#include "pcgns/verify/compare_points.hpp"

#include <algorithm>
#include <bit>

#include "pcgns/par/collective.hpp"
#include "pcgns/verify/compare_layout.hpp"
#include "pcgns/verify/compare_rows.hpp"

namespace pcgns::verify {

namespace {

constexpr std::size_t most_told = 5;

/// The points [rows] of a range, one after the other, the first index fastest.
std::vector<std::int64_t> points_of_range(const tree::Node& range, std::int64_t width, Range rows) {
  const auto ends = tree::integers_of(range);
  std::vector<std::int64_t> points;
  for (auto row = rows.begin; row < rows.end; ++row) {
    auto rest = row;
    for (std::int64_t i = 0; i < width; ++i) {
      const auto first = ends[static_cast<std::size_t>(i)];
      const auto count = ends[static_cast<std::size_t>(width + i)] - first + 1;
      points.push_back(first + rest % count);
      rest /= count;
    }
  }
  return points;
}

/// This rank's points of one side.
KeyedItems items_of(par::Session& session, const CompareSide& side, const plan::PointSetPair::Points& points,
                    const plan::PointSetPair& set, const Renumber& renumber) {
  const auto rows = rows_of(session, points.count);
  std::vector<std::int64_t> numbers;
  if (points.is_range) {
    numbers = points_of_range(*points.node, set.width, rows);
  } else {
    const auto target = target_of(side, set.path, *points.node);
    numbers = integer_rows(session, side.view(), target, rows, set.width);
  }
  if (renumber) renumber(numbers);
  KeyedItems items{.width = static_cast<int>(set.width), .numbers = {}, .keys = {}};
  for (auto row = rows.begin; row < rows.end; ++row) items.numbers.push_back(row);
  for (const auto number : numbers) items.keys.push_back(static_cast<std::uint64_t>(number));
  return items;
}

/// How many items have no partner, and the first of them.
struct Alone {
  std::int64_t count = 0;
  std::vector<std::int64_t> first;
};

Alone alone_of(par::Session& session, const KeyedItems& items, const std::vector<std::int64_t>& partners) {
  Alone alone;
  ByteWriter writer;
  std::vector<std::int64_t> mine;
  for (std::size_t i = 0; i < partners.size(); ++i) {
    if (partners[i] >= 0) continue;
    ++alone.count;
    if (mine.size() < most_told)
      mine.push_back(static_cast<std::int64_t>(items.keys[i * static_cast<std::size_t>(items.width)]));
  }
  writer.put(mine);
  for (const auto& bytes : par::gather_all(session.comm(), writer.take())) {
    ByteReader reader(bytes);
    std::vector<std::int64_t> theirs;
    reader.get(theirs);
    for (const auto number : theirs) {
      if (alone.first.size() < most_told) alone.first.push_back(number);
    }
  }
  alone.count = par::all_sum(session.comm(), alone.count);
  return alone;
}

}  // namespace

PointRows pair_points(par::Session& session, const CompareSide& a, const CompareSide& b,
                      const plan::PointSetPair& set, const Renumber& renumber) {
  const auto items_a = items_of(session, a, set.a, set, {});
  const auto items_b = items_of(session, b, set.b, set, renumber);
  const auto partners = pair_keys(session, items_a, items_b);
  auto alone_a = alone_of(session, items_a, partners.of_a);
  auto alone_b = alone_of(session, items_b, partners.of_b);
  const bool in_order = partners.of_a == items_a.numbers && partners.of_b == items_b.numbers;
  return {.partner = spread(session, set.a.count, items_a.numbers, partners.of_a),
          .only_a = alone_a.count,
          .only_b = alone_b.count,
          .first_a = std::move(alone_a.first),
          .first_b = std::move(alone_b.first),
          .in_order = par::all_min(session.comm(), in_order ? 1 : 0) == 1};
}

void add_points(par::Session& session, const CompareSide& side, const std::string& path,
                const std::vector<const tree::Node*>& coordinates, Range points, KeyedItems& items) {
  const auto rows = rows_of(session, points.size());
  const auto before = items.numbers.size();
  const auto width = coordinates.size();
  for (auto row = rows.begin; row < rows.end; ++row) items.numbers.push_back(points.begin + row);
  items.keys.resize(width * items.numbers.size());
  for (std::size_t c = 0; c < width; ++c) {
    const auto values = real_rows(session, side.view(), target_of(side, path, *coordinates[c]), rows);
    for (std::size_t i = 0; i < values.size(); ++i)
      items.keys[(before + i) * width + c] = std::bit_cast<std::uint64_t>(values[i] == 0 ? 0.0 : values[i]);
  }
}

}  // namespace pcgns::verify
