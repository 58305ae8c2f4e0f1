#include "pcgns/deal/deal_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "pcgns/par/collective.hpp"

namespace pcgns::deal {

namespace {

/// First and last of a range.
Range range_in(const tree::Node& points, const std::string& path) {
  const auto values = mesh::small_integers(&points);
  if (values.size() != 2 || values[0] < 1 || values[1] < values[0])
    throw error_at(path, "is no range of points that can be cut");
  return {values[0], values[1] + 1};
}

bool is_range(const tree::Node& points) { return points.label == "IndexRange_t"; }

/// The section that a range has all elements of; -1 if there is none.
int section_in(const DealJob& job, const tree::Node& points, const std::string& location,
               const std::string& path) {
  if (!is_range(points) || location == "Vertex") return -1;
  const auto range = range_in(points, path);
  for (std::size_t s = 0; s < job.mesh.zone.sections.size(); ++s) {
    const auto& section = job.mesh.zone.sections[s];
    if (section.first == range.begin && section.last + 1 == range.end) return static_cast<int>(s);
  }
  return -1;
}

/// The first of this rank's points that no part has; then all ranks throw.
void require_all(DealJob& job, const std::string& path, const std::vector<std::int64_t>& numbers,
                 const Places& places) {
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  auto bad = none;
  for (std::size_t i = 0; i < numbers.size() && bad == none; ++i) {
    if (places.of(i).empty()) bad = numbers[i];
  }
  bad = par::all_min(job.session.comm(), bad);
  if (bad != none) throw error_at(path, fmt::format("names {}, which the zone has not", bad));
}

Places vertices_at(DealJob& job, const std::vector<std::int64_t>& numbers) {
  std::vector<std::int64_t> known;
  for (const auto number : numbers) {
    if (number >= 1 && number <= job.mesh.zone.vertices) known.push_back(number - 1);
  }
  const auto found = places_of(job.session, job.dealt.vertices, known);
  if (known.size() == numbers.size()) {
    auto places = found;
    for (auto& place : places.places) ++place.index;
    return places;
  }
  Places none;
  none.starts.assign(numbers.size() + 1, 0);
  return none;
}

}  // namespace

const tree::Node* points_of(const tree::Node& node, const std::string& path) {
  const tree::Node* found = nullptr;
  for (const auto& child : node.children) {
    const bool is_list =
        child.label == "IndexArray_t" && (child.name == "PointList" || child.name == "ElementList");
    const bool is_points =
        is_list || (is_range(child) && (child.name == "PointRange" || child.name == "ElementRange"));
    if (!is_points) continue;
    if (found != nullptr) throw error_at(path, "has several lists of points, which cannot be cut");
    if (child.link) throw error_at(tree::join(path, child.name), "is a link, which cannot be cut");
    found = &child;
  }
  return found;
}

std::string location_of(const tree::Node& owner, const tree::Node* points) {
  const auto* location = owner.child_labelled("GridLocation_t");
  if (location != nullptr && location->type == tree::DataType::C1) return tree::text_of(*location);
  return points != nullptr && points->name.starts_with("Element") ? "FaceCenter" : "Vertex";
}

std::int64_t count_in(const tree::Node& points, const std::string& path) {
  if (is_range(points)) return range_in(points, path).size();
  const bool is_integer = points.type == tree::DataType::I4 || points.type == tree::DataType::I8;
  if (!is_integer) throw error_at(path, fmt::format("is {}, not I4 or I8", tree::to_string(points.type)));
  const auto count = tree::count_of(points.dims);
  if (count > 0 && !points.is_bulk()) throw error_at(path, "is no array of the mesh");
  if (points.dims.back() != count) throw error_at(path, "has not one index for each point");
  return count;
}

std::vector<std::int64_t> numbers_in(DealJob& job, const tree::Node& points, const std::string& path,
                                     const std::vector<std::int64_t>& begins) {
  const auto rank = static_cast<std::size_t>(job.session.rank());
  const Range mine = {begins[rank], begins[rank + 1]};
  if (!is_range(points))
    return begins.back() == 0 ? std::vector<std::int64_t>() : integers_of(job, points, mine);
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(mine.size()));
  std::iota(numbers.begin(), numbers.end(), range_in(points, path).begin + mine.begin);
  return numbers;
}

ListDealing deal_points(DealJob& job, const std::string& path, const std::string& location,
                        std::vector<std::int64_t> begins, const std::vector<std::int64_t>& numbers) {
  const auto places = location == "Vertex"
                          ? vertices_at(job, numbers)
                          : places_of_elements(job.session, job.mesh, job.dealt.elements, numbers);
  require_all(job, path, numbers, places);
  ListDealing list;
  std::vector<Pair> pairs;
  const auto first = begins[static_cast<std::size_t>(job.session.rank())];
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (const auto& place : places.of(i)) {
      if (place.is_ghost) continue;
      pairs.emplace_back(first + static_cast<std::int64_t>(i), place.part);
      list.numbers.push_back(place.index);
    }
  }
  list.dealing = dealing_of(job.session, std::move(begins), std::move(pairs), job.parts());
  return list;
}

Dealing deal_list(DealJob& job, const tree::Node& owner, const tree::Node& points, const std::string& path) {
  const auto points_path = tree::join(path, points.name);
  const auto location = location_of(owner, &points);
  if (const int s = section_in(job, points, location, points_path); s >= 0 && owner.label == "BC_t") {
    auto section = without_ghosts(job.dealt.elements.sections[static_cast<std::size_t>(s)]);
    job.out.sets[&owner] = {.counts = section.totals,
                            .firsts = job.dealt.elements.firsts[static_cast<std::size_t>(s)]};
    return section;
  }
  auto begins = equal_begins(count_in(points, points_path), job.session.size());
  const auto numbers = numbers_in(job, points, points_path, begins);
  auto list = deal_points(job, points_path, location, std::move(begins), numbers);
  const auto type = points.type == tree::DataType::I8 ? tree::DataType::I8 : tree::DataType::I4;
  job.out.arrays[&points] = {.columns = {deal_slots(job, points_path, type, list.dealing, 1, list.numbers)},
                             .axis = 1};
  auto& set = job.out.sets[&owner];
  set.counts = list.dealing.totals;
  if (is_range(points)) set.range = &points;
  set.numbers.emplace_back("Index", deal_numbers(job, path, list.dealing));
  return list.dealing;
}

}  // namespace pcgns::deal
