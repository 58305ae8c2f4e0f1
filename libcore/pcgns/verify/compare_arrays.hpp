// compare_arrays.hpp: the values of two meshes, array by array.
#pragma once

#include <map>
#include <span>

#include "pcgns/mesh/share.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/compare.hpp"

namespace pcgns::verify {

/// One side of a comparison. What it compares with may be bulk where its own values are in the tree: those
/// then become an array of its own.
struct CompareSide {
  plan::Plan& plan;
  tree::InputSet& inputs;
  std::int64_t memory = 256 << 20;

  [[nodiscard]] mesh::Dataset view() const { return {.plan = plan, .inputs = inputs, .memory = memory}; }
};

/// What differs, by index into `pairs`; pairs without any difference are not in it. The same on every rank,
/// whatever their number.
using ArrayDifferences = std::map<int, kernel::ValueDifferences>;

/// Compares the values of `pairs`: contiguous arrays in small blocks of both files at once, all others
/// through move::execute. Throws the same Error on every rank. @note Collective.
[[nodiscard]] ArrayDifferences compare_arrays(par::Session& session, const CompareSide& a,
                                              const CompareSide& b, std::span<const plan::ArrayPair> pairs,
                                              std::int64_t most_samples);

}  // namespace pcgns::verify
