#include "pcgns-bench/scenario/zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pcgns-bench/scenario/split.hpp"

namespace pcgns::bench {

namespace {

struct Name {
  const char* parent;
  const char* name;
};
constexpr std::array<Name, 7> reals = {{{"GridCoordinates", "CoordinateX"},
                                        {"GridCoordinates", "CoordinateY"},
                                        {"GridCoordinates", "CoordinateZ"},
                                        {"FlowSolution", "VelocityX"},
                                        {"FlowSolution", "VelocityY"},
                                        {"FlowSolution", "VelocityZ"},
                                        {"FlowSolution", "Temperature"}}};
constexpr std::int64_t vertices_of_hexa = 8;

int add_zone(Problem& problem, Zone zone) {
  zone.name = fmt::format("Zone{:06}", problem.zones.size() + 1);
  problem.zones.push_back(std::move(zone));
  return static_cast<int>(problem.zones.size()) - 1;
}

void add_reals(Problem& problem, int zone, const Extents& dims) {
  for (const auto& [parent, name] : reals) {
    problem.arrays.push_back({zone, parent, name, cgns::DataType::R8, dims, "values"});
  }
}

}  // namespace

void add_unstructured_zone(Problem& problem, std::int64_t vertices) {
  const auto cells = std::max<std::int64_t>(vertices / vertices_of_hexa, 1);
  const int zone = add_zone(
      problem,
      {.name = {}, .is_structured = false, .vertices = vertices, .cells = cells, .element = "HEXA_8"});
  add_reals(problem, zone, {vertices});
  problem.arrays.push_back(
      {zone, "Elements", "ElementConnectivity", cgns::DataType::I4, {cells * vertices_of_hexa}, "values"});
}

void add_structured_zone(Problem& problem, const Extents& extents) {
  const int zone = add_zone(problem, {.name = {}, .extents = extents});
  add_reals(problem, zone, extents);
}

void append_shares(const std::vector<Array>& arrays, int zone, Range ranks, int rank,
                   std::vector<Piece>& pieces) {
  if (rank < ranks.begin || rank >= ranks.end) return;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (arrays[i].zone != zone) continue;
    const auto mine = share(arrays[i].dims.front(), ranks.size(), rank - ranks.begin);
    if (!mine.empty()) pieces.push_back({static_cast<int>(i), {mine.begin}, {mine.size()}});
  }
}

}  // namespace pcgns::bench
