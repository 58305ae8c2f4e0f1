// Joins of a part: pieces of those that its zone had, and those between parts that the cut makes.
//
// Names are Maia's: JN.P<r>.N<i>.LT.P<r>.N<j> between parts of a zone, <name>.<k> for the pieces of <name>;
// the marks of SEACAS (Decomp, OriginalName) are there, too.

#include <fmt/format.h>

#include <algorithm>

#include "pcgns/partition/structured.hpp"

namespace pcgns::partition {

namespace {

/// A range of vertices of a zone, 1-based and inclusive; it may run backwards.
struct Run3 {
  Index3 begin = {1, 1, 1};
  Index3 end = {1, 1, 1};

  friend bool operator==(const Run3&, const Run3&) = default;
};

/// A GridConnectivity1to1_t of a whole zone.
struct WholeJoin {
  const tree::Node* node = nullptr;
  int zone = -1;
  int donor = -1;
  std::size_t dimension = 3;
  Run3 range;
  Run3 donor_range;
  Index3 transform = {1, 2, 3};

  /// The donor's vertex opposite to `point`.
  [[nodiscard]] Index3 across(const Index3& point) const {
    Index3 there = donor_range.begin;
    for (std::size_t d = 0; d < dimension; ++d) {
      const auto t = transform[d];
      there[static_cast<std::size_t>(std::abs(t)) - 1] += (t > 0 ? 1 : -1) * (point[d] - range.begin[d]);
    }
    return there;
  }
  /// The other way round.
  [[nodiscard]] Index3 back(const Index3& point) const {
    Index3 here = range.begin;
    for (std::size_t d = 0; d < dimension; ++d) {
      const auto t = transform[d];
      const auto axis = static_cast<std::size_t>(std::abs(t)) - 1;
      here[d] += (t > 0 ? 1 : -1) * (point[axis] - donor_range.begin[axis]);
    }
    return here;
  }
};

/// What two parts have of a join.
struct JoinPiece {
  int donor = -1;  ///< Index into Decomposition::parts.
  Run3 range;
  Run3 donor_range;
};

Run3 run_of(const std::vector<std::int64_t>& values, std::size_t dimension) {
  Run3 run;
  for (std::size_t d = 0; d < dimension; ++d) {
    run.begin[d] = values[d];
    run.end[d] = values[d + dimension];
  }
  return run;
}

std::optional<WholeJoin> read_join(const PartJob& job, int zone, const tree::Node& node,
                                   const std::string& below) {
  const auto dimension = job.dimension();
  WholeJoin join;
  join.node = &node;
  join.zone = zone;
  join.dimension = dimension;
  const auto& base = *job.mesh.bases[static_cast<std::size_t>(zone)];
  join.donor = job.mesh.zone_named(base, tree::text_of(node));
  const auto* range = node.child("PointRange");
  const auto* donor_range = node.child("PointRangeDonor");
  if (join.donor < 0 || range == nullptr || donor_range == nullptr) return std::nullopt;
  const auto here = integers_of(job, *range, tree::join(below, range->name));
  const auto there = integers_of(job, *donor_range, tree::join(below, donor_range->name));
  if (here.size() != 2 * dimension || there.size() != 2 * dimension)
    throw job.error(below, "has not two indices for each direction");
  join.range = run_of(here, dimension);
  join.donor_range = run_of(there, dimension);
  if (const auto* transform = node.child("Transform")) {
    const auto values = integers_of(job, *transform, tree::join(below, "Transform"));
    if (values.size() != dimension)
      throw job.error(below, "has a Transform without an entry for each direction");
    for (std::size_t d = 0; d < dimension; ++d) {
      const bool is_axis = values[d] != 0 && std::abs(values[d]) <= static_cast<std::int64_t>(dimension);
      if (!is_axis) throw job.error(below, "has a Transform that names no direction");
      join.transform[d] = values[d];
    }
  }
  return join;
}

/// The range cut down to the vertices of a part; nothing where no face of a cell is left. It runs as before.
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

/// The pieces of `join` that a part has, by part of the donor.
std::vector<JoinPiece> pieces_of(const Mesh& mesh, const WholeJoin& join, const Part& part) {
  std::vector<JoinPiece> pieces;
  const auto seen = clipped(join.range, part.cells, join.dimension);
  if (!seen) return pieces;
  const Run3 opposite{join.across(seen->begin), join.across(seen->end)};
  for (const int donor : mesh.parts_of_zone[static_cast<std::size_t>(join.donor)]) {
    const auto there = clipped(opposite, mesh.part(donor).cells, join.dimension);
    if (there) pieces.push_back({donor, {join.back(there->begin), join.back(there->end)}, *there});
  }
  return pieces;
}

std::vector<std::int64_t> local_range(const Run3& run, const Part& part, std::size_t dimension) {
  std::vector<std::int64_t> values(2 * dimension);
  for (std::size_t d = 0; d < dimension; ++d) {
    values[d] = run.begin[d] - part.cells.begin[d];
    values[d + dimension] = run.end[d] - part.cells.begin[d];
  }
  return values;
}

tree::Node join_node(const PartJob& job, std::string name, const JoinPiece& piece,
                     const std::vector<std::int64_t>& transform, tree::DataType type) {
  const auto dimension = static_cast<std::int64_t>(job.dimension());
  const auto& donor = job.mesh.part(piece.donor);
  auto node = tree::text_node(std::move(name), "GridConnectivity1to1_t", name_of(job.mesh, donor));
  node.children.push_back(tree::integer_node("Transform", "\"int[IndexDimension]\"", {dimension}, transform));
  node.children.push_back(tree::integer_node("PointRange", "IndexRange_t", {dimension, 2},
                                             local_range(piece.range, job.part, job.dimension()), type));
  node.children.push_back(tree::integer_node("PointRangeDonor", "IndexRange_t", {dimension, 2},
                                             local_range(piece.donor_range, donor, job.dimension()), type));
  return node;
}

std::string numbered(const std::string& name, std::size_t number) {
  const auto suffix = fmt::format(".{}", number);
  return name.substr(0, 32 - suffix.size()) + suffix;
}

/// The name of the piece on the other side; nothing if the join does not name the one opposite.
std::optional<std::string> opposite_name(const PartJob& job, const WholeJoin& join, const JoinPiece& piece) {
  const auto* named = join.node->child("GridConnectivityDonorName");
  if (named == nullptr) return std::nullopt;
  const auto name = tree::text_of(*named);
  const auto& donor_zone = *job.mesh.zones[static_cast<std::size_t>(join.donor)];
  for (const auto& connectivity : donor_zone.children) {
    if (connectivity.label != "ZoneGridConnectivity_t") continue;
    const auto* node = connectivity.child(name);
    const auto opposite = node == nullptr ? std::nullopt : read_join(job, join.donor, *node, name);
    if (!opposite) continue;
    const auto pieces = pieces_of(job.mesh, *opposite, job.mesh.part(piece.donor));
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      const bool is_back =
          &job.mesh.part(pieces[k].donor) == &job.part && pieces[k].range == piece.donor_range;
      if (is_back) return numbered(name, k);
    }
  }
  return name;
}

tree::Node piece_node(PartJob& job, const WholeJoin& join, const JoinPiece& piece, std::size_t number) {
  const auto& transform = join.transform;
  auto node = join_node(job, numbered(join.node->name, number), piece,
                        {transform.begin(), transform.begin() + static_cast<std::ptrdiff_t>(join.dimension)},
                        join.node->child("PointRange")->type);
  for (const auto& child : join.node->children) {
    if (child.name == "Transform" || child.name == "PointRange" || child.name == "PointRangeDonor" ||
        child.name == "GridConnectivityDonorName")
      continue;
    node.children.push_back(job.file.copied(child));
  }
  if (const auto opposite = opposite_name(job, join, piece))
    node.children.push_back(tree::text_node("GridConnectivityDonorName", "Descriptor_t", *opposite));
  node.children.push_back(tree::text_node("OriginalName", "Descriptor_t", join.node->name));
  return node;
}

/// The vertices of the face between two parts of a zone; nothing if they have none in common.
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

void add_cut_joins(PartJob& job, tree::Node& joins) {
  std::vector<std::int64_t> transform;
  for (std::size_t d = 0; d < job.dimension(); ++d) transform.push_back(static_cast<std::int64_t>(d) + 1);
  for (const int other : job.mesh.parts_of_zone[static_cast<std::size_t>(job.part.zone)]) {
    const auto& donor = job.mesh.part(other);
    if (&donor == &job.part) continue;
    const auto face = common_face(job.part.cells, donor.cells, job.dimension());
    if (!face) continue;
    const auto here = fmt::format("P{}.N{}", job.part.rank, job.part.number);
    const auto there = fmt::format("P{}.N{}", donor.rank, donor.number);
    auto node = join_node(job, fmt::format("JN.{}.LT.{}", here, there), {other, *face, *face}, transform,
                          tree::DataType::I4);
    node.children.push_back(tree::text_node("GridConnectivityDonorName", "Descriptor_t",
                                            fmt::format("JN.{}.LT.{}", there, here)));
    node.children.push_back(tree::text_node("Decomp", "Descriptor_t", "is_decomp"));
    joins.children.push_back(std::move(node));
  }
}

void add_old_join(PartJob& job, const tree::Node& child, const std::string& below, tree::Node& joins) {
  const auto join = read_join(job, job.part.zone, child, below);
  if (!join) {
    job.notes.add(plan::Note::Kind::loss, "joins to nowhere",
                  fmt::format("{}/{}: leads to no structured zone, and is left out", job.size().path, below));
    return;
  }
  const auto pieces = pieces_of(job.mesh, *join, job.part);
  for (std::size_t k = 0; k < pieces.size(); ++k)
    joins.children.push_back(piece_node(job, *join, pieces[k], k));
}

}  // namespace

std::optional<tree::Node> cut_joins(PartJob& job, const tree::Node* node) {
  auto joins = node != nullptr
                   ? job.file.copied_alone(*node)
                   : tree::Node{.name = "ZoneGridConnectivity", .label = "ZoneGridConnectivity_t"};
  if (node != nullptr) {
    for (const auto& child : node->children) {
      const auto below = tree::join(node->name, child.name);
      if (child.label == "GridConnectivity1to1_t" && !child.link) {
        add_old_join(job, child, below, joins);
      } else if (child.label == "OversetHoles_t") {
        if (auto holes = cut_point_set(job, child, below)) joins.children.push_back(*std::move(holes));
      } else if (child.label == "GridConnectivity_t") {
        job.notes.add(plan::Note::Kind::loss, "general joins",
                      fmt::format("{}/{}: cannot be cut yet, and is left out", job.size().path, below));
      } else {
        joins.children.push_back(job.file.copied(child));
      }
    }
  }
  add_cut_joins(job, joins);
  if (joins.children.empty()) return std::nullopt;
  return joins;
}

}  // namespace pcgns::partition
