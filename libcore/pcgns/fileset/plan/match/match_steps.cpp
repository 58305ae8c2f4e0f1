// match_steps.cpp: the steps of planning that place pieces without metadata by what they share.
#include <memory>
#include <optional>
#include <utility>

#include "pcgns/fileset/plan/planning.hpp"

namespace pcgns::fileset {

std::vector<PlanningStep> box_steps() {
  struct Boxes {
    std::vector<MatchSet> sets;
    Matched matched;
  };
  const auto boxes = std::make_shared<Boxes>();
  return {
      {[](Planning& is) -> Needs {
         return {.matches = {.sets = box_vertices(is.inputs, is.pieces),
                             .tolerance = is.request.tolerance,
                             .finds_vertex_interfaces = true}};
       },
       [boxes](Planning& is, const Survey& survey) {
         *boxes = {std::move(is.asked.matches.sets), survey.matched};
       }},
      {[boxes](Planning& is) -> Needs {
         return {.box_interfaces = matched_box_interfaces(is.inputs, is.pieces, boxes->sets, boxes->matched)};
       },
       [boxes](Planning& is, const Survey& survey) {
         place_boxes(is.inputs, is.pieces, boxes->sets, boxes->matched, survey.shifts);
         explain(is.pieces, boxes->sets, boxes->matched, is.request.tolerance);
       }}};
}

namespace {

/// Points of lists, and what they lack.
void add_list_steps(const std::shared_ptr<std::optional<Matching>>& matching,
                    std::vector<PlanningStep>& steps) {
  const auto common = std::make_shared<CommonVertices>();
  steps.push_back({[=](Planning&) -> Needs { return {.matches = {.sets = (*matching)->sets(3)}}; },
                   [=](Planning& is, const Survey& survey) {
                     (*matching)->take(is.asked.matches.sets, survey.matched);
                     common->add(is, is.asked.matches.sets, survey.matched);
                   }});
  steps.push_back({[=](Planning& is) -> Needs { return {.common = common->needs(is.request.tolerance)}; },
                   [=](Planning& is, const Survey& survey) {
                     if (!survey.common.empty()) common->note(survey.common, is.notes);
                   }});
}

}  // namespace

std::vector<PlanningStep> match_steps() {
  const auto matching = std::make_shared<std::optional<Matching>>();
  std::vector<PlanningStep> steps;
  steps.push_back({[matching](Planning& is) -> Needs {
                     auto& vertices = matching->emplace(is.inputs, is.pieces);
                     return {.matches = {.sets = vertices.sets(0), .tolerance = is.request.tolerance}};
                   },
                   [matching](Planning& is, const Survey& survey) {
                     const auto& sets = is.asked.matches.sets;
                     require_contact(is.inputs, is.pieces, sets, survey.matched, is.request.tolerance);
                     (*matching)->take(sets, survey.matched);
                     explain(is.pieces, sets, survey.matched, is.request.tolerance);
                   }});
  const auto add_matches = [&](int step) {
    steps.push_back({[=](Planning&) -> Needs { return {.matches = {.sets = (*matching)->sets(step)}}; },
                     [=](Planning& is, const Survey& survey) {
                       (*matching)->take(is.asked.matches.sets, survey.matched);
                     }});
  };
  add_matches(1);  // elements by their vertices
  add_matches(2);  // cells by their faces
  steps.push_back(
      {[=](Planning&) { return first_values_of((*matching)->arrays_to_begin()); }, take_first_values});
  steps.push_back({[=](Planning&) -> Needs { return {.runs = (*matching)->runs()}; },
                   [=](Planning&, const Survey& survey) { (*matching)->take_runs(survey.runs); }});
  add_list_steps(matching, steps);
  return steps;
}

}  // namespace pcgns::fileset
