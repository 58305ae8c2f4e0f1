#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/plan/unite/nodes.hpp"
#include "pcgns/fileset/plan/unstructured/zone.hpp"
#include "pcgns/fileset/plan/zone_view.hpp"

namespace pcgns::fileset {

namespace {

using Shape = plan::Indexed::Shape;

/// State of merging one section.
struct SectionJob {
  ZoneJob& zone;
  const WholeSection& whole;
  std::string path;
  Entities elements;                          ///< One share per Elements_t node.
  std::vector<const LocalSection*> sections;  ///< Parallel to the shares of `elements`.
  int ragged = -1;                            ///< Index into Job::ragged.
};

SectionJob section_job(ZoneJob& zone, const WholeSection& whole, const PieceGroup& group,
                       const std::string& path) {
  SectionJob section{.zone = zone, .whole = whole, .path = path, .elements = {}, .sections = {}};
  section.elements = {.what = "elements",
                      .total = whole.facts.total,
                      .may_share = may_share_elements(whole.group.type, zone.mesh().pieces()),
                      .in_pieces = {}};
  for (const auto& node : group.nodes) {
    const auto is_same = [&](const LocalSection& local) { return local.node == node.node; };
    const auto& locals = zone.mesh().piece(node.piece).sections;
    const auto local = std::find_if(locals.begin(), locals.end(), is_same);
    if (local == locals.end()) throw error_at(zone, node, "is not an Elements_t, unlike in another piece");
    section.sections.push_back(&*local);
    section.elements.in_pieces.push_back(
        {.piece = node.piece, .numbers = local->numbers, .count = local->count, .ghosts = local->ghosts});
  }
  return section;
}

/// Index of the faces of the piece of `at` whose orientation is reversed in the whole zone; -1 for sections
/// without faces.
int turned_entities(SectionJob& section, const PieceNode& at) {
  const auto faces = face_sections(section.zone.mesh().piece(at.piece));
  const bool has_faces = std::ranges::find(faces, section.sections[at.parent]) != faces.end();
  return has_faces ? turned_of(section.zone, at.piece) : -1;
}

/// True if reversing the nodes of a face flips its orientation and changes nothing else.
bool flips_by_reversal(int type) {
  constexpr std::array<std::string_view, 3> types = {"BAR_2", "TRI_3", "QUAD_4"};
  return type == cgns::element_type::ngon ||
         std::ranges::find(types, cgns::element_type_of(type)->name) != types.end();
}

/// Lets the faces of the section be turned: nodes and parents, or neither, so that they agree.
void turn_faces(SectionJob& section, Move& move) {
  if (!flips_by_reversal(section.whole.group.type)) return;
  move.turned = [&](const PieceNode& node) { return turned_entities(section, node); };
  move.first_face = [&](const PieceNode& node) { return section.sections[node.parent]->first; };
}

cgns::Node element_range(const SectionJob& section, const cgns::Node& like) {
  const auto first = section.whole.first;
  const auto last = first + section.whole.facts.total - 1;
  const bool wide = like.type == cgns::DataType::I8 || last > std::numeric_limits<std::int32_t>::max();
  return cgns::integer_node("ElementRange", "IndexRange_t", {2}, {first, last},
                            wide ? cgns::DataType::I8 : cgns::DataType::I4);
}

/// ElementConnectivity of NGON_n, NFACE_n and MIXED, or with `shape` ragged_offsets ElementStartOffset.
cgns::Node ragged_array(SectionJob& section, const PieceGroup& group, const std::string& path, Shape shape) {
  auto& zone = section.zone;
  const int type = section.whole.group.type;
  const auto& ragged = section.whole.facts.ragged;
  if (section.ragged < 0) {
    zone.job.ragged.push_back(ragged);
    section.ragged = static_cast<int>(zone.job.ragged.size()) - 1;
  }
  plan::Composite composite;
  for (const auto& array : group.nodes) {
    const auto& local = *section.sections[array.parent];
    if (local.count == 0) continue;
    if (!array.node->is_bulk()) throw error_at(zone, array, "is not an array that scales with the mesh");
    plan::Indexed indexed{
        .source = array.node->array,
        .numbers = local.numbers.array,
        .first_number = local.numbers.first,
        .count = local.count,
        .part = array.piece,
        .shape = shape,
        .ragged = section.ragged,
        .offsets = local.starts,
        .has_heads = local.has_heads(),
        .may_share = section.elements.may_share,
    };
    if (shape == Shape::ragged && type == cgns::element_type::nface) {
      indexed.numbering = zone.mesh().element_numbering(array.piece);
      indexed.turned_values = turned_of(zone, array.piece);
    } else if (shape == Shape::ragged) {
      indexed.numbering = zone.mesh().vertex_numbering(array.piece);
      indexed.turned = turned_entities(section, array);
      indexed.first_face = local.first;
    }
    composite.indexed.push_back(indexed);
  }
  const bool is_offsets = shape == Shape::ragged_offsets;
  const auto largest =
      is_offsets ? ragged.values : std::max(zone.mesh().vertices(), zone.mesh().last_element());
  const auto out_type = integer_type(zone, group, path, largest);
  cgns::Node node{.name = group.name, .label = group.label()};
  if (is_offsets && section.whole.facts.total == 0) {
    return completed(zone, cgns::integer_node(group.name, group.label(), {1}, {0}, out_type), group, path);
  }
  const auto total = is_offsets ? section.whole.facts.total + 1 : ragged.values;
  set_composite(zone, node, path, out_type, {total}, std::move(composite));
  return completed(zone, std::move(node), group, path);
}

void require_everywhere(const SectionJob& section, const PieceGroup& group) {
  for (std::size_t i = 0; i < section.sections.size(); ++i) {
    const auto has = [&](const PieceNode& node) { return node.parent == i; };
    const bool found = std::any_of(group.nodes.begin(), group.nodes.end(), has);
    if (found || section.sections[i]->count == 0) continue;
    const auto& view = section.zone.mesh().piece(section.elements.in_pieces[i].piece);
    throw view.error(section.zone.inputs(), cgns::join(view.path, section.sections[i]->node->name),
                     fmt::format("does not have {}, unlike {}; pcgns-restripe --cgns-version gives all files "
                                 "one form",
                                 group.name, group.nodes.front().path));
  }
}

cgns::Node connectivity(SectionJob& section, const PieceGroup& group, const std::string& path) {
  auto& zone = section.zone;
  const auto& type = *cgns::element_type_of(section.whole.group.type);
  if (section.sections.front()->is_ragged()) {
    require_everywhere(section, group);
    return ragged_array(section, group, path, Shape::ragged);
  }
  Move move{.width = type.nodes,
            .flat = true,
            .largest = zone.mesh().vertices(),
            .numbering = [&](const PieceNode& node) { return zone.mesh().vertex_numbering(node.piece); }};
  // SEACAS identifies boundary elements by ParentElements alone; their vertices are all 0.
  const auto& like = *section.sections.front()->node;
  const auto* parents = cgns::parents_node(like);
  move.fills_zeros = parents != nullptr &&
                     (zone.mesh().original().convention == Convention::coordinates ||
                      parents->name == "ParentData" || like.child("ParentElementsPosition") != nullptr);
  turn_faces(section, move);
  return moved_array(zone, group, path, section.elements, move);
}

cgns::Node parents(SectionJob& section, const PieceGroup& group, const std::string& path) {
  auto& zone = section.zone;
  const bool has_both = group.name == "ParentData";
  Move move{
      .width = has_both ? 4 : 2, .numbered_columns = has_both ? 2 : 0, .columns = true, .fills_zeros = true};
  turn_faces(section, move);
  if (group.name != "ParentElementsPosition") {
    move.largest = zone.mesh().last_element();
    const auto dimension = dimension_of(section.whole.group.type, zone.mesh().cell_dimension());
    const bool are_cells = dimension == zone.mesh().cell_dimension() - 1;
    move.numbering = [&zone, are_cells](const PieceNode& node) {
      return are_cells ? zone.mesh().cell_numbering(node.piece) : zone.mesh().element_numbering(node.piece);
    };
  }
  return moved_array(zone, group, path, section.elements, move);
}

cgns::Node element_array(SectionJob& section, const PieceGroup& group, const std::string& path) {
  if (group.name == "ElementConnectivity") return connectivity(section, group, path);
  for (const auto* name : {"ParentElements", "ParentElementsPosition", "ParentData"}) {
    if (group.name == name) return parents(section, group, path);
  }
  if (group.name == "ElementStartOffset") {
    require_everywhere(section, group);
    return ragged_array(section, group, path, Shape::ragged_offsets);
  }
  return moved_array(section.zone, group, path, section.elements);
}

bool is_data(const PieceGroup& group) {
  return group.label() == "DataArray_t" && !group.nodes.front().node->link;
}

/// ElementSizeBoundary that pcgns-repartition recorded for the zone; null if it did not.
const cgns::Node* recorded_boundary(const PieceNode& at) {
  const auto* metadata = at.node->child(numbering_name);
  return metadata == nullptr ? nullptr : metadata->child(boundary_size_node);
}

/// The same of all pieces. Throws Error{input} if they contradict each other, or the number of elements.
std::int64_t required_boundary(const SectionJob& section, const PieceGroup& group) {
  const auto text = [](const PieceNode& at) {
    const auto* node = recorded_boundary(at);
    return node == nullptr || node->type != cgns::DataType::C1 ? "missing" : cgns::text_of(*node);
  };
  const auto first = text(group.nodes.front());
  for (const auto& at : group.nodes) {
    const auto number = number_of(text(at));
    if (number && *number <= section.whole.facts.total && text(at) == first) continue;
    auto node = at;
    node.path = cgns::join(cgns::join(at.path, numbering_name), boundary_size_node);
    const auto why = fmt::format("is {}, but {} in another piece, and there are {} elements", text(at), first,
                                 section.whole.facts.total);
    throw coded(error_at(section.zone, node, why), "S0104");
  }
  return *number_of(first);
}

/// True if all elements of all pieces are boundary elements.
bool are_all_boundary(const SectionJob& section) {
  return std::ranges::all_of(section.sections, [](const LocalSection* local) {
    const auto values = small_integers(local->node);
    return values.size() == 2 && values[1] == local->count + local->ghosts;
  });
}

/// ElementSizeBoundary of the whole section; 0 if boundary elements need not come first.
std::int64_t boundary_of(const SectionJob& section, const PieceGroup& group, std::int64_t in_first) {
  if (std::ranges::any_of(group.nodes, recorded_boundary)) return required_boundary(section, group);
  if (section.zone.mesh().pieces().size() == 1) return in_first;
  return are_all_boundary(section) ? section.whole.facts.total : 0;
}

/// The element type, and the number of boundary elements.
cgns::Node section_node(SectionJob& section, const PieceGroup& group) {
  auto& zone = section.zone;
  auto node = fileset::copied_alone(zone.job.merge, zone.mesh().piece(group.nodes.front().piece).piece->file,
                                    group.first());
  const auto values = small_integers(&node);
  if (values.size() == 2)
    node.data =
        cgns::integer_node({}, {}, {2}, {values[0], boundary_of(section, group, values[1])}, node.type).data;
  return fileset::with_extras(std::move(node), group.nodes);
}

}  // namespace

bool has_polyhedra(const PieceView& view) {
  return std::ranges::any_of(view.sections, [](const LocalSection& section) {
    return section.type == cgns::element_type::nface && section.count > 0;
  });
}

cgns::Node united_section(ZoneJob& zone, const PieceGroup& group, const std::string& path) {
  const auto& wholes = zone.mesh().sections();
  const auto whole = std::find_if(wholes.begin(), wholes.end(),
                                  [&](const WholeSection& w) { return w.group.name == group.name; });
  if (whole == wholes.end()) throw Error(ErrorKind::internal, fmt::format("{} is unknown", path));
  for (const auto& at : group.nodes) {
    if (cgns::has_both_forms_of_parents(*at.node)) throw error_at(zone, at, cgns::why_not_both_forms);
  }
  auto section = section_job(zone, *whole, group, path);
  auto node = section_node(section, group);
  for (const auto& below : grouped_data(group.nodes)) {
    const auto below_path = cgns::join(path, below.name);
    if (below.name == "ElementRange") {
      node.children.push_back(
          completed(zone, element_range(section, *below.nodes.front().node), below, below_path));
    } else if (is_data(below)) {
      node.children.push_back(element_array(section, below, below_path));
    } else {
      unite_into(zone, below, group.nodes, below_path, node.children);
    }
  }
  return node;
}

}  // namespace pcgns::fileset
