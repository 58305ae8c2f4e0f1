// Makes the interfaces of a part: pieces of those of its zone, and new ones between parts at cuts.
//
// Names follow the style; every style also gets the metadata of SEACAS (Decomp, OriginalName).
#include "pcgns/partition/plan/structured_interfaces.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/partition/plan/style.hpp"
#include "pcgns/partition/plan/uncut.hpp"

namespace pcgns::partition {

namespace {

std::vector<std::int64_t> local_range(const Run3& run, const StructuredPiece& part, std::size_t dimension) {
  std::vector<std::int64_t> values(2 * dimension);
  for (std::size_t d = 0; d < dimension; ++d) {
    values[d] = run.begin[d] - part.cells.begin[d];
    values[d + dimension] = run.end[d] - part.cells.begin[d];
  }
  return values;
}

cgns::Node interface_node(const PieceJob& job, std::string name, const std::string& donor_zone,
                          const InterfacePiece& piece, std::optional<cgns::Node> transform,
                          cgns::DataType type) {
  const auto dimension = static_cast<std::int64_t>(job.dimension());
  const auto& donor = job.mesh.piece(piece.donor);
  auto node = cgns::text_node(std::move(name), "GridConnectivity1to1_t", donor_zone);
  if (transform) node.children.push_back(*std::move(transform));
  node.children.push_back(fitting_node("PointRange", "IndexRange_t", {dimension, 2},
                                       local_range(piece.range, job.piece, job.dimension()), type));
  node.children.push_back(fitting_node("PointRangeDonor", "IndexRange_t", {dimension, 2},
                                       local_range(piece.donor_range, donor, job.dimension()), type));
  return node;
}

/// The name of the opposite piece; nothing if the interface does not name its opposite.
std::optional<std::string> opposite_name(const PieceJob& job, const WholeInterface& interface,
                                         const InterfacePiece& piece) {
  const auto* named = interface.node->child("GridConnectivityDonorName");
  if (named == nullptr) return std::nullopt;
  const auto name = cgns::text_of(*named);
  const auto& donor_zone = *job.mesh.zones[static_cast<std::size_t>(interface.donor)];
  for (const auto& [node, below] : interfaces_named(donor_zone, name)) {
    if (node->label != interface.node->label) continue;
    const auto opposite = read_interface(job, interface.donor, *node, below);
    if (!opposite) continue;
    const auto pieces = pieces_of(job.mesh, *opposite, job.mesh.piece(piece.donor));
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      const bool is_back = &job.mesh.piece(pieces[k].donor) == &job.piece &&
                           has_same_points(pieces[k].range, piece.donor_range) &&
                           has_same_points(pieces[k].donor_range, piece.range);
      if (is_back) return piece_name(job.mesh, donor_zone, name, k, pieces.size());
    }
  }
  return name;
}

cgns::Node piece_node(PieceJob& job, const WholeInterface& interface, const std::string& name,
                      const InterfacePiece& piece) {
  const auto* given = interface.node->child("Transform");
  auto transform = given == nullptr ? std::nullopt : std::optional(job.file.copied(*given));
  auto node = interface_node(job, name, donor_name(job.mesh, *interface.node, job.mesh.piece(piece.donor)),
                             piece, std::move(transform), interface.node->child("PointRange")->type);
  node.extras = interface.node->extras;
  for (const char* set : {"PointRange", "PointRangeDonor"})
    job.file.add_what_is_below(*interface.node->child(set), *node.child(set));
  for (const auto& child : interface.node->children) {
    if (child.name == "Transform" || child.name == "PointRange" || child.name == "PointRangeDonor" ||
        child.name == "GridConnectivityDonorName" || is_left_out_of_pieces(child))
      continue;
    node.children.push_back(job.file.copied(child));
  }
  if (const auto opposite = opposite_name(job, interface, piece))
    add_opposite_name(job.file, *interface.node->child("GridConnectivityDonorName"), *opposite, node);
  add_interface_name(job.file, *interface.node, node);
  return node;
}

void add_cut_interfaces(PieceJob& job, cgns::Node& interfaces) {
  std::size_t number = 0;
  std::vector<std::int64_t> identity;
  for (std::size_t d = 0; d < job.dimension(); ++d) identity.push_back(static_cast<std::int64_t>(d) + 1);
  const auto transform =
      cgns::integer_node("Transform", "\"int[IndexDimension]\"", {std::ssize(identity)}, identity);
  for (const int other : job.mesh.near[static_cast<std::size_t>(job.piece.zone)].touching(job.piece.cells)) {
    const auto& donor = job.mesh.piece(other);
    if (&donor == &job.piece) continue;
    const auto face = common_face(job.piece.cells, donor.cells, job.dimension());
    if (!face) continue;
    const auto name = cut_interface_name(job.mesh, job.piece, donor, number++);
    auto node = interface_node(job, cgns::unique_name(interfaces, name), name_of(job.mesh, donor),
                               {other, *face, *face}, transform, cgns::DataType::I4);
    if (names_opposites(job.mesh.style)) {
      node.children.push_back(cgns::text_node("GridConnectivityDonorName", "Descriptor_t",
                                              cut_interface_name(job.mesh, donor, job.piece, 0)));
    }
    node.children.push_back(cgns::text_node("Decomp", "Descriptor_t", "is_decomp"));
    interfaces.children.push_back(std::move(node));
  }
}

void add_old_interface(PieceJob& job, const cgns::Node& child, const std::string& below,
                       cgns::Node& interfaces) {
  const auto interface = read_interface(job, job.piece.zone, child, below);
  if (!interface) return;
  const auto pieces = pieces_of(job.mesh, *interface, job.piece);
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const auto name = piece_name(job.mesh, job.zone(), child.name, k, pieces.size());
    interfaces.children.push_back(
        piece_node(job, *interface, cgns::unique_name(interfaces, name), pieces[k]));
  }
}

}  // namespace

bool has_same_points(const Run3& a, const Run3& b) {
  for (std::size_t d = 0; d < 3; ++d) {
    if (std::minmax({a.begin[d], a.end[d]}) != std::minmax({b.begin[d], b.end[d]})) return false;
  }
  return true;
}

std::vector<NamedInterface> interfaces_named(const cgns::Node& zone, const std::string& name) {
  std::vector<NamedInterface> found;
  for (const auto& connectivity : zone.children) {
    if (connectivity.label != "ZoneGridConnectivity_t") continue;
    const auto* node = connectivity.child(name);
    if (node != nullptr && !node->link) found.push_back({node, cgns::join(connectivity.name, name)});
  }
  return found;
}

std::string why_uncut(const PieceJob& job, const cgns::Node& interface, const std::string& below) {
  if (has_points_below(interface)) return has_inner_points;
  if (interface.label == "GridConnectivity_t") return why_uncut_general(job, interface, below);
  if (read_interface(job, job.piece.zone, interface, below)) return {};
  const bool has_ranges =
      interface.child("PointRange") != nullptr && interface.child("PointRangeDonor") != nullptr;
  const auto& base = *job.mesh.bases[static_cast<std::size_t>(job.piece.zone)];
  return has_ranges && job.mesh.zone_named(base, cgns::text_of(interface)) >= 0
             ? "has a PointRangeDonor that runs against Transform"
             : "does not connect to a structured zone";
}

std::string donor_name(const Mesh& mesh, const cgns::Node& interface, const StructuredPiece& donor) {
  const auto name = name_of(mesh, donor);
  const bool names_base = cgns::text_of(interface).find('/') != std::string::npos;
  return names_base ? mesh.bases[static_cast<std::size_t>(donor.zone)]->name + "/" + name : name;
}

std::optional<cgns::Node> cut_interfaces(PieceJob& job, const cgns::Node& container) {
  if (const auto* beside = points_beside(container))
    throw job.error(cgns::join(container.name, beside->name), why_not_beside(container, *beside));
  auto interfaces = job.file.copied_alone(container);
  for (const auto& child : container.children) {
    const auto below = cgns::join(container.name, child.name);
    if (child.label == "GridConnectivity1to1_t" && !child.link) {
      add_old_interface(job, child, below, interfaces);
    } else if (child.label == "OversetHoles_t") {
      if (has_points_below(child)) continue;  // kept by uncut.hpp
      if (auto holes = cut_point_set(job, child, below)) interfaces.children.push_back(*std::move(holes));
    } else if (child.label == "GridConnectivity_t" && !child.link) {
      cut_general_interface(job, child, below, interfaces);
    } else {
      interfaces.children.push_back(job.file.copied(child));
    }
  }
  add_cut_interfaces(job, interfaces);
  job.has_cut_interfaces = true;
  if (interfaces.children.empty()) return std::nullopt;
  return interfaces;
}

std::optional<cgns::Node> remaining_interfaces(PieceJob& job, const cgns::Node& piece) {
  if (job.has_cut_interfaces) return std::nullopt;
  return cut_interfaces(
      job, {.name = cgns::unique_name(piece, "ZoneGridConnectivity"), .label = "ZoneGridConnectivity_t"});
}

namespace {

Run3 run_of(const std::vector<std::int64_t>& values, std::size_t dimension) {
  Run3 run;
  for (std::size_t d = 0; d < dimension; ++d) {
    run.begin[d] = values[d];
    run.end[d] = values[d + dimension];
  }
  return run;
}

/// The range clipped to the vertices of a part, in the same direction; nothing if no cell face remains.
std::optional<Run3> clipped(const Run3& run, const Block& cells, std::size_t dimension) {
  auto cut = run;
  for (std::size_t d = 0; d < dimension; ++d) {
    const auto low = cells.begin[d] + 1;
    const auto high = cells.end[d] + 1;
    cut.begin[d] = std::clamp(run.begin[d], low, high);
    cut.end[d] = std::clamp(run.end[d], low, high);
    const bool is_plane = run.begin[d] == run.end[d];
    if (is_plane ? cut.begin[d] != run.begin[d] : cut.begin[d] == cut.end[d]) return std::nullopt;
  }
  return cut;
}

std::string path_in(const PieceJob& job, int zone, const std::string& below) {
  return cgns::join(job.mesh.decomposition.zones[static_cast<std::size_t>(zone)].path, below);
}

/// An input error at a node of a whole zone.
Error error_in(const PieceJob& job, int zone, const std::string& below, std::string_view why) {
  return node_error(path_in(job, zone, below), why);
}

/// Throws unless `run`, of a node of `owner`, lies in `zone`.
void require_inside(const PieceJob& job, int owner, const std::string& below, int zone, const Run3& run) {
  const auto& size = job.mesh.decomposition.zones[static_cast<std::size_t>(zone)];
  for (std::size_t d = 0; d < job.dimension(); ++d) {
    const auto [low, high] = std::minmax(run.begin[d], run.end[d]);
    if (low >= 1 && high <= size.cells[d] + 1) continue;
    throw error_in(job, owner, below,
                   fmt::format("has points outside its zone: expected 1 to {} in direction {}, found "
                               "{} to {}",
                               size.cells[d] + 1, d + 1, low, high));
  }
}

/// Whether the donor range runs as Transform says; some programs write it from low to high, regardless of
/// Transform. Throws if its extents are not those of the range.
bool follows_transform(const PieceJob& job, const std::string& below, const WholeInterface& interface) {
  bool follows = true;
  for (std::size_t d = 0; d < interface.dimension; ++d) {
    const auto axis = static_cast<std::size_t>(std::abs(interface.transform[d])) - 1;
    const auto here = interface.range.end[d] - interface.range.begin[d];
    const auto there = interface.donor_range.end[axis] - interface.donor_range.begin[axis];
    if (std::abs(here) != std::abs(there)) {
      throw error_in(job, interface.zone, below,
                     fmt::format("does not fit PointRange and Transform: expected {} points in direction {}, "
                                 "found {}",
                                 std::abs(here) + 1, axis + 1, std::abs(there) + 1));
    }
    follows = follows && there == (interface.transform[d] > 0 ? here : -here);
  }
  return follows;
}

/// The range of vertices, 0-based and inclusive.
Block cells_at(const Run3& run) {
  Block block{{0, 0, 0}, {0, 0, 0}};
  for (std::size_t d = 0; d < 3; ++d) {
    block.begin[d] = std::min(run.begin[d], run.end[d]) - 1;
    block.end[d] = std::max(run.begin[d], run.end[d]) - 1;
  }
  return block;
}

}  // namespace

std::optional<WholeInterface> read_interface(const PieceJob& job, int zone, const cgns::Node& node,
                                             const std::string& below) {
  if (has_points_below(node)) return std::nullopt;
  const auto dimension = job.dimension();
  WholeInterface interface;
  interface.node = &node;
  interface.zone = zone;
  interface.dimension = dimension;
  const auto& base = *job.mesh.bases[static_cast<std::size_t>(zone)];
  interface.donor = job.mesh.zone_named(base, cgns::text_of(node));
  const auto* range = node.child("PointRange");
  const auto* donor_range = node.child("PointRangeDonor");
  if (interface.donor < 0 || range == nullptr || donor_range == nullptr) return std::nullopt;
  for (const auto* array : {range, donor_range}) {
    if (array->label != "IndexRange_t")
      throw error_in(job, zone, cgns::join(below, array->name),
                     fmt::format("is a {}, expected IndexRange_t", array->label));
  }
  const auto integers = [&](const cgns::Node& array) {
    return integers_of(array, path_in(job, zone, cgns::join(below, array.name)));
  };
  const auto here = integers(*range);
  const auto there = integers(*donor_range);
  if (here.size() != 2 * dimension || there.size() != 2 * dimension)
    throw error_in(job, zone, below, "does not have two indices for each direction");
  interface.range = run_of(here, dimension);
  interface.donor_range = run_of(there, dimension);
  if (const auto* transform = node.child("Transform")) {
    const auto values = integers(*transform);
    if (values.size() != dimension)
      throw error_in(job, zone, below, "has a Transform without an entry for each direction");
    std::array<bool, 3> is_named = {};
    for (std::size_t d = 0; d < dimension; ++d) {
      const auto most = static_cast<std::int64_t>(dimension);
      const bool is_axis = values[d] != 0 && values[d] >= -most && values[d] <= most;
      if (!is_axis || std::exchange(is_named[static_cast<std::size_t>(std::abs(values[d])) - 1], true))
        throw error_in(job, zone, below,
                       fmt::format("has the Transform [{}], which does not name each direction once",
                                   fmt::join(values, ", ")));
      interface.transform[d] = values[d];
    }
  }
  require_inside(job, zone, cgns::join(below, range->name), zone, interface.range);
  const auto below_donor = cgns::join(below, donor_range->name);
  require_inside(job, zone, below_donor, interface.donor, interface.donor_range);
  if (!follows_transform(job, below_donor, interface)) return std::nullopt;
  return interface;
}

std::vector<InterfacePiece> pieces_of(const Mesh& mesh, const WholeInterface& interface,
                                      const StructuredPiece& part) {
  std::vector<InterfacePiece> pieces;
  const auto seen = clipped(interface.range, part.cells, interface.dimension);
  if (!seen) return pieces;
  const Run3 opposite{interface.across(seen->begin), interface.across(seen->end)};
  for (const int donor : mesh.near[static_cast<std::size_t>(interface.donor)].touching(cells_at(opposite))) {
    const auto there = clipped(opposite, mesh.piece(donor).cells, interface.dimension);
    if (there) pieces.push_back({donor, {interface.back(there->begin), interface.back(there->end)}, *there});
  }
  return pieces;
}

std::optional<Run3> common_face(const Block& a, const Block& b, std::size_t dimension) {
  Run3 face;
  int planes = 0;
  for (std::size_t d = 0; d < dimension; ++d) {
    const auto low = std::max(a.begin[d], b.begin[d]);
    const auto high = std::min(a.end[d], b.end[d]);
    if (high < low) return std::nullopt;
    if (high == low) ++planes;
    face.begin[d] = low + 1;
    face.end[d] = high + 1;
  }
  if (planes != 1) return std::nullopt;
  return face;
}

std::vector<int> neighbours_of(const Mesh& mesh, const StructuredPiece& part) {
  const plan::Plan none;
  FileBuilder file(none);
  plan::Notes notes;
  const PieceJob job{mesh, part, file, notes};
  std::set<int> found;
  for (const int other : mesh.near[static_cast<std::size_t>(part.zone)].touching(part.cells)) {
    const auto& cells = mesh.piece(other).cells;
    if (&mesh.piece(other) != &part && common_face(part.cells, cells, job.dimension())) found.insert(other);
  }
  for (const auto& connectivity : job.zone().children) {
    if (connectivity.label != "ZoneGridConnectivity_t") continue;
    for (const auto& node : connectivity.children) {
      if (node.label != "GridConnectivity1to1_t" || node.link) continue;
      const auto interface = read_interface(job, part.zone, node, cgns::join(connectivity.name, node.name));
      if (!interface) continue;
      for (const auto& piece : pieces_of(mesh, *interface, part)) found.insert(piece.donor);
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace pcgns::partition
