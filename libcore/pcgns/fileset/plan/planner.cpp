#include "pcgns/fileset/plan/planner.hpp"

#include <fmt/format.h>

#include <set>
#include <string>

#include "pcgns/base/words.hpp"
#include "pcgns/fileset/plan/conventions/detect.hpp"
#include "pcgns/fileset/plan/unite/steps.hpp"
#include "pcgns/fileset/plan/unstructured/section_order.hpp"
#include "pcgns/fileset/plan/whole_zones.hpp"

namespace pcgns::fileset {

namespace {

/// A link leads to one zone, not to several pieces.
void require_no_pieces(const PieceSet& pieces, const MergeRequest& request) {
  if (!request.only_links || pieces.originals.empty()) return;
  const auto& zone = pieces.originals.front();
  throw Error(ErrorKind::usage, fmt::format("--virtual: /{}/{} is split into {}, which links cannot merge",
                                            zone.base, zone.name, plural(std::ssize(zone.pieces), "piece")));
}

void detect_pieces(Planning& is, const Survey& survey) {
  put_values(is.inputs, is.asked.values, survey.values);
  with_code("S0104", [&] { is.pieces = detect(is.inputs, is.request, is.notes, survey.single_values); });
  drop_nodes(is.inputs, is.pieces, is.notes);
  drop_metadata(is.inputs, is.pieces);
  state_locations(is.inputs, is.pieces, is.notes);
  drop_extra_indices(is.inputs, is.pieces, is.notes);
  keep_common_steps(is.inputs, is.pieces, is.merge, is.notes);
}

/// Vertex, cell and face numbers must be those of the boxes that the pieces fill.
Needs ask_box_numbers(Planning& is) {
  with_code("S0104", [&] { require_complete(is.inputs, is.pieces, is.request, is.notes); });
  require_no_pieces(is.pieces, is.merge);
  return {.boxes = with_code("S0107", [&] { return box_numbers(is.inputs, is.pieces); })};
}

Needs ask_numberings(Planning& is) {
  auto sets = with_code("S0107", [&] { return number_sets(is.inputs, is.pieces); });
  return {.numberings = std::move(sets), .contents = arrays_to_compare(is.pieces)};
}

/// Two points that both match a third one may be twice as far apart.
double matched_within(const Request& request) {
  return request.match_coordinates ? 2 * request.tolerance : 0;
}

void take_numberings(Planning& is, const Survey& survey) {
  is.sets = std::move(is.asked.numberings);
  is.proven = survey;
}

void merge_pieces(Planning& is, const Survey&) {
  with_code("S0108", [&] {
    for (const auto& original : is.pieces.originals) {
      is.whole.zones.push_back(
          {original.path(), std::ssize(original.pieces), original.convention, original.evidence});
      auto& order = is.merged.zone_order[original.base];
      if (order.empty()) order = zone_order(is.inputs, is.pieces, original.base);
    }
    is.ranged = merge_zones(is.inputs, is.pieces, is.sets, is.proven, is.merge, is.notes,
                            is.merged.composites, is.request.allow_missing || is.request.fill_holes);
  });
  is.merged.shared = is.request.shared;
  is.merged.limits = {.tolerance = is.request.shared_tolerance, .matched = matched_within(is.request)};
  is.merged.has_holes = is.request.fill_holes;
}

/// All zones of the inputs, pieces united.
void require_expected_zones(const cgns::InputSet& inputs, const Request& request) {
  if (!request.expected_zones) return;
  std::set<std::string> zones;
  for (const auto& root : inputs.trees) {
    for (const auto& base : root.children) {
      for (const auto& zone : base.children) {
        if (zone.label == "Zone_t") zones.insert(cgns::join("/" + base.name, zone.name));
      }
    }
  }
  if (std::ssize(zones) == *request.expected_zones) return;
  throw Error(ErrorKind::input,
              fmt::format("expected {} (--expect-zones), but found {}",
                          plural(*request.expected_zones, "zone"), zones.size()),
              {.code = "S0101"});
}

void unite_files(Planning& is, const Survey& survey) {
  require_expected_zones(is.inputs, is.request);
  is.merged.notes = is.notes.folded();
  is.whole.plan =
      with_code("S0201", [&] { return merge(is.inputs, survey, is.merge, std::move(is.merged)); });
  if (!is.request.allow_missing) return;
  for (auto& note : is.whole.plan.notes) note.is_suspicion = false;
}

void append(std::vector<PlanningStep>& steps, std::vector<PlanningStep> more) {
  for (auto& step : more) steps.push_back(std::move(step));
}

std::vector<PlanningStep> merge_steps() {
  std::vector<PlanningStep> steps = {{metadata_needs, detect_pieces}};
  append(steps, box_steps());
  steps.push_back({ask_box_numbers, [](Planning&, const Survey&) {}});
  steps.push_back(old_section_step());
  append(steps, match_steps());
  steps.push_back({[](Planning& is) { return first_values_of(arrays_to_begin(is.inputs, is.pieces)); },
                   take_first_values});
  steps.push_back(
      {[](Planning& is) -> Needs { return {.single_values = places_to_read(is.inputs, is.pieces)}; },
       [](Planning& is, const Survey& survey) { take_places(is.inputs, is.pieces, survey.single_values); }});
  steps.push_back({ask_numberings, take_numberings});
  steps.push_back(face_step());
  steps.push_back({[](Planning&) { return Needs(); }, merge_pieces});
  steps.push_back({[](Planning& is) -> Needs { return {.ranged_lists = std::move(is.ranged)}; },
                   [](Planning&, const Survey&) {}});
  return steps;
}

}  // namespace

Needs metadata_needs(const Planning& is) {
  auto arrays = arrays_to_read(is.inputs, is.request);
  return {.single_values = numbers_to_read(is.inputs, is.request), .values = std::move(arrays)};
}

Needs first_values_of(const std::vector<int>& arrays) {
  Needs needs;
  for (const auto array : arrays) needs.single_values.push_back({array, 0});
  return needs;
}

void take_first_values(Planning& is, const Survey& survey) {
  for (const auto& place : is.asked.single_values) {
    is.inputs.arrays[static_cast<std::size_t>(place.array)].first = survey.single_values.at(place);
  }
}

Planner::Planner(cgns::InputSet& inputs, Request request, MergeRequest merge)
    : planning_{.inputs = inputs, .request = std::move(request), .merge = std::move(merge)},
      steps_(planning_.request.keep_zones ? keep_zones_steps() : merge_steps()) {
  append(steps_, particle_steps());
  steps_.push_back(
      {[](Planning& is) -> Needs { return {.contents = arrays_to_compare(is.inputs)}; }, unite_files});
}

const Needs* Planner::needs() {
  for (; next_ < steps_.size(); ++next_) {
    planning_.asked = steps_[next_].ask(planning_);
    if (!planning_.asked.empty()) return &planning_.asked;
    steps_[next_].decide(planning_, {});
  }
  return nullptr;
}

void Planner::take(const Survey& survey) {
  steps_[next_].decide(planning_, survey);
  ++next_;
}

}  // namespace pcgns::fileset
