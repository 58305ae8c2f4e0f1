// planner.hpp: the plan of one mesh of whole zones, made from the trees of the inputs and a few of their
// values.
//
//   Planner planner(inputs, request, merge);
//   while (const auto* needs = planner.needs()) planner.take(survey(*needs));
//   const auto whole = planner.finish();
//
// Nothing is read here: the same trees and answers give the same plan on every rank, and in a test.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "pcgns/fileset/plan/planning.hpp"

namespace pcgns::fileset {

class Planner {
 public:
  /// Keeps a reference to `inputs`. Its trees are turned into those of whole zones, and its
  /// table of arrays grows. @pre Request::assembly holds the text of the assembly file, if there is one.
  Planner(cgns::InputSet& inputs, Request request, MergeRequest merge);
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  /// What must be known next, valid until the next call; null if the plan is complete. Throws Error{input} if
  /// the inputs do not belong together.
  [[nodiscard]] const Needs* needs();
  /// @pre `survey` answers the result of the last call of needs().
  void take(const Survey& survey);
  /// @pre needs() has returned null.
  [[nodiscard]] WholePlan finish() { return std::move(planning_.whole); }

 private:
  Planning planning_;
  std::vector<PlanningStep> steps_;
  std::size_t next_ = 0;
};

}  // namespace pcgns::fileset
