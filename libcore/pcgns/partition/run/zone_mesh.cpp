#include "pcgns/partition/run/zone_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/mesh/parents.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/partition/run/distribution.hpp"

namespace pcgns::partition {

namespace {

namespace element_type = cgns::element_type;

bool is_version_3_0(const plan::Plan& plan) {
  constexpr std::int64_t hexa_8 = 17;
  const auto version = cgns::version_in(plan.output.child("CGNSLibraryVersion"));
  return cgns::number_of_today(hexa_8, version) != hexa_8;
}

/// True if the vertices are few, or elements or an array below a child of the zone can be of so many.
bool shows_vertices(const plan::Plan& plan, const mesh::Zone& zone) {
  constexpr std::int64_t few = 1 << 20;
  if (zone.vertices <= few) return true;
  std::int64_t nodes = 0;
  for (const auto& section : zone.sections) {
    if (section.connectivity >= 0)
      nodes += cgns::count_of(plan.targets[static_cast<std::size_t>(section.connectivity)].dims);
  }
  const auto has_values = [&](const cgns::Node& node) {
    return node.is_bulk() &&
           cgns::count_of(plan.targets[static_cast<std::size_t>(node.array)].dims) >= zone.vertices;
  };
  return zone.vertices <= nodes || std::ranges::any_of(zone.node->children, [&](const cgns::Node& child) {
           return std::ranges::any_of(child.children, has_values);
         });
}

/// A wrong number of vertices must not take the memory of so many.
void require_vertices(const plan::Plan& plan, const mesh::Zone& zone) {
  const auto* grid = zone.node->child("GridCoordinates");
  for (std::size_t i = 0; grid != nullptr && i < grid->children.size(); ++i) {
    const auto& array = grid->children[i];
    if (array.label != "DataArray_t" || !array.is_bulk()) continue;
    const auto count = cgns::count_of(plan.targets[static_cast<std::size_t>(array.array)].dims);
    if (zone.vertices > 0 && count % zone.vertices == 0) continue;
    throw node_error(cgns::join(cgns::join(zone.path, grid->name), array.name),
                     fmt::format("does not have a value for each vertex: expected {} values, found {}",
                                 zone.vertices, count));
  }
  if (!shows_vertices(plan, zone))
    throw node_error(zone.path, fmt::format("VertexSize is {}, but there are no coordinates, and neither "
                                            "elements nor values for so many vertices",
                                            zone.vertices));
}

/// Throws if a section has no valid type or ElementRange.
void require_known_sections(const mesh::Zone& zone) {
  for (const auto& node : zone.node->children) {
    const auto is_it = [&](const mesh::Section& section) { return section.node == &node; };
    if (node.label != "Elements_t" || std::ranges::any_of(zone.sections, is_it)) continue;
    const auto path = cgns::join(zone.path, node.name);
    const auto range = mesh::small_integers(node.child("ElementRange"));
    if (mesh::small_integers(&node).empty() || range.size() != 2)
      throw node_error(path, "has no valid type or ElementRange");
    if (range[0] >= 1 && range[0] <= range[1])
      throw node_error(cgns::join(path, "ElementRange"),
                       fmt::format("ends at {}: no file has so many elements", range[1]));
    throw node_error(cgns::join(path, "ElementRange"),
                     fmt::format("is not a range of elements: expected two numbers from 1 on, the second not "
                                 "below the first, found {} and {}",
                                 range[0], range[1]));
  }
}

/// Throws if a node that numbers something of the section has another label, or other values than integers.
void require_integers(const mesh::Section& section) {
  for (const auto& node : section.node->children) {
    const bool is_range = node.name == "ElementRange";
    const bool is_of_numbers = is_range || node.name == "ElementConnectivity" ||
                               node.name == "ElementStartOffset" || node.name == "ParentElements" ||
                               node.name == "ParentElementsPosition" || node.name == "ParentData";
    if (!is_of_numbers || node.link) continue;
    const std::string_view label = is_range ? "IndexRange_t" : "DataArray_t";
    const auto path = cgns::join(section.path, node.name);
    if (node.label != label) throw node_error(path, fmt::format("is a {}, expected {}", node.label, label));
    if (cgns::is_empty(node)) throw node_error(path, "has no values");
    if (!cgns::is_integer(node.type))
      throw node_error(path, fmt::format("is {}, not I4 or I8", cgns::to_string(node.type)));
    if (is_range && node.dims.size() != 1)
      throw node_error(path, fmt::format("has {} extents, expected 1", node.dims.size()));
  }
}

/// Throws if the values of elements of different sizes have several extents, or if ElementStartOffset does
/// not have one for each element, and one for the end.
void require_offsets(const plan::Plan& plan, const mesh::Section& section) {
  const auto* type = cgns::element_type_of(section.type);
  if (type != nullptr && type->nodes > 0) return;  // Elements of one size.
  for (const int target : {section.connectivity, section.offsets}) {
    if (target < 0) continue;
    const auto& array = plan.targets[static_cast<std::size_t>(target)];
    if (array.dims.size() != 1)
      throw node_error(array.path, fmt::format("has {} extents, expected 1", array.dims.size()));
  }
  if (section.offsets < 0) return;
  const auto& array = plan.targets[static_cast<std::size_t>(section.offsets)];
  if (const auto count = cgns::count_of(array.dims); count != section.count() + 1)
    throw node_error(array.path, fmt::format("has {} values, expected {}: one for each element, and the end",
                                             count, section.count() + 1));
}

/// Throws for files of version 3.0, whose sections cannot be read like those of others.
void require_numbers_of_today(const plan::Plan& plan, const mesh::Zone& zone) {
  if (!is_version_3_0(plan)) return;
  const auto mixed = std::ranges::find(zone.sections, element_type::mixed, &mesh::Section::type);
  const auto advice = mixed == zone.sections.end()
                          ? std::string("pcgns-restripe --cgns-version 4.2 gives them the numbers of today")
                          : fmt::format("the mixed elements of {} cannot be converted either", mixed->path);
  throw node_error(
      "/CGNSLibraryVersion",
      "is 3.0: files of this version number element types differently and cannot be split; " + advice);
}

/// Checks that sections are of supported kinds and numbered consecutively, so that parts can have them.
void require_sections(const plan::Plan& plan, const mesh::Zone& zone) {
  require_numbers_of_today(plan, zone);
  require_known_sections(zone);
  std::int64_t next = 1;
  for (const auto& section : zone.sections) {
    if (section.first != next)
      throw node_error(section.path,
                       fmt::format("has elements from {} on, expected {}: {}", section.first, next,
                                   section.first > next ? "element numbers with gaps cannot be split"
                                                        : "two sections have elements of the same numbers"));
    next = section.last + 1;
    if (may_have_ghosts(*section.node))
      throw node_error(section.path, "has a Rind_t: ghost elements cannot be split");
    if (section.type == element_type::nface && zone.dimension != 3)
      throw node_error(section.path, "has polyhedra, but CellDimension of the base is not 3");
    if (const auto values = mesh::small_integers(section.node);
        values.size() > 1 && (values[1] < 0 || values[1] > section.count()))
      throw node_error(section.path,
                       fmt::format("counts {} boundary elements (ElementSizeBoundary), expected 0 to {}",
                                   values[1], section.count()));
    if (cgns::has_both_forms_of_parents(*section.node))
      throw node_error(section.path, std::string(cgns::why_not_both_forms));
    require_integers(section);
    if (section.connectivity < 0) throw node_error(section.path, "has no ElementConnectivity of integers");
    require_offsets(plan, section);
    for (const int target : {section.parents, section.positions}) {
      if (target < 0) continue;
      const auto& array = plan.targets[static_cast<std::size_t>(target)];
      const auto columns = section.has_parent_data() ? 4 : 2;
      if (array.dims != std::vector<std::int64_t>{section.count(), columns})
        throw node_error(array.path, fmt::format("does not have {} values for each element", columns));
    }
  }
}

void require_no_flaw(const mesh::Elements& elements) {
  if (elements.flaw == mesh::Flaw::none) return;
  throw node_error(
      elements.section->path,
      fmt::format("has a connectivity that does not fit its elements (element {})", elements.position + 1));
}

/// The first value of this rank that is not a valid node (for NFACE_n: polygon) number; -1 if all are.
std::int64_t first_bad(const ZoneMesh& mesh, std::size_t section) {
  const auto& elements = mesh.sections[section];
  std::int64_t bad = -1;
  const bool is_nface = elements.section->type == element_type::nface;
  const bool may_be_blank = mesh::may_be_blank(*elements.section, mesh.zone.dimension);
  mesh::for_each_block(elements, [&](const mesh::Block& block) {
    for (std::int64_t i = 0; bad < 0 && i < block.size(); ++i) {
      const auto nodes = block.nodes(i);
      bool good =
          is_nface || mesh::is_within(nodes, mesh.zone.vertices) || (may_be_blank && mesh::is_blank(nodes));
      for (std::size_t k = 0; is_nface && k < nodes.size(); ++k) {
        const int at =
            nodes[k] == std::numeric_limits<std::int64_t>::min() ? -1 : mesh.section_of(std::abs(nodes[k]));
        good = good && at >= 0 && mesh.roles[static_cast<std::size_t>(at)].polygons;
      }
      if (elements.is_mixed()) {
        const auto* type = cgns::element_type_of(block.type(i));
        good = good && type != nullptr && type->nodes == static_cast<int>(nodes.size());
      }
      if (!good) bad = block.number(i);
    }
  });
  return bad;
}

void require_nodes(par::Session& session, const ZoneMesh& mesh, std::size_t section) {
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  const auto mine = first_bad(mesh, section);
  const auto bad = par::all_min(session.comm(), mine < 0 ? none : mine);
  if (bad == none) return;
  throw node_error(cgns::join(mesh.sections[section].section->path, "ElementConnectivity"),
                   fmt::format("element {} has nodes that do not exist", bad + 1));
}

SectionRole role_of(const ZoneMesh& mesh, const mesh::Elements& elements) {
  SectionRole role;
  role.mixed = elements.is_mixed();
  role.cells = elements.section->dimension() == mesh.dimension();
  role.polygons = elements.section->type == element_type::ngon && mesh.dimension() == 3;
  return role;
}

/// Numbers the cells of all sections; how many there are.
std::int64_t number_cells(par::Session& session, ZoneMesh& mesh) {
  std::int64_t next = 0;
  for (std::size_t s = 0; s < mesh.sections.size(); ++s) {
    auto& role = mesh.roles[s] = role_of(mesh, mesh.sections[s]);
    std::vector<std::int64_t> count(1, role.cells ? mesh.sections[s].mine.size() : 0);
    if (role.mixed) {
      mesh::for_each_block(mesh.sections[s], [&](const mesh::Block& block) {
        for (std::int64_t i = 0; i < block.size(); ++i) count[0] += mesh.is_cell(s, block, i) ? 1 : 0;
      });
    }
    const auto before = par::sums_before(session.comm(), count);
    role.first_cell = next + before[0];
    next += count[0];
  }
  return next;
}

/// Finds the dimension of the cells where sections do not tell it: a surface of MIXED elements or polygons
/// may be in a base of volumes, and so may NODE elements.
void count_cells(par::Session& session, ZoneMesh& mesh) {
  const auto cells = number_cells(session, mesh);
  const bool has_parents = std::any_of(mesh.zone.sections.begin(), mesh.zone.sections.end(),
                                       [](const mesh::Section& section) { return section.parents >= 0; });
  mesh.cells_are_implied = cells == 0 && has_parents;
  if (mesh.cells_are_implied || cells == mesh.zone.cells) return;
  while (cells == 0 && mesh.zone.dimension > 0) {
    --mesh.zone.dimension;
    if (number_cells(session, mesh) == mesh.zone.cells) return;
  }
  throw node_error(mesh.zone.path,
                   fmt::format("has {} cells, but its sections have {}", mesh.zone.cells, cells));
}

}  // namespace

int ZoneMesh::section_of(std::int64_t element) const {
  const auto found = std::upper_bound(
      zone.sections.begin(), zone.sections.end(), element,
      [](std::int64_t value, const mesh::Section& section) { return value < section.first; });
  if (found == zone.sections.begin() || element > (found - 1)->last) return -1;
  return static_cast<int>(found - zone.sections.begin()) - 1;
}

bool ZoneMesh::is_cell(std::size_t section, const mesh::Block& block, std::int64_t i) const {
  if (!roles[section].mixed) return roles[section].cells;
  const auto* type = cgns::element_type_of(block.type(i));
  return type != nullptr && type->dimension == zone.dimension;
}

ZoneMesh read_mesh(par::Session& session, const mesh::Dataset& dataset, const mesh::Zone& zone) {
  ZoneMesh mesh;
  mesh.zone = zone;
  require_sections(dataset.plan, zone);
  require_vertices(dataset.plan, zone);
  for (const auto& section : zone.sections) {
    mesh.sections.push_back(mesh::read_elements(session, dataset, section));
    require_no_flaw(mesh.sections.back());
    mesh.roles.push_back(role_of(mesh, mesh.sections.back()));
  }
  for (std::size_t s = 0; s < mesh.sections.size(); ++s) {
    require_nodes(session, mesh, s);
    mesh.sections[s].all_within = !mesh::may_be_blank(zone.sections[s], zone.dimension);
  }
  count_cells(session, mesh);
  return mesh;
}

int cell_dimension_of(const mesh::Zone& zone) {
  std::vector<std::int64_t> types;
  for (const auto& section : zone.sections) types.push_back(section.type);
  return cgns::cell_dimension(static_cast<int>(zone.dimension), types);
}

bool may_have_ghosts(const cgns::Node& node) {
  const auto* rind = node.child_labelled("Rind_t");
  if (rind == nullptr) return false;
  const auto planes = mesh::small_integers(rind);
  return planes.empty() || std::any_of(planes.begin(), planes.end(), [](std::int64_t n) { return n != 0; });
}

void require_cells(par::Session& session, const ZoneMesh& mesh, const mesh::Elements& faces,
                   const mesh::ParentColumns& parents) {
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  auto mine = none;
  for (const auto& column : parents) {
    for (std::size_t i = 0; i < column.size(); ++i) {
      const int section = column[i] < 1 ? -1 : mesh.section_of(column[i]);
      if (section < 0) continue;
      const auto& role = mesh.roles[static_cast<std::size_t>(section)];
      if (!role.cells && !role.mixed)
        mine = std::min(mine, faces.section->first + faces.mine.begin + static_cast<std::int64_t>(i));
    }
  }
  const auto bad = par::all_min(session.comm(), mine);
  if (bad == none) return;
  throw node_error(
      cgns::join(faces.section->path, cgns::parents_node(*faces.section->node)->name),
      fmt::format("gives element {} a parent that is not a cell: expected the numbers of elements, "
                  "in which the faces count, too",
                  bad));
}

}  // namespace pcgns::partition
