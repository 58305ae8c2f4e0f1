// distribution_context.hpp: shared steps of distributing the arrays of a zone.
#pragma once

#include <string>
#include <vector>

#include "pcgns/mesh/share.hpp"
#include "pcgns/partition/run/direct_arrays.hpp"
#include "pcgns/partition/run/run_writer.hpp"

namespace pcgns::partition {

struct DistributionContext {
  par::Session& session;
  const mesh::Dataset& dataset;
  io::ScratchFile& scratch;
  DirectArrays& direct;
  const ZoneMesh& mesh;
  const MeshDistribution& distributed;
  DistributedZone& out;

  [[nodiscard]] std::size_t parts() const { return out.pieces.size(); }
  [[nodiscard]] const plan::Target& target(const cgns::Node& node) const {
    return dataset.plan.targets[static_cast<std::size_t>(node.array)];
  }
};

// All functions are collective and throw the same Error on every rank.

/// Writes `values` (`width` per slot) in windows.
[[nodiscard]] DistributedValues distribute_slots(DistributionContext& context, const std::string& path,
                                                 cgns::DataType type, const Distribution& distribution,
                                                 std::int64_t width, std::span<const std::int64_t> values);
/// Distributes the global numbers of entities, from `first` on, as I8.
[[nodiscard]] DistributedValues distribute_numbers(DistributionContext& context, const std::string& path,
                                                   const Distribution& distribution, std::int64_t first = 1);
/// Distributes arrays with a fixed number of values per entity, children of the node at `path`, and records
/// their nodes in DistributedZone::arrays. Returns the first, without effect, whose number of values does not
/// fit, otherwise null.
[[nodiscard]] const cgns::Node* distribute_values(DistributionContext& context,
                                                  std::span<const cgns::Node* const> nodes,
                                                  const std::string& path, const Distribution& distribution);

/// Records the Rind_t of `node` in each part, according to the ghosts of `distribution`.
void note_ghosts(DistributionContext& context, const cgns::Node& node, const Distribution& distribution);
/// Distributes the owners of the zone's ghosts.
void distribute_owners(DistributionContext& context);

/// The values of this rank's entities in an array of integers, one per entity.
[[nodiscard]] std::vector<std::int64_t> integers_of(DistributionContext& context, const cgns::Node& node,
                                                    Range mine);

void distribute_sections(DistributionContext& context);
/// Renumbers, in place, the connectivity that goes to the parts directly; `mesh` loses it to
/// DistributionContext::direct.
void renumber_direct_sections(DistributionContext& context, ZoneMesh& mesh);
/// Distributes all other nodes of the zone except interfaces: arrays with values per point, and point lists.
void distribute_nodes(DistributionContext& context);

}  // namespace pcgns::partition
