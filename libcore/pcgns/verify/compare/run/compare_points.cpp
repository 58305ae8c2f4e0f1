#include "pcgns/verify/compare/run/compare_points.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/verify/compare/run/compare_layout.hpp"

namespace pcgns::verify::compare {

namespace {

constexpr std::size_t most_told = 5;

/// The points [rows] of a range; the first index varies fastest.
std::vector<std::int64_t> points_of_range(const cgns::Node& range, std::int64_t width, Range rows) {
  const auto ends = cgns::any_integers_of(range);
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

/// True if a side may have indices above 2^63 - 1, which become negative.
bool may_be_beyond_signed(const PointSetPair& set) {
  return set.a.node->type == cgns::DataType::U8 || set.b.node->type == cgns::DataType::U8;
}

/// The keys of points; `type` tells indices above 2^63 - 1 from negative ones where `are_marked`.
std::vector<std::uint64_t> keys_of(const std::vector<std::int64_t>& numbers, std::int64_t width,
                                   cgns::DataType type, bool are_marked) {
  std::vector<std::uint64_t> keys;
  std::uint64_t marks = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    keys.push_back(static_cast<std::uint64_t>(numbers[i]));
    marks = 2 * marks + (type == cgns::DataType::U8 && numbers[i] < 0 ? 1 : 0);
    if ((i + 1) % static_cast<std::size_t>(width) != 0) continue;
    if (are_marked) keys.push_back(marks);
    marks = 0;
  }
  return keys;
}

/// Marks in the last word of the keys of points in matched zones, apart from those of keys_of.
constexpr std::uint64_t no_entity = 2;
constexpr std::uint64_t not_in_a = 4;

/// Gives numbers of one side those of a. Returns their marks: 0 for an entity of a; numbers that are not
/// entities stay.
std::vector<std::uint64_t> renumbered(const EntityNumbers& entities, bool is_b,
                                      std::vector<std::int64_t>& numbers) {
  const auto count = is_b ? entities.count_b : entities.count_a;
  const auto own = numbers;
  if (is_b) entities.renumber(numbers);
  std::vector<std::uint64_t> marks;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const bool is_entity = own[i] >= 1 && own[i] <= count;
    if (!is_entity) numbers[i] = own[i];
    marks.push_back(!is_entity ? no_entity : numbers[i] == 0 ? not_in_a : 0);
  }
  return marks;
}

/// This rank's points of one side.
par::KeyedItems items_of(par::Session& session, const CompareSide& side, const PointSetPair::Points& points,
                         const PointSetPair& set, const EntityNumbers& entities, bool is_b) {
  const auto rows = rows_of(session, points.count);
  std::vector<std::int64_t> numbers;
  if (points.is_range) {
    numbers = points_of_range(*points.node, set.width, rows);
  } else {
    const auto target = target_of(side, set.path, *points.node);
    numbers = integer_rows(session, side.view(), target, rows, set.width);
  }
  const auto marks = entities.renumber ? renumbered(entities, is_b, numbers) : std::vector<std::uint64_t>();
  const bool are_marked = may_be_beyond_signed(set) || entities.renumber;
  par::KeyedItems items{.width = static_cast<int>(set.width) + (are_marked ? 1 : 0),
                        .numbers = {},
                        .keys = keys_of(numbers, set.width, points.node->type, are_marked)};
  for (std::size_t i = 0; i < marks.size(); ++i) items.keys[2 * i + 1] |= marks[i];
  for (auto row = rows.begin; row < rows.end; ++row) items.numbers.push_back(row);
  return items;
}

/// Number of items without partner, and the first few.
struct Alone {
  std::int64_t count = 0;
  std::vector<std::int64_t> first;
};

Alone alone_of(par::Session& session, const par::KeyedItems& items,
               const std::vector<std::int64_t>& partners) {
  Alone alone;
  std::vector<std::int64_t> mine;
  for (std::size_t i = 0; i < partners.size(); ++i) {
    if (partners[i] >= 0) continue;
    ++alone.count;
    if (mine.size() < most_told)
      mine.push_back(static_cast<std::int64_t>(items.keys[i * static_cast<std::size_t>(items.width)]));
  }
  alone.first = par::gather_joined(session.comm(), mine);
  if (alone.first.size() > most_told) alone.first.resize(most_told);
  alone.count = par::all_sum(session.comm(), alone.count);
  return alone;
}

}  // namespace

PointRows pair_points(par::Session& session, const CompareSide& a, const CompareSide& b,
                      const PointSetPair& set, const EntityNumbers& numbers) {
  const auto items_a = items_of(session, a, set.a, set, numbers, false);
  const auto items_b = items_of(session, b, set.b, set, numbers, true);
  const auto partners = par::pair_keys(session, items_a, items_b);
  auto alone_a = alone_of(session, items_a, partners.of_a);
  auto alone_b = alone_of(session, items_b, partners.of_b);
  const bool in_order = partners.of_a == items_a.numbers && partners.of_b == items_b.numbers;
  return {.partner = mesh::spread(session, set.a.count, items_a.numbers, partners.of_a),
          .only_a = alone_a.count,
          .only_b = alone_b.count,
          .first_a = std::move(alone_a.first),
          .first_b = std::move(alone_b.first),
          .in_order = par::all_min(session.comm(), in_order ? 1 : 0) == 1};
}

void add_points(par::Session& session, const CompareSide& side, const std::string& path,
                const std::vector<const cgns::Node*>& coordinates, Range points, par::KeyedItems& items) {
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

namespace {

/// A point in transit: the rank of its list, and its index there.
struct Point {
  std::int64_t number = 0;
  std::int64_t position = 0;
  int origin = 0;
  std::vector<double> at;
};

/// A candidate pair: a point of a and its nearest point of b.
struct Wish {
  Point a;
  Point b;
  double distance = 0;

  [[nodiscard]] bool goes_before(const Wish& other) const {
    return distance < other.distance || (distance == other.distance && a.number < other.a.number);
  }
};

/// Spatial hash of unpaired points, distributed over the ranks.
class Cubes {
 public:
  Cubes(par::Session& session, double absolute, int width)
      : session_(session), absolute_(absolute), width_(static_cast<std::size_t>(width)) {}

  /// Sends the points of one side to the cubes where they may meet others; points of b also to neighbouring
  /// cubes.
  void bring(const par::KeyedItems& items, const std::vector<std::int64_t>& partners, bool is_a) {
    std::vector<std::size_t> alone;
    for (std::size_t i = 0; i < partners.size(); ++i) {
      if (partners[i] < 0) alone.push_back(i);
    }
    std::int64_t ways = 1;
    for (std::size_t c = 0; c < width_ && !is_a; ++c) ways *= 3;
    par::send_entries(
        session_, static_cast<std::int64_t>(alone.size()) * ways, static_cast<int>(2 * width_ + 2),
        [&](std::size_t i, par::Words& entry) {
          const auto item = alone[i / static_cast<std::size_t>(ways)];
          auto way = static_cast<std::int64_t>(i) % ways;
          entry[0] = static_cast<std::uint64_t>(items.numbers[item]);
          entry[1] = item;
          for (std::size_t c = 0; c < width_; ++c, way /= 3) {
            const auto bits = items.keys[item * width_ + c];
            const auto step = is_a ? 0 : static_cast<double>(way % 3 - 1);
            const auto cube = std::floor(std::bit_cast<double>(bits) / absolute_) + step;
            entry[2 + c] = bits;
            entry[2 + width_ + c] = std::bit_cast<std::uint64_t>(cube == 0 ? 0.0 : cube);
          }
          const auto hash = par::hash_of(entry.data() + 2 + width_, static_cast<int>(width_));
          return static_cast<int>(hash % static_cast<std::uint64_t>(session_.size()));
        },
        [&](int origin, const par::Words& entry) { add(origin, entry, is_a); });
  }

  /// The nearest point of b for every point of a.
  [[nodiscard]] std::vector<Wish> wishes() const {
    std::vector<Wish> all;
    for (const auto& [cube, content] : cubes_) {
      for (const auto& a : content.a) {
        Wish best{.a = a, .b = {}, .distance = -1};
        for (const auto& b : content.b) consider(b, best);
        if (best.distance >= 0) all.push_back(std::move(best));
      }
    }
    return all;
  }

 private:
  struct Content {
    std::vector<Point> a;
    std::vector<Point> b;
  };

  void add(int origin, const par::Words& entry, bool is_a) {
    Point point{.number = static_cast<std::int64_t>(entry[0]),
                .position = static_cast<std::int64_t>(entry[1]),
                .origin = origin,
                .at = {}};
    for (std::size_t c = 0; c < width_; ++c) point.at.push_back(std::bit_cast<double>(entry[2 + c]));
    auto& content = cubes_[par::Words(entry.begin() + 2 + static_cast<std::ptrdiff_t>(width_), entry.end())];
    (is_a ? content.a : content.b).push_back(std::move(point));
  }

  void consider(const Point& b, Wish& best) const {
    double distance = 0;
    for (std::size_t c = 0; c < width_; ++c) distance = std::max(distance, std::abs(best.a.at[c] - b.at[c]));
    if (!(distance <= absolute_)) return;
    const bool is_nearer = best.distance < 0 || distance < best.distance ||
                           (distance == best.distance && b.number < best.b.number);
    if (!is_nearer) return;
    best.b = b;
    best.distance = distance;
  }

  par::Session& session_;
  double absolute_;
  std::size_t width_;
  std::map<par::Words, Content> cubes_;
};

/// Selects the nearest candidate for each point of b.
std::map<std::int64_t, Wish> granted(par::Session& session, const std::vector<Wish>& wishes) {
  std::map<std::int64_t, Wish> best;
  par::send_entries(
      session, static_cast<std::int64_t>(wishes.size()), 7,
      [&](std::size_t i, par::Words& entry) {
        const auto& wish = wishes[i];
        const auto word = [](auto value) { return static_cast<std::uint64_t>(value); };
        entry = {word(wish.a.number),
                 word(wish.a.position),
                 word(wish.a.origin),
                 word(wish.b.number),
                 word(wish.b.position),
                 word(wish.b.origin),
                 std::bit_cast<std::uint64_t>(wish.distance)};
        return static_cast<int>(wish.b.number % session.size());
      },
      [&](int, const par::Words& entry) {
        const auto point = [&](std::size_t at) {
          return Point{.number = static_cast<std::int64_t>(entry[at]),
                       .position = static_cast<std::int64_t>(entry[at + 1]),
                       .origin = static_cast<int>(entry[at + 2]),
                       .at = {}};
        };
        const Wish wish{.a = point(0), .b = point(3), .distance = std::bit_cast<double>(entry[6])};
        const auto [known, is_new] = best.try_emplace(wish.b.number, wish);
        if (!is_new && wish.goes_before(known->second)) known->second = wish;
      });
  return best;
}

}  // namespace

void pair_near(par::Session& session, const par::KeyedItems& a, const par::KeyedItems& b, double absolute,
               par::Partners& partners) {
  Cubes cubes(session, absolute, a.width);
  cubes.bring(a, partners.of_a, true);
  cubes.bring(b, partners.of_b, false);
  std::vector<Wish> pairs;
  for (const auto& [number, wish] : granted(session, cubes.wishes())) pairs.push_back(wish);
  par::send_entries(
      session, 2 * static_cast<std::int64_t>(pairs.size()), 3,
      [&](std::size_t i, par::Words& entry) {
        const auto& wish = pairs[i / 2];
        const auto& to = i % 2 == 0 ? wish.a : wish.b;
        const auto& other = i % 2 == 0 ? wish.b : wish.a;
        entry = {i % 2, static_cast<std::uint64_t>(to.position), static_cast<std::uint64_t>(other.number)};
        return to.origin;
      },
      [&](int, const par::Words& entry) {
        auto& list = entry[0] == 0 ? partners.of_a : partners.of_b;
        list[static_cast<std::size_t>(entry[1])] = static_cast<std::int64_t>(entry[2]);
      });
}

}  // namespace pcgns::verify::compare
