#include "pcgns/digest/run/list_forms.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <numeric>

#include "pcgns/base/bytes.hpp"
#include "pcgns/cgns/array_digest.hpp"
#include "pcgns/digest/canonical.hpp"
#include "pcgns/mesh/bundle.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"

namespace pcgns::digest {

namespace {

using cgns::Node;

constexpr std::size_t most_indices = 3;

/// A point, its last index first; unused indices are 0. So ordered, the points of a range ascend.
using Point = std::array<std::int64_t, most_indices>;

Point point_at(cgns::DataType type, std::span<const std::byte> bytes, std::int64_t width) {
  Point point = {};
  const auto size = static_cast<std::size_t>(cgns::size_of(type));
  for (std::size_t i = 0; i < static_cast<std::size_t>(width); ++i) {
    std::int32_t narrow = 0;
    std::int64_t wide = 0;
    std::memcpy(size == sizeof narrow ? static_cast<void*>(&narrow) : &wide, bytes.data() + i * size, size);
    point[static_cast<std::size_t>(width) - 1 - i] = size == sizeof narrow ? narrow : wide;
  }
  return point;
}

/// Facts about some points of a list.
struct Facts {
  std::int64_t list = 0;
  std::int64_t descents = 0;  ///< Points that are followed by a lower one.
  std::int64_t repeated = 0;  ///< Points that are followed by themselves.
  Point low = {};
  Point high = {};

  void add(const Point& point) {
    for (std::size_t i = 0; i < most_indices; ++i) {
      low[i] = std::min(low[i], point[i]);
      high[i] = std::max(high[i], point[i]);
    }
  }
  void add_order(const Point& point, const Point& next) {
    if (next < point) ++descents;
    if (next == point) ++repeated;
  }
  void add(const Facts& other) {
    descents += other.descents;
    repeated += other.repeated;
    add(other.low);
    add(other.high);
  }
};

Facts no_facts(std::int64_t list) {
  Facts facts{.list = list};
  facts.low.fill(std::numeric_limits<std::int64_t>::max());
  facts.high.fill(std::numeric_limits<std::int64_t>::min());
  return facts;
}

/// True if `points` without repetition fill the range between their extremes.
bool fill_range(const Facts& facts, const PointSet& points) {
  if (facts.repeated > 0) return false;
  auto left = points.count;
  for (std::size_t i = 0; i < static_cast<std::size_t>(points.width); ++i) {
    if (facts.low[i] < 1 || facts.high[i] - facts.low[i] >= left) return false;
    const auto extent = facts.high[i] - facts.low[i] + 1;
    if (left % extent != 0) return false;
    left /= extent;
  }
  return left == 1;
}

std::vector<std::int64_t> corners_of(const Facts& facts, std::int64_t width) {
  std::vector<std::int64_t> corners;
  for (const auto& corner : {facts.low, facts.high}) {
    for (auto i = width; i > 0; --i) corners.push_back(corner[static_cast<std::size_t>(i) - 1]);
  }
  return corners;
}

/// Looks at the points of every list, where they are.
class Survey {
 public:
  Survey(par::Session& session, const mesh::Dataset& dataset, const std::vector<PointList>& lists)
      : session_(session), dataset_(dataset), lists_(lists) {}

  /// Of all points of each list, on every rank.
  std::vector<Facts> run() {
    look_at_arrays();
    if (session_.is_root()) look_at_nodes();
    std::vector<Facts> all;
    for (std::size_t i = 0; i < lists_.size(); ++i) all.push_back(no_facts(static_cast<std::int64_t>(i)));
    for (const auto& facts : par::gather_joined(session_.comm(), mine_))
      all[static_cast<std::size_t>(facts.list)].add(facts);
    return all;
  }

 private:
  void look_at_arrays() {
    std::map<int, std::size_t> by_target;
    for (std::size_t i = 0; i < lists_.size(); ++i) {
      if (lists_[i].points.node->is_bulk()) by_target.emplace(lists_[i].points.node->array, i);
    }
    if (by_target.empty()) return;
    std::vector<int> targets;
    for (const auto& [target, list] : by_target) targets.push_back(target);
    const auto bundle = mesh::read_bundle(session_, dataset_, targets);
    const auto bytes = with_next(bundle.bytes);
    const auto& here = bundle.bytes.values;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const auto list = by_target[targets[i]];
      const auto row = row_of(list);
      // The points that begin on this rank.
      const auto first = std::max<std::int64_t>(0, divide_up(here.begin - bundle.begins[i], row));
      const auto end = std::min(lists_[list].points.count,
                                divide_up(std::max<std::int64_t>(0, here.end - bundle.begins[i]), row));
      if (first >= end) continue;
      const auto begin = bundle.begins[i] + first * row - here.begin;
      look(list, std::span(bytes).subspan(static_cast<std::size_t>(begin)), end - first,
           end < lists_[list].points.count);
    }
  }

  /// This rank's bytes, and those after them, so that each point has its last bytes and the next point.
  std::vector<std::byte> with_next(const mesh::Share& share) {
    constexpr std::int64_t unit = 64;
    static_assert(2 * most_indices * sizeof(std::int64_t) <= unit);
    std::vector<std::int64_t> wanted;
    if (!share.values.empty() && share.values.end < share.count) wanted.push_back(share.values.end / unit);
    auto bytes = share.bytes;
    const auto next = mesh::fetch(session_, share, wanted, unit);
    bytes.insert(bytes.end(), next.begin(), next.end());
    return bytes;
  }

  void look_at_nodes() {
    for (std::size_t i = 0; i < lists_.size(); ++i) {
      const auto& node = *lists_[i].points.node;
      if (!node.is_bulk()) look(i, node.data, lists_[i].points.count, false);
    }
  }

  [[nodiscard]] std::int64_t row_of(std::size_t list) const {
    const auto& points = lists_[list].points;
    return points.width * cgns::size_of(points.node->type);
  }

  void look(std::size_t list, std::span<const std::byte> bytes, std::int64_t count, bool has_next) {
    const auto& points = lists_[list].points;
    const auto row = static_cast<std::size_t>(row_of(list));
    auto& facts = mine_.emplace_back(no_facts(static_cast<std::int64_t>(list)));
    const auto at = [&](std::int64_t i) {
      return point_at(points.node->type, bytes.subspan(static_cast<std::size_t>(i) * row), points.width);
    };
    auto point = at(0);
    for (std::int64_t i = 0; i < count; ++i) {
      facts.add(point);
      if (i + 1 == count && !has_next) break;
      const auto next = at(i + 1);
      facts.add_order(point, next);
      point = next;
    }
  }

  par::Session& session_;
  const mesh::Dataset& dataset_;
  const std::vector<PointList>& lists_;
  std::vector<Facts> mine_;
};

/// A point and its place in the stored list.
struct Entry {
  Point point;
  std::int64_t row = 0;

  friend auto operator<=>(const Entry&, const Entry&) = default;
};

/// Puts one list, and the arrays that belong to its points, in order.
class Sorter {
 public:
  Sorter(par::Session& session, const mesh::Dataset& dataset, const PointList& list, Facts& facts,
         CanonicalLists& result)
      : session_(session), dataset_(dataset), list_(list), facts_(facts), result_(result) {}

  /// Replaces Facts::repeated by its true number.
  void run() {
    sort();
    take(*list_.points.node);
    for (const auto* array : list_.arrays) take(*array);
  }

 private:
  void sort() {
    auto entries =
        par::scatter_to_owners(session_, stored(), [&](const Entry& entry) { return owner(entry.point); });
    std::sort(entries.begin(), entries.end());
    std::int64_t repeated = 0;
    for (std::size_t i = 1; i < entries.size(); ++i)
      repeated += entries[i].point == entries[i - 1].point ? 1 : 0;
    facts_.repeated = par::all_sum(session_.comm(), repeated);
    const auto counts = par::gather_each(session_.comm(), std::ssize(entries));
    const auto before = std::accumulate(counts.begin(), counts.begin() + session_.rank(), std::int64_t(0));
    std::vector<std::int64_t> places(entries.size());
    std::iota(places.begin(), places.end(), before);
    std::vector<std::int64_t> rows;
    for (const auto& entry : entries) rows.push_back(entry.row);
    order_ = mesh::spread(session_, list_.points.count, places, rows);
  }

  /// This rank's points, as stored.
  std::vector<Entry> stored() {
    const auto& node = *list_.points.node;
    const auto width = list_.points.width;
    std::vector<Entry> entries;
    std::int64_t first = 0;
    auto bytes = session_.is_root() ? std::span<const std::byte>(node.data) : std::span<const std::byte>();
    mesh::Share share;
    if (node.is_bulk()) {
      share = mesh::read_share(session_, dataset_, node.array, width);
      first = share.values.begin / width;
      bytes = share.bytes;
    }
    const auto row = static_cast<std::size_t>(width * cgns::size_of(node.type));
    for (; bytes.size() >= row; bytes = bytes.subspan(row))
      entries.push_back({.point = point_at(node.type, bytes, width), .row = first++});
    return entries;
  }

  /// Ascends with the first index of a Point that is not the same for all, and else is any.
  [[nodiscard]] int owner(const Point& point) const {
    for (std::size_t i = 0; i < most_indices; ++i) {
      const auto low = static_cast<std::uint64_t>(facts_.low[i]);
      const auto extent = static_cast<double>(static_cast<std::uint64_t>(facts_.high[i]) - low);
      if (extent == 0) continue;
      const auto place = static_cast<double>(static_cast<std::uint64_t>(point[i]) - low);
      return std::min(session_.size() - 1, static_cast<int>(place / extent * session_.size()));
    }
    return 0;
  }

  void take(const Node& node) {
    if (node.is_bulk()) {
      take_array(node);
    } else {
      take_values(node);
    }
  }

  [[nodiscard]] std::int64_t width_of(const Node& node) const {
    return cgns::count_of(node.dims) / list_.points.count;
  }

  /// The values begin, …, end - 1 in canonical order lie in these rows of the list.
  std::vector<std::int64_t> rows_of(Range values, std::int64_t width) {
    std::vector<std::int64_t> places;
    for (auto place = values.begin / width; place * width < values.end; ++place) places.push_back(place);
    return mesh::fetch_integers(session_, order_, places);
  }

  void take_array(const Node& node) {
    const auto width = width_of(node);
    const auto values = cgns::count_of(node.dims);
    const auto block = cgns::stored_block(node.type) / cgns::size_of(node.type);
    const auto share = divide_up(divide_up(values, block), session_.size()) * block;
    const Range mine{std::min(values, session_.rank() * share),
                     std::min(values, (session_.rank() + 1) * share)};
    const auto rows = rows_of(mine, width);
    const auto source = mesh::read_share(session_, dataset_, node.array, width);
    const auto bytes = mesh::fetch(session_, source, rows, width);
    auto& sum = result_.arrays[node.array];
    if (mine.empty()) return;
    const auto size = cgns::size_of(node.type);
    std::vector<std::byte> room;
    cgns::add_blocks(node.type, mine.begin / block,
                     std::span(bytes).subspan(static_cast<std::size_t>(mine.begin % width * size),
                                              static_cast<std::size_t>(mine.size() * size)),
                     sum, room);
  }

  void take_values(const Node& node) {
    const auto width = width_of(node);
    const auto rows = rows_of({0, session_.is_root() ? cgns::count_of(node.dims) : 0}, width);
    const auto size = static_cast<std::size_t>(width * cgns::size_of(node.type));
    std::vector<std::byte> bytes;
    for (const auto row : rows) {
      const auto from = std::span(node.data).subspan(static_cast<std::size_t>(row) * size, size);
      bytes.insert(bytes.end(), from.begin(), from.end());
    }
    result_.forms.values.emplace(&node, cgns::digest_of_values(node.type, bytes));
  }

  par::Session& session_;
  const mesh::Dataset& dataset_;
  const PointList& list_;
  Facts& facts_;
  CanonicalLists& result_;
  mesh::Share order_;  ///< The rows of the list in canonical order.
};

}  // namespace

CanonicalLists canonical_lists(par::Session& session, const mesh::Dataset& dataset) {
  const auto lists = point_lists(dataset.plan.output);
  const mesh::Dataset source{.plan = dataset.plan, .inputs = dataset.inputs, .memory = dataset.memory};
  auto all = Survey(session, source, lists).run();
  CanonicalLists result;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (all[i].descents > 0) Sorter(session, source, lists[i], all[i], result).run();
    const auto& points = lists[i].points;
    if (fill_range(all[i], points))
      result.forms.ranges.emplace(points.node, corners_of(all[i], points.width));
  }
  return result;
}

}  // namespace pcgns::digest
