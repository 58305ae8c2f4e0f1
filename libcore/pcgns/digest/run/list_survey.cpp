#include "pcgns/digest/run/list_survey.hpp"

#include <cstring>
#include <limits>
#include <map>

#include "pcgns/base/bytes.hpp"
#include "pcgns/mesh/bundle.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::digest {

namespace {

ListFacts no_facts(std::int64_t list) {
  ListFacts facts{.list = list};
  facts.low.fill(std::numeric_limits<std::int64_t>::max());
  facts.high.fill(std::numeric_limits<std::int64_t>::min());
  return facts;
}

/// Looks at the points of every list, where they are.
class Survey {
 public:
  Survey(par::Session& session, const mesh::Dataset& dataset, const std::vector<PointList>& lists)
      : session_(session), dataset_(dataset), lists_(lists) {}

  /// Of all points of each list, on every rank.
  std::vector<ListFacts> run() {
    look_at_arrays();
    if (session_.is_root()) look_at_nodes();
    std::vector<ListFacts> all;
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
  std::vector<ListFacts> mine_;
};

}  // namespace

namespace {

template <typename Stored>
std::int64_t number_of(const std::byte* from) {
  Stored stored = 0;
  std::memcpy(&stored, from, sizeof stored);
  return static_cast<std::int64_t>(stored);
}

std::int64_t number_at(cgns::DataType type, const std::byte* from) {
  switch (type) {
    case cgns::DataType::B1:
      return number_of<std::uint8_t>(from);
    case cgns::DataType::I4:
      return number_of<std::int32_t>(from);
    case cgns::DataType::U4:
      return number_of<std::uint32_t>(from);
    default:
      return number_of<std::int64_t>(from);
  }
}

}  // namespace

Point point_at(cgns::DataType type, std::span<const std::byte> bytes, std::int64_t width) {
  Point point = {};
  const auto size = static_cast<std::size_t>(cgns::size_of(type));
  for (std::size_t i = 0; i < static_cast<std::size_t>(width); ++i) {
    point[static_cast<std::size_t>(width) - 1 - i] = number_at(type, bytes.data() + i * size);
  }
  return point;
}

std::vector<ListFacts> survey_lists(par::Session& session, const mesh::Dataset& dataset,
                                    const std::vector<PointList>& lists) {
  return Survey(session, dataset, lists).run();
}

}  // namespace pcgns::digest
