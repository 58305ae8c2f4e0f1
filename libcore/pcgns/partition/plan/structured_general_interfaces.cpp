// Cuts GridConnectivity_t of structured zones: point sets with one donor point per point. A part gets one
// node per part of the donor that its points refer to. Vertices that are the same on both sides are in the
// nodes of all parts that have them, so that each node has an opposite; of other donors one part is enough.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "pcgns/cgns/interfaces.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/partition/plan/list_places.hpp"
#include "pcgns/partition/plan/structured.hpp"
#include "pcgns/partition/plan/structured_interfaces.hpp"
#include "pcgns/partition/plan/style.hpp"
#include "pcgns/partition/plan/uncut.hpp"

namespace pcgns::partition {

namespace {

/// A whole interface. Points and donors are 0-based and equal in number.
struct GeneralInterface {
  int donor = -1;
  const cgns::Node* set = nullptr;
  const cgns::Node* donor_set = nullptr;
  Location location;
  std::size_t donor_dimension = 3;
  std::vector<Index3> points;
  std::vector<Index3> donors;
  bool pairs_vertices = false;  ///< Both sides are vertices, which are the same.
  bool is_ascending = true;     ///< In the order in which a merge would sort it.
  std::string why_uncut;        ///< Empty if its points can be separated by part of the donor.
};

constexpr const char* no_donors = "does not have a donor for each point";

/// The points of an interface between two parts, as positions in the lists of the whole interface.
using ListRows = std::vector<std::int64_t>;

/// Limit for a range, whose points are expanded into a list.
constexpr std::int64_t most_points = std::int64_t{1} << 28;

Block block_of_range(const std::vector<std::int64_t>& range) {
  const auto dimension = range.size() / 2;
  Block block;
  for (std::size_t d = 0; d < dimension; ++d) {
    block.begin[d] = std::min(range[d], range[d + dimension]) - 1;
    block.end[d] = std::max(range[d], range[d + dimension]);
  }
  return block;
}

std::int64_t count_of_range(const std::vector<std::int64_t>& range) { return block_of_range(range).count(); }

/// From the first corner to the second, i varies fastest: the order pairs points with donors.
std::vector<Index3> points_of_range(const std::vector<std::int64_t>& range) {
  const auto dimension = range.size() / 2;
  const auto sizes = block_of_range(range).sizes();
  const auto at = [&](std::size_t d, std::int64_t i) {
    if (d >= dimension) return i;
    return range[d] - 1 + (range[d + dimension] < range[d] ? -i : i);
  };
  std::vector<Index3> points;
  for (std::int64_t k = 0; k < sizes[2]; ++k) {
    for (std::int64_t j = 0; j < sizes[1]; ++j) {
      for (std::int64_t i = 0; i < sizes[0]; ++i) points.push_back({at(0, i), at(1, j), at(2, k)});
    }
  }
  return points;
}

std::vector<Index3> points_of_list(const std::vector<std::int64_t>& values, std::size_t dimension) {
  std::vector<Index3> points(values.size() / dimension, Index3{0, 0, 0});
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t d = 0; d < dimension; ++d) points[i][d] = values[i * dimension + d] - 1;
  }
  return points;
}

/// The planes beyond a zone in which it has vertices; they belong to no part.
cgns::Rind rind_of_vertices(const cgns::Node& zone, std::size_t dimension) {
  constexpr std::int64_t most = 1'000'000;
  cgns::Rind rind = {};
  const auto* grid = zone.child("GridCoordinates");
  const auto planes = grid == nullptr ? std::nullopt : cgns::integers_in(grid->child_labelled("Rind_t"));
  const bool are_planes =
      planes && planes->size() == 2 * dimension &&
      std::ranges::all_of(*planes, [](auto count) { return count >= 0 && count <= most; });
  if (are_planes) std::ranges::copy(*planes, rind.begin());
  return rind;
}

/// The points of `set` at `location` in zone `number`; nothing if some are in its rind planes.
std::optional<std::vector<Index3>> points_of_set(const PieceJob& job, const cgns::Node& set, int number,
                                                 const Location& location, const std::string& below) {
  std::vector<Index3> none;
  if (set.label == "IndexArray_t" && set.type == cgns::DataType::MT) return none;  // CGNS has no empty arrays
  const auto values = integers_of(set, job.path(cgns::join(below, set.name)));
  const auto& zone = job.mesh.decomposition.zones[static_cast<std::size_t>(number)];
  const auto dimension = static_cast<std::size_t>(zone.dimension);
  const auto rind = rind_of_vertices(*job.mesh.zones[static_cast<std::size_t>(number)], dimension);
  const auto indices = set.label == "IndexRange_t" ? 2 * dimension : dimension;
  const bool is_other_list = set.label == "IndexArray_t" && !cgns::has_indices(set, dimension);
  if (values.size() % indices != 0 || is_other_list ||
      (set.label == "IndexRange_t" && values.size() != indices))
    throw job.error(cgns::join(below, set.name), "does not have an index for each direction");
  bool are_in_rind = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto d = i % dimension;
    const auto last = zone.cells[d] + (location[d] ? 1 : 0);
    const auto lowest = 1 - rind[2 * d];
    const auto highest = last + rind[2 * d + 1];
    if (values[i] < lowest || values[i] > highest)
      throw job.error(cgns::join(below, set.name),
                      fmt::format("has points outside its zone: expected {} to {} in direction {}, found {}",
                                  lowest, highest, d + 1, values[i]));
    are_in_rind = are_in_rind || values[i] < 1 || values[i] > last;
  }
  if (are_in_rind) return std::nullopt;
  if (set.label == "IndexRange_t" && count_of_range(values) > most_points)
    throw job.error(cgns::join(below, set.name), "has too many points");
  return set.label == "IndexRange_t" ? points_of_range(values) : points_of_list(values, dimension);
}

/// True if strictly ascending by point (k, then j, then i), then by donor.
bool ascends(const GeneralInterface& interface) {
  const auto place = [&](std::size_t i) {
    const auto& point = interface.points[i];
    return std::tuple(point[2], point[1], point[0], interface.donors[i]);
  };
  for (std::size_t i = 1; i < interface.points.size(); ++i) {
    if (!(place(i - 1) < place(i))) return false;
  }
  return true;
}

/// Throws Error{input} if the node is invalid.
GeneralInterface read_general_interface(const PieceJob& job, const cgns::Node& node,
                                        const std::string& below) {
  GeneralInterface interface;
  interface.donor =
      job.mesh.zone_named(*job.mesh.bases[static_cast<std::size_t>(job.piece.zone)], cgns::text_of(node));
  if (has_points_below(node)) interface.why_uncut = has_inner_points;
  const auto sets = std::count_if(node.children.begin(), node.children.end(), cgns::is_point_set);
  const auto donor_set = std::find_if(node.children.begin(), node.children.end(), cgns::is_donor_set);
  if (interface.donor < 0) {
    interface.why_uncut = "does not connect to a structured zone";
    return interface;
  }
  const auto location = cgns::parse_location(cgns::location_of(node), job.dimension());
  if (sets != 1 || donor_set == node.children.end() || !location) {
    const bool lacks_donors = sets != 1 || donor_set == node.children.end();
    interface.why_uncut = lacks_donors ? no_donors : "has a GridLocation at which interfaces are not split";
    return interface;
  }
  interface.set = &*std::find_if(node.children.begin(), node.children.end(), cgns::is_point_set);
  interface.donor_set = &*donor_set;
  interface.location = *location;
  const auto& donor = job.mesh.decomposition.zones[static_cast<std::size_t>(interface.donor)];
  interface.donor_dimension = static_cast<std::size_t>(donor.dimension);
  auto points = points_of_set(job, *interface.set, job.piece.zone, interface.location, below);
  const bool of_vertices =
      donor_set->name != "CellListDonor";  // at most: the donor has a location of its own
  auto donors = points_of_set(job, *interface.donor_set, interface.donor,
                              {of_vertices, of_vertices, of_vertices}, below);
  if (!points || !donors) {
    interface.why_uncut = "has points in rind planes, which belong to no part";
    return interface;
  }
  interface.points = *std::move(points);
  interface.donors = *std::move(donors);
  interface.pairs_vertices =
      of_vertices && cgns::location_of(node) == "Vertex" && cgns::type_of_interface(node) == "Abutting1to1";
  if (interface.points.size() != interface.donors.size()) {
    interface.why_uncut = no_donors;
  } else if (interface.points.empty()) {
    interface.why_uncut = "has no points";
  } else {
    interface.is_ascending = ascends(interface);
  }
  return interface;
}

/// The parts of the donor that get point `i`.
std::vector<int> donor_parts(const Mesh& mesh, const GeneralInterface& interface, std::size_t i) {
  const auto& near = mesh.near[static_cast<std::size_t>(interface.donor)];
  const auto& donor = interface.donors[i];
  if (interface.pairs_vertices) return near.touching({donor, donor});
  const auto owner = near.owner_of(donor);
  return owner ? std::vector<int>{*owner} : std::vector<int>{};
}

/// By part of the donor.
std::map<int, ListRows> pieces_of(const PieceJob& job, const GeneralInterface& interface) {
  const auto owned = points_of(job.piece.cells, interface.location, job.dimension());
  std::map<int, ListRows> pieces;
  for (std::size_t i = 0; i < interface.points.size(); ++i) {
    if (!owned.contains(interface.points[i])) continue;
    for (const int part : donor_parts(job.mesh, interface, i))
      pieces[part].push_back(static_cast<std::int64_t>(i));
  }
  return pieces;
}

/// Of an interface of `zone` that pairs vertices: the parts of the donor that each of the parts `wanted` is
/// connected with.
std::map<int, std::set<int>> facing_parts(const Mesh& mesh, int zone, const GeneralInterface& interface,
                                          const std::map<int, ListRows>& wanted) {
  const auto& near = mesh.near[static_cast<std::size_t>(zone)];
  std::map<int, std::set<int>> facing;
  for (std::size_t i = 0; i < interface.points.size(); ++i) {
    const auto& point = interface.points[i];
    const auto donors = donor_parts(mesh, interface, i);
    for (const int part : near.touching({point, point})) {
      if (wanted.contains(part)) facing[part].insert(donors.begin(), donors.end());
    }
  }
  return facing;
}

std::vector<std::pair<Index3, Index3>> sorted_pairs(const std::vector<Index3>& points,
                                                    const std::vector<Index3>& donors) {
  std::vector<std::pair<Index3, Index3>> pairs;
  for (std::size_t i = 0; i < points.size(); ++i) pairs.emplace_back(points[i], donors[i]);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// By part of the donor: what the piece of the opposite interface that leads back is called there.
std::map<int, std::string> opposite_names(const PieceJob& job, const cgns::Node& whole,
                                          const GeneralInterface& interface,
                                          const std::map<int, ListRows>& pieces) {
  const auto* named = whole.child("GridConnectivityDonorName");
  std::map<int, std::string> names;
  if (named == nullptr || !interface.pairs_vertices || pieces.empty()) return names;
  const auto name = cgns::text_of(*named);
  const PieceJob there{job.mesh, job.mesh.piece(pieces.begin()->first), job.file, job.notes};
  const auto self = static_cast<int>(&job.piece - job.mesh.decomposition.pieces.data());
  const auto namesakes = interfaces_named(there.zone(), name);
  std::vector<GeneralInterface> backs;
  for (const auto& [node, below] : namesakes) {
    if (node->label != whole.label) continue;
    auto back = read_general_interface(there, *node, below);
    if (!back.why_uncut.empty() || back.donor != job.piece.zone || !back.pairs_vertices) continue;
    // Of namesakes in several containers, the one with the same pairs counts.
    const bool is_opposite = namesakes.size() > 1 && sorted_pairs(back.donors, back.points) ==
                                                         sorted_pairs(interface.points, interface.donors);
    backs.insert(is_opposite ? backs.begin() : backs.end(), std::move(back));
  }
  for (const auto& back : backs) {
    for (const auto& [part, donors] : facing_parts(job.mesh, interface.donor, back, pieces)) {
      const auto found = donors.find(self);
      if (found == donors.end()) continue;
      const auto number = static_cast<std::size_t>(std::distance(donors.begin(), found));
      names.emplace(part, piece_name(job.mesh, there.zone(), name, number, donors.size()));
    }
  }
  return names;
}

std::vector<std::int64_t> local_values(const std::vector<Index3>& points, const ListRows& piece,
                                       const StructuredPiece& part, std::size_t dimension) {
  std::vector<std::int64_t> values;
  for (const auto i : piece) {
    for (std::size_t d = 0; d < dimension; ++d)
      values.push_back(points[static_cast<std::size_t>(i)][d] - part.cells.begin[d] + 1);
  }
  return values;
}

cgns::Node list_node(PieceJob& job, const cgns::Node& set, const std::string& name,
                     const std::vector<std::int64_t>& values, std::size_t dimension) {
  const auto width = static_cast<std::int64_t>(dimension);
  auto list = cgns::integer_node(name, "IndexArray_t", {width, std::ssize(values) / width}, values, set.type);
  job.file.add_what_is_below(set, list);
  return list;
}

/// The points of the owner: a range if the whole interface had one and the piece still forms a box whose
/// points ascend, as the merge expects them.
cgns::Node owner_node(PieceJob& job, const GeneralInterface& interface, const ListRows& piece) {
  const auto dimension = job.dimension();
  auto values = local_values(interface.points, piece, job.piece, dimension);
  if (interface.set->label == "IndexRange_t" && interface.is_ascending) {
    std::vector<std::int64_t> range(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(dimension));
    range.insert(range.end(), values.end() - static_cast<std::ptrdiff_t>(dimension), values.end());
    if (points_of_range(range) == points_of_list(values, dimension)) {
      auto node = cgns::integer_node(interface.set->name, interface.set->label,
                                     {static_cast<std::int64_t>(dimension), 2}, range, interface.set->type);
      job.file.add_what_is_below(*interface.set, node);
      return node;
    }
  }
  const auto name = interface.set->label == "IndexRange_t" ? "PointList" : interface.set->name;
  return list_node(job, *interface.set, name, values, dimension);
}

std::vector<Run> runs_of(const ListRows& piece) {
  std::vector<Run> runs;
  for (const auto i : piece) {
    if (!runs.empty() && runs.back().begin + runs.back().count == i) {
      ++runs.back().count;
    } else {
      runs.push_back({i, 1});
    }
  }
  return runs;
}

/// Cuts arrays with a fixed number of values per point, such as InterpolantsDonor.
cgns::Node cut_values(PieceJob& job, const cgns::Node& array, const GeneralInterface& interface,
                      const ListRows& piece, const std::string& below) {
  const auto points = std::ssize(interface.points);
  const auto count = std::ssize(piece);
  const auto total = cgns::size_of(array.type) > 0 && !array.link ? cgns::count_of(array.dims) : 0;
  if (total == 0 || total % points != 0) {
    // A merge could take it for an array with values per point.
    if (total > 0 && total % count == 0) job.uncut_arrays.push_back(below);
    return job.file.copied(array);
  }
  const auto width = total / points;
  const bool is_flat = array.dims.size() == 1;
  return job.file.picked(array, runs_of(piece), width,
                         is_flat ? std::vector{width * count} : std::vector{width, count});
}

/// A piece of an interface, and what it is called.
struct NamedPiece {
  int donor = -1;  ///< Part of the donor.
  const ListRows& rows;
  std::string name;
  std::string opposite;  ///< Empty: as in the whole interface.
};

cgns::Node piece_node(PieceJob& job, const cgns::Node& whole, const GeneralInterface& interface,
                      const NamedPiece& made, const std::string& below) {
  const auto& donor_part = job.mesh.piece(made.donor);
  const auto& piece = made.rows;
  auto node = cgns::text_node(made.name, whole.label, donor_name(job.mesh, whole, donor_part));
  node.extras = whole.extras;
  for (const auto& child : whole.children) {
    if (is_left_out_of_pieces(child)) continue;
    if (&child == interface.set) {
      node.children.push_back(owner_node(job, interface, piece));
    } else if (&child == interface.donor_set) {
      const auto set_name = child.label == "IndexRange_t" ? "PointListDonor" : child.name;
      node.children.push_back(list_node(
          job, child, set_name, local_values(interface.donors, piece, donor_part, interface.donor_dimension),
          interface.donor_dimension));
    } else if (child.name == "GridConnectivityDonorName" && !made.opposite.empty()) {
      auto named = cgns::text_node(child.name, child.label, made.opposite);
      job.file.add_what_is_below(child, named);
      node.children.push_back(std::move(named));
    } else {
      node.children.push_back(child.label == "DataArray_t"
                                  ? cut_values(job, child, interface, piece, cgns::join(below, child.name))
                                  : job.file.copied(child));
    }
  }
  add_interface_name(job.file, whole, node);
  if (const auto* opposite = whole.child("GridConnectivityDonorName"))
    node.children.push_back(
        cgns::text_node(std::string(fileset::opposite_name_node), "Descriptor_t", cgns::text_of(*opposite)));
  if (!interface.is_ascending) add_places(node, runs_of(piece));
  return node;
}

}  // namespace

std::string why_uncut_general(const PieceJob& job, const cgns::Node& interface, const std::string& below) {
  return read_general_interface(job, interface, below).why_uncut;
}

void cut_general_interface(PieceJob& job, const cgns::Node& interface, const std::string& below,
                           cgns::Node& interfaces) {
  const auto whole = read_general_interface(job, interface, below);
  if (!whole.why_uncut.empty()) return;
  const auto pieces = pieces_of(job, whole);
  const auto opposites = opposite_names(job, interface, whole, pieces);
  std::size_t number = 0;
  for (const auto& [donor, piece] : pieces) {
    const auto name = cgns::unique_name(
        interfaces, piece_name(job.mesh, job.zone(), interface.name, number++, pieces.size()));
    const auto opposite = opposites.find(donor);
    const NamedPiece made{donor, piece, name, opposite == opposites.end() ? "" : opposite->second};
    interfaces.children.push_back(piece_node(job, interface, whole, made, cgns::join(interfaces.name, name)));
  }
}

}  // namespace pcgns::partition
