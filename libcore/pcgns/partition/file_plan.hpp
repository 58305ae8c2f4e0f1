// file_plan.hpp: the files of a repartitioned mesh, each as a plan of its own.
#pragma once

#include "pcgns/base/range.hpp"
#include "pcgns/partition/mesh.hpp"
#include "pcgns/plan/merge_job.hpp"

namespace pcgns::partition {

/// The file of the ranks (0-based) `ranks`.
[[nodiscard]] plan::Plan file_of_ranks(const plan::Plan& whole, const Mesh& mesh, Range ranks,
                                       plan::Notes& notes);

}  // namespace pcgns::partition
