// interfaces.cpp: merges interfaces, and finds faces whose orientation differs between pieces.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"
#include "pcgns/fileset/plan/unstructured/zone.hpp"

namespace pcgns::fileset {

PieceId donor_of(ZoneJob& zone, const PieceNode& interface) {
  const auto& piece = *zone.mesh().piece(interface.piece).piece;
  const auto name =
      interface.node->type == cgns::DataType::C1 ? cgns::text_of(*interface.node) : std::string();
  return zone.job.pieces.find(piece.file, piece.base->name, name);
}

namespace {

/// Donor zone name for an interface of the whole zone; unchanged if the donor is whole. Without the base, if
/// that is the zone's own.
std::string donor_name(ZoneJob& zone, const PieceNode& interface) {
  const auto place = donor_of(zone, interface);
  if (place.original < 0) return cgns::text_of(*interface.node);
  const auto& donor = zone.job.pieces.original(place.original);
  const bool same_base = donor.base == zone.mesh().original().base;
  return same_base ? donor.name : donor.base + "/" + donor.name;
}

/// The name of the donor, with its base if the pieces name it.
std::string as_in_pieces(ZoneJob& zone, const PieceNode& piece, const std::string& donor) {
  const auto has_base = [](const std::string& name) { return name.find('/') != std::string::npos; };
  const bool is_short = has_base(cgns::text_of(*piece.node)) && !has_base(donor);
  return is_short ? zone.mesh().original().base + "/" + donor : donor;
}

/// The interface without children. All pieces must have the same donor zone.
cgns::Node interface_node(ZoneJob& zone, const PieceGroup& group, const std::string& path) {
  const auto& first = group.nodes.front();
  const auto donor = donor_name(zone, first);
  const auto& base = zone.mesh().original().base;
  for (const auto& piece : group.nodes) {
    if (piece.node->label != first.node->label) throw error_at(zone, piece, "is not a " + first.node->label);
    if (cgns::path_of_zone(base, donor_name(zone, piece)) == cgns::path_of_zone(base, donor)) continue;
    throw error_at(zone, piece,
                   fmt::format("connects to {}, but other pieces of {} connect to {}",
                               donor_name(zone, piece), path, donor));
  }
  auto node = cgns::text_node(group.name, first.node->label, as_in_pieces(zone, first, donor));
  for (const auto& piece : group.nodes) fileset::add_extras(node, *piece.node);
  return node;
}

/// PointListDonor in numbers of the whole donor zone.
cgns::Node donor_list(ZoneJob& zone, const PieceGroup& list, const PieceGroup& interface,
                      const std::string& path, const Entities& entities) {
  const bool is_cells = list.name == "CellListDonor";
  const auto location =
      is_cells ? std::string("CellCenter") : cgns::location_of(*interface.nodes.front().node);
  const auto place = donor_of(zone, interface.nodes.front());
  // A whole donor zone has its numbers or, if it is structured, its indices in the pieces.
  if (place.original < 0) return moved_array(zone, list, path, entities);
  const auto& donor = zone.job.pieces.original(place.original);
  if (donor.structured) return donor_indices(zone, list, interface, path, entities, donor);
  const Move move{.largest = zone.mesh_of(place.original).largest_at(location),
                  .numbering = [&](const PieceNode& node) {
                    const auto there = donor_of(zone, interface.nodes[node.parent]);
                    return zone.mesh_of(there.original).numbering_at(location, there.piece);
                  }};
  return moved_array(zone, list, path, entities, move);
}

/// What the opposite interface is called in the whole donor zone: `name`, in the donor of `interface`.
std::string name_in_donor(ZoneJob& zone, const PieceNode& interface, const std::string& name) {
  const auto place = donor_of(zone, interface);
  if (place.original < 0) return name;
  const auto& donor = zone.job.pieces.original(place.original);
  const auto& in_donor = donor.piece(place.piece);
  const auto opposite = cgns::contained_in(*in_donor.zone, "ZoneGridConnectivity_t", name);
  if (opposite.node != nullptr) return original_name(zone.job.pieces, donor, in_donor, *opposite.node);
  return donor.convention == Convention::maia ? without_piece_number(name) : name;
}

cgns::Node opposite_name(ZoneJob& zone, const PieceGroup& group, const PieceGroup& interface,
                         const std::string& path) {
  const auto name_in = [&](const PieceNode& at) {
    const auto& of = interface.nodes[at.parent];
    const auto* recorded = of.node->child(opposite_name_node);
    if (recorded != nullptr && recorded->type == cgns::DataType::C1) return cgns::text_of(*recorded);
    const bool is_text = at.node->type == cgns::DataType::C1;
    return is_text ? name_in_donor(zone, of, cgns::text_of(*at.node)) : std::string();
  };
  const auto name = name_in(group.nodes.front());
  for (const auto& other : group.nodes) {
    if (name_in(other) == name) continue;
    throw error_at(zone, other, fmt::format("names {}, but other pieces name {}", name_in(other), name));
  }
  return completed(zone, cgns::text_node(group.name, group.label(), name), group, path);
}

cgns::Node united_interface(ZoneJob& zone, const PieceGroup& group, const std::string& path) {
  const auto entities = listed_points(zone, group, path);
  auto node = interface_node(zone, group, path);
  for (const auto& below : grouped_data(group.nodes)) {
    const auto below_path = cgns::join(path, below.name);
    if (below.name == "PointListDonor" || below.name == "CellListDonor") {
      node.children.push_back(donor_list(zone, below, group, below_path, entities));
    } else if (below.label() == "IndexArray_t") {
      node.children.push_back(united_list(zone, below, group, below_path, entities));
    } else if (below.name == "GridConnectivityDonorName") {
      node.children.push_back(opposite_name(zone, below, group, below_path));
    } else if (auto values = moved_values(zone, below, below_path, entities)) {
      node.children.push_back(*std::move(values));
    } else if (below.name == interface_name_node || below.name == opposite_name_node) {
      continue;
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  const auto own = group_called(group.nodes, own_nodes_name);
  for (const auto& below : grouped_data(own.nodes))
    unite_into(zone, below, own.nodes, cgns::join(path, below.name), node.children);
  if (const auto namesake = group_called(own.nodes, own_nodes_name); !namesake.nodes.empty())
    unite_into(zone, namesake, own.nodes, cgns::join(path, own_nodes_name), node.children);
  return node;
}

/// OversetHoles_t.
cgns::Node united_holes(ZoneJob& zone, const PieceGroup& group, const std::string& path) {
  const auto entities = listed_points(zone, group, path);
  auto node = united_alone(zone, group, path);
  for (const auto& below : grouped_data(group.nodes)) {
    const auto below_path = cgns::join(path, below.name);
    if (below.label() == "IndexArray_t") {
      node.children.push_back(united_list(zone, below, group, below_path, entities));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

bool is_between_pieces(ZoneJob& zone, const PieceNode& at) {
  return is_partition_interface(zone.inputs(), zone.job.pieces, zone.mesh().piece(at.piece), *at.node,
                                at.path);
}

/// True for an interface to a piece that is missing with permission.
bool is_to_missing_piece(ZoneJob& zone, const PieceNode& at) {
  return zone.job.allow_missing && donor_of(zone, at).original < 0 &&
         leads_to_missing_piece(zone.inputs(), zone.mesh().piece(at.piece), *at.node);
}

/// Drops the interfaces that the whole zone does not get, and notes which of them are a loss.
void leave_out_interfaces(ZoneJob& zone, PieceNodes& nodes) {
  std::erase_if(nodes, [&](const PieceNode& at) {
    if (is_between_pieces(zone, at)) return true;
    if (!is_to_missing_piece(zone, at)) return false;
    const auto& piece = *zone.mesh().piece(at.piece).piece;
    note_left_out(zone.job.merge, plan::Note::Kind::loss, zone.job.merge.path_of(piece.file), at.path,
                  cgns::path_of_zone(piece.base->name, cgns::text_of(*at.node)));
    return true;
  });
}

}  // namespace

bool is_left_out(ZoneJob& zone, const PieceNode& at) {
  return is_between_pieces(zone, at) || is_to_missing_piece(zone, at);
}

std::optional<cgns::Node> united_interfaces(ZoneJob& zone, const PieceGroup& group, const std::string& path) {
  auto groups = grouped_data(group.nodes, [&](const PieceNode& child) {
    const auto& piece = *zone.mesh().piece(child.piece).piece;
    return is_interface(*child.node)
               ? original_name(zone.job.pieces, zone.mesh().original(), piece, *child.node)
               : child.node->name;
  });
  for (auto& below : groups) leave_out_interfaces(zone, below.nodes);
  std::erase_if(groups, [](const PieceGroup& below) { return below.nodes.empty(); });
  if (groups.empty()) return std::nullopt;

  auto node = united_alone(zone, group, path);
  for (const auto& below : groups) {
    const auto below_path = cgns::join(path, below.name);
    const auto& first = *below.nodes.front().node;
    if (is_interface(first) && !first.link) {
      node.children.push_back(united_interface(zone, below, below_path));
    } else if (first.label == "OversetHoles_t" && std::ranges::any_of(first.children, cgns::is_point_set)) {
      node.children.push_back(united_holes(zone, below, below_path));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

namespace {

/// ParentElements or ParentData of a section, if valid.
const cgns::Node* parents_of(const LocalSection& section) {
  const auto* parents = cgns::parents_node(*section.node);
  if (parents == nullptr || !parents->is_bulk()) return nullptr;
  const std::vector<std::int64_t> dims = {section.count + section.ghosts,
                                          parents->name == "ParentData" ? 4 : 2};
  const bool is_integer = cgns::is_integer(parents->type);
  return is_integer && parents->dims == dims ? parents : nullptr;
}

bool is_integer_array(const cgns::Node* node) {
  return node != nullptr && node->is_bulk() && cgns::is_integer(node->type);
}

/// The NFACE_n sections of a piece; none if one of them is not valid.
std::vector<const LocalSection*> cells_with_faces(const PieceView& view) {
  std::vector<const LocalSection*> sections;
  for (const auto& section : view.sections) {
    if (section.type != cgns::element_type::nface || section.count == 0) continue;
    if (!is_integer_array(section.node->child("ElementConnectivity")) || section.starts < 0) return {};
    sections.push_back(&section);
  }
  return sections;
}

/// True if the piece records the parent cells of the faces in `section`.
bool knows_cells(const PieceView& view, const LocalSection& section) {
  if (cgns::parents_node(*section.node) != nullptr) return parents_of(section) != nullptr;
  return section.type == cgns::element_type::ngon && !cells_with_faces(view).empty();
}

/// A list of faces, or edges, whose values can be read.
const cgns::Node* face_list(const cgns::Node& interface, std::string_view name) {
  const auto* list = interface.child(name);
  return is_integer_array(list) && list->label == "IndexArray_t" ? list : nullptr;
}

/// One side of faces, for each section of their cells: in each, the other faces have no cell.
using Sides = std::vector<plan::Turned::Side>;

Sides sides_by_cells(ZoneJob& zone, int piece, int faces) {
  Sides sides;
  for (const auto* cells : cells_with_faces(zone.mesh().piece(piece)))
    sides.push_back({.faces = faces,
                     .numbering = zone.mesh().element_numbering(piece),
                     .cell_faces = cells->node->child("ElementConnectivity")->array,
                     .cell_offsets = cells->starts,
                     .has_heads = cells->has_heads(),
                     .first_cell = cells->first,
                     .cells = cells->count});
  return sides;
}

/// Faces of one section, one of face_sections().
Sides sides_of(ZoneJob& zone, int piece, const LocalSection& section, int faces) {
  const auto* parents = parents_of(section);
  if (parents == nullptr) return sides_by_cells(zone, piece, faces);
  return {{.faces = faces,
           .first = section.first,
           .parents = parents->array,
           .numbering = zone.mesh().element_numbering(piece)}};
}

/// Faces of any section; none if their cells are not known, or only by section.
Sides sides_of(ZoneJob& zone, int piece, int faces) {
  const auto sections = face_sections(zone.mesh().piece(piece));
  if (sections.size() == 1) return sides_of(zone, piece, *sections.front(), faces);
  return sections.empty() ? Sides() : sides_by_cells(zone, piece, faces);
}

void add_borders(const Sides& here, const Sides& there, plan::Turned& turned) {
  for (const auto& side : here) {
    for (const auto& other : there) turned.borders.push_back({.here = side, .there = other});
  }
}

/// Adds the faces of an interface that another piece of the zone has, too.
void add_border(ZoneJob& zone, const PieceView& view, const cgns::Node& interface, const std::string& path,
                plan::Turned& turned) {
  const auto location = cgns::location_of(interface);
  if (location != "FaceCenter" && location != "EdgeCenter") return;
  if (!is_partition_interface(zone.inputs(), zone.job.pieces, view, interface, path)) return;
  const auto place = donor_of(zone, {view.index, &interface});
  if (place.original != zone.original) return;
  const auto* faces = face_list(interface, "PointList");
  const auto* donors = face_list(interface, "PointListDonor");
  if (faces == nullptr || donors == nullptr) return;
  const auto here = sides_of(zone, view.index, faces->array);
  const auto there = sides_of(zone, place.piece, donors->array);
  if (here.empty() || there.empty()) return;
  if (points_of(*faces) != points_of(*donors)) {
    throw view.error(zone.inputs(), path, "has a PointList and a PointListDonor of different lengths");
  }
  add_borders(here, there, turned);
}

/// The face section of that name; null if there is none.
const LocalSection* face_section(const PieceView& view, std::string_view name) {
  const auto sections = face_sections(view);
  const auto found = std::ranges::find_if(
      sections, [&](const LocalSection* section) { return section->node->name == name; });
  return found == sections.end() ? nullptr : *found;
}

/// Adds the face pairs found by matching coordinates.
void add_borders(ZoneJob& zone, const PieceView& view, plan::Turned& turned) {
  for (const auto& faces : view.piece->shared_faces) {
    const auto* here = face_section(view, faces.section);
    const auto* there = face_section(zone.mesh().piece(faces.piece), faces.section);
    if (here == nullptr || there == nullptr) continue;
    add_borders(sides_of(zone, view.index, *here, faces.here),
                sides_of(zone, faces.piece, *there, faces.there), turned);
  }
}

plan::Turned turned_in(ZoneJob& zone, const PieceView& view) {
  plan::Turned turned;
  add_borders(zone, view, turned);
  for (const auto& container : view.piece->zone->children) {
    if (container.label != "ZoneGridConnectivity_t") continue;
    for (const auto& interface : container.children) {
      const auto path = cgns::join(cgns::join(view.path, container.name), interface.name);
      add_border(zone, view, interface, path, turned);
    }
  }
  return turned;
}

/// True if the signs in NFACE_n may contradict faces that two pieces have, each as its own cell sees it.
bool may_contradict(const ZoneJob& zone, const Original& original, const std::vector<PieceView>& pieces) {
  if (pieces.size() == 1) return false;
  const auto is_unknown = [](const PieceView& view) {
    return has_polyhedra(view) && face_sections(view).empty();
  };
  if (std::ranges::any_of(pieces, is_unknown)) return true;
  const bool are_matched = original.faces_are_matched || original.convention == Convention::coordinates ||
                           std::ranges::any_of(zone.turned, [](int index) { return index >= 0; });
  return !are_matched &&
         std::ranges::any_of(pieces, [](const PieceView& view) { return !face_sections(view).empty(); });
}

void find_turned(ZoneJob& zone) {
  const auto& pieces = zone.mesh().pieces();
  zone.turned.assign(pieces.size(), -1);
  if (keeps_faces(zone.mesh().original().convention)) return;
  for (const auto& view : pieces) {
    if (zone.job.turned == nullptr) break;
    auto turned = turned_in(zone, view);
    if (turned.borders.empty()) continue;
    zone.turned[static_cast<std::size_t>(view.index)] = static_cast<int>(zone.job.turned->size());
    zone.job.turned->push_back(std::move(turned));
  }
  if (!may_contradict(zone, zone.mesh().original(), pieces)) return;
  zone.job.merge.notes.add(
      plan::Note::Kind::warning, "faces between pieces",
      fmt::format("{}: no interface lists the faces that its pieces share; a face with opposite orientation "
                  "in two pieces is taken from the lower piece, and NFACE_n may contradict it",
                  zone.mesh().path()));
}

}  // namespace

std::vector<const LocalSection*> face_sections(const PieceView& view) {
  std::vector<const LocalSection*> sections;
  for (const auto& section : view.sections) {
    const bool has_faces = dimension_of(section.type, view.cell_dimension) == view.cell_dimension - 1;
    if (has_faces && knows_cells(view, section)) sections.push_back(&section);
  }
  return sections;
}

int turned_of(ZoneJob& zone, int piece) {
  if (zone.turned.empty()) find_turned(zone);
  return zone.turned[static_cast<std::size_t>(piece)];
}

}  // namespace pcgns::fileset
