// Joins of a part: pieces of those that its zone had, and those between parts that the cut makes.
//
// Names are those of the style; the marks of SEACAS (Decomp, OriginalName) are there in every style.

#include "pcgns/partition/structured_joins.hpp"

#include "pcgns/assemble/structured_joins.hpp"

namespace pcgns::partition {

namespace {

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
      if (is_back) return piece_name(job.mesh, name, k, pieces.size());
    }
  }
  return name;
}

tree::Node piece_node(PartJob& job, const WholeJoin& join, const std::string& name, const JoinPiece& piece) {
  const auto& transform = join.transform;
  auto node = join_node(job, name, piece,
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

void add_cut_joins(PartJob& job, tree::Node& joins) {
  std::size_t number = 0;
  std::vector<std::int64_t> transform;
  for (std::size_t d = 0; d < job.dimension(); ++d) transform.push_back(static_cast<std::int64_t>(d) + 1);
  for (const int other : job.mesh.near[static_cast<std::size_t>(job.part.zone)].touching(job.part.cells)) {
    const auto& donor = job.mesh.part(other);
    if (&donor == &job.part) continue;
    const auto face = common_face(job.part.cells, donor.cells, job.dimension());
    if (!face) continue;
    const auto name = cut_join_name(job.mesh, job.part, donor, number++);
    auto node = join_node(job, assemble::unique_name(joins, name), {other, *face, *face}, transform,
                          tree::DataType::I4);
    if (names_opposites(job.mesh.style)) {
      node.children.push_back(tree::text_node("GridConnectivityDonorName", "Descriptor_t",
                                              cut_join_name(job.mesh, donor, job.part, 0)));
    }
    node.children.push_back(tree::text_node("Decomp", "Descriptor_t", "is_decomp"));
    joins.children.push_back(std::move(node));
  }
}

void add_old_join(PartJob& job, const tree::Node& child, const std::string& below, tree::Node& joins) {
  const auto join = read_join(job, job.part.zone, child, below);
  if (!join) return;
  const auto pieces = pieces_of(job.mesh, *join, job.part);
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const auto name = piece_name(job.mesh, child.name, k, pieces.size());
    joins.children.push_back(piece_node(job, *join, assemble::unique_name(joins, name), pieces[k]));
  }
}

}  // namespace

std::string why_uncut(const PartJob& job, const tree::Node& join, const std::string& below) {
  if (join.label == "GridConnectivity_t") return why_uncut_general(job, join, below);
  return read_join(job, job.part.zone, join, below) ? "" : "leads to no structured zone";
}

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
      } else if (child.label == "GridConnectivity_t" && !child.link) {
        cut_general_join(job, child, below, joins);
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
