// steps.hpp: inputs with several steps, and what a plan has of them.
#pragma once

#include <string>

#include "fileset/build.hpp"

namespace pcgns::test {

/// Where the iterative data of the base are.
inline constexpr auto bid = "/Base/BaseIterativeData";

inline fileset::MergeRequest with_steps(const std::string& text) {
  return {.steps = fileset::parse_steps(text)};
}

/// "S1", "S2", …
inline Texts solution_names(int count) {
  Texts names;
  for (int i = 1; i <= count; ++i) names.push_back("S" + std::to_string(i));
  return names;
}

/// A zone with a solution for each step, and a table that names them.
inline Node unsteady_zone(std::string name, int steps) {
  Nodes pieces = {coordinates({1, 2, 3, 4})};
  for (const auto& solution_name : solution_names(steps)) pieces.push_back(solution(solution_name));
  pieces.push_back(zone_iterative({pointers("FlowSolutionPointers", solution_names(steps))}));
  return zone(std::move(name), std::move(pieces));
}

inline Node times(int steps, double begin = 0) {
  Reals values;
  for (int i = 1; i <= steps; ++i) values.push_back(begin + i);
  return iterative(steps, {reals("TimeValues", values)});
}

inline Inputs two_files(int steps_a, int steps_b) {
  Inputs inputs;
  inputs.rank("a.cgns", {times(steps_a), unsteady_zone("A", steps_a)});
  inputs.rank("b.cgns", {times(steps_b), unsteady_zone("B", steps_b)});
  return inputs;
}

inline Reals reals_at(const plan::Plan& plan, const std::string& path) {
  return cgns::reals_of(*cgns::find(plan.output, path));
}
inline Numbers integers_at(const plan::Plan& plan, const std::string& path) {
  return cgns::integers_of(*cgns::find(plan.output, path));
}

inline Texts pointers_of(const plan::Plan& plan, const std::string& zone_name) {
  return rows(plan, "/Base/" + zone_name + "/ZoneIterativeData/FlowSolutionPointers");
}

}  // namespace pcgns::test
