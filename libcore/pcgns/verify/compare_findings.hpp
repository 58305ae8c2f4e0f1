// compare_findings.hpp: what there is to tell of a comparison.
#pragma once

#include "pcgns/verify/compare.hpp"
#include "pcgns/verify/compare_points.hpp"

namespace pcgns::verify {

/// What the points of a set are.
[[nodiscard]] plan::NodeFinding finding_of(const plan::PointSetPair& set, const PointRows& rows);

/// Adds to the findings what might be tried: zones whose coordinates all are the same in another order have
/// other numbers, as it seems.
void advise(plan::Pairing& pairing, const ArrayDifferences& differences);

/// Everything by path, with the places of the largest differences. Throws the same Error on every rank.
/// @note Collective.
[[nodiscard]] CompareResult result_of(par::Session& session, const CompareSide& a, plan::Pairing pairing,
                                      ArrayDifferences differences);

}  // namespace pcgns::verify
