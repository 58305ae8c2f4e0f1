// distribute_unstructured.hpp: the unstructured zones are cut, by whatever the options say.
#pragma once

#include <memory>

#include "pcgns-repartition/options.hpp"
#include "pcgns/io/scratch_file.hpp"
#include "pcgns/partition/direct_arrays.hpp"
#include "pcgns/partition/partition.hpp"

namespace pcgns::repartition {

/// Nothing is to be written but a map.
[[nodiscard]] bool only_plans(const Options& options);

/// The parts are to keep the digest of the source, or it is checked.
[[nodiscard]] bool wants_digest(const Options& options);

/// Deals out the unstructured zones of `mesh`, which is cut from `whole`; their arrays come out of the
/// scratch file (made where there is none) and of `direct` from now on. `sums` gets what is hashed on the
/// way, for a digest of `whole`. Throws the same Error on every rank. @note Collective.
void distribute_unstructured(par::Session& session, const plan::Plan& whole, cgns::InputSet& inputs,
                             std::unique_ptr<io::ScratchFile>& scratch, partition::DirectArrays& direct,
                             cgns::ArraySums& sums, const Options& options, partition::Mesh& mesh);

}  // namespace pcgns::repartition
