#include "pcgns/partition/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/base/glob.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/partition/decomposition.hpp"
#include "pcgns/partition/plan/ghost_sides.hpp"
#include "pcgns/partition/plan/saved_plan.hpp"
#include "pcgns/partition/plan/structured.hpp"
#include "pcgns/partition/plan/style.hpp"
#include "pcgns/partition/plan/zone_line.hpp"

namespace pcgns::partition {

namespace {

bool is_meant(const cgns::Node& bc, const std::string& pattern) {
  if (matches(pattern, bc.name)) return true;
  return std::any_of(bc.children.begin(), bc.children.end(), [&](const cgns::Node& child) {
    const bool is_family = child.label == "FamilyName_t" || child.label == "AdditionalFamilyName_t";
    return is_family && matches(pattern, cgns::text_of(child));
  });
}

Error error_at(const ZoneSize& zone, const std::string& name, std::string_view why) {
  return node_error(zone.path + "/" + name, why);
}

/// Smallest box of indices that contains all points of `set`; 0-based.
Block bounds_of(const cgns::Node& set, const ZoneSize& zone, const std::string& name) {
  const auto dimension = static_cast<std::size_t>(zone.dimension);
  const bool is_index = cgns::is_integer(set.type);
  if (!is_index || static_cast<std::int64_t>(set.data.size()) != cgns::bytes_of(set.type, set.dims))
    throw error_at(zone, name, "has no indices that are at hand");
  const auto values = cgns::integers_of(set);
  if (values.empty() || values.size() % dimension != 0)
    throw error_at(zone, name, "does not have an index for each direction");
  Block box;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto d = i % dimension;
    if (values[i] < 1 || values[i] > zone.cells[d] + 1)
      throw error_at(zone, name, "has points outside its zone");
    box.begin[d] = i < dimension ? values[i] - 1 : std::min(box.begin[d], values[i] - 1);
    box.end[d] = i < dimension ? values[i] : std::max(box.end[d], values[i]);
  }
  return box;
}

Patch patch_of(const cgns::Node& bc, const cgns::Node& set, const ZoneSize& zone, std::string name) {
  const auto box = bounds_of(set, zone, cgns::join(name, set.name));
  const auto location = location_of_range(zone, cgns::location_of(bc), box);
  Patch patch{.name = std::move(name)};
  for (std::size_t d = 0; d < static_cast<std::size_t>(zone.dimension); ++d) {
    patch.begin[d] = box.begin[d];
    patch.end[d] = box.end[d] - (location[d] ? 1 : 0);
  }
  return patch;
}

/// The patches of each BC_t of `zone` whose name or family matches `pattern` (matches). Throws Error{input}
/// for invalid points.
std::vector<Patch> boundary_patches(const cgns::Node& zone, const ZoneSize& size,
                                    const std::string& pattern) {
  std::vector<Patch> patches;
  for (const auto& boundaries : zone.children) {
    if (boundaries.label != "ZoneBC_t" || boundaries.link) continue;
    for (const auto& bc : boundaries.children) {
      if (bc.label != "BC_t" || bc.link || !is_meant(bc, pattern)) continue;
      for (const auto& set : bc.children) {
        const bool has_points = set.type != cgns::DataType::MT && cgns::count_of(set.dims) > 0;
        if (cgns::is_point_set(set) && has_points)
          patches.push_back(patch_of(bc, set, size, cgns::join(boundaries.name, bc.name)));
      }
    }
  }
  return patches;
}

using cgns::Node;

bool is_structured(const Node& zone) {
  const auto* type = zone.child_labelled("ZoneType_t");
  return zone.label == "Zone_t" && (type == nullptr || cgns::text_of(*type) == "Structured");
}

/// True if no zone can be cut.
bool has_planes_alone(const Node& root) {
  return std::ranges::all_of(root.children, [](const Node& base) {
    return std::ranges::all_of(
        base.children, [](const Node& zone) { return zone.label != "Zone_t" || cgns::is_plane(zone); });
  });
}

ZoneSize size_of(const Node& base, const Node& zone) {
  ZoneSize size{.path = fmt::format("/{}/{}", base.name, zone.name)};
  const bool is_known = cgns::is_integer(zone.type) && zone.dims.size() == 2 && zone.dims[0] >= 1 &&
                        zone.dims[0] <= 3 && zone.dims[1] == 3 &&
                        static_cast<std::int64_t>(zone.data.size()) == cgns::bytes_of(zone.type, zone.dims);
  if (!is_known) throw node_error(size.path, "invalid extents of a structured zone");
  size.dimension = static_cast<int>(zone.dims[0]);
  const auto values = cgns::integers_of(zone);
  std::int64_t vertices = 1;
  for (std::size_t d = 0; d < static_cast<std::size_t>(size.dimension); ++d) {
    size.cells[d] = values[d + static_cast<std::size_t>(size.dimension)];
    if (values[d] == 1 && size.cells[d] == 0)
      throw node_error(size.path,
                       fmt::format("cannot be split: it has one vertex and no cells in direction {}", d + 1));
    if (size.cells[d] < 1 || values[d] < 2 || values[d] - 1 != size.cells[d]) {
      throw node_error(
          size.path, fmt::format("inconsistent extents: {} vertices and {} cells in direction {}", values[d],
                                 size.cells[d], d + 1));
    }
    if (__builtin_mul_overflow(vertices, values[d], &vertices))
      throw node_error(size.path, "invalid extents: 64 bits do not count the vertices");
  }
  return size;
}

void add_lookups(Mesh& mesh) {
  mesh.pieces_of_zone.resize(mesh.zones.size());
  mesh.pieces_of_rank.resize(static_cast<std::size_t>(mesh.decomposition.partitions));
  for (std::size_t i = 0; i < mesh.decomposition.pieces.size(); ++i) {
    const auto& piece = mesh.decomposition.pieces[i];
    mesh.pieces_of_zone[static_cast<std::size_t>(piece.zone)].push_back(static_cast<int>(i));
    mesh.pieces_of_rank[static_cast<std::size_t>(piece.rank)].push_back(static_cast<int>(i));
  }
  for (std::size_t z = 0; z < mesh.zones.size(); ++z) {
    mesh.near.emplace_back(mesh.decomposition.pieces, mesh.pieces_of_zone[z]);
    mesh.by_path.emplace(mesh.bases[z]->name + "/" + mesh.zones[z]->name, static_cast<int>(z));
  }
  mesh.names = piece_names(mesh);
}

void find_lists(const Node& node, bool below_zone, std::vector<int>& targets) {
  // Lists of unstructured zones may be long; they are distributed without being read here.
  if (node.label == "Zone_t" && cgns::consists_of_elements(node)) return;
  const bool in_zone = below_zone || node.label == "Zone_t";
  const bool is_list = node.label == "IndexArray_t" || node.label == "IndexRange_t" ||
                       node.label == "Rind_t" || node.name == "Transform";
  const bool is_index = cgns::is_integer(node.type);
  if (in_zone && node.is_bulk() && is_list && is_index) targets.push_back(node.array);
  for (const auto& child : node.children) find_lists(child, in_zone, targets);
}

DistributedZone distributed_zone(const Node& base, const Node& zone) {
  DistributedZone distributed;
  distributed.base = &base;
  distributed.zone = &zone;
  distributed.path = fmt::format("/{}/{}", base.name, zone.name);
  return distributed;
}

Constraints constraints_of(const Request& request) {
  auto constraints = request.constraints;
  constraints.whole_zones = request.method == Method::keep;
  return constraints;
}

void add_patches(const Mesh& mesh, const std::vector<std::string>& patterns, std::vector<ZoneSize>& sizes) {
  for (const auto& pattern : patterns) {
    bool is_known = false;
    for (std::size_t z = 0; z < sizes.size(); ++z) {
      auto patches = boundary_patches(*mesh.zones[z], sizes[z], pattern);
      is_known = is_known || !patches.empty();
      std::move(patches.begin(), patches.end(), std::back_inserter(sizes[z].whole));
    }
    if (!is_known && pattern != "*")
      throw Error(
          ErrorKind::usage,
          fmt::format("--no-split BC:{}: no boundary condition or family of a structured zone matches",
                      pattern));
  }
}

}  // namespace

int Mesh::zone_named(const cgns::Node& base, std::string_view name) const {
  if (name.starts_with('/')) name.remove_prefix(1);
  const bool has_base = name.find('/') != std::string_view::npos;
  const auto found = by_path.find(has_base ? std::string(name) : base.name + "/" + std::string(name));
  return found == by_path.end() ? -1 : found->second;
}

int Mesh::unstructured_donor(const cgns::Node& base, const cgns::Node& interface) const {
  const auto name = interface.type == cgns::DataType::C1 ? cgns::text_of(interface) : std::string();
  const bool has_base = name.find('/') != std::string::npos;
  const auto* zone = has_base ? cgns::find(*root, "/" + name) : base.child(name);
  const auto found = zone != nullptr && cgns::consists_of_elements(*zone) ? places.find(zone) : places.end();
  return found == places.end() ? -1 : static_cast<int>(found->second);
}

std::int64_t Mesh::number_of_pieces(const cgns::Node& zone) const {
  const auto place = places.at(&zone);
  return cgns::consists_of_elements(zone) ? std::ssize(unstructured[place].pieces)
                                          : std::ssize(pieces_of_zone[place]);
}

std::vector<int> arrays_to_read(const plan::Plan& whole) {
  std::vector<int> targets;
  find_lists(whole.output, false, targets);
  return targets;
}

Mesh mesh_of(const plan::Plan& whole, const Request& request, plan::Notes& notes) {
  Mesh mesh;
  mesh.root = &whole.output;
  mesh.style = request.style;
  mesh.ghosts = request.ghosts;
  mesh.method = request.method_name;
  std::vector<ZoneSize> sizes;
  const bool keeps_planes = request.keeps_planes && !has_planes_alone(whole.output);
  for (const auto& base : whole.output.children) {
    if (base.label != "CGNSBase_t") continue;
    for (const auto& zone : base.children) {
      if (zone.label != "Zone_t" || (keeps_planes && cgns::is_plane(zone))) continue;
      if (cgns::consists_of_elements(zone)) {
        mesh.places[&zone] = mesh.unstructured.size();
        mesh.unstructured.push_back(distributed_zone(base, zone));
        continue;
      }
      if (!is_structured(zone))
        throw node_error(fmt::format("/{}/{}", base.name, zone.name),
                         "is neither structured nor unstructured, and cannot be split");
      mesh.places[&zone] = sizes.size();
      sizes.push_back(size_of(base, zone));
      mesh.bases.push_back(&base);
      mesh.zones.push_back(&zone);
    }
  }
  if (!request.plan.empty() && !mesh.unstructured.empty() &&
      map_of_plan(request.plan, request.plan_file).empty())
    throw Error(ErrorKind::usage, request.plan_file + ": has no map of the cells of " +
                                      mesh.unstructured.front().path +
                                      ": create plan and map with --plan --json --map FILE.cgns");
  for (auto& zone : mesh.unstructured) zone.style = request.style;
  if (!mesh.unstructured.empty() && request.style != Style::maia && request.style != Style::flat)
    throw Error(ErrorKind::usage,
                "--style: SEACAS and Cassiopée define partition metadata for structured zones only, and " +
                    mesh.unstructured.front().path + " is not structured; use maia or flat");
  add_patches(mesh, request.whole_conditions, sizes);
  mesh.decomposition.partitions = request.partitions;
  if (!request.plan.empty()) {
    mesh.decomposition = read_plan(request.plan, request.plan_file, std::move(sizes), request.constraints);
  } else if (!sizes.empty()) {
    auto constraints = constraints_of(request);
    // A map says where their cells go.
    const bool fill_up = request.method != Method::file;
    for (const auto& zone : mesh.unstructured) constraints.other_cells += fill_up ? cells_of(zone) : 0;
    mesh.decomposition = decompose(std::move(sizes), request.partitions, constraints);
  }
  add_lookups(mesh);
  (void)size_pieces(mesh, request.method);
  if (mesh.ghosts > 0) mesh.ghost_interfaces = ghost_interfaces_of(mesh, notes);
  return mesh;
}

void replace_pieces(Mesh& mesh, std::vector<StructuredPiece> pieces) {
  mesh.decomposition.pieces = std::move(pieces);
  number_pieces(mesh.decomposition);
  mesh.pieces_of_zone.clear();
  mesh.pieces_of_rank.clear();
  mesh.near.clear();
  add_lookups(mesh);
  number_pieces(mesh);
}

void number_pieces(Mesh& mesh) {
  std::map<std::int64_t, int> next;
  for (const auto& piece : mesh.decomposition.pieces)
    next[piece.rank] = std::max(next[piece.rank], piece.number + 1);
  for (auto& zone : mesh.unstructured) {
    for (auto& piece : zone.pieces) piece.number = next[piece.rank]++;
  }
  name_unstructured_pieces(mesh);
}

}  // namespace pcgns::partition
