// match_steps.cpp: the steps of planning that place pieces without metadata by what they share.
#include <utility>

#include "pcgns/fileset/plan/planner.hpp"

namespace pcgns::fileset {

Needs Planner::ask_box_vertices() {
  return {.matches = {.sets = box_vertices(inputs_, parts_),
                      .tolerance = request_.tolerance,
                      .finds_vertex_borders = true}};
}

void Planner::take_box_vertices(const Survey& survey) {
  box_sets_ = std::move(asked_.matches.sets);
  boxes_ = survey.matched;
}

Needs Planner::ask_box_offsets() { return {.borders = border_boxes(inputs_, parts_, box_sets_, boxes_)}; }

void Planner::place_boxes(const Survey& survey) {
  fileset::place_boxes(inputs_, parts_, box_sets_, boxes_, survey.shifts);
  explain(parts_, box_sets_, boxes_, request_.tolerance);
}

Needs Planner::ask_matches() {
  return {.matches = {.sets = matching_->sets(match_step_),
                      .tolerance = match_step_ == 0 ? request_.tolerance : 0}};
}

void Planner::take_matches(const Survey& survey) {
  const auto& sets = asked_.matches.sets;
  if (match_step_ == 0) require_contact(inputs_, parts_, sets, survey.matched, request_.tolerance);
  matching_->take(sets, survey.matched);
  if (match_step_ == 0) explain(parts_, sets, survey.matched, request_.tolerance);
  ++match_step_;
}

Needs Planner::ask_element_types() { return {.first_values = matching_->arrays_to_begin()}; }

Needs Planner::ask_runs() { return {.runs = matching_->runs()}; }

void Planner::take_runs(const Survey& survey) { matching_->take_runs(survey.runs); }

}  // namespace pcgns::fileset
