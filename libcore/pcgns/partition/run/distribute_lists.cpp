#include "pcgns/partition/run/distribute_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::partition {

namespace {

/// First and last of a range.
Range range_in(const cgns::Node& points, const std::string& path) {
  const auto values = mesh::small_integers(&points);
  if (values.size() != 2 || values[0] < 1 || values[1] < values[0])
    throw node_error(path, "is not a point range that can be split");
  return {values[0], values[1] + 1};
}

bool is_range(const cgns::Node& points) { return points.label == "IndexRange_t"; }

/// The section whose elements are exactly those of a range; -1 if there is none.
int section_in(const DistributionContext& context, const cgns::Node& points, const std::string& location,
               const std::string& path) {
  if (!is_range(points) || location == "Vertex") return -1;
  const auto range = range_in(points, path);
  for (std::size_t s = 0; s < context.mesh.zone.sections.size(); ++s) {
    const auto& section = context.mesh.zone.sections[s];
    if (section.first == range.begin && section.last + 1 == range.end) return static_cast<int>(s);
  }
  return -1;
}

Error not_there(const std::string& path, std::int64_t number) {
  return node_error(path, fmt::format("names {}, which the zone does not have", number));
}

/// Throws on all ranks if a point of any rank is in no part, naming the first.
void require_all(DistributionContext& context, const std::string& path,
                 const std::vector<std::int64_t>& numbers, const LocalIndices& indices) {
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  auto bad = none;
  for (std::size_t i = 0; i < numbers.size() && bad == none; ++i) {
    if (indices.of(i).empty()) bad = numbers[i];
  }
  bad = par::all_min(context.session.comm(), bad);
  if (bad != none) throw not_there(path, bad);
}

LocalIndices vertices_at(DistributionContext& context, const std::vector<std::int64_t>& numbers) {
  const auto is_known = [&](std::int64_t number) {
    return number >= 1 && number <= context.mesh.zone.vertices;
  };
  std::vector<std::int64_t> known;
  for (const auto number : numbers) {
    if (is_known(number)) known.push_back(number - 1);
  }
  auto found = local_indices_of(context.session, context.distributed.vertices, known);
  for (auto& local : found.all) ++local.index;
  if (known.size() == numbers.size()) return found;
  LocalIndices indices{.starts = {0}, .all = std::move(found.all)};
  for (std::size_t i = 0, next = 0; i < numbers.size(); ++i)
    indices.starts.push_back(is_known(numbers[i]) ? found.starts[++next] : indices.starts.back());
  return indices;
}

}  // namespace

const cgns::Node* points_of(const cgns::Node& node, const std::string& path) {
  const cgns::Node* found = nullptr;
  for (const auto& child : node.children) {
    const bool is_list =
        child.label == "IndexArray_t" && (child.name == "PointList" || child.name == "ElementList");
    const bool is_points =
        is_list || (is_range(child) && (child.name == "PointRange" || child.name == "ElementRange"));
    if (!is_points) continue;
    if (found != nullptr) throw node_error(path, "has several point lists, which cannot be split");
    if (child.link) throw node_error(cgns::join(path, child.name), "is a link, which cannot be split");
    found = &child;
  }
  return found;
}

std::int64_t count_in(const cgns::Node& points, const std::string& path) {
  if (is_range(points)) return range_in(points, path).size();
  const bool is_integer = cgns::is_integer(points.type);
  if (!is_integer) throw node_error(path, fmt::format("is {}, not I4 or I8", cgns::to_string(points.type)));
  const auto count = cgns::count_of(points.dims);
  if (count > 0 && !points.is_bulk()) throw node_error(path, "is not an array that scales with the mesh");
  if (points.dims.size() != 2 || points.dims.back() != count)
    throw node_error(path, "does not have one index for each point");
  return count;
}

std::vector<std::int64_t> numbers_in(DistributionContext& context, const cgns::Node& points,
                                     const std::string& path, const std::vector<std::int64_t>& begins) {
  const auto rank = static_cast<std::size_t>(context.session.rank());
  const Range mine = {begins[rank], begins[rank + 1]};
  if (!is_range(points))
    return begins.back() == 0 ? std::vector<std::int64_t>() : integers_of(context, points, mine);
  const auto range = range_in(points, path);
  // A range can name more points than fit in memory.
  const auto& mesh = context.mesh;
  const auto cells = mesh.cells_are_implied ? mesh.zone.cells : 0;
  const auto last = std::max(mesh.zone.vertices, mesh.last_element() + cells);
  if (range.end - 1 > last) throw not_there(path, std::max(range.begin, last + 1));
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(mine.size()));
  std::iota(numbers.begin(), numbers.end(), range.begin + mine.begin);
  return numbers;
}

ListDistribution distribute_points(DistributionContext& context, const std::string& path,
                                   const std::string& location, std::vector<std::int64_t> begins,
                                   const std::vector<std::int64_t>& numbers) {
  const auto indices =
      location == "Vertex"
          ? vertices_at(context, numbers)
          : local_indices_of_elements(context.session, context.mesh, context.distributed.elements, numbers);
  require_all(context, path, numbers, indices);
  ListDistribution list;
  std::vector<Pair> pairs;
  const auto first = begins[static_cast<std::size_t>(context.session.rank())];
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (const auto& local : indices.of(i)) {
      if (local.is_ghost) continue;
      pairs.emplace_back(first + static_cast<std::int64_t>(i), local.part);
      list.numbers.push_back(local.index);
    }
  }
  list.distribution = distribution_of(context.session, std::move(begins), std::move(pairs), context.parts());
  return list;
}

Distribution distribute_list(DistributionContext& context, const cgns::Node& owner, const cgns::Node& points,
                             const std::string& path) {
  const auto points_path = cgns::join(path, points.name);
  const auto location = cgns::location_of(owner);
  if (const int s = section_in(context, points, location, points_path); s >= 0 && owner.label == "BC_t") {
    auto section = without_ghosts(context.distributed.elements.sections[static_cast<std::size_t>(s)]);
    context.out.sets[&owner] = {.counts = section.totals,
                                .firsts = context.distributed.elements.firsts[static_cast<std::size_t>(s)]};
    return section;
  }
  auto begins = equal_begins(count_in(points, points_path), context.session.size());
  const auto numbers = numbers_in(context, points, points_path, begins);
  auto list = distribute_points(context, points_path, location, std::move(begins), numbers);
  const auto type = points.type == cgns::DataType::I8 ? cgns::DataType::I8 : cgns::DataType::I4;
  context.out.arrays[&points] = {
      .columns = {distribute_slots(context, points_path, type, list.distribution, 1, list.numbers)},
      .axis = 1};
  auto& set = context.out.sets[&owner];
  set.counts = list.distribution.totals;
  if (is_range(points)) set.range = &points;
  set.numbers.emplace_back("Index", distribute_numbers(context, path, list.distribution));
  return list.distribution;
}

}  // namespace pcgns::partition
