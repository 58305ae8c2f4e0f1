#include "pcgns/verify/faces.hpp"

#include <algorithm>

#include "pcgns/sids/elements.hpp"

namespace pcgns::verify {

namespace {

constexpr std::int64_t most_vertices_of_a_face = 10000;

/// A section whose elements all have `nodes` vertices, or as many as `offsets` say.
struct Section {
  std::int64_t first = 1;
  std::int64_t last = 0;
  int dimension = -1;
  int nodes = 0;
  int connectivity = -1;  ///< Target; -1 if it cannot be read.
  int offsets = -1;
};

/// The target of an array that has as many integers as `elements` need, `each` of them; or -1.
int bulk_integers(const tree::Node* node, std::int64_t elements, std::int64_t each = 1) {
  const bool is_one = node != nullptr && node->is_bulk() && tree::count_of(node->dims) / each >= elements &&
                      (node->type == tree::DataType::I4 || node->type == tree::DataType::I8);
  return is_one ? node->array : -1;
}

std::vector<Section> sections_of(const tree::Node& zone) {
  std::vector<Section> sections;
  for (const auto& node : zone.children) {
    const auto range = check::integers_in(node.child("ElementRange"));
    const auto kind = check::integers_in(&node);
    if (node.label != "Elements_t" || node.link || !range || range->size() != 2 || !kind || kind->empty()) {
      continue;
    }
    const auto* type = sids::element_type_of(kind->front());
    if (type == nullptr || (*range)[0] < 1 || (*range)[1] < (*range)[0]) continue;
    Section section{.first = (*range)[0], .last = (*range)[1], .dimension = type->dimension};
    const auto count = section.last - section.first + 1;
    const auto* connectivity = node.child("ElementConnectivity");
    if (type->nodes > 0) {
      section.nodes = type->nodes;
      section.connectivity = bulk_integers(connectivity, count, type->nodes);
    } else if (kind->front() == sids::element_type::ngon) {
      const auto* starts = node.child("ElementStartOffset");
      const bool has_starts = starts != nullptr && tree::count_of(starts->dims) > count;
      section.offsets = has_starts ? bulk_integers(starts, 1) : -1;
      section.connectivity = section.offsets < 0 ? -1 : bulk_integers(connectivity, 1);
    }
    sections.push_back(section);
  }
  return sections;
}

/// Which of `faces` are in a section.
std::vector<std::size_t> faces_in(const Section& section, std::span<const std::int64_t> faces) {
  std::vector<std::size_t> inside;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (faces[i] >= section.first && faces[i] <= section.last) inside.push_back(i);
  }
  return inside;
}

using Lists = std::vector<std::vector<std::int64_t>>;

void take_fixed(par::Session& session, const mesh::Share& share, const Section& section,
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
                   const Section& section, const std::vector<std::size_t>& inside,
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

FaceVertices packed(const check::JoinZone& zone, Lists& lists) {
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

}  // namespace

FaceVertices FaceReader::vertices_of(const check::JoinZone& zone, std::span<const std::int64_t> faces) {
  if (bytes_ > dataset_.memory / 2) {  // the same on every rank
    shares_.clear();
    bytes_ = 0;
  }
  const auto cell_dimension = check::integers_in(zone.base);
  const auto face_dimension = cell_dimension && !cell_dimension->empty() ? cell_dimension->front() - 1 : 2;
  Lists lists(faces.size());
  std::vector<bool> is_face(faces.size());
  for (const auto& section : sections_of(*zone.zone)) {
    const auto inside = faces_in(section, faces);
    // The dimension of MIXED is only known element by element.
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
  bytes_ += share.per_rank * tree::size_of(share.type);
  return shares_.emplace(target, std::move(share)).first->second;
}

}  // namespace pcgns::verify
