#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pcgns/par/collective.hpp"
#include "pcgns/verify/faces.hpp"
#include "pcgns/verify/join_work.hpp"
#include "pcgns/verify/ordered.hpp"

namespace pcgns::verify {

namespace {

using check::Coincidence;
using check::Point;

/// What stands for an entity when two are compared: where it is, and how large.
struct Shape {
  Point centre = {};
  double size = 0;  ///< Mean distance of the vertices of a face from its centre.
  std::int64_t vertices = 1;
};

/// A face with its vertices; without, it cannot be compared.
Shape shape_of(std::span<const Point> points) {
  Shape shape{.vertices = static_cast<std::int64_t>(points.size())};
  if (points.empty()) return shape;
  const auto count = static_cast<double>(points.size());
  for (const auto& point : points) {
    for (std::size_t i = 0; i < 3; ++i) shape.centre[i] += point[i] / count;
  }
  for (const auto& point : points) shape.size += check::distance(point, shape.centre) / count;
  return shape;
}

/// One side of a connection on this rank.
struct Side {
  std::vector<Shape> shapes;
  std::int64_t not_a_face = 0;
  std::int64_t first_not_a_face = -1;
};

class ListComparison {
 public:
  ListComparison(const JoinCheck& check, const JoinGroup& group)
      : check_(check), group_(group), faces_(check.session, check.subject.data) {}

  void run() {
    for (const auto number : group_.joins) {
      const auto& join = check_.joins.all[static_cast<std::size_t>(number)];
      if (join.is_1to1) continue;
      const auto lists = check::lists_of(check_.joins, join);
      const bool are_vertices = lists.location == "Vertex";
      const bool are_faces = lists.location == "FaceCenter" && !check_.joins.zone_of(join).shape.structured &&
                             !check_.joins.donor_of(join).shape.structured;
      if (are_vertices || are_faces) compare(number, join, lists, are_faces);
    }
  }

 private:
  void compare(int number, const check::Join& join, const check::JoinLists& lists, bool are_faces) {
    const auto share =
        mesh::read_share(check_.session, check_.subject.data, lists.here->node->array, lists.here->dimension);
    const auto mine = mesh::integers_of(share);
    const auto begin = share.values.begin / lists.here->dimension;
    const auto count = mine.size() / static_cast<std::size_t>(lists.here->dimension);
    const auto donors = donors_of(check_, *lists.there, begin, count);
    const auto here = side_of(join.zone, mine, are_faces);
    const auto there = side_of(join.donor, donors, are_faces);
    if (here.not_a_face > 0) {
      tell_not_a_face(join, begin + here.first_not_a_face, here.not_a_face);
    }
    judge(number, join, lists, begin, here, there);
  }

  [[nodiscard]] Side side_of(int zone, const std::vector<std::int64_t>& values, bool are_faces) {
    return are_faces ? faces_of(zone, values) : vertices_of(zone, values);
  }

  /// Those that are not there have the place of none: they are found elsewhere.
  [[nodiscard]] Side vertices_of(int zone, const std::vector<std::int64_t>& values) const {
    const auto& shape = check_.joins.zones[static_cast<std::size_t>(zone)].shape;
    const auto dimension = static_cast<std::size_t>(shape.dimension);
    std::vector<VertexRef> wanted;
    Side side;
    for (std::size_t at = 0; at < values.size(); at += dimension) {
      check::IndexRange vertex;
      for (std::size_t i = 0; i < dimension; ++i) vertex.first[i] = values[at + i] - 1;
      vertex.last = vertex.first;
      side.shapes.push_back({.vertices = vertex.is_inside(shape.vertices) ? 1 : 0});
      if (side.shapes.back().vertices > 0) wanted.push_back(ref_of(zone, vertex.first));
    }
    const auto points = group_.points.at(check_.session, wanted);
    auto next = points.begin();
    for (auto& entity : side.shapes) {
      if (entity.vertices > 0) entity.centre = *next++;
    }
    return side;
  }

  [[nodiscard]] Side faces_of(int zone, const std::vector<std::int64_t>& values) {
    const auto faces = faces_.vertices_of(check_.joins.zones[static_cast<std::size_t>(zone)], values);
    std::vector<VertexRef> wanted;
    for (const auto vertex : faces.vertices) wanted.push_back(ref_of(zone, {vertex, 0, 0}));
    const auto points = group_.points.at(check_.session, wanted);
    Side side{.shapes = {}, .not_a_face = faces.not_a_face, .first_not_a_face = faces.first_not_a_face};
    for (std::size_t i = 0; i + 1 < faces.begins.size(); ++i) {
      side.shapes.push_back(shape_of(
          std::span(points).subspan(static_cast<std::size_t>(faces.begins[i]),
                                    static_cast<std::size_t>(faces.begins[i + 1] - faces.begins[i]))));
    }
    return side;
  }

  void judge(int number, const check::Join& join, const check::JoinLists& lists, std::int64_t begin,
             const Side& here, const Side& there) {
    const bool are_faces = lists.location == "FaceCenter";
    const bool coarse = !join.motions.empty() || is_coarse(join.zone) || is_coarse(join.donor);
    const double spacing = are_faces ? 0 : mean_spacing(here, lists.here->count);
    std::vector<Coincidence> found(std::max<std::size_t>(1, join.motions.size()));
    for (std::size_t i = 0; i < here.shapes.size(); ++i) {
      const auto& a = here.shapes[i];
      const auto& b = there.shapes[i];
      if (a.vertices == 0 || b.vertices == 0) continue;
      for (std::size_t motion = 0; motion < found.size(); ++motion) {
        const auto centre = join.motions.empty() ? a.centre : join.motions[motion].moved(a.centre);
        auto apart = check::distance(centre, b.centre);
        // Two faces about one centre differ if one is larger, or has more corners.
        if (are_faces) apart = std::max(apart, a.vertices != b.vertices ? a.size : std::abs(a.size - b.size));
        const auto near = check::tolerance(are_faces ? a.size : spacing, b.centre, coarse);
        // The mean of the same points in another order is rounded otherwise.
        if (are_faces && apart <= 1e-12 * (a.size + std::abs(b.centre[0]) + std::abs(b.centre[1]))) apart = 0;
        found[motion].add(begin + static_cast<std::int64_t>(i), apart, near);
      }
    }
    unite(check_.session, found);
    if (!check_.tells_of(number)) return;
    const auto entry = [](std::int64_t pair) { return fmt::format("entry {}", pair + 1); };
    check::judge_coincidence(
        join, found, are_faces,
        {.apart = entry(found.front().first_apart), .inexact = entry(found.front().first_inexact)},
        check_.subject.file, check_.findings);
  }

  /// As if the points lay in a square grid. The same on every rank. @note Collective.
  [[nodiscard]] double mean_spacing(const Side& side, std::int64_t count) const {
    std::vector<std::int64_t> extremes(6, ordered(-std::numeric_limits<double>::infinity()));
    for (const auto& shape : side.shapes) {
      if (shape.vertices == 0) continue;
      for (std::size_t i = 0; i < 3; ++i) {
        if (std::isnan(shape.centre[i])) continue;
        extremes[i] = std::max(extremes[i], ordered(shape.centre[i]));
        extremes[3 + i] = std::max(extremes[3 + i], ordered(-shape.centre[i]));
      }
    }
    par::max_over_ranks(check_.session.comm(), extremes);
    Point extent;
    for (std::size_t i = 0; i < 3; ++i) {
      extent[i] = from_ordered(extremes[i]) + from_ordered(extremes[3 + i]);
      if (!std::isfinite(extent[i])) return 0;
    }
    return check::distance(extent, {}) / std::sqrt(static_cast<double>(std::max<std::int64_t>(1, count)));
  }

  void tell_not_a_face(const check::Join& join, std::int64_t first, std::int64_t count) {
    check_.findings.add({.code = "J0310",
                         .file = check_.subject.file,
                         .path = join.path,
                         .position = fmt::format("entry {}", first + 1),
                         .index = first,
                         .count = count});
  }

  [[nodiscard]] VertexRef ref_of(int zone, const check::Index& vertex) const {
    const auto place = group_.place.at(zone);
    return {place, group_.points.zone(place).place_of(vertex)};
  }
  [[nodiscard]] bool is_coarse(int zone) const { return group_.points.zone(group_.place.at(zone)).has_r4; }

  const JoinCheck& check_;
  const JoinGroup& group_;
  FaceReader faces_;
};

}  // namespace

void compare_lists(const JoinCheck& check, const JoinGroup& group) { ListComparison(check, group).run(); }

}  // namespace pcgns::verify
