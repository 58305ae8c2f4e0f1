// The vertices and elements of parts, and what they are compared by.
#include <fmt/format.h>

#include <algorithm>

#include "pcgns/assemble/match.hpp"
#include "pcgns/assemble/numbers.hpp"
#include "pcgns/assemble/section_order.hpp"

namespace pcgns::assemble {

namespace {

bool is_integers(const tree::Node* node) {
  return node != nullptr && node->is_bulk() &&
         (node->type == tree::DataType::I4 || node->type == tree::DataType::I8);
}

struct Coordinates {
  std::vector<std::string> names;  ///< In ascending order.
  std::vector<int> arrays;
};

/// The coordinates of a part that has vertices.
Coordinates coordinates_of(const tree::InputSet& inputs, const PartView& view) {
  const auto* grid = view.part->zone->child("GridCoordinates");
  const auto path = tree::join(view.path, "GridCoordinates");
  if (grid == nullptr) {
    throw view.error(inputs, view.path, "has no GridCoordinates to match its vertices by");
  }
  std::vector<const tree::Node*> nodes;
  for (const auto& child : grid->children) {
    if (child.label == "DataArray_t") nodes.push_back(&child);
  }
  std::sort(nodes.begin(), nodes.end(), [](const auto* a, const auto* b) { return a->name < b->name; });
  if (nodes.empty() || nodes.size() > 3) {
    throw view.error(inputs, path, fmt::format("has {} coordinates, not 1 to 3", nodes.size()));
  }
  Coordinates coordinates;
  for (const auto* node : nodes) {
    const bool is_real = node->type == tree::DataType::R4 || node->type == tree::DataType::R8;
    if (!node->is_bulk() || !is_real || node->dims != std::vector<std::int64_t>{view.vertices}) {
      throw view.error(inputs, tree::join(path, node->name),
                       fmt::format("must be {} reals, one for each vertex", view.vertices));
    }
    coordinates.names.push_back(node->name);
    coordinates.arrays.push_back(node->array);
  }
  return coordinates;
}

bool has_dimension_of_cells(const PartView& view, const LocalSection& section) {
  return dimension_of(section.type, view.cell_dimension) == view.cell_dimension;
}

}  // namespace

void Matching::add_vertices(int original, std::vector<MatchSet>& sets) const {
  const auto& whole = parts_.originals[static_cast<std::size_t>(original)];
  const auto path = tree::join(tree::join("/", whole.base), whole.name);
  MatchSet set{.what = vertices_of(path),
               .kind = MatchSet::Kind::vertices,
               .original = original,
               .space = static_cast<int>(sets.size()),
               .members = {}};
  std::vector<std::string> names;
  for (const auto& view : views_of(original)) {
    if (view.vertices == 0) continue;
    auto coordinates = coordinates_of(inputs_, view);
    if (names.empty()) names = coordinates.names;
    if (coordinates.names != names) {
      throw view.error(inputs_, tree::join(view.path, "GridCoordinates"),
                       "has other coordinates than other parts");
    }
    set.members.push_back(
        {.part = view.index, .count = view.vertices, .coordinates = std::move(coordinates.arrays)});
  }
  sets.push_back(std::move(set));
}

plan::Numbering Matching::vertex_classes(int original, int part) const {
  const auto found = classes_.find({original, part});
  if (found == classes_.end() || found->second.vertices < 0) return {};
  const auto array = found->second.vertices;
  const auto count = inputs_.arrays[static_cast<std::size_t>(array)].dims.front();
  return {.sections = {{.first = 1, .count = count, .numbers = array, .offset = 0}}};
}

plan::Numbering Matching::element_classes(int original, const PartView& view) const {
  plan::Numbering numbering;
  const auto found = classes_.find({original, view.index});
  if (found == classes_.end()) return numbering;
  for (const auto& section : view.sections) {
    const auto classes = found->second.sections.find(section.node->name);
    if (section.count == 0 || classes == found->second.sections.end()) continue;
    numbering.sections.push_back(
        {.first = section.first, .count = section.count, .numbers = classes->second, .offset = 0});
  }
  return numbering;
}

MatchSet::References Matching::references_of(int original, const PartView& view,
                                             const LocalSection& section) const {
  const auto path = tree::join(view.path, section.node->name);
  const auto* connectivity = section.node->child("ElementConnectivity");
  if (!is_integers(connectivity)) {
    throw view.error(inputs_, path, "has no ElementConnectivity to match its elements by");
  }
  const bool of_faces = section.type == sids::element_type::nface;
  MatchSet::References references{
      .array = connectivity->array,
      .width = sids::element_type_of(section.type)->nodes,
      .has_types = section.type == sids::element_type::mixed,
      .classes = of_faces ? element_classes(original, view) : vertex_classes(original, view.index)};
  if (section.is_ragged()) {
    const auto* offsets = section.node->child("ElementStartOffset");
    if (!is_integers(offsets) || tree::count_of(offsets->dims) < section.count + 1) {
      throw view.error(inputs_, path,
                       fmt::format("has no ElementStartOffset of {} integers", section.count + 1));
    }
    references.offsets = offsets->array;
  } else if (tree::count_of(connectivity->dims) / references.width < section.count) {
    throw view.error(inputs_, tree::join(path, connectivity->name),
                     fmt::format("has not the vertices of {} elements", section.count));
  }
  return references;
}

void Matching::add_elements(int original, bool of_faces, std::vector<MatchSet>& sets) const {
  const auto& whole = parts_.originals[static_cast<std::size_t>(original)];
  const auto path = tree::join(tree::join("/", whole.base), whole.name);
  const auto views = views_of(original);
  const auto cell_space = static_cast<int>(sets.size());
  for (const auto& group : section_groups(inputs_, views)) {
    if ((group.type == sids::element_type::nface) != of_faces) continue;
    const bool is_cells = has_dimension_of_cells(views.front(), *group.members.front().section);
    // Any number will do for a space, as long as no other step compares in it.
    MatchSet set{.what = elements_of(tree::join(path, group.name)),
                 .kind = is_cells ? MatchSet::Kind::cells : MatchSet::Kind::surfaces,
                 .original = original,
                 .space = is_cells ? -1 - cell_space : static_cast<int>(sets.size()),
                 .members = {}};
    for (const auto& [part, section] : group.members) {
      if (section->count == 0) continue;
      const auto& view = views[static_cast<std::size_t>(part)];
      MatchSet::Member member{.part = part, .count = section->count, .first = section->first};
      member.references.push_back(references_of(original, view, *section));
      member.node = group.name;
      set.members.push_back(std::move(member));
    }
    sets.push_back(std::move(set));
  }
}

}  // namespace pcgns::assemble
