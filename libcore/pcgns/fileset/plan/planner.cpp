#include "pcgns/fileset/plan/planner.hpp"

#include <fmt/format.h>

#include <utility>

#include "pcgns/base/words.hpp"
#include "pcgns/fileset/plan/unstructured/section_order.hpp"
#include "pcgns/fileset/plan/zones.hpp"

namespace pcgns::fileset {

namespace {

std::vector<AssembledZone> zones_in_pieces(const PartSet& parts) {
  std::vector<AssembledZone> zones;
  for (const auto& original : parts.originals) {
    zones.push_back({cgns::join("/" + original.base, original.name), std::ssize(original.parts),
                     original.convention, original.evidence});
  }
  return zones;
}

/// A link leads to one zone, not to several pieces.
void require_no_pieces(const PartSet& parts, const MergeRequest& request) {
  if (!request.only_links || parts.originals.empty()) return;
  const auto& zone = parts.originals.front();
  throw Error(ErrorKind::usage, fmt::format("--virtual: /{}/{} is split into {}, which links cannot merge",
                                            zone.base, zone.name, plural(std::ssize(zone.parts), "piece")));
}

}  // namespace

const std::vector<Planner::Step>& Planner::steps_to_merge() {
  static const std::vector<Step> steps = {
      {&Planner::ask_metadata, &Planner::detect_pieces},
      {&Planner::ask_box_vertices, &Planner::take_box_vertices},
      {&Planner::ask_box_offsets, &Planner::place_boxes},
      {&Planner::ask_box_numbers, &Planner::accept},
      {&Planner::ask_matches, &Planner::take_matches},  // vertices
      {&Planner::ask_matches, &Planner::take_matches},  // elements, by their vertices
      {&Planner::ask_matches, &Planner::take_matches},  // cells, by their faces
      {&Planner::ask_element_types, &Planner::take_first_values},
      {&Planner::ask_runs, &Planner::take_runs},
      {&Planner::ask_matches, &Planner::take_matches},  // points of lists
      {&Planner::ask_section_places, &Planner::take_first_values},
      {&Planner::ask_numberings, &Planner::merge_pieces},
      {&Planner::ask_common_nodes, &Planner::unite_files},
  };
  return steps;
}

const std::vector<Planner::Step>& Planner::steps_to_keep_zones() {
  static const std::vector<Step> steps = {
      {&Planner::ask_metadata_to_keep, &Planner::detect_kept_pieces},
      {&Planner::ask_box_vertices, &Planner::take_box_vertices},
      {&Planner::ask_box_offsets, &Planner::place_boxes},
      {&Planner::ask_numbered_vertices, &Planner::take_numbered_vertices},
      {&Planner::ask_kept_vertices, &Planner::take_kept_vertices},
      {&Planner::ask_polygons, &Planner::take_polygons},
      {&Planner::ask_namesakes, &Planner::name_pieces},
      {&Planner::ask_common_nodes, &Planner::unite_files},
  };
  return steps;
}

Planner::Planner(cgns::InputSet& inputs, const Request& request, const MergeRequest& merge)
    : inputs_(inputs),
      request_(request),
      merge_(merge),
      steps_(request.keep_zones ? steps_to_keep_zones() : steps_to_merge()) {}

const Needs* Planner::needs() {
  for (; next_ < steps_.size(); ++next_) {
    asked_ = (this->*steps_[next_].ask)();
    if (!asked_.empty()) return &asked_;
    (this->*steps_[next_].decide)({});
  }
  return nullptr;
}

void Planner::take(const Survey& survey) {
  (this->*steps_[next_].decide)(survey);
  ++next_;
}

Needs Planner::ask_metadata() {
  Needs needs;
  needs.values = arrays_to_read(inputs_, request_);
  needs.single_values = numbers_to_read(inputs_, request_);
  return needs;
}

void Planner::detect_pieces(const Survey& survey) {
  put_values(inputs_, asked_.values, survey.values);
  parts_ = with_code("S0104", [&] { return detect(inputs_, request_, notes_, survey.single_values); });
  matching_.emplace(inputs_, parts_);
}

void Planner::take_first_values(const Survey& survey) {
  for (std::size_t i = 0; i < asked_.first_values.size(); ++i) {
    inputs_.arrays[static_cast<std::size_t>(asked_.first_values[i])].first = survey.first_values[i];
  }
}

Needs Planner::ask_box_numbers() {
  with_code("S0104", [&] { require_complete(inputs_, parts_, request_, notes_); });
  require_no_pieces(parts_, merge_);
  return {.boxes = with_code("S0107", [&] { return box_numbers(inputs_, parts_); })};
}

Needs Planner::ask_section_places() { return {.first_values = arrays_to_begin(parts_)}; }

Needs Planner::ask_numberings() {
  auto sets = with_code("S0107", [&] { return number_sets(inputs_, parts_); });
  return {.numberings = std::move(sets), .contents = arrays_to_compare(parts_)};
}

void Planner::merge_pieces(const Survey& survey) {
  whole_.zones = zones_in_pieces(parts_);
  with_code("S0108", [&] {
    for (const auto& original : parts_.originals) {
      auto& order = merged_.zone_order[original.base];
      if (order.empty()) order = zone_order(inputs_, parts_, original.base);
    }
    merge_zones(inputs_, parts_, asked_.numberings, survey, merge_, notes_, merged_.composites,
                request_.allow_missing);
  });
  merged_.shared = request_.shared;
  merged_.has_holes = request_.allow_missing;
}

Needs Planner::ask_common_nodes() { return {.contents = arrays_to_compare(inputs_)}; }

void Planner::unite_files(const Survey& survey) {
  merged_.notes = notes_.folded();
  whole_.plan = with_code("S0201", [&] { return merge(inputs_, survey, merge_, std::move(merged_)); });
}

}  // namespace pcgns::fileset
