#include "pcgns/partition/plan/zone_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "pcgns/base/error.hpp"
#include "pcgns/partition/partition.hpp"

namespace pcgns::partition {

namespace {

/// A cut moves to the end of a zone within 1/snap of the mean load.
constexpr std::int64_t snap = 200;

/// How many of `cells` each rank takes so that the maximum load is minimal.
std::vector<std::int64_t> taken(std::int64_t cells, const std::vector<std::int64_t>& loads) {
  const auto ranks = std::ssize(loads);
  auto sorted = loads;
  std::sort(sorted.begin(), sorted.end());
  // The `count` least loaded ranks are filled to one level.
  std::int64_t count = 0;
  std::int64_t sum = cells;
  while (count < ranks && (count == 0 || sorted[static_cast<std::size_t>(count)] * count < sum))
    sum += sorted[static_cast<std::size_t>(count++)];
  const auto level = sum / count;
  auto rest = sum % count;
  std::vector<std::int64_t> takes;
  for (const auto load : loads) {
    auto take = std::max<std::int64_t>(0, level - load);
    if (load <= level && rest > 0) {
      ++take;
      --rest;
    }
    takes.push_back(take);
  }
  return takes;
}

std::int64_t sum_of(const std::vector<std::int64_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
}

/// Lays the zones end to end; each rank takes its length of the line. `near`: how far the cut after each rank
/// may move.
PieceSizes laid(const std::vector<std::int64_t>& zone_cells, const std::vector<std::int64_t>& takes,
                const std::vector<std::int64_t>& near) {
  std::vector<std::int64_t> ends(zone_cells.size());
  std::partial_sum(zone_cells.begin(), zone_cells.end(), ends.begin());
  std::vector<std::int64_t> cuts;  // end of each rank on the line
  std::int64_t cut = 0;
  for (std::size_t rank = 0; rank < takes.size(); ++rank) {
    cut += takes[rank];
    const auto end = std::lower_bound(ends.begin(), ends.end(), cut - near[rank]);
    cuts.push_back(end != ends.end() && *end <= cut + near[rank] && takes[rank] > 0 ? *end : cut);
    if (cuts.size() > 1) cuts.back() = std::max(cuts.back(), cuts[cuts.size() - 2]);
  }
  cuts.back() = ends.empty() ? 0 : ends.back();

  PieceSizes sizes(zone_cells.size());
  std::size_t rank = 0;
  for (std::size_t zone = 0; zone < zone_cells.size(); ++zone) {
    auto at = ends[zone] - zone_cells[zone];
    if (zone_cells[zone] == 0) sizes[zone].push_back({static_cast<std::int64_t>(rank), 0});
    while (rank + 1 < cuts.size() && cuts[rank] <= at) ++rank;
    for (auto r = rank; at < ends[zone]; ++r) {
      const auto end = std::min(cuts[r], ends[zone]);
      if (end > at) sizes[zone].push_back({static_cast<std::int64_t>(r), end - at});
      at = std::max(at, end);
    }
  }
  return sizes;
}

}  // namespace

PieceSizes cut_line(const std::vector<std::int64_t>& zone_cells, const std::vector<std::int64_t>& loads) {
  const auto total = sum_of(zone_cells);
  const auto near = (total + sum_of(loads)) / std::ssize(loads) / snap;
  return laid(zone_cells, taken(total, loads), std::vector<std::int64_t>(loads.size(), near));
}

PieceSizes cut_in_proportion(const std::vector<std::int64_t>& zone_cells,
                             const std::vector<double>& targets) {
  const auto total = sum_of(zone_cells);
  const double sum = std::accumulate(targets.begin(), targets.end(), 0.0);
  std::vector<std::int64_t> takes;
  std::vector<std::int64_t> near;
  double before = 0;
  std::int64_t begin = 0;
  for (const auto target : targets) {
    before += target;
    const auto end =
        std::clamp<std::int64_t>(std::llround(static_cast<double>(total) * (before / sum)), begin, total);
    takes.push_back(end - begin);
    begin = end;
  }
  for (std::size_t rank = 0; rank < takes.size(); ++rank)
    near.push_back(std::min(takes[rank], takes[std::min(rank + 1, takes.size() - 1)]) / snap);
  return laid(zone_cells, takes, near);
}

PieceSizes keep_whole(const std::vector<std::int64_t>& zone_cells, std::vector<std::int64_t> loads) {
  std::vector<std::size_t> order(zone_cells.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return zone_cells[a] > zone_cells[b]; });
  using Entry = std::pair<std::int64_t, std::int64_t>;  // load, rank
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ranks;
  for (std::size_t rank = 0; rank < loads.size(); ++rank)
    ranks.emplace(loads[rank], static_cast<std::int64_t>(rank));
  PieceSizes sizes(zone_cells.size());
  for (const auto zone : order) {
    const auto [load, rank] = ranks.top();
    ranks.pop();
    ranks.emplace(load + zone_cells[zone], rank);
    sizes[zone] = {{rank, zone_cells[zone]}};
  }
  return sizes;
}

namespace {

PieceSizes sizes_of(const Mesh& mesh, Method method, const std::vector<std::int64_t>& amounts,
                    const std::vector<double>& targets, bool all_zones) {
  if (!targets.empty()) return cut_in_proportion(amounts, targets);
  std::vector<std::int64_t> loads(static_cast<std::size_t>(mesh.decomposition.partitions), 0);
  for (const auto& piece : mesh.decomposition.pieces)
    loads[static_cast<std::size_t>(piece.rank)] += all_zones ? 0 : piece.cells.count();
  return method == Method::keep ? keep_whole(amounts, loads) : cut_line(amounts, loads);
}

}  // namespace

std::int64_t cells_of(const DistributedZone& zone) {
  const auto& node = *zone.zone;
  const bool is_known = cgns::is_integer(node.type) &&
                        static_cast<std::int64_t>(node.data.size()) == cgns::bytes_of(node.type, node.dims);
  const auto values = is_known ? cgns::integers_of(node) : std::vector<std::int64_t>();
  if (values.size() != 3 || values[0] < 0 || values[1] < 0)
    throw node_error(zone.path, fmt::format("invalid Zone_t: expected [VertexSize, CellSize, 0], found {}",
                                            is_known ? fmt::format("[{}]", fmt::join(values, ", "))
                                                     : std::string(cgns::to_string(node.type))));
  return values[1];
}

PieceSizes size_pieces(Mesh& mesh, Method method, const std::vector<std::int64_t>& weights,
                       const std::vector<double>& targets) {
  mesh.targets = targets;
  const bool all_zones = !weights.empty() || !targets.empty();
  auto amounts = weights;
  if (weights.empty()) {
    for (const auto& zone : mesh.decomposition.zones)
      if (all_zones) amounts.push_back(zone.cell_count());
    for (const auto& zone : mesh.unstructured) amounts.push_back(cells_of(zone));
  }
  auto sizes = sizes_of(mesh, method, amounts, targets, all_zones);
  const auto structured = all_zones ? mesh.decomposition.zones.size() : 0;
  for (std::size_t z = structured; z < sizes.size(); ++z) {
    auto& pieces = mesh.unstructured[z - structured].pieces;
    pieces.clear();
    for (const auto& [rank, amount] : sizes[z]) pieces.push_back({.rank = rank, .weight = amount});
  }
  number_pieces(mesh);
  sizes.resize(structured);
  return sizes;
}

namespace {

/// Only ratios of targets count: keeps sums of them, and numbers divided by them, finite.
void bring_near_one(std::vector<double>& targets) {
  constexpr int most_binary_digits = 500;
  if (targets.empty()) return;
  const auto digits = std::ilogb(*std::max_element(targets.begin(), targets.end()));
  if (std::abs(digits) <= most_binary_digits) return;
  for (auto& target : targets)
    target = std::max(std::ldexp(target, -digits), std::ldexp(1.0, -most_binary_digits));
}

}  // namespace

std::vector<double> parse_targets(const std::string& text, const std::string& option) {
  std::vector<double> targets;
  for (std::size_t at = 0; (at = text.find_first_not_of(", \t\r\n", at)) != std::string::npos;) {
    const auto word = text.substr(at, text.find_first_of(", \t\r\n", at) - at);
    double value = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc() || end != word.data() + word.size() || !(value > 0) || !std::isfinite(value))
      throw Error(ErrorKind::usage, fmt::format("{}: '{}' is not a positive number", option, word));
    targets.push_back(value);
    at += word.size();
  }
  bring_near_one(targets);
  return targets;
}

}  // namespace pcgns::partition
