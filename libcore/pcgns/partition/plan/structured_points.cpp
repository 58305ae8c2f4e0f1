// Cuts nodes with a point set in a structured zone: the points in the piece, and their values.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "pcgns/cgns/labels.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/cgns/zone_shape.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/partition/plan/list_places.hpp"
#include "pcgns/partition/plan/structured.hpp"
#include "pcgns/partition/plan/uncut.hpp"

namespace pcgns::partition {

namespace {

/// The points of a node, and those in the piece.
struct Selection {
  bool is_box = true;
  Location location = {true, true, true};
  Block all;                          ///< A box, in the indices of the zone, 0-based.
  Block mine;                         ///< A box: the points in the piece, in the indices of the zone.
  std::int64_t total = 0;             ///< Number of points of the node.
  bool is_ascending = true;           ///< A list: in the order in which a merge would sort it.
  std::vector<Run> kept;              ///< A list: positions of the points in the piece.
  std::vector<std::int64_t> indices;  ///< A list: indices of these points in the piece, 1-based.

  [[nodiscard]] bool empty() const { return is_box ? mine.empty() : kept.empty(); }
  [[nodiscard]] std::int64_t count() const {
    std::int64_t points = is_box ? mine.count() : 0;
    for (const auto& run : kept) points += run.count;
    return points;
  }
};

/// The points of `all` in the piece. Nothing if they only touch it: a neighbour then has them.
Block clipped(const PieceJob& job, const Block& all, const Location& location) {
  const auto mine = plan::intersect(all, points_of(job.piece.cells, location, job.dimension()));
  for (std::size_t d = 0; d < job.dimension(); ++d) {
    if (location[d] && all.size(d) > 1 && mine.size(d) <= 1) return {{0, 0, 0}, {0, 0, 0}};
  }
  return mine;
}

/// Throws if `points` are not all in the zone.
void require_inside(const PieceJob& job, const Block& points, const Location& location,
                    const std::string& below) {
  const auto all = points_of({{0, 0, 0}, job.size().cells}, location, job.dimension());
  if (plan::intersect(all, points) != points) throw job.error(below, "has points outside its zone");
}

void require_location(const PieceJob& job, std::string_view text, const std::string& below) {
  const bool is_known =
      cgns::parse_location(text, job.dimension()) || text == "FaceCenter" || text == "EdgeCenter";
  if (!is_known)
    throw job.error(below,
                    fmt::format("has the GridLocation {}, which is not valid for a structured zone", text));
}

/// Notes that a range has another location than it says, once for all pieces.
void note_vertices(const PieceJob& job, std::string_view text, const std::string& below) {
  const auto& first = job.mesh.pieces_of_zone[static_cast<std::size_t>(job.piece.zone)].front();
  if (&job.piece != &job.mesh.piece(first)) return;
  job.notes.add(
      plan::Note::Kind::warning, "ranges of vertices",
      fmt::format("{}: is a range of vertices, though the GridLocation is {}", job.path(below), text));
}

Selection select_range(const PieceJob& job, const cgns::Node& node, std::string_view text,
                       const std::string& below) {
  const auto values = integers_of(node, job.path(below));
  const auto dimension = job.dimension();
  if (values.size() != 2 * dimension) throw job.error(below, "does not have two indices for each direction");
  Selection selection;
  for (std::size_t d = 0; d < dimension; ++d) {
    selection.all.begin[d] = std::min(values[d], values[d + dimension]) - 1;
    selection.all.end[d] = std::max(values[d], values[d + dimension]);
    if (selection.all.begin[d] < 0 || selection.all.end[d] > job.size().cells[d] + 1)
      throw job.error(below, "has points outside its zone");
  }
  selection.location = location_of_range(job.size(), text, selection.all);
  if (means_vertices(job.size(), text, selection.all)) note_vertices(job, text, below);
  require_inside(job, selection.all, selection.location, below);
  selection.mine = clipped(job, selection.all, selection.location);
  selection.total = selection.all.count();
  return selection;
}

/// Smallest box of the points of a list.
Block bounds_of(const std::vector<std::int64_t>& indices, std::size_t dimension) {
  Block box;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto d = i % dimension;
    box.begin[d] = i < dimension ? indices[i] - 1 : std::min(box.begin[d], indices[i] - 1);
    box.end[d] = i < dimension ? indices[i] : std::max(box.end[d], indices[i]);
  }
  return box;
}

Selection select_list(const PieceJob& job, const cgns::Node& node, std::string_view text,
                      const std::string& below) {
  const bool is_empty = node.type == cgns::DataType::MT;  // CGNS has no empty arrays
  const auto values = is_empty ? std::vector<std::int64_t>{} : integers_of(node, job.path(below));
  const auto dimension = job.dimension();
  if (!cgns::has_indices(node, dimension))
    throw job.error(below, fmt::format("does not have an index for each direction: expected {} x N values, "
                                       "found {}",
                                       dimension, fmt::join(node.dims, " x ")));
  Selection selection;
  selection.is_box = false;
  selection.is_ascending = is_ascending(values, dimension);
  const auto named = cgns::parse_location(text, dimension);
  selection.location = named ? *named : location_of_faces(job.size(), bounds_of(values, dimension));
  selection.total = static_cast<std::int64_t>(values.size() / dimension);
  for (std::int64_t i = 0; i < selection.total; ++i) {
    Index3 point = {0, 0, 0};
    for (std::size_t d = 0; d < dimension; ++d)
      point[d] = values[static_cast<std::size_t>(i) * dimension + d] - 1;
    auto location = selection.location;
    for (std::size_t d = 0; d < dimension; ++d)
      location[d] = location[d] || (!named && point[d] == job.size().cells[d]);
    require_inside(job, {point, {point[0] + 1, point[1] + 1, point[2] + 1}}, location, below);
    if (!points_of(job.piece.cells, location, dimension).contains(point)) continue;
    for (std::size_t d = 0; d < dimension; ++d)
      selection.indices.push_back(point[d] - job.piece.cells.begin[d] + 1);
    if (!selection.kept.empty() && selection.kept.back().begin + selection.kept.back().count == i) {
      ++selection.kept.back().count;
    } else {
      selection.kept.push_back({i, 1});
    }
  }
  return selection;
}

Selection select(const PieceJob& job, const cgns::Node& parent, const cgns::Node& set,
                 const std::string& below) {
  const auto text = cgns::location_of(parent);
  const auto set_below = cgns::join(below, set.name);
  require_location(job, text, below);
  return set.label == "IndexArray_t" ? select_list(job, set, text, set_below)
                                     : select_range(job, set, text, set_below);
}

const cgns::Node* point_set_of(const cgns::Node& node) {
  const auto found = std::find_if(node.children.begin(), node.children.end(), cgns::is_point_set);
  return found == node.children.end() ? nullptr : &*found;
}

/// The points of a node in the piece, in the indices of the zone.
std::set<Index3> points_in(const PieceJob& job, const Selection& selection) {
  std::set<Index3> points;
  for (std::size_t i = 0; i < selection.indices.size(); i += job.dimension()) {
    Index3 point = {0, 0, 0};
    for (std::size_t d = 0; d < job.dimension(); ++d)
      point[d] = selection.indices[i + d] - 1 + job.piece.cells.begin[d];
    points.insert(point);
  }
  if (!selection.is_box) return points;
  const auto& box = selection.mine;
  Index3 p = {0, 0, 0};
  for (p[2] = box.begin[2]; p[2] < box.end[2]; ++p[2]) {
    for (p[1] = box.begin[1]; p[1] < box.end[1]; ++p[1]) {
      for (p[0] = box.begin[0]; p[0] < box.end[0]; ++p[0]) points.insert(p);
    }
  }
  return points;
}

cgns::Node set_node(PieceJob& job, const cgns::Node& set, const Selection& selection) {
  const auto dimension = static_cast<std::int64_t>(job.dimension());
  const auto completed = [&](const std::vector<std::int64_t>& values) {
    auto node = cgns::integer_node(set.name, set.label, {dimension, std::ssize(values) / dimension}, values,
                                   set.type);
    job.file.add_what_is_below(set, node);
    return node;
  };
  if (!selection.is_box) return completed(selection.indices);
  std::vector<std::int64_t> values(2 * job.dimension());
  for (std::size_t d = 0; d < job.dimension(); ++d) {
    values[d] = selection.mine.begin[d] - job.piece.cells.begin[d] + 1;
    values[d + job.dimension()] = selection.mine.end[d] - job.piece.cells.begin[d];
  }
  return completed(values);
}

/// The faces or cells between the vertices of a range.
std::optional<Selection> between_vertices(const PieceJob& job, const Selection& selection) {
  if (!selection.is_box) return std::nullopt;
  for (std::size_t d = 0; d < job.dimension(); ++d) {
    if (selection.all.size(d) > 1 && !selection.location[d]) return std::nullopt;
  }
  auto between = selection;
  for (std::size_t d = 0; d < job.dimension(); ++d) {
    between.location[d] = between.all.size(d) == 1;
    if (!between.location[d]) --between.all.end[d];
  }
  between.mine = clipped(job, between.all, between.location);
  between.total = between.all.count();
  return between;
}

/// Throws if the piece has points of a data set, none of its BC_t, and no other piece has both.
void require_bc_here(const PieceJob& job, const cgns::Node& bc, const cgns::Node& set,
                     const std::string& below) {
  for (const auto& child : bc.children) {
    const auto* own = child.label == "BCDataSet_t" && !child.link ? point_set_of(child) : nullptr;
    if (own == nullptr) continue;
    const auto child_below = cgns::join(below, child.name);
    auto lost = points_in(job, select(job, child, *own, child_below));
    if (lost.empty()) continue;
    for (const int other :
         job.mesh.near[static_cast<std::size_t>(job.piece.zone)].touching(job.piece.cells)) {
      const PieceJob there{job.mesh, job.mesh.piece(other), job.file, job.notes};
      if (select(there, bc, set, below).empty()) continue;
      const auto kept = points_in(there, select(there, child, *own, child_below));
      std::erase_if(lost, [&](const Index3& point) { return kept.contains(point); });
    }
    if (!lost.empty()) throw job.error(child_below, "has points that are not among those of its BC_t");
  }
}

/// The array of the points in the piece: `width` values for each, in the extents `dims`.
cgns::Node cut_array(PieceJob& job, const cgns::Node& array, const Selection& selection, std::int64_t width,
                     std::vector<std::int64_t> dims) {
  if (!selection.is_box) return job.file.picked(array, selection.kept, width, std::move(dims));
  auto node = job.file.cut(array, selection.all, selection.mine, width);
  node.dims = std::move(dims);
  return node;
}

/// Extents of an array with a value for each of the points in the piece; nothing if it has no value for each
/// point, or others than its points.
std::optional<std::vector<std::int64_t>> extents_in_piece(const PieceJob& job, const cgns::Node& array,
                                                          const Selection& selection) {
  const auto& dims = array.dims;
  if (cgns::count_of(dims) != selection.total) return std::nullopt;
  const auto extents_of = [&](const Block& points) {
    return plan::extents_at(points, selection.all, job.dimension(), dims.size());
  };
  if (selection.is_box && extents_of(selection.all) == dims) return extents_of(selection.mine);
  return plan::extents_of_list(dims, selection.count());
}

/// Number of faces or cells that a merge finds between the points of a box.
std::int64_t count_between(const Selection& selection) {
  std::int64_t count = selection.is_box ? 1 : 0;
  for (std::size_t d = 0; d < 3; ++d) count *= std::max<std::int64_t>(1, selection.mine.size(d) - 1);
  return count;
}

/// Copies an array, and notes it if a merge could take it for one with a value per point.
cgns::Node copied_array(PieceJob& job, const cgns::Node& array, const Selection& selection,
                        const std::optional<Selection>& between, const std::string& below) {
  const auto count = cgns::size_of(array.type) > 0 && !array.link ? cgns::count_of(array.dims) : 0;
  const bool may_be_cut = count == selection.count() || count == count_between(selection) ||
                          (between && count == between->count());
  if (count > 0 && selection.total > 1 && may_be_cut) job.uncut_arrays.push_back(below);
  return job.file.copied(array);
}

/// Cuts an array with a value per point, or per face between points; a single value is copied. Others must be
/// user data.
cgns::Node cut_point_array(PieceJob& job, const cgns::Node& array, const Selection& selection,
                           const std::optional<Selection>& between, bool is_user_data,
                           const std::string& below) {
  const auto count = cgns::count_of(array.dims);
  const bool has_values = cgns::size_of(array.type) > 0 && !array.link;
  if (!has_values || count == 1) return copied_array(job, array, selection, between, below);
  for (const auto* points : {&selection, between ? &*between : nullptr}) {
    auto dims = points == nullptr ? std::nullopt : extents_in_piece(job, array, *points);
    if (dims) return cut_array(job, array, *points, 1, *std::move(dims));
  }
  if (is_user_data) return copied_array(job, array, selection, between, below);
  const auto expected = between && between->total > 1
                            ? fmt::format("1, {} or {}", selection.total, between->total)
                            : fmt::format("1 or {}", selection.total);
  throw job.error(below, fmt::format("does not have a value for each point: expected {} values, found {}",
                                     expected, fmt::join(array.dims, " x ")));
}

cgns::Node cut_bc_data(PieceJob& job, const cgns::Node& data, const Selection& selection,
                       const std::optional<Selection>& between, const std::string& below) {
  auto node = job.file.copied_alone(data);
  for (const auto& child : data.children) {
    node.children.push_back(
        child.label == "DataArray_t"
            ? cut_point_array(job, child, selection, between, false, cgns::join(below, child.name))
            : job.file.copied(child));
  }
  return node;
}

void require_one_set(const PieceJob& job, const cgns::Node& node, const std::string& below) {
  if (std::count_if(node.children.begin(), node.children.end(), cgns::is_point_set) > 1)
    throw job.error(below, "has several ranges or lists of points, which cannot be split");
}

std::optional<cgns::Node> cut_data_set(PieceJob& job, const cgns::Node& data_set, const Selection& of_bc,
                                       const std::string& below) {
  require_one_set(job, data_set, below);
  const auto* own = point_set_of(data_set);
  auto selection = own == nullptr ? of_bc : select(job, data_set, *own, below);
  // Without points, it stays where its BC_t is.
  if (own != nullptr && selection.total == 0) return job.file.copied(data_set);
  if (selection.empty()) return std::nullopt;
  auto between = between_vertices(job, selection);
  const bool of_faces = own == nullptr && cgns::location_of(data_set) != "Vertex";
  if (of_faces && between) std::swap(selection, *between);
  auto node = job.file.copied_alone(data_set);
  for (const auto& child : data_set.children) {
    if (child.name == fileset::numbering_name) continue;  // of an earlier partition
    if (&child == own) {
      node.children.push_back(set_node(job, child, selection));
    } else {
      node.children.push_back(child.label == "BCData_t"
                                  ? cut_bc_data(job, child, selection, between, cgns::join(below, child.name))
                                  : job.file.copied(child));
    }
  }
  if (own != nullptr && !selection.is_ascending) add_places(node, selection.kept);
  return node;
}

std::optional<cgns::Node> cut_member(PieceJob& job, const cgns::Node& parent, const cgns::Node& child,
                                     const Selection& selection, const std::string& below) {
  if (child.label == "BCDataSet_t") return cut_data_set(job, child, selection, cgns::join(below, child.name));
  if (child.name == "InwardNormalList" && !child.link) {
    const auto count = cgns::size_of(child.type) > 0 ? cgns::count_of(child.dims) : 0;
    if (count == 0 || count % selection.total != 0)
      throw job.error(cgns::join(below, child.name),
                      fmt::format("does not have the same number of values for each of {} points: found {}",
                                  selection.total, count));
    const auto width = count / selection.total;
    return cut_array(job, child, selection, width,
                     child.dims.size() == 1 ? std::vector{width * selection.count()}
                                            : std::vector{width, selection.count()});
  }
  const bool has_values = parent.label == "ZoneSubRegion_t" || parent.label == "UserDefinedData_t" ||
                          cgns::is_field_container(parent.label);
  if (child.label == "DataArray_t" && has_values)
    return cut_point_array(job, child, selection, between_vertices(job, selection),
                           parent.label == "UserDefinedData_t", cgns::join(below, child.name));
  return job.file.copied(child);
}

/// The node restricted to the points in the piece; `set`: the child with the points, or null.
std::optional<cgns::Node> cut_with(PieceJob& job, const cgns::Node& node, const cgns::Node* set,
                                   const Selection& selection, const std::string& below) {
  if (has_points_below(node)) throw job.error(below, has_points_of_its_own);
  if (selection.empty()) {
    if (set != nullptr) require_bc_here(job, node, *set, below);
    const bool is_first = job.mesh.pieces_of_zone[static_cast<std::size_t>(job.piece.zone)].front() ==
                          static_cast<int>(&job.piece - job.mesh.decomposition.pieces.data());
    if (selection.total > 0 || !is_first) return std::nullopt;
    return job.file.copied(node);  // Points that no piece has stay empty.
  }
  auto result = job.file.copied_alone(node);
  for (const auto& child : node.children) {
    if (child.name == fileset::numbering_name) continue;  // of an earlier partition
    if (&child == set) {
      result.children.push_back(set_node(job, child, selection));
    } else if (auto cut = cut_member(job, node, child, selection, below)) {
      result.children.push_back(*std::move(cut));
    }
  }
  if (set != nullptr && !selection.is_ascending) add_places(result, selection.kept);
  return result;
}

/// Cuts nodes with several point sets and without values: OversetHoles_t.
std::optional<cgns::Node> cut_several(PieceJob& job, const cgns::Node& node, const std::string& below) {
  auto result = job.file.copied_alone(node);
  bool any = false;
  for (const auto& child : node.children) {
    if (!cgns::is_point_set(child)) {
      result.children.push_back(job.file.copied(child));
      continue;
    }
    const auto selection = select(job, node, child, below);
    if (selection.empty()) continue;
    result.children.push_back(set_node(job, child, selection));
    any = true;
  }
  if (!any) return std::nullopt;
  return result;
}

/// A BC_t without points is whole in each part, but points of one of its data sets are not those of the part.
void require_no_data_set_points(const PieceJob& job, const cgns::Node& bc, const std::string& below) {
  for (const auto& child : bc.children) {
    if (child.label == "BCDataSet_t" && !child.link && point_set_of(child) != nullptr)
      throw job.error(cgns::join(below, child.name), "has points, but its BC_t has no points");
  }
}

/// Cuts a ZoneSubRegion_t that refers to a BC for its points.
std::optional<cgns::Node> cut_named(PieceJob& job, const cgns::Node& node, const std::string& below) {
  const auto* name = node.child("BCRegionName");
  const auto* boundaries = job.zone().child_labelled("ZoneBC_t");
  const auto* bc =
      name == nullptr || boundaries == nullptr ? nullptr : boundaries->child(cgns::text_of(*name));
  const auto* set = bc == nullptr ? nullptr : point_set_of(*bc);
  if (set == nullptr && node.label == "ZoneSubRegion_t")
    throw job.error(below, "has no points, and does not name a BC_t with points");
  if (set == nullptr) {
    require_no_data_set_points(job, node, below);
    return job.file.copied(node);
  }
  return cut_with(job, node, nullptr, select(job, *bc, *set, below), below);
}

}  // namespace

bool has_points(const cgns::Node& node) { return point_set_of(node) != nullptr; }

std::optional<cgns::Node> cut_point_set(PieceJob& job, const cgns::Node& node, const std::string& below) {
  const auto sets = std::count_if(node.children.begin(), node.children.end(), cgns::is_point_set);
  if (sets == 0) return cut_named(job, node, below);
  const bool has_values =
      node.label == "BC_t" || node.label == "ZoneSubRegion_t" || cgns::is_field_container(node.label);
  if (has_values) require_one_set(job, node, below);
  if (sets > 1) return cut_several(job, node, below);
  const auto* set = point_set_of(node);
  return cut_with(job, node, set, select(job, node, *set, below), below);
}

}  // namespace pcgns::partition
