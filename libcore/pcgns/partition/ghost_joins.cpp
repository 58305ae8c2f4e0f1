// The joins of a mesh as ghosts look through them: one side of a zone continues in another zone.

#include <algorithm>

#include "pcgns/check/periodic.hpp"
#include "pcgns/check/zone_shape.hpp"
#include "pcgns/partition/ghost_sides.hpp"
#include "pcgns/partition/structured_joins.hpp"

namespace pcgns::partition {

namespace {

const tree::Node* periodic_of(const tree::Node& join) {
  const auto* property = join.child_labelled("GridConnectivityProperty_t");
  return property == nullptr ? nullptr : property->child_labelled("Periodic_t");
}

/// False too where values are not at hand.
bool is_only_shifted(const tree::Node& periodic) {
  const auto* angle = periodic.child("RotationAngle");
  if (angle == nullptr) return true;
  const auto values = check::numbers_in(angle);
  return values && std::all_of(values->begin(), values->end(), [](double value) { return value == 0; });
}

/// Each direction of the donor just once.
bool is_permutation(const WholeJoin& join) {
  Index3 seen = {};
  for (std::size_t d = 0; d < join.dimension; ++d)
    ++seen[static_cast<std::size_t>(std::abs(join.transform[d])) - 1];
  return std::count(seen.begin(), seen.end(), 1) == static_cast<std::ptrdiff_t>(join.dimension);
}

/// True if a container of the zone has planes beyond it already.
bool has_rind(const tree::Node& zone) {
  return std::any_of(zone.children.begin(), zone.children.end(), [](const tree::Node& container) {
    const auto* rind = container.child_labelled("Rind_t");
    return rind != nullptr && std::any_of(rind->data.begin(), rind->data.end(),
                                          [](std::byte byte) { return byte != std::byte{0}; });
  });
}

/// Who leaves the zone enters the donor, whatever the sign that the Transform has for this direction: points
/// of the plane do not tell. False if the donor's range is no side of it.
bool set_normal(const ZoneSize& donor, GhostJoin& join) {
  const auto b = static_cast<std::size_t>(std::abs(join.axes[join.normal])) - 1;
  const auto here = join.first[join.normal];
  const auto there = join.offset[b] + (join.axes[join.normal] > 0 ? here : -here);
  if (there != 0 && there != donor.cells[b]) return false;
  const bool is_same_way = join.is_at_end == (there == 0);
  join.axes[join.normal] = (is_same_way ? 1 : -1) * (static_cast<std::int64_t>(b) + 1);
  join.offset[b] = there - (is_same_way ? here : -here);
  return true;
}

/// Nothing for a range that is no side of its zone.
std::optional<GhostJoin> ghost_join(const WholeJoin& join, const ZoneSize& zone, const ZoneSize& donor) {
  GhostJoin ghosts{.donor = join.donor};
  std::size_t planes = 0;
  for (std::size_t d = 0; d < join.dimension; ++d) {
    ghosts.first[d] = std::min(join.range.begin[d], join.range.end[d]) - 1;
    ghosts.last[d] = std::max(join.range.begin[d], join.range.end[d]) - 1;
    if (ghosts.first[d] != ghosts.last[d]) continue;
    ++planes;
    ghosts.normal = d;
    if (ghosts.first[d] != 0 && ghosts.first[d] != zone.cells[d]) return std::nullopt;
    ghosts.is_at_end = ghosts.first[d] != 0;
  }
  if (planes != 1 || !is_permutation(join)) return std::nullopt;
  const auto origin = join.across({1, 1, 1});
  for (std::size_t d = 0; d < join.dimension; ++d) {
    ghosts.axes[d] = join.transform[d];
    ghosts.offset[d] = origin[d] - 1;
  }
  if (!set_normal(donor, ghosts)) return std::nullopt;
  return ghosts;
}

void add_joins(const PartJob& job, const tree::Node& connectivity, std::vector<GhostJoin>& joins) {
  for (const auto& node : connectivity.children) {
    if (node.label != "GridConnectivity1to1_t" || node.link) continue;
    const auto below = tree::join(connectivity.name, node.name);
    const auto join = read_join(job, job.part.zone, node, below);
    if (!join) continue;
    const auto& donor = job.mesh.decomposition.zones[static_cast<std::size_t>(join->donor)];
    if (donor.dimension != job.size().dimension) continue;
    auto ghosts = ghost_join(*join, job.size(), donor);
    if (!ghosts) continue;
    const auto* periodic = periodic_of(node);
    ghosts->is_shifted = periodic != nullptr;
    if (periodic != nullptr && !is_only_shifted(*periodic)) {
      job.notes.add(
          plan::Note::Kind::warning, "ghosts beyond a rotation",
          job.size().path + "/" + below + ": is turned, and has no ghosts: vectors would have to turn");
      continue;
    }
    joins.push_back(*ghosts);
  }
}

}  // namespace

std::vector<std::vector<GhostJoin>> ghost_joins_of(const Mesh& mesh, plan::Notes& notes) {
  std::vector<std::vector<GhostJoin>> all(mesh.zones.size());
  const plan::Plan none;
  FileBuilder file(none);
  for (std::size_t z = 0; z < mesh.zones.size(); ++z) {
    if (mesh.parts_of_zone[z].empty() || has_rind(*mesh.zones[z])) continue;
    const PartJob job{mesh, mesh.part(mesh.parts_of_zone[z].front()), file, notes};
    for (const auto& child : mesh.zones[z]->children) {
      if (child.label == "ZoneGridConnectivity_t" && !child.link) add_joins(job, child, all[z]);
    }
  }
  return all;
}

}  // namespace pcgns::partition
