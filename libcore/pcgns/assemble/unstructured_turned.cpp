// Faces between parts that their parts have in opposite directions.

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/assemble/unstructured.hpp"
#include "pcgns/sids/grid_location.hpp"

namespace pcgns::assemble {

namespace {

/// ParentElements of a section, if it is what it must be.
const tree::Node* parents_of(const LocalSection& section) {
  const auto* parents = section.node->child("ParentElements");
  if (parents == nullptr || !parents->is_bulk()) return nullptr;
  const std::vector<std::int64_t> dims = {section.count + section.ghosts, 2};
  const bool is_integer = parents->type == tree::DataType::I4 || parents->type == tree::DataType::I8;
  return is_integer && parents->dims == dims ? parents : nullptr;
}

bool is_integer_array(const tree::Node* node) {
  return node != nullptr && node->is_bulk() &&
         (node->type == tree::DataType::I4 || node->type == tree::DataType::I8);
}

/// NFACE_n of a part, if that is a single section of what it must be.
const LocalSection* cells_with_faces(const PartView& view) {
  const LocalSection* found = nullptr;
  for (const auto& section : view.sections) {
    if (section.type != sids::element_type::nface || section.count == 0) continue;
    const auto* offsets = section.node->child("ElementStartOffset");
    const bool sound = is_integer_array(section.node->child("ElementConnectivity")) &&
                       is_integer_array(offsets) && tree::count_of(offsets->dims) > section.count;
    if (found != nullptr || !sound) return nullptr;
    found = &section;
  }
  return found;
}

/// Whether the part says between which cells the faces of `section` are.
bool knows_cells(const PartView& view, const LocalSection& section) {
  if (section.node->child("ParentElements") != nullptr) return parents_of(section) != nullptr;
  return section.type == sids::element_type::ngon && cells_with_faces(view) != nullptr;
}

/// A list of faces, or edges, with values to look at.
const tree::Node* face_list(const tree::Node& join, std::string_view name) {
  const auto* list = join.child(name);
  const bool is_list = list != nullptr && list->label == "IndexArray_t" && list->is_bulk();
  const bool is_integer = is_list && (list->type == tree::DataType::I4 || list->type == tree::DataType::I8);
  return is_integer ? list : nullptr;
}

plan::Turned::Side side_of(ZoneJob& zone, int part, const LocalSection& section, int faces) {
  plan::Turned::Side side{
      .faces = faces, .first = section.first, .numbering = zone.mesh().element_numbering(part)};
  if (const auto* parents = parents_of(section)) {
    side.parents = parents->array;
    return side;
  }
  const auto& cells = *cells_with_faces(zone.mesh().part(part));
  side.cell_faces = cells.node->child("ElementConnectivity")->array;
  side.cell_offsets = cells.node->child("ElementStartOffset")->array;
  side.first_cell = cells.first;
  side.cells = cells.count;
  return side;
}

/// Adds what `join` of the part says, if it is about faces that another part of the zone has too.
void add_border(ZoneJob& zone, const PartView& view, const tree::Node& join, const std::string& path,
                plan::Turned& turned) {
  const auto location = sids::location_of(join);
  if (location != "FaceCenter" && location != "EdgeCenter") return;
  if (!is_partition_join(zone.inputs(), zone.job.parts, view, join, path)) return;
  const auto donor = join.type == tree::DataType::C1 ? tree::text_of(join) : std::string();
  const auto place = zone.job.parts.place_of(view.part->file, view.part->base->name, donor);
  if (place.original != zone.original) return;
  const auto* here = face_section(view);
  const auto* there = face_section(zone.mesh().part(place.part));
  const auto* faces = face_list(join, "PointList");
  const auto* donors = face_list(join, "PointListDonor");
  if (here == nullptr || there == nullptr || faces == nullptr || donors == nullptr) return;
  if (points_of(*faces) != points_of(*donors)) {
    throw view.error(zone.inputs(), path, "has a PointList and a PointListDonor of different lengths");
  }
  turned.borders.push_back({.here = side_of(zone, view.index, *here, faces->array),
                            .there = side_of(zone, place.part, *there, donors->array)});
}

/// What coordinates say of the faces.
void add_borders(ZoneJob& zone, const PartView& view, plan::Turned& turned) {
  const auto* here = face_section(view);
  for (const auto& border : view.part->borders) {
    const auto* there = face_section(zone.mesh().part(border.part));
    const bool is_it = here != nullptr && there != nullptr && here->node->name == border.section &&
                       there->node->name == border.section;
    if (!is_it) continue;
    turned.borders.push_back({.here = side_of(zone, view.index, *here, border.here),
                              .there = side_of(zone, border.part, *there, border.there)});
  }
}

plan::Turned turned_in(ZoneJob& zone, const PartView& view) {
  plan::Turned turned;
  add_borders(zone, view, turned);
  for (const auto& container : view.part->zone->children) {
    if (container.label != "ZoneGridConnectivity_t") continue;
    for (const auto& join : container.children) {
      const auto path = tree::join(tree::join(view.path, container.name), join.name);
      add_border(zone, view, join, path, turned);
    }
  }
  return turned;
}

void find_turned(ZoneJob& zone) {
  const auto& parts = zone.mesh().parts();
  zone.turned.assign(parts.size(), -1);
  bool has_faces = false;
  bool has_borders = false;
  for (const auto& view : parts) {
    has_faces = has_faces || face_section(view) != nullptr;
    if (zone.job.turned == nullptr) continue;
    auto turned = turned_in(zone, view);
    if (turned.borders.empty()) continue;
    has_borders = true;
    zone.turned[static_cast<std::size_t>(view.index)] = static_cast<int>(zone.job.turned->size());
    zone.job.turned->push_back(std::move(turned));
  }
  // pcgns-repartition leaves all faces as they were.
  const bool is_own = zone.mesh().original().convention == Convention::own;
  if (!has_faces || has_borders || parts.size() == 1 || is_own) return;
  zone.job.merge.notes.add(
      plan::Note::Kind::warning, "faces between parts",
      fmt::format("{}: no join says which faces its parts share; where two parts have one in opposite "
                  "directions, it is taken from the lower part, and NFACE_n may contradict that",
                  zone.mesh().path()));
}

}  // namespace

const LocalSection* face_section(const PartView& view) {
  const LocalSection* found = nullptr;
  for (const auto& section : view.sections) {
    const bool has_faces = dimension_of(section.type, view.cell_dimension) == view.cell_dimension - 1;
    if (!has_faces || !knows_cells(view, section)) continue;
    if (found != nullptr) return nullptr;
    found = &section;
  }
  return found;
}

int turned_of(ZoneJob& zone, int part) {
  if (zone.turned.empty()) find_turned(zone);
  return zone.turned[static_cast<std::size_t>(part)];
}

}  // namespace pcgns::assemble
