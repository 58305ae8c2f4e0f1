// list_forms.hpp: brings point lists, and the arrays that belong to their points, into canonical order.
#pragma once

#include <map>

#include "pcgns/base/fingerprint.hpp"
#include "pcgns/digest/plan/tree_digest.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::digest {

struct CanonicalLists {
  ListForms forms;  ///< Valid on rank 0.
  /// By target: this rank's part of the digest, for every array that must be taken in another order than the
  /// stored one. The keys are the same on every rank.
  std::map<int, Fingerprint> arrays;
};

/// Of all point lists of the plan's output. Sorted lists cost a read of the lists; the others are sorted by
/// all ranks, and what belongs to them is read here. Throws the same Error on every rank. @note Collective.
[[nodiscard]] CanonicalLists canonical_lists(par::Session& session, const mesh::Dataset& dataset);

}  // namespace pcgns::digest
