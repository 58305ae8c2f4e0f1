// digest_arrays.hpp: the digests of bulk arrays.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "pcgns/mesh/share.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/digest_work.hpp"

namespace pcgns::verify {

/// What plan::DigestSources wants of the values. Complete on rank 0; on others without meaning.
struct ArrayDigests {
  std::vector<Fingerprint> arrays;                 ///< By Plan::targets.
  std::map<int, kernel::NewSection> new_sections;  ///< By OldElements::target; only those that are sound.
};

/// `progress` is as that of digest(). Reads all bulk arrays once, but for those in Dataset::sums, and old
/// connectivities twice. Throws the same Error on every rank. @note Collective.
[[nodiscard]] ArrayDigests digest_arrays(par::Session& session, const mesh::Dataset& dataset,
                                         const std::vector<plan::OldElements>& old,
                                         const std::function<void(std::int64_t bytes)>& progress);

}  // namespace pcgns::verify
