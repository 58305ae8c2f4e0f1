// number_sets.hpp: finds the global numbers that pieces of unstructured zones carry.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/fileset/plan/pieces.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::fileset {

/// Tells whether two lists have the same numbers in the same order, one being read in portions: their sums
/// over the numbers from 0, each times a weight of its position, are equal. Modulo 2^40, so that sums over
/// ranks fit.
struct OrderSums {
  std::int64_t numbers = 0;
  std::int64_t weights = 0;

  void add(std::int64_t position, std::uint64_t number);
  void add(const OrderSums& other);
  /// Of numbers that are larger by `offset`.
  [[nodiscard]] OrderSums shifted(std::int64_t offset) const;

  friend bool operator==(const OrderSums&, const OrderSums&) = default;
};

/// Global numbers of one kind of entity in all pieces of a zone: vertices, elements of a section, or points
/// of a BC.
struct NumberSet {
  std::string what;   ///< Unique key, also for messages: "/Base/Zone: vertices".
  int original = -1;  ///< Index into PieceSet::originals.
  struct Member {
    int numbers = -1;         ///< Index into InputSet::arrays, I4 or I8.
    int piece = 0;            ///< Index into Original::pieces.
    int offsets = -1;         ///< Ragged: index of where the elements begin.
    std::int64_t count = -1;  ///< Only the first `count` values are valid (ghosts follow); -1: all.
    std::int64_t cell = -1;   ///< Position of the first value among the cells of the piece; -1: no cells.
    /// Ragged: number of values to which the offsets lead, from 0 on; -1: ghosts have some, too.
    std::int64_t values = -1;
  };
  std::vector<Member> members;
  std::int64_t first_number = 1;
  std::int64_t total = -1;      ///< Total in the whole zone if known; else the largest number is the total.
  bool may_share = false;       ///< Several pieces may share a number: vertices, faces between pieces.
  bool may_be_refused = false;  ///< Error{input} is an answer: NumberFacts::refusal.
};

/// Result of proving a set: every number from first to last occurs, and more than once only where allowed.
struct NumberFacts {
  std::int64_t total = 0;
  plan::Ragged ragged;  ///< Empty unless the members have offsets.
  /// By piece, of members with cells; not of pieces behind the last one. Empty if there are none.
  std::vector<OrderSums> orders = {};
  std::optional<Error> refusal = {};  ///< Only if the set allows it; then the rest is empty.
};

/// All sets of the unstructured zones of `pieces`, in a fixed order.
[[nodiscard]] std::vector<NumberSet> number_sets(const cgns::InputSet& inputs, const PieceSet& pieces);

/// NumberSet::what for the vertices of `zone`, the elements of `section`, or the points of `list` (paths in
/// the whole zone).
[[nodiscard]] std::string vertices_of(std::string_view zone);
[[nodiscard]] std::string cells_of(std::string_view zone);
[[nodiscard]] std::string elements_of(std::string_view section);
[[nodiscard]] std::string points_of_list(std::string_view list);

}  // namespace pcgns::fileset
