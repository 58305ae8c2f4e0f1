// sides.hpp: the two meshes of a comparison, and the differences of their arrays.
#pragma once

#include <map>
#include <span>

#include "pcgns/base/budget.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/verify/compare/compare.hpp"
#include "pcgns/verify/compare/plan/pairing.hpp"

namespace pcgns::verify::compare {

/// One side of a comparison. Values in the tree become an array of their own where the other side has a bulk
/// array.
struct CompareSide {
  plan::Plan& plan;
  cgns::InputSet& inputs;
  Budget memory = {};

  [[nodiscard]] mesh::Dataset view() const { return {.plan = plan, .inputs = inputs, .memory = memory}; }
};

/// Differences by index into `pairs`; equal pairs are left out. The same on every rank, and for any number of
/// ranks.
using ArrayDifferences = std::map<int, kernel::ValueDifferences>;

/// Compares the values of `pairs`: contiguous arrays in small blocks of both files, all others through
/// io::execute. Throws the same Error on every rank. @note Collective.
[[nodiscard]] ArrayDifferences compare_arrays(par::Session& session, const CompareSide& a,
                                              const CompareSide& b, std::span<const ArrayPair> pairs,
                                              std::int64_t most_samples);

/// Compares two meshes, all of Report but the names. @note Collective.
[[nodiscard]] Report compare_meshes(par::Session& session, const CompareSide& a, const CompareSide& b,
                                    const Criteria& criteria, bool by_coordinates);

}  // namespace pcgns::verify::compare
