#include "pcgns/verify/compare_near.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <map>

#include "pcgns/verify/compare_entries.hpp"

namespace pcgns::verify {

namespace {

/// One point on its way: where its list is, and what it is called there.
struct Point {
  std::int64_t number = 0;
  std::int64_t position = 0;
  int origin = 0;
  std::vector<double> at;
};

/// A point of a that wants a point of b.
struct Wish {
  Point a;
  Point b;
  double distance = 0;

  [[nodiscard]] bool goes_before(const Wish& other) const {
    return distance < other.distance || (distance == other.distance && a.number < other.a.number);
  }
};

/// The points without partner that come together in cubes of space.
class Cubes {
 public:
  Cubes(par::Session& session, double absolute, int width)
      : session_(session), absolute_(absolute), width_(static_cast<std::size_t>(width)) {}

  /// Sends the points of one side to the cubes where they may meet others: a point of b to those next to its
  /// own too.
  void bring(const KeyedItems& items, const std::vector<std::int64_t>& partners, bool is_a) {
    std::vector<std::size_t> alone;
    for (std::size_t i = 0; i < partners.size(); ++i) {
      if (partners[i] < 0) alone.push_back(i);
    }
    std::int64_t ways = 1;
    for (std::size_t c = 0; c < width_ && !is_a; ++c) ways *= 3;
    send_entries(
        session_, static_cast<std::int64_t>(alone.size()) * ways, static_cast<int>(2 * width_ + 2),
        [&](std::size_t i, Words& entry) {
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
          const auto hash = hash_of(entry.data() + 2 + width_, static_cast<int>(width_));
          return static_cast<int>(hash % static_cast<std::uint64_t>(session_.size()));
        },
        [&](int origin, const Words& entry) { add(origin, entry, is_a); });
  }

  /// For every point of a the nearest one of b.
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

  void add(int origin, const Words& entry, bool is_a) {
    Point point{.number = static_cast<std::int64_t>(entry[0]),
                .position = static_cast<std::int64_t>(entry[1]),
                .origin = origin,
                .at = {}};
    for (std::size_t c = 0; c < width_; ++c) point.at.push_back(std::bit_cast<double>(entry[2 + c]));
    auto& content = cubes_[Words(entry.begin() + 2 + static_cast<std::ptrdiff_t>(width_), entry.end())];
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
  std::map<Words, Content> cubes_;
};

/// Of the wishes for one point of b, the one that comes true.
std::map<std::int64_t, Wish> granted(par::Session& session, const std::vector<Wish>& wishes) {
  std::map<std::int64_t, Wish> best;
  send_entries(
      session, static_cast<std::int64_t>(wishes.size()), 7,
      [&](std::size_t i, Words& entry) {
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
      [&](int, const Words& entry) {
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

void pair_near(par::Session& session, const KeyedItems& a, const KeyedItems& b, double absolute,
               Partners& partners) {
  Cubes cubes(session, absolute, a.width);
  cubes.bring(a, partners.of_a, true);
  cubes.bring(b, partners.of_b, false);
  std::vector<Wish> pairs;
  for (const auto& [number, wish] : granted(session, cubes.wishes())) pairs.push_back(wish);
  send_entries(
      session, 2 * static_cast<std::int64_t>(pairs.size()), 3,
      [&](std::size_t i, Words& entry) {
        const auto& wish = pairs[i / 2];
        const auto& to = i % 2 == 0 ? wish.a : wish.b;
        const auto& other = i % 2 == 0 ? wish.b : wish.a;
        entry = {i % 2, static_cast<std::uint64_t>(to.position), static_cast<std::uint64_t>(other.number)};
        return to.origin;
      },
      [&](int, const Words& entry) {
        auto& list = entry[0] == 0 ? partners.of_a : partners.of_b;
        list[static_cast<std::size_t>(entry[1])] = static_cast<std::int64_t>(entry[2]);
      });
}

}  // namespace pcgns::verify
