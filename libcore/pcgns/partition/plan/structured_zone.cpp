// Builds a piece of a structured zone: extents, arrays with a value per vertex or cell, and nodes copied
// unchanged.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/partition/plan/ghost_sides.hpp"
#include "pcgns/partition/plan/structured.hpp"
#include "pcgns/partition/plan/style.hpp"
#include "pcgns/partition/plan/uncut.hpp"

namespace pcgns::partition {

namespace {

using cgns::Rind;

/// The extents of a whole array, rind included, in the indices of its points.
Block whole_array(const PieceJob& job, const Location& location, const Rind& rind) {
  return with_rind(points_of({{0, 0, 0}, job.size().cells}, location, job.dimension()), rind,
                   job.dimension());
}

Rind rind_of(const PieceJob& job, const cgns::Node& container, const std::string& below) {
  Rind rind = {};
  const auto* node = container.child_labelled("Rind_t");
  if (node == nullptr) return rind;
  const auto values = integers_of(*node, job.path(cgns::join(below, node->name)));
  const bool is_good = values.size() == 2 * job.dimension() &&
                       std::all_of(values.begin(), values.end(), [](std::int64_t n) { return n >= 0; });
  if (!is_good)
    throw job.error(cgns::join(below, node->name), "does not have one number of planes for each side");
  std::copy(values.begin(), values.end(), rind.begin());
  return rind;
}

cgns::Node rind_node(const PieceJob& job, const std::string& name, const Rind& rind,
                     const std::string& label = "Rind_t") {
  const auto count = static_cast<std::int64_t>(2 * job.dimension());
  return cgns::integer_node(name, label, {count}, {rind.begin(), rind.begin() + count});
}

/// Records the ghosts from across interfaces, which a merge must remove.
void add_interface_ghosts(PieceJob& job, const Rind& own, const Rind& kept) {
  for (std::size_t side = 0; side < 2 * job.dimension(); ++side) {
    const auto d = side / 2;
    const bool is_outside =
        side % 2 == 0 ? job.piece.cells.begin[d] == 0 : job.piece.cells.end[d] == job.size().cells[d];
    if (is_outside && kept[side] > own[side]) job.interface_ghosts[side] = kept[side];
  }
}

cgns::Node cut_field(PieceJob& job, const cgns::Node& container, const cgns::Node& array,
                     const GhostSides& sides, const Block& whole, const Block& region) {
  if (sides.borrowed.empty()) return job.file.cut(array, whole, region);
  std::vector<FileBuilder::BorrowedPoints> borrowed;
  for (const auto& [zone, points, axes, first] : sides.borrowed) {
    const auto index = static_cast<std::size_t>(zone);
    const auto& lender = *job.mesh.zones[index]->child(container.name);
    const auto location = cgns::location_of_fields(lender, job.dimension());
    borrowed.push_back(
        {lender.child(array.name),
         points_of({{0, 0, 0}, job.mesh.decomposition.zones[index].cells}, *location, job.dimension()),
         points, axes, first});
  }
  return job.file.cut_with_borrowed_points(array, whole, region, borrowed);
}

/// Cuts GridCoordinates_t, FlowSolution_t and similar containers.
cgns::Node cut_fields(PieceJob& job, const cgns::Node& container, const std::string& below) {
  if (has_points_below(container)) throw job.error(below, has_points_of_its_own);
  const auto location = cgns::location_of_fields(container, job.dimension());
  if (!location) throw job.error(below, "has a GridLocation that is not valid in a structured zone");
  const auto rind = rind_of(job, container, below);
  const auto sides = ghost_sides_of(job, container, *location, rind);
  const auto& kept = sides.rind;
  add_interface_ghosts(job, rind, kept);
  const auto whole = whole_array(job, *location, rind);
  const auto region =
      with_rind(points_of(job.piece.cells, *location, job.dimension()), kept, job.dimension());
  auto node = job.file.copied_alone(container);
  if (container.child_labelled("Rind_t") == nullptr && kept != Rind{})
    node.children.push_back(rind_node(job, "Rind", kept));
  for (const auto& child : container.children) {
    const bool is_field = child.label == "DataArray_t" && !cgns::is_empty(child);
    if (child.label == "Rind_t") {
      node.children.push_back(rind_node(job, child.name, kept));
      job.file.add_what_is_below(child, node.children.back());
    } else if (is_field && !plan::has_extents(child, whole)) {
      throw job.error(cgns::join(below, child.name),
                      fmt::format("does not have the extents of its zone: expected {}, found {}",
                                  cgns::text_of_extents(whole.sizes(), job.size().dimension),
                                  fmt::join(child.dims, " x ")));
    } else {
      node.children.push_back(is_field ? cut_field(job, container, child, sides, whole, region)
                                       : job.file.copied(child));
    }
  }
  return node;
}

/// Where an array of user data has a value for each of the points of `cells`: at the faces that the
/// GridLocation of its parent names, at vertices, or in cells.
std::optional<Location> location_in(const PieceJob& job, const cgns::Node& parent, const cgns::Node& array,
                                    const Block& cells) {
  const bool is_field = array.label == "DataArray_t" && !array.link && cgns::size_of(array.type) > 0 &&
                        array.dims.size() >= job.dimension();
  const auto named = cgns::parse_location(cgns::location_of(parent), job.dimension());
  constexpr Location vertices = {true, true, true};
  for (const auto& location : {named.value_or(vertices), vertices, Location{false, false, false}}) {
    if (is_field && plan::has_extents(array, points_of(cells, location, job.dimension()))) return location;
  }
  return std::nullopt;
}

/// Copies a node of user data, and notes its arrays that a merge could take for pieces of one.
cgns::Node copied_whole(PieceJob& job, const cgns::Node& parent, const cgns::Node& node,
                        const std::string& below) {
  if (location_in(job, parent, node, job.piece.cells)) job.uncut_arrays.push_back(below);
  auto copy = job.file.copied_alone(node);
  for (const auto& child : node.children)
    copy.children.push_back(copied_whole(job, node, child, cgns::join(below, child.name)));
  return copy;
}

/// Cuts arrays with a value per vertex or cell; copies the rest.
cgns::Node cut_user_data(PieceJob& job, const cgns::Node& user_data) {
  auto node = job.file.copied_alone(user_data);
  const Block all = {{0, 0, 0}, job.size().cells};
  for (const auto& child : user_data.children) {
    const auto location = location_in(job, user_data, child, all);
    node.children.push_back(
        location ? job.file.cut(child, points_of(all, *location, job.dimension()),
                                points_of(job.piece.cells, *location, job.dimension()))
                 : copied_whole(job, user_data, child, cgns::join(user_data.name, child.name)));
  }
  return node;
}

cgns::Node cut_boundaries(PieceJob& job, const cgns::Node& boundaries) {
  if (const auto* beside = points_beside(boundaries))
    throw job.error(cgns::join(boundaries.name, beside->name), why_not_beside(boundaries, *beside));
  auto node = job.file.copied_alone(boundaries);
  for (const auto& child : boundaries.children) {
    if (child.label != "BC_t") {
      node.children.push_back(job.file.copied(child));
    } else if (auto bc = cut_point_set(job, child, cgns::join(boundaries.name, child.name))) {
      node.children.push_back(*std::move(bc));
    }
  }
  return node;
}

std::optional<cgns::Node> cut_child(PieceJob& job, const cgns::Node& child) {
  const bool is_of_piece = job.zone().child(fileset::numbering_name) != nullptr;
  if (is_of_piece && fileset::is_metadata(child)) return std::nullopt;  // of an earlier partition
  if (child.link) return job.file.copied(child);
  if (is_on_interface(child) || is_kept_whole(child, true)) return std::nullopt;  // kept by uncut.hpp
  if (child.label == "ZoneBC_t") return cut_boundaries(job, child);
  if (child.label == "ZoneGridConnectivity_t") return cut_interfaces(job, child);
  if (child.label == "ZoneSubRegion_t" || has_points(child)) return cut_point_set(job, child, child.name);
  if (cgns::is_field_container(child.label)) return cut_fields(job, child, child.name);
  if (child.label == "UserDefinedData_t") return cut_user_data(job, child);
  return job.file.copied(child);
}

cgns::Node zone_node(const PieceJob& job) {
  const auto dimension = job.dimension();
  std::vector<std::int64_t> values(3 * dimension);
  for (std::size_t d = 0; d < dimension; ++d) {
    values[d] = job.piece.cells.size(d) + 1;
    values[d + dimension] = job.piece.cells.size(d);
  }
  auto node = cgns::integer_node(name_of(job.mesh, job.piece), "Zone_t", {job.size().dimension, 3}, values,
                                 job.zone().type);
  node.extras = job.zone().extras;
  return node;
}

FileBuilder::Taken taken_at(const PieceJob& job, int source, const Location& location) {
  return {source, points_of({{0, 0, 0}, job.size().cells}, location, job.dimension()).sizes(),
          points_of(job.piece.cells, location, job.dimension())};
}

/// Adds the global numbers of all vertices, faces and cells of the piece, in Maia's layout.
void add_full_numbering(PieceJob& job, cgns::Node& numbering) {
  if (job.mesh.numbers.empty()) return;
  const auto& numbers = job.mesh.numbers[static_cast<std::size_t>(job.piece.zone)];
  const auto add = [&](const char* name, const std::vector<FileBuilder::Taken>& boxes) {
    numbering.children.push_back(job.file.taken(name, cgns::DataType::I8, boxes));
  };
  add("Vertex", {taken_at(job, numbers.vertices, {true, true, true})});
  if (job.dimension() == 3) {
    add("Face", {taken_at(job, numbers.faces[0], {true, false, false}),
                 taken_at(job, numbers.faces[1], {false, true, false}),
                 taken_at(job, numbers.faces[2], {false, false, true})});
  }
  add("Cell", {taken_at(job, numbers.cells, {false, false, false})});
}

/// Records the cells of the piece, in Maia's layout, but with CellRange as DataArray_t. Maia uses an
/// IndexRange_t, and the reference library rejects files with an IndexRange_t of this name.
cgns::Node numbering_node(PieceJob& job) {
  const auto dimension = job.dimension();
  std::vector<std::int64_t> range(2 * dimension);
  std::vector<std::int64_t> cells(dimension);
  for (std::size_t d = 0; d < dimension; ++d) {
    range[d] = job.piece.cells.begin[d] + 1;
    range[d + dimension] = job.piece.cells.end[d];
    cells[d] = job.size().cells[d];
  }
  cgns::Node node{.name = std::string(fileset::numbering_name), .label = "UserDefinedData_t"};
  add_full_numbering(job, node);
  node.children.push_back(fitting_node("CellRange", "DataArray_t", {job.size().dimension, 2}, range));
  node.children.push_back(
      cgns::integer_node("CellSize", "DataArray_t", {job.size().dimension}, cells, cgns::DataType::I8));
  if (job.interface_ghosts != Rind{})
    node.children.push_back(
        rind_node(job, std::string(fileset::interface_ghosts_node), job.interface_ghosts, "DataArray_t"));
  if (!job.uncut_arrays.empty()) node.children.push_back(record_of_uncut(job.uncut_arrays));
  return node;
}

}  // namespace

std::string name_of(const Mesh& mesh, const StructuredPiece& piece) {
  return mesh.names[static_cast<std::size_t>(&piece - mesh.decomposition.pieces.data())];
}

Block points_of(const Block& cells, const Location& location, std::size_t dimension) {
  Block points;
  for (std::size_t d = 0; d < dimension; ++d) {
    points.begin[d] = cells.begin[d];
    points.end[d] = cells.end[d] + (location[d] ? 1 : 0);
  }
  return points;
}

std::vector<std::int64_t> integers_of(const cgns::Node& node, std::string_view path) {
  if (node.type != cgns::DataType::I4 && node.type != cgns::DataType::I8)
    throw node_error(path, fmt::format("is {}, not I4 or I8", cgns::to_string(node.type)));
  if (static_cast<std::int64_t>(node.data.size()) != cgns::bytes_of(node.type, node.dims))
    throw node_error(path, "is too large: its values are not loaded");
  return cgns::integers_of(node);
}

cgns::Node fitting_node(std::string name, std::string label, std::vector<std::int64_t> dims,
                        const std::vector<std::int64_t>& values, cgns::DataType type) {
  const bool is_wide = std::ranges::any_of(
      values, [](std::int64_t value) { return value > std::numeric_limits<std::int32_t>::max(); });
  return cgns::integer_node(std::move(name), std::move(label), std::move(dims), values,
                            is_wide ? cgns::DataType::I8 : type);
}

cgns::Node cut_zone(PieceJob& job) {
  auto node = zone_node(job);
  for (const auto& child : job.zone().children) {
    if (auto cut = cut_child(job, child)) node.children.push_back(*std::move(cut));
  }
  if (auto interfaces = remaining_interfaces(job, node)) node.children.push_back(*std::move(interfaces));
  auto numbering = numbering_node(job);
  add_style_metadata(job.mesh, job.piece, node, numbering);
  node.children.push_back(std::move(numbering));
  return node;
}

}  // namespace pcgns::partition
