#include "pcgns/digest/run/list_forms.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/cgns/array_digest.hpp"
#include "pcgns/digest/canonical.hpp"
#include "pcgns/digest/run/list_survey.hpp"
#include "pcgns/mesh/bundle.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"

namespace pcgns::digest {

namespace {

using cgns::Node;

/// True if `points` without repetition fill the range between their extremes.
bool fill_range(const ListFacts& facts, const PointSet& points) {
  if (facts.repeated > 0) return false;
  auto left = points.count;
  for (std::size_t i = 0; i < static_cast<std::size_t>(points.width); ++i) {
    if (facts.low[i] < 1 || facts.high[i] > most_points || facts.high[i] - facts.low[i] >= left) return false;
    const auto extent = facts.high[i] - facts.low[i] + 1;
    if (left % extent != 0) return false;
    left /= extent;
  }
  return left == 1;
}

std::vector<std::int64_t> corners_of(const ListFacts& facts, std::int64_t width) {
  std::vector<std::int64_t> corners;
  for (const auto& corner : {facts.low, facts.high}) {
    for (auto i = width; i > 0; --i) corners.push_back(corner[static_cast<std::size_t>(i) - 1]);
  }
  return corners;
}

/// True if every list and every array of `list` is in a file.
bool is_all_bulk(const PointList& list) {
  return list.points.node->is_bulk() && std::all_of(list.arrays.begin(), list.arrays.end(),
                                                    [](const Node* array) { return array->is_bulk(); });
}

std::int64_t bytes_of(const PointList& list) {
  auto bytes = cgns::bytes_of(list.points.node->type, list.points.node->dims);
  for (const auto* array : list.arrays) bytes += cgns::bytes_of(array->type, array->dims);
  return bytes;
}

/// Puts many small lists in order: each is read and sorted by one rank.
class SmallLists {
 public:
  static constexpr std::int64_t most_bytes = 1 * mebi;

  SmallLists(par::Session& session, const mesh::Dataset& dataset, CanonicalLists& result)
      : session_(session), dataset_(dataset), result_(result) {}

  void add(const PointList& list, ListFacts& facts) {
    lists_.push_back({&list, &facts});
    bytes_ += bytes_of(list);
    if (bytes_ > dataset_.memory.share(4).bytes()) sort();
  }

  /// Sorts the lists added since the last call, and sets their ListFacts::repeated. @note Collective.
  void sort() {
    if (lists_.empty()) return;
    read();
    std::vector<std::int64_t> repeated(lists_.size());
    for (auto i = first(); i < lists_.size(); i += step()) repeated[i] = sort_one(*lists_[i].list);
    par::sum_over_ranks(session_.comm(), repeated);
    for (std::size_t i = 0; i < lists_.size(); ++i) lists_[i].facts->repeated = repeated[i];
    lists_.clear();
    bytes_ = 0;
  }

 private:
  struct Task {
    const PointList* list;
    ListFacts* facts;
  };

  [[nodiscard]] std::size_t first() const { return static_cast<std::size_t>(session_.rank()); }
  [[nodiscard]] std::size_t step() const { return static_cast<std::size_t>(session_.size()); }

  template <typename Use>
  static void for_each_node(const PointList& list, const Use& use) {
    use(*list.points.node);
    for (const auto* array : list.arrays) use(*array);
  }

  /// Reads all arrays at once, and fetches those of this rank's lists.
  void read() {
    constexpr std::int64_t unit = 64;  // a bundle begins its arrays at such places
    std::map<int, std::int64_t> begins;
    for (const auto& task : lists_) {
      for_each_node(*task.list, [&](const Node& node) {
        begins.emplace(node.array, 0);
        result_.arrays.emplace(node.array, Fingerprint{});
      });
    }
    std::vector<int> targets;
    for (const auto& [target, begin] : begins) targets.push_back(target);
    const auto bundle = mesh::read_bundle(session_, dataset_, targets);
    for (std::size_t i = 0; i < targets.size(); ++i) begins[targets[i]] = bundle.begins[i];
    std::vector<std::int64_t> wanted;
    places_.clear();
    for (auto i = first(); i < lists_.size(); i += step()) {
      for_each_node(*lists_[i].list, [&](const Node& node) {
        places_[node.array] = wanted.size() * unit;
        const auto units = divide_up(cgns::bytes_of(node.type, node.dims), unit);
        for (std::int64_t k = 0; k < units; ++k) wanted.push_back(begins[node.array] / unit + k);
      });
    }
    values_ = mesh::fetch(session_, bundle.bytes, wanted, unit);
  }

  [[nodiscard]] std::span<const std::byte> values_of(const Node& node) const {
    return std::span(values_).subspan(places_.at(node.array),
                                      static_cast<std::size_t>(cgns::bytes_of(node.type, node.dims)));
  }

  /// Returns how many points repeat an earlier one.
  std::int64_t sort_one(const PointList& list) {
    const auto& points = list.points;
    const auto row = static_cast<std::size_t>(points.width * cgns::size_of(points.node->type));
    std::vector<std::pair<Point, std::size_t>> order;
    for (std::size_t i = 0; i < static_cast<std::size_t>(points.count); ++i)
      order.emplace_back(point_at(points.node->type, values_of(*points.node).subspan(i * row), points.width),
                         i);
    std::sort(order.begin(), order.end());
    for_each_node(list, [&](const Node& node) {
      const auto stored = values_of(node);
      const auto size = stored.size() / order.size();
      std::vector<std::byte> sorted;
      sorted.reserve(stored.size());
      for (const auto& [point, place] : order) {
        const auto from = stored.subspan(place * size, size);
        sorted.insert(sorted.end(), from.begin(), from.end());
      }
      result_.arrays[node.array] = cgns::digest_of_values(node.type, sorted);
    });
    std::int64_t repeated = 0;
    for (std::size_t i = 1; i < order.size(); ++i) repeated += order[i].first == order[i - 1].first ? 1 : 0;
    return repeated;
  }

  par::Session& session_;
  const mesh::Dataset& dataset_;
  CanonicalLists& result_;
  std::vector<Task> lists_;
  std::int64_t bytes_ = 0;
  std::map<int, std::size_t> places_;  ///< By target: its first byte in `values_`.
  std::vector<std::byte> values_;      ///< Of this rank's lists.
};

/// A point and its place in the stored list.
struct Entry {
  Point point;
  std::int64_t row = 0;

  friend auto operator<=>(const Entry&, const Entry&) = default;
};

/// Puts one large list, and the arrays that belong to its points, in order.
class Sorter {
 public:
  Sorter(par::Session& session, const mesh::Dataset& dataset, const PointList& list, ListFacts& facts,
         CanonicalLists& result)
      : session_(session), dataset_(dataset), list_(list), facts_(facts), result_(result) {}

  /// Replaces ListFacts::repeated by its true number.
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
  ListFacts& facts_;
  CanonicalLists& result_;
  mesh::Share order_;  ///< The rows of the list in canonical order.
};

}  // namespace

CanonicalLists canonical_lists(par::Session& session, const mesh::Dataset& dataset) {
  const auto lists = point_lists(dataset.plan.output);
  const mesh::Dataset source{.plan = dataset.plan, .inputs = dataset.inputs, .memory = dataset.memory};
  auto all = survey_lists(session, source, lists);
  CanonicalLists result;
  SmallLists small(session, source, result);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    if (all[i].descents == 0) continue;
    if (is_all_bulk(lists[i]) && bytes_of(lists[i]) <= SmallLists::most_bytes) {
      small.add(lists[i], all[i]);
    } else {
      Sorter(session, source, lists[i], all[i], result).run();
    }
  }
  small.sort();
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const auto& points = lists[i].points;
    if (fill_range(all[i], points))
      result.forms.ranges.emplace(points.node, corners_of(all[i], points.width));
  }
  return result;
}

}  // namespace pcgns::digest
