// survey.hpp: what planning must know of the values in the files, and what was found.
//
// Planner::needs() fills in a Needs, and survey() (run/survey.hpp) reads what it names. Answers in bulk, such
// as the numbers of matched vertices, stay in a scratch file: the survey names their arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/base/fingerprint.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/fileset/plan/match/match_boxes.hpp"
#include "pcgns/fileset/plan/structured/box_numbers.hpp"
#include "pcgns/fileset/plan/unstructured/number_sets.hpp"
#include "pcgns/plan/composite.hpp"

namespace pcgns::fileset {

/// The point list of a piece that was a range in the whole zone.
struct RangedList {
  int list = -1;   ///< Numbers in the piece.
  int index = -1;  ///< By entry: its position in the range, from `first_index`.
  std::int64_t first_index = 1;
  std::int64_t count = 0;
  std::int64_t first = 1;          ///< The number in the whole zone where the range begins.
  plan::Numbering numbering = {};  ///< Maps the numbers in the piece to those in the whole zone.
};

/// Vertices that two zones have in common: each pair is of two sets.
struct CommonNeeds {
  std::vector<MatchSet> sets = {};
  std::vector<std::pair<int, int>> pairs = {};
  double tolerance = 0;  ///< As of Needs::Matches.
};

/// Arrays are indices into InputSet::arrays. Read in the order of the members.
struct Needs {
  struct Matches {
    std::vector<MatchSet> sets = {};
    double tolerance = 0;  ///< Vertices within this distance are equal; 0: same bits.
    bool finds_vertex_interfaces =
        false;  ///< Find interfaces of vertices, too; those of surfaces are always found.
  };
  std::vector<ValueAt> single_values = {};
  std::vector<int> values = {};                  ///< Small arrays, all of their values.
  std::vector<BoxNumbers> boxes = {};            ///< Proof that arrays hold the numbers of boxes.
  std::vector<cgns::Section> old_sections = {};  ///< Where their elements begin.
  Matches matches = {};                          ///< Which entities of several pieces are the same.
  std::vector<MatchSet> surfaces = {};           ///< Which of them several pieces have.
  CommonNeeds common = {};                       ///< How many of them two zones have.
  std::vector<BoxInterface> box_interfaces = {};
  std::vector<std::vector<plan::NumberRun>> runs = {};  ///< Arrays to write into the scratch file.
  std::vector<NumberSet> numberings = {};               ///< Proof that global numbers form whole zones.
  std::vector<RangedList> ranged_lists = {};            ///< Proof that lists hold the points of their ranges.
  std::vector<int> contents = {};                       ///< Arrays to hash.
  bool may_be_refused = false;                          ///< Error{input} is an answer: Survey::refusal.

  [[nodiscard]] bool empty() const {
    return single_values.empty() && values.empty() && boxes.empty() && old_sections.empty() &&
           matches.sets.empty() && surfaces.empty() && common.pairs.empty() && box_interfaces.empty() &&
           runs.empty() && numberings.empty() && ranged_lists.empty() && contents.empty();
  }
};

/// The answers, the same on every rank; each list is in the order of what was asked for.
struct Survey {
  SingleValues single_values = {};
  std::vector<std::vector<std::byte>> values = {};
  std::vector<std::vector<std::int64_t>> begins = {};  ///< cgns::Derived::begins of old sections.
  Matched matched = {};
  std::vector<Matched::Interface> surfaces = {};
  std::vector<std::int64_t> common = {};
  std::vector<BoxShift> shifts = {};
  std::vector<int> runs = {};  ///< Indices into InputSet::arrays.
  std::vector<NumberFacts> numberings = {};
  std::unordered_map<int, Fingerprint> contents = {};  ///< Hashes, by index into InputSet::arrays.
  std::optional<Error> refusal = {};  ///< Only if the needs allow it; then the rest is empty.
};

}  // namespace pcgns::fileset
