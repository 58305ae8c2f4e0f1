// uncut.hpp: joins that no part can have: they stay whole beside the parts, for pcgns-merge.
#pragma once

#include <string>

#include "pcgns/partition/file_builder.hpp"
#include "pcgns/partition/mesh.hpp"
#include "pcgns/plan/merge_job.hpp"

namespace pcgns::partition {

/// Why a join of an unstructured zone cannot be cut; empty if it can, or if it makes no sense.
[[nodiscard]] std::string why_uncut(const Mesh& mesh, const DealtZone& zone, const tree::Node& join);

/// Adds what of `zone`, which is one that is cut, no part can have to its `marks` (assemble/own_marks.hpp),
/// and notes it as a loss.
void add_uncut(const Mesh& mesh, const tree::Node& zone, FileBuilder& file, tree::Node& marks,
               plan::Notes& notes);

}  // namespace pcgns::partition
