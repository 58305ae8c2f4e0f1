// GridConnectivity_t of a structured zone: points of the owner, and for each of them one of the donor. What a
// part has of it becomes a node for each part of the donor that is met.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "pcgns/assemble/structured_joins.hpp"
#include "pcgns/assemble/structured_ranges.hpp"
#include "pcgns/partition/list_places.hpp"
#include "pcgns/partition/structured.hpp"
#include "pcgns/sids/grid_location.hpp"

namespace pcgns::partition {

namespace {

/// A whole join. Points and donors are 0-based, the same number of both.
struct GeneralJoin {
  int donor = -1;
  const tree::Node* set = nullptr;
  const tree::Node* donor_set = nullptr;
  Location location;
  std::size_t donor_dimension = 3;
  std::vector<Index3> points;
  std::vector<Index3> donors;
  bool is_ascending = true;  ///< In the order that a merge would give it.
  std::string why_uncut;     ///< Empty if its points can be told apart by part of the donor.
};

constexpr const char* no_donors = "has not a donor for each of its points";

/// The points of a join between two parts, by place in the lists of the whole join.
using Piece = std::vector<std::int64_t>;

bool is_donor_set(const tree::Node& node) {
  return node.name == "PointListDonor" || node.name == "CellListDonor" || node.name == "PointRangeDonor";
}

bool is_range(const tree::Node& set) { return set.label == "IndexRange_t"; }

/// Of a range: its points are listed.
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

/// i fastest.
std::vector<Index3> points_of_range(const std::vector<std::int64_t>& range) {
  const auto block = block_of_range(range);
  std::vector<Index3> points;
  Index3 p = {};
  for (p[2] = block.begin[2]; p[2] < block.end[2]; ++p[2]) {
    for (p[1] = block.begin[1]; p[1] < block.end[1]; ++p[1]) {
      for (p[0] = block.begin[0]; p[0] < block.end[0]; ++p[0]) points.push_back(p);
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

/// The points that `set` names in `zone`.
std::vector<Index3> points_of_set(const PartJob& job, const tree::Node& set, const ZoneSize& zone,
                                  const std::string& below) {
  const auto values = integers_of(job, set, tree::join(below, set.name));
  const auto dimension = static_cast<std::size_t>(zone.dimension);
  const auto indices = is_range(set) ? 2 * dimension : dimension;
  if (values.size() % indices != 0 || (is_range(set) && values.size() != indices))
    throw job.error(tree::join(below, set.name), "has not an index for each direction");
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] < 1 || values[i] > zone.cells[i % dimension] + 1)
      throw job.error(tree::join(below, set.name), "has points outside of its zone");
  }
  if (is_range(set) && count_of_range(values) > most_points)
    throw job.error(tree::join(below, set.name), "has too many points");
  return is_range(set) ? points_of_range(values) : points_of_list(values, dimension);
}

/// By point, k before j before i, then by donor; nothing comes twice.
bool ascends(const GeneralJoin& join) {
  const auto place = [&](std::size_t i) {
    const auto& point = join.points[i];
    return std::tuple(point[2], point[1], point[0], join.donors[i]);
  };
  for (std::size_t i = 1; i < join.points.size(); ++i) {
    if (!(place(i - 1) < place(i))) return false;
  }
  return true;
}

/// Throws Error{input} where it makes no sense.
GeneralJoin read_general_join(const PartJob& job, const tree::Node& node, const std::string& below) {
  GeneralJoin join;
  join.donor =
      job.mesh.zone_named(*job.mesh.bases[static_cast<std::size_t>(job.part.zone)], tree::text_of(node));
  const auto sets = std::count_if(node.children.begin(), node.children.end(), assemble::is_point_set);
  const auto donor_set = std::find_if(node.children.begin(), node.children.end(), is_donor_set);
  if (join.donor < 0) {
    join.why_uncut = "leads to no structured zone";
    return join;
  }
  const auto location = assemble::parse_location(sids::location_of(node), job.dimension());
  if (sets != 1 || donor_set == node.children.end() || !location) {
    join.why_uncut = no_donors;
    return join;
  }
  join.set = &*std::find_if(node.children.begin(), node.children.end(), assemble::is_point_set);
  join.donor_set = &*donor_set;
  join.location = *location;
  const auto& donor = job.mesh.decomposition.zones[static_cast<std::size_t>(join.donor)];
  join.donor_dimension = static_cast<std::size_t>(donor.dimension);
  join.points = points_of_set(job, *join.set, job.size(), below);
  join.donors = points_of_set(job, *join.donor_set, donor, below);
  if (join.points.size() != join.donors.size()) {
    join.why_uncut = no_donors;
  } else {
    join.is_ascending = ascends(join);
  }
  return join;
}

/// By part of the donor.
std::map<int, Piece> pieces_of(const PartJob& job, const GeneralJoin& join) {
  const auto owned = points_of(job.part.cells, join.location, job.dimension());
  const auto& near = job.mesh.near[static_cast<std::size_t>(join.donor)];
  std::map<int, Piece> pieces;
  for (std::size_t i = 0; i < join.points.size(); ++i) {
    if (!owned.contains(join.points[i])) continue;
    if (const auto part = near.owner_of(join.donors[i]))
      pieces[*part].push_back(static_cast<std::int64_t>(i));
  }
  return pieces;
}

std::vector<std::int64_t> local_values(const std::vector<Index3>& points, const Piece& piece,
                                       const Part& part, std::size_t dimension) {
  std::vector<std::int64_t> values;
  for (const auto i : piece) {
    for (std::size_t d = 0; d < dimension; ++d)
      values.push_back(points[static_cast<std::size_t>(i)][d] - part.cells.begin[d] + 1);
  }
  return values;
}

tree::Node list_node(const tree::Node& set, const std::string& name, const std::vector<std::int64_t>& values,
                     std::size_t dimension) {
  const auto width = static_cast<std::int64_t>(dimension);
  return tree::integer_node(name, "IndexArray_t", {width, std::ssize(values) / width}, values, set.type);
}

/// The owner's points: a range if they were one, and those of the piece still are.
tree::Node owner_node(const PartJob& job, const GeneralJoin& join, const Piece& piece) {
  const auto dimension = job.dimension();
  auto values = local_values(join.points, piece, job.part, dimension);
  if (is_range(*join.set)) {
    std::vector<std::int64_t> range(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(dimension));
    range.insert(range.end(), values.end() - static_cast<std::ptrdiff_t>(dimension), values.end());
    if (points_of_range(range) == points_of_list(values, dimension)) {
      return tree::integer_node(join.set->name, join.set->label, {static_cast<std::int64_t>(dimension), 2},
                                range, join.set->type);
    }
  }
  return list_node(*join.set, is_range(*join.set) ? "PointList" : join.set->name, values, dimension);
}

std::vector<Run> runs_of(const Piece& piece) {
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

/// Arrays like InterpolantsDonor have so many values for each point.
tree::Node cut_values(PartJob& job, const tree::Node& array, const GeneralJoin& join, const Piece& piece) {
  const auto points = std::ssize(join.points);
  const auto total = tree::size_of(array.type) > 0 ? tree::count_of(array.dims) : 0;
  if (total == 0 || total % points != 0 || total < points) return job.file.copied(array);
  const auto width = total / points;
  const auto count = std::ssize(piece);
  const bool is_flat = array.dims.size() == 1;
  return job.file.picked(array, runs_of(piece), width,
                         is_flat ? std::vector{width * count} : std::vector{width, count});
}

tree::Node piece_node(PartJob& job, const tree::Node& whole, const GeneralJoin& join, const Piece& piece,
                      int donor, const std::string& name) {
  const auto& donor_part = job.mesh.part(donor);
  auto node = tree::text_node(name, whole.label, name_of(job.mesh, donor_part));
  node.extras = whole.extras;
  for (const auto& child : whole.children) {
    if (&child == join.set) {
      node.children.push_back(owner_node(job, join, piece));
    } else if (&child == join.donor_set) {
      const auto set_name = is_range(child) ? "PointListDonor" : child.name;
      node.children.push_back(list_node(child, set_name,
                                        local_values(join.donors, piece, donor_part, join.donor_dimension),
                                        join.donor_dimension));
    } else {
      node.children.push_back(child.label == "DataArray_t" ? cut_values(job, child, join, piece)
                                                           : job.file.copied(child));
    }
  }
  node.children.push_back(tree::text_node("OriginalName", "Descriptor_t", whole.name));
  if (!join.is_ascending) add_places(node, runs_of(piece));
  return node;
}

}  // namespace

std::string why_uncut_general(const PartJob& job, const tree::Node& join, const std::string& below) {
  return read_general_join(job, join, below).why_uncut;
}

void cut_general_join(PartJob& job, const tree::Node& join, const std::string& below, tree::Node& joins) {
  const auto whole = read_general_join(job, join, below);
  if (!whole.why_uncut.empty()) return;
  const auto pieces = pieces_of(job, whole);
  std::size_t number = 0;
  for (const auto& [donor, piece] : pieces) {
    const auto name = piece_name(job.mesh, join.name, number++, pieces.size());
    joins.children.push_back(piece_node(job, join, whole, piece, donor, assemble::unique_name(joins, name)));
  }
}

}  // namespace pcgns::partition
