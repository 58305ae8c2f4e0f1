// compare_union.hpp: compares bases whose zones differ because the same mesh is partitioned differently.
#pragma once

#include "pcgns/verify/compare/run/sides.hpp"

namespace pcgns::verify::compare {

/// Compares the union of the zones of a base that are reported on one side only: coordinates, and fields at
/// vertices and cells. Replaces the previous findings about these zones in `pairing` and `differences`.
/// Throws the same Error on every rank. @note Collective.
void compare_unions(par::Session& session, const CompareSide& a, const CompareSide& b,
                    const Criteria& criteria, Pairing& pairing, ArrayDifferences& differences);

}  // namespace pcgns::verify::compare
