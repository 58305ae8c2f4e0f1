#include <algorithm>
#include <set>

#include "pcgns/partition/structured_joins.hpp"

namespace pcgns::partition {

namespace {

Run3 run_of(const std::vector<std::int64_t>& values, std::size_t dimension) {
  Run3 run;
  for (std::size_t d = 0; d < dimension; ++d) {
    run.begin[d] = values[d];
    run.end[d] = values[d + dimension];
  }
  return run;
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

/// The range of vertices, 0-based and closed.
Block cells_at(const Run3& run) {
  Block block{{0, 0, 0}, {0, 0, 0}};
  for (std::size_t d = 0; d < 3; ++d) {
    block.begin[d] = std::min(run.begin[d], run.end[d]) - 1;
    block.end[d] = std::max(run.begin[d], run.end[d]) - 1;
  }
  return block;
}

}  // namespace

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

std::vector<JoinPiece> pieces_of(const Mesh& mesh, const WholeJoin& join, const Part& part) {
  std::vector<JoinPiece> pieces;
  const auto seen = clipped(join.range, part.cells, join.dimension);
  if (!seen) return pieces;
  const Run3 opposite{join.across(seen->begin), join.across(seen->end)};
  for (const int donor : mesh.near[static_cast<std::size_t>(join.donor)].touching(cells_at(opposite))) {
    const auto there = clipped(opposite, mesh.part(donor).cells, join.dimension);
    if (there) pieces.push_back({donor, {join.back(there->begin), join.back(there->end)}, *there});
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

std::vector<int> neighbours_of(const Mesh& mesh, const Part& part) {
  const plan::Plan none;
  FileBuilder file(none);
  plan::Notes notes;
  const PartJob job{mesh, part, file, notes};
  std::set<int> found;
  for (const int other : mesh.near[static_cast<std::size_t>(part.zone)].touching(part.cells)) {
    const auto& cells = mesh.part(other).cells;
    if (&mesh.part(other) != &part && common_face(part.cells, cells, job.dimension())) found.insert(other);
  }
  for (const auto& connectivity : job.zone().children) {
    if (connectivity.label != "ZoneGridConnectivity_t") continue;
    for (const auto& node : connectivity.children) {
      if (node.label != "GridConnectivity1to1_t" || node.link) continue;
      const auto join = read_join(job, part.zone, node, tree::join(connectivity.name, node.name));
      if (!join) continue;
      for (const auto& piece : pieces_of(mesh, *join, part)) found.insert(piece.donor);
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace pcgns::partition
