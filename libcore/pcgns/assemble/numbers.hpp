// numbers.hpp: the global numbers that parts of unstructured zones carry.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/assemble/parts.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::assemble {

/// The numbers of one kind of thing in all parts of a zone: vertices, the elements of a section, the points
/// of a BC.
struct NumberSet {
  std::string what;  ///< For messages: "/Base/Zone: vertices".
  struct Member {
    int numbers = -1;  ///< Index into InputSet::arrays, I4 or I8.
    int part = 0;      ///< Index into Original::parts.
    int offsets = -1;  ///< Ragged: index of the ElementStartOffset of the part.
  };
  std::vector<Member> members;
  std::int64_t first_number = 1;
  std::int64_t total =
      -1;  ///< How many there are in the whole zone, if that is known; else the largest is the last.
  bool may_share = false;  ///< Several parts may have one: vertices, faces between parts.
};

/// What reading all numbers of a set showed. Every number from the first to the last is there, and twice only
/// if it may.
struct NumberFacts {
  std::int64_t total = 0;
  plan::Ragged ragged;  ///< Empty unless the members have offsets.
};

/// All sets of the unstructured zones of `parts`, in a fixed order.
[[nodiscard]] std::vector<NumberSet> number_sets(const tree::InputSet& inputs, const PartSet& parts);

}  // namespace pcgns::assemble
