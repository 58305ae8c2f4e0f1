// numbers.hpp: the global numbers that parts of unstructured zones carry.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/assemble/parts.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::assemble {

/// The numbers of one kind of thing in all parts of a zone: vertices, the elements of a section, the points
/// of a BC.
struct NumberSet {
  std::string what;   ///< For messages, and to find the set again: "/Base/Zone: vertices". Unique.
  int original = -1;  ///< Index into PartSet::originals.
  struct Member {
    int numbers = -1;         ///< Index into InputSet::arrays, I4 or I8.
    int part = 0;             ///< Index into Original::parts.
    int offsets = -1;         ///< Ragged: index of the ElementStartOffset of the part.
    std::int64_t count = -1;  ///< Only the first so many count (what follows are ghosts); -1: all.
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

/// What NumberSet::what says of the things of the zone at `zone`, the elements of its section at `section`,
/// and the points of the list at `list` (paths of the whole zone).
[[nodiscard]] std::string vertices_of(std::string_view zone);
[[nodiscard]] std::string cells_of(std::string_view zone);
[[nodiscard]] std::string elements_of(std::string_view section);
[[nodiscard]] std::string points_of_list(std::string_view list);

}  // namespace pcgns::assemble
