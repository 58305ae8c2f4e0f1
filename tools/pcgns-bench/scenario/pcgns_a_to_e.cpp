// Scenarios a, b and c of pCGNS: processes with whole zones; and d and e, where zones are cut.

#include <fmt/format.h>

#include <algorithm>

#include "pcgns-bench/scenario/scenarios.hpp"
#include "pcgns-bench/scenario/split.hpp"
#include "pcgns-bench/scenario/zones.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns::bench {

namespace {

/// The ranks that have zone `zone` among themselves.
using RanksOf = std::function<Range(int zone)>;

std::vector<std::int64_t> sizes_of(const Parameters& parameters) {
  if (!parameters.sizes.empty()) return parameters.sizes;
  if (!parameters.is_published) return {16 * mebi};
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = mebi; size <= gibi; size *= 2) sizes.push_back(size);
  return sizes;
}

std::vector<int> zones_of(const Parameters& parameters, std::vector<int> otherwise) {
  return parameters.zones.empty() ? std::move(otherwise) : parameters.zones;
}

/// A file of `zones` zones; `size`: bytes of one double array over all zones.
Problem problem_of(std::int64_t size, int zones, const RanksOf& ranks_of) {
  constexpr std::int64_t bytes_of_real = 8;
  if (zones < 1 || size / bytes_of_real < zones)
    throw Error(ErrorKind::usage, fmt::format("{} bytes are too few for {} zones", size, zones));
  Problem problem{.label = fmt::format("{} in {} zones", format_size(size), zones)};
  problem.parameters = {{"size", std::to_string(size)}, {"zones", std::to_string(zones)}};
  for (int zone = 0; zone < zones; ++zone) {
    add_unstructured_zone(problem, share(size / bytes_of_real, zones, zone).size());
  }
  problem.pieces = [arrays = problem.arrays, zones, ranks_of](int rank) {
    std::vector<Piece> pieces;
    for (int zone = 0; zone < zones; ++zone) append_shares(arrays, zone, ranks_of(zone), rank, pieces);
    return pieces;
  };
  return problem;
}

/// Whole zones, dealt out in order.
RanksOf whole(int zones, int ranks) {
  return [=](int zone) {
    const auto rank = static_cast<std::int64_t>(zone) * std::min(ranks, zones) / zones;
    return Range{rank, rank + 1};
  };
}

}  // namespace

std::vector<Problem> problems_a(const Parameters& parameters) {
  std::vector<Problem> problems;
  for (const auto size : sizes_of(parameters)) {
    for (const int zones : zones_of(parameters, {8})) {
      problems.push_back(problem_of(size, zones, whole(zones, parameters.ranks)));
    }
  }
  return problems;
}

std::vector<Problem> problems_b(const Parameters& parameters) {
  std::vector<Problem> problems;
  for (const auto size : sizes_of(parameters)) {
    problems.push_back(problem_of(size, parameters.ranks, whole(parameters.ranks, parameters.ranks)));
  }
  return problems;
}

std::vector<Problem> problems_c(const Parameters& parameters) {
  std::vector<Problem> problems;
  for (const auto size : sizes_of(parameters)) {
    for (const int each : zones_of(parameters, {2, 4, 8})) {
      const int zones = each * parameters.ranks;
      problems.push_back(problem_of(size, zones, whole(zones, parameters.ranks)));
    }
  }
  return problems;
}

std::vector<Problem> problems_d(const Parameters& parameters) {
  const int together = parameters.ranks_per_zone > 0 ? parameters.ranks_per_zone : 2;
  const int zones = std::max(parameters.ranks / together, 1);
  const auto ranks_of = [=, ranks = parameters.ranks](int zone) { return share(ranks, zones, zone); };
  std::vector<Problem> problems;
  for (const auto size : sizes_of(parameters)) problems.push_back(problem_of(size, zones, ranks_of));
  return problems;
}

std::vector<Problem> problems_e(const Parameters& parameters) {
  const auto ranks_of = [ranks = parameters.ranks](int) { return Range{0, ranks}; };
  std::vector<Problem> problems;
  for (const auto size : sizes_of(parameters)) {
    for (const int zones : zones_of(parameters, {2, 4})) {
      problems.push_back(problem_of(size, zones, ranks_of));
    }
  }
  return problems;
}

}  // namespace pcgns::bench
