// assemble.hpp: the inputs as if every zone lay whole in one of them.
//
//   detect the parts -> prove that they are complete -> assemble the zones
//
// What comes out is an InputSet again, so that a merge of whole zones can go on with it. Bulk arrays of an
// assembled zone have an Array without a file that says of which arrays it is made up (Array::composite).
#pragma once

#include <string>
#include <vector>

#include "pcgns/assemble/numbers.hpp"
#include "pcgns/assemble/parts.hpp"
#include "pcgns/plan/composite.hpp"
#include "pcgns/plan/merge_job.hpp"

namespace pcgns::assemble {

/// What zones are assembled into.
struct Job {
  plan::Job& merge;  ///< The inputs, and the notes.
  const PartSet& parts;
  std::vector<tree::Array>& arrays;  ///< Those of the inputs; new ones are added at the end.
  std::vector<plan::Composite>& composites;
  std::vector<plan::Numbering>& numberings;
  std::vector<plan::Ragged>& ragged;
  const std::vector<NumberFacts>& numbers;  ///< One for each of `number_sets`.
  /// What `number_sets` gave, so that it need not be found out again for each zone; may be null.
  const std::vector<NumberSet>* number_sets = nullptr;
  /// Becomes Plan::turned. Null: faces between parts stay as they are, and a note says so.
  std::vector<plan::Turned>* turned = nullptr;
  bool allow_missing = false;  ///< Joins to parts that are not there are left out.
};

/// A new array of `type` and `dims` (CGNS order) that `composite` makes up; its index. `path` of the output.
[[nodiscard]] int add_composite(Job& job, std::string path, tree::DataType type,
                                std::vector<std::int64_t> dims, plan::Composite composite);

/// An array whose values are at hand; its index.
[[nodiscard]] int add_values(Job& job, tree::DataType type, std::vector<std::int64_t> dims,
                             std::vector<std::byte> values);

/// The bulk arrays of parts that no vertex, cell, element or point belongs to (user data, one value for all
/// points of a BC): parts must agree on them, so their hashes must be in Survey::contents.
[[nodiscard]] std::vector<int> arrays_to_compare(const PartSet& parts);

/// The zone that the parts of `original` make up.
[[nodiscard]] tree::Node structured_zone(Job& job, const Original& original);
[[nodiscard]] tree::Node unstructured_zone(Job& job, const Original& original);

}  // namespace pcgns::assemble
