// deal_job.hpp: what the stages share that deal out the arrays of a zone.
#pragma once

#include <string>
#include <vector>

#include "pcgns/deal/direct_arrays.hpp"
#include "pcgns/deal/run_writer.hpp"
#include "pcgns/mesh/share.hpp"

namespace pcgns::deal {

struct DealJob {
  par::Session& session;
  const mesh::Dataset& dataset;
  move::ScratchFile& scratch;
  DirectArrays& direct;
  const ZoneMesh& mesh;
  const MeshDealing& dealt;
  partition::DealtZone& out;

  [[nodiscard]] std::size_t parts() const { return out.parts.size(); }
  [[nodiscard]] const plan::Target& target(const tree::Node& node) const {
    return dataset.plan.targets[static_cast<std::size_t>(node.array)];
  }
};

// All are collective, and throw the same Error on every rank.

/// Writes `values` (`width` for each slot) in windows.
[[nodiscard]] partition::DealtValues deal_slots(DealJob& job, const std::string& path, tree::DataType type,
                                                const Dealing& dealing, std::int64_t width,
                                                std::span<const std::int64_t> values);
/// The numbers of entities: from `first` on, I8.
[[nodiscard]] partition::DealtValues deal_numbers(DealJob& job, const std::string& path,
                                                  const Dealing& dealing, std::int64_t first = 1);
/// An array with as many values for each entity of `dealing`; its node is noted in DealtZone::arrays. False,
/// and nothing is done, if it has another number of values.
[[nodiscard]] bool deal_array(DealJob& job, const tree::Node& node, const std::string& path,
                              const Dealing& dealing);

/// What the ghosts of `dealing` are to `node` in the parts: its Rind_t.
void note_ghosts(DealJob& job, const tree::Node& node, const Dealing& dealing);
/// Who has the ghosts of the zone as its own.
void deal_owners(DealJob& job);

/// This rank's entities of an array of integers, one each.
[[nodiscard]] std::vector<std::int64_t> integers_of(DealJob& job, const tree::Node& node, Range mine);

void deal_sections(DealJob& job);
/// Everything else of the zone but its joins: nodes with values of points, and lists of points.
void deal_nodes(DealJob& job);

}  // namespace pcgns::deal
