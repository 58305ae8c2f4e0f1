// compare_union.hpp: bases whose zones are other ones on the two sides: other partitions of the same mesh.
#pragma once

#include "pcgns/verify/compare_arrays.hpp"

namespace pcgns::verify {

/// Compares coordinates, and fields at vertices and cells, of the zones of one base that are told to be there
/// only, on both sides, all together. What was told of these zones gives way to what is found: findings and
/// arrays of `pairing`, and differences of these. Throws the same Error on every rank. @note Collective.
void compare_unions(par::Session& session, const CompareSide& a, const CompareSide& b,
                    const plan::CompareRequest& request, plan::Pairing& pairing,
                    ArrayDifferences& differences);

}  // namespace pcgns::verify
