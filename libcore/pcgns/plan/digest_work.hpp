// digest_work.hpp: which rank hashes what.
//
// An array that lies in a file as it is goes block by block: all such blocks, one array after the other, are
// cut into as many stretches of equal size as there are ranks. What only HDF5 can read is hashed by the rank
// that has walked its file. What is put together from parts is moved as if to be written, to a file in which
// no block of an array lies in two domains; who would write it hashes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/plan/digest.hpp"

namespace pcgns::plan {

/// Consecutive blocks of a target that is a stretch of one array.
struct DigestPiece {
  int target = 0;
  int source = 0;          ///< Index into InputSet::arrays.
  std::int64_t begin = 0;  ///< Where the target begins in the array, in bytes.
  Range blocks;            ///< Of the target.
};

struct DigestSection {
  std::size_t place = 0;  ///< Among the old ones.
  OldElements elements;
  DigestPiece piece;  ///< All of its connectivity.
};

struct DigestWork {
  std::vector<DigestPiece> pieces;      ///< Of this rank.
  std::vector<DigestSection> sections;  ///< Of this rank.
  std::vector<int> composites;          ///< Targets that are put together, ascending; the same on all ranks.
};

/// `old`: of the plan's output. `known`: arrays that are hashed already.
[[nodiscard]] DigestWork digest_work(const Plan& plan, const tree::InputSet& inputs,
                                     const std::vector<OldElements>& old, int rank, int ranks,
                                     const ArraySums& known = {});

/// Where arrays would lie in a file whose domains are multiples of a block (kernel::digest_block), so that
/// each of their blocks lies in one domain.
struct DigestLayout {
  std::vector<std::int64_t> offsets;  ///< By target, ascending.
  std::int64_t end = 0;
};

[[nodiscard]] DigestLayout digest_layout(const std::vector<Target>& targets);

}  // namespace pcgns::plan
