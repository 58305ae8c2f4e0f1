#include "pcgns/repartition/plan/memory.hpp"

#include <algorithm>

#include "pcgns/cgns/zone_shape.hpp"

namespace pcgns::repartition {

namespace {

// Of a cell or vertex: while its zone is partitioned, and until the end of the run (measured).
constexpr std::int64_t bytes_of_entity = 60;
constexpr std::int64_t bytes_kept = 10;
// Of a cell.
constexpr std::int64_t bytes_of_weight = 8;
constexpr std::int64_t bytes_in_graph = 160;  // PT-Scotch included
constexpr std::int64_t bytes_of_rcm = 500;
// With particles: of the centre of a cell of any zone, and of a particle while its zone is distributed.
constexpr std::int64_t bytes_of_centre = 40;
constexpr std::int64_t bytes_of_particle = 72;

bool has_particles(const cgns::Node& tree) {
  return std::ranges::any_of(
      tree.children, [](const cgns::Node& base) { return base.child_labelled("ParticleZone_t") != nullptr; });
}

std::int64_t count_of_particles(const cgns::Node& zone) {
  const auto size = zone.label == "ParticleZone_t" && !zone.link ? cgns::integers_in(&zone) : std::nullopt;
  return size && size->size() == 1 ? std::max<std::int64_t>(0, size->front()) : 0;
}

std::int64_t bytes_of_connectivity(const cgns::Node& zone) {
  std::int64_t bytes = 0;
  for (const auto& section : zone.children) {
    const auto* node = section.child("ElementConnectivity");
    if (section.label != "Elements_t" || node == nullptr) continue;
    bytes += cgns::count_of(node->dims) * static_cast<std::int64_t>(cgns::size_of(node->type));
  }
  return bytes;
}

std::int64_t bytes_of_zone(const cgns::ZoneShape& shape, const Partitioning& how, Budget memory, int ranks) {
  const auto cells = shape.cells[0];
  auto bytes = (bytes_of_entity - bytes_kept) * (cells + shape.vertices[0]);
  if (how.order != partition::Order::keep) bytes *= 2;
  if (how.order == partition::Order::rcm) bytes += bytes_of_rcm * cells;
  if (how.has_weights) bytes += bytes_of_weight * cells;
  if (how.method != partition::Method::graph) return bytes / ranks;
  const auto graph = bytes_in_graph * cells;
  return bytes / ranks + graph / std::clamp<std::int64_t>(divide_up(graph, memory.bytes()), 1, ranks);
}

}  // namespace

std::int64_t bytes_of_mesh(const cgns::Node& tree, const Partitioning& partitioning, Budget memory,
                           int ranks) {
  std::int64_t most = 0;
  std::int64_t kept = 0;
  std::int64_t particles = 0;
  // Stays in memory, as far as half of the budget goes; bytes_of_zone counts that of one zone.
  std::int64_t connectivity = 0;
  std::int64_t counted = 0;
  const auto of_centre = has_particles(tree) ? bytes_of_centre : 0;
  for (const auto& base : tree.children) {
    for (const auto& zone : base.children) {
      particles = std::max(particles, count_of_particles(zone));
      if (zone.label != "Zone_t" || zone.link) continue;
      const auto shape = cgns::shape_of(zone);
      if (!shape) continue;
      kept += of_centre * shape->cell_count() / ranks;
      if (shape->structured) {
        if (partitioning.has_weights) kept += bytes_of_weight * shape->cell_count() / ranks;
        continue;
      }
      kept += bytes_kept * (shape->cells[0] + shape->vertices[0]) / ranks;
      const auto bytes = bytes_of_connectivity(zone);
      connectivity += bytes;
      if (const auto all = bytes_of_zone(*shape, partitioning, memory, ranks); all > most) {
        most = all;
        counted = bytes;
      }
    }
  }
  kept += std::min((connectivity - counted) / ranks, memory.share(2).bytes());
  return std::max(most, bytes_of_particle * particles / ranks) + kept;
}

}  // namespace pcgns::repartition
