#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <vector>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/check/plan/interfaces.hpp"
#include "pcgns/verify/check/run/interface_work.hpp"
#include "pcgns/verify/check/run/ordered.hpp"

namespace pcgns::verify::check {

namespace {

/// Vertices of faces, 0-based; face i starts at begins[i]. Invalid faces have no vertices.
struct FaceVertices {
  std::vector<std::int64_t> begins = {0};
  std::vector<std::int64_t> vertices;
  std::int64_t not_a_face = 0;         ///< Among this rank's faces.
  std::int64_t first_not_a_face = -1;  ///< Index into the requested faces.
};

/// Reads connectivities on demand, and caches some.
class FaceReader {
 public:
  FaceReader(par::Session& session, const mesh::Dataset& dataset) : session_(session), dataset_(dataset) {}

  /// Vertices of the elements `faces` (1-based numbers in the zone). Faces of unreadable sections (MIXED, or
  /// of wrong extents) have no vertices. @note Collective; `faces` may be empty.
  [[nodiscard]] FaceVertices vertices_of(const InterfaceZone& zone, std::span<const std::int64_t> faces);

 private:
  const mesh::Share& share_of(int target, std::int64_t unit);

  par::Session& session_;
  const mesh::Dataset& dataset_;
  std::map<int, mesh::Share> shares_;
  std::int64_t bytes_ = 0;
};

constexpr std::int64_t most_vertices_of_a_face = 10000;

/// A section whose elements have `nodes` vertices each, or as many as `offsets` gives.
struct ListedSection {
  std::int64_t first = 1;
  std::int64_t last = 0;
  int dimension = -1;
  int nodes = 0;
  int connectivity = -1;  ///< Target; -1 if unreadable.
  int offsets = -1;
};

/// The target of an array of `elements` times `each` integers; -1 if the node is not one.
int bulk_integers(const cgns::Node* node, std::int64_t elements, std::int64_t each = 1) {
  const bool is_one = node != nullptr && node->is_bulk() && cgns::count_of(node->dims) / each >= elements &&
                      cgns::is_integer(node->type);
  return is_one ? node->array : -1;
}

std::vector<ListedSection> sections_of(const cgns::Node& zone) {
  std::vector<ListedSection> sections;
  for (const auto& node : zone.children) {
    const auto range = cgns::integers_in(node.child("ElementRange"));
    const auto kind = cgns::integers_in(&node);
    if (node.label != "Elements_t" || node.link || !range || range->size() != 2 || !kind || kind->empty()) {
      continue;
    }
    const auto* type = cgns::element_type_of(kind->front());
    if (type == nullptr || (*range)[0] < 1 || (*range)[1] < (*range)[0]) continue;
    ListedSection section{.first = (*range)[0], .last = (*range)[1], .dimension = type->dimension};
    const auto count = section.last - section.first + 1;
    const auto* connectivity = node.child("ElementConnectivity");
    if (type->nodes > 0) {
      section.nodes = type->nodes;
      section.connectivity = bulk_integers(connectivity, count, type->nodes);
    } else if (kind->front() == cgns::element_type::ngon) {
      const auto* starts = node.child("ElementStartOffset");
      const bool has_starts = starts != nullptr && cgns::count_of(starts->dims) > count;
      section.offsets = has_starts ? bulk_integers(starts, 1) : -1;
      section.connectivity = section.offsets < 0 ? -1 : bulk_integers(connectivity, 1);
    }
    sections.push_back(section);
  }
  return sections;
}

/// Indices of the faces in a section.
std::vector<std::size_t> faces_in(const ListedSection& section, std::span<const std::int64_t> faces) {
  std::vector<std::size_t> inside;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (faces[i] >= section.first && faces[i] <= section.last) inside.push_back(i);
  }
  return inside;
}

using Lists = std::vector<std::vector<std::int64_t>>;

void take_fixed(par::Session& session, const mesh::Share& share, const ListedSection& section,
                const std::vector<std::size_t>& inside, std::span<const std::int64_t> faces, Lists& lists) {
  std::vector<std::int64_t> wanted;
  for (const auto i : inside) wanted.push_back(faces[i] - section.first);
  const auto values = mesh::fetch_integers(session, share, wanted, section.nodes);
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i) * section.nodes;
    lists[inside[i]].assign(begin, begin + section.nodes);
  }
}

void take_polygons(par::Session& session, const mesh::Share& offsets, const mesh::Share& share,
                   const ListedSection& section, const std::vector<std::size_t>& inside,
                   std::span<const std::int64_t> faces, Lists& lists) {
  std::vector<std::int64_t> ends;
  for (const auto i : inside) {
    ends.push_back(faces[i] - section.first);
    ends.push_back(faces[i] - section.first + 1);
  }
  const auto places = mesh::fetch_integers(session, offsets, ends);
  std::vector<std::int64_t> wanted;
  const auto is_sound = [&](std::size_t i) {
    const auto begin = places[2 * i];
    const auto end = places[2 * i + 1];
    return begin >= 0 && end >= begin && end <= share.count && end - begin <= most_vertices_of_a_face;
  };
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (!is_sound(i)) continue;
    for (auto place = places[2 * i]; place < places[2 * i + 1]; ++place) wanted.push_back(place);
  }
  const auto values = mesh::fetch_integers(session, share, wanted);
  auto next = values.begin();
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (!is_sound(i)) continue;
    const auto end = next + (places[2 * i + 1] - places[2 * i]);
    lists[inside[i]].assign(next, end);
    next = end;
  }
}

FaceVertices packed(const InterfaceZone& zone, Lists& lists) {
  FaceVertices faces;
  for (auto& list : lists) {
    const bool is_sound = std::all_of(list.begin(), list.end(), [&](std::int64_t vertex) {
      return vertex >= 1 && vertex <= zone.shape.vertices[0];
    });
    if (is_sound) {
      for (const auto vertex : list) faces.vertices.push_back(vertex - 1);
    }
    faces.begins.push_back(static_cast<std::int64_t>(faces.vertices.size()));
  }
  return faces;
}

FaceVertices FaceReader::vertices_of(const InterfaceZone& zone, std::span<const std::int64_t> faces) {
  if (bytes_ > dataset_.memory.share(2).bytes()) {  // the same on every rank
    shares_.clear();
    bytes_ = 0;
  }
  const auto cell_dimension = cgns::integers_in(zone.base);
  const auto face_dimension = cell_dimension && !cell_dimension->empty() ? cell_dimension->front() - 1 : 2;
  Lists lists(faces.size());
  std::vector<bool> is_face(faces.size());
  for (const auto& section : sections_of(*zone.zone)) {
    const auto inside = faces_in(section, faces);
    // Elements of MIXED differ in dimension.
    if (section.dimension != face_dimension && section.dimension >= 0) continue;
    for (const auto i : inside) is_face[i] = true;
    if (section.connectivity < 0) continue;
    if (section.nodes > 0) {
      take_fixed(session_, share_of(section.connectivity, section.nodes), section, inside, faces, lists);
    } else {
      (void)share_of(section.connectivity, 1);
      take_polygons(session_, share_of(section.offsets, 1), share_of(section.connectivity, 1), section,
                    inside, faces, lists);
    }
  }
  auto found = packed(zone, lists);
  for (std::size_t i = faces.size(); i-- > 0;) {
    if (is_face[i]) continue;
    ++found.not_a_face;
    found.first_not_a_face = static_cast<std::int64_t>(i);
  }
  return found;
}

const mesh::Share& FaceReader::share_of(int target, std::int64_t unit) {
  if (const auto known = shares_.find(target); known != shares_.end()) return known->second;
  auto share = mesh::read_share(session_, dataset_, target, unit);
  bytes_ += share.per_rank * cgns::size_of(share.type);
  return shares_.emplace(target, std::move(share)).first->second;
}

/// Position and size of an entity, for comparison.
struct EntityShape {
  cgns::Point centre = {};
  double size = 0;  ///< Mean distance of a face's vertices from its centre.
  std::int64_t vertices = 1;
};

/// The shape of a face; without vertices, it cannot be compared.
EntityShape shape_of(std::span<const cgns::Point> points) {
  EntityShape shape{.vertices = static_cast<std::int64_t>(points.size())};
  if (points.empty()) return shape;
  const auto count = static_cast<double>(points.size());
  for (const auto& point : points) {
    for (std::size_t i = 0; i < 3; ++i) shape.centre[i] += point[i] / count;
  }
  for (const auto& point : points) shape.size += distance(point, shape.centre) / count;
  return shape;
}

/// One side of an interface, on this rank.
struct ListedSide {
  std::vector<EntityShape> shapes;
  std::int64_t not_a_face = 0;
  std::int64_t first_not_a_face = -1;
};

class ListComparison {
 public:
  ListComparison(const InterfaceCheck& check, const InterfaceGroup& group)
      : check_(check), group_(group), faces_(check.session, check.subject.data) {}

  void run() {
    for (const auto number : group_.interfaces) {
      const auto& interface = check_.interfaces.at(number);
      if (interface.is_1to1) continue;
      const auto lists = lists_of(check_.interfaces, interface);
      const bool are_vertices = lists.location == "Vertex";
      const bool are_faces = lists.location == "FaceCenter" &&
                             !check_.interfaces.zone_of(interface).shape.structured &&
                             !check_.interfaces.donor_of(interface).shape.structured;
      if (are_vertices || are_faces) compare(number, interface, lists, are_faces);
    }
  }

 private:
  void compare(int number, const Interface& interface, const InterfaceLists& lists, bool are_faces) {
    const auto share =
        mesh::read_share(check_.session, check_.subject.data, lists.here->node->array, lists.here->dimension);
    const auto mine = mesh::integers_of(share);
    const auto begin = share.values.begin / lists.here->dimension;
    const auto count = mine.size() / static_cast<std::size_t>(lists.here->dimension);
    const auto donors = donors_of(check_, *lists.there, begin, count);
    const auto here = side_of(interface.zone, mine, are_faces);
    const auto there = side_of(interface.donor, donors, are_faces);
    if (here.not_a_face > 0) {
      tell_not_a_face(interface, begin + here.first_not_a_face, here.not_a_face);
    }
    judge(number, interface, lists, begin, here, there);
  }

  [[nodiscard]] ListedSide side_of(int zone, const std::vector<std::int64_t>& values, bool are_faces) {
    return are_faces ? faces_of(zone, values) : vertices_of(zone, values);
  }

  /// Vertices that do not exist get no position; other checks report them.
  [[nodiscard]] ListedSide vertices_of(int zone, const std::vector<std::int64_t>& values) const {
    const auto& shape = check_.interfaces.zones[static_cast<std::size_t>(zone)].shape;
    const auto dimension = static_cast<std::size_t>(shape.dimension);
    std::vector<VertexRef> wanted;
    ListedSide side;
    for (std::size_t at = 0; at < values.size(); at += dimension) {
      cgns::IndexRange vertex;
      for (std::size_t i = 0; i < dimension; ++i) vertex.first[i] = values[at + i] - 1;
      vertex.last = vertex.first;
      side.shapes.push_back({.vertices = vertex.is_inside(shape.vertices) ? 1 : 0});
      if (side.shapes.back().vertices > 0) wanted.push_back(group_.ref_of(zone, vertex.first));
    }
    const auto points = group_.points.at(check_.session, wanted);
    auto next = points.begin();
    for (auto& entity : side.shapes) {
      if (entity.vertices > 0) entity.centre = *next++;
    }
    return side;
  }

  [[nodiscard]] ListedSide faces_of(int zone, const std::vector<std::int64_t>& values) {
    const auto faces = faces_.vertices_of(check_.interfaces.zones[static_cast<std::size_t>(zone)], values);
    std::vector<VertexRef> wanted;
    for (const auto vertex : faces.vertices) wanted.push_back(group_.ref_of(zone, {vertex, 0, 0}));
    const auto points = group_.points.at(check_.session, wanted);
    ListedSide side{.shapes = {}, .not_a_face = faces.not_a_face, .first_not_a_face = faces.first_not_a_face};
    for (std::size_t i = 0; i + 1 < faces.begins.size(); ++i) {
      side.shapes.push_back(shape_of(
          std::span(points).subspan(static_cast<std::size_t>(faces.begins[i]),
                                    static_cast<std::size_t>(faces.begins[i + 1] - faces.begins[i]))));
    }
    return side;
  }

  void judge(int number, const Interface& interface, const InterfaceLists& lists, std::int64_t begin,
             const ListedSide& here, const ListedSide& there) {
    const bool are_faces = lists.location == "FaceCenter";
    const bool coarse = group_.is_coarse(interface);
    const double spacing = are_faces ? 0 : mean_spacing(here, lists.here->count);
    std::vector<Coincidence> found(std::max<std::size_t>(1, interface.motions.size()));
    for (std::size_t i = 0; i < here.shapes.size(); ++i) {
      const auto& a = here.shapes[i];
      const auto& b = there.shapes[i];
      if (a.vertices == 0 || b.vertices == 0) continue;
      for (std::size_t motion = 0; motion < found.size(); ++motion) {
        const auto centre = interface.motions.empty() ? a.centre : interface.motions[motion].moved(a.centre);
        auto apart = distance(centre, b.centre);
        // Faces with the same centre differ if their sizes or numbers of corners differ.
        if (are_faces) apart = std::max(apart, a.vertices != b.vertices ? a.size : std::abs(a.size - b.size));
        const auto near = tolerance(are_faces ? a.size : spacing, b.centre, coarse);
        // The mean of the same points in another order is rounded differently.
        if (are_faces && apart <= 1e-12 * (a.size + std::abs(b.centre[0]) + std::abs(b.centre[1]))) apart = 0;
        found[motion].add(begin + static_cast<std::int64_t>(i), apart, near);
      }
    }
    unite(check_.session, found);
    if (!check_.tells_of(number)) return;
    const auto entry = [](std::int64_t pair) { return fmt::format("entry {}", pair + 1); };
    judge_coincidence(
        interface, found, are_faces,
        {.apart = entry(found.front().first_apart), .inexact = entry(found.front().first_inexact)},
        check_.subject.file, check_.findings);
  }

  /// Estimated as for points in a square grid. The same on every rank. @note Collective.
  [[nodiscard]] double mean_spacing(const ListedSide& side, std::int64_t count) const {
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
    cgns::Point extent;
    for (std::size_t i = 0; i < 3; ++i) {
      extent[i] = from_ordered(extremes[i]) + from_ordered(extremes[3 + i]);
      if (!std::isfinite(extent[i])) return 0;
    }
    return distance(extent, {}) / std::sqrt(static_cast<double>(std::max<std::int64_t>(1, count)));
  }

  void tell_not_a_face(const Interface& interface, std::int64_t first, std::int64_t count) {
    check_.findings.add({.code = "J0310",
                         .file = check_.subject.file,
                         .path = interface.path,
                         .position = fmt::format("entry {}", first + 1),
                         .index = first,
                         .count = count});
  }

  const InterfaceCheck& check_;
  const InterfaceGroup& group_;
  FaceReader faces_;
};

}  // namespace

void compare_lists(const InterfaceCheck& check, const InterfaceGroup& group) {
  ListComparison(check, group).run();
}

}  // namespace pcgns::verify::check
