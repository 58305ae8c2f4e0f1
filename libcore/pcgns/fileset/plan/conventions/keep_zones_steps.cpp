// keep_zones_steps.cpp: the steps of planning that keep pieces as zones and connect them.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "pcgns/fileset/plan/planner.hpp"
#include "pcgns/fileset/plan/zones.hpp"

namespace pcgns::fileset {

namespace {

bool has_polygons(const MatchSet& set) {
  return set.kind == MatchSet::Kind::surfaces &&
         std::any_of(set.members.begin(), set.members.end(), [](const MatchSet::Member& member) {
           return !member.references.empty() && member.references.front().offsets >= 0;
         });
}

void append(std::vector<PartInterface>& interfaces, std::vector<PartInterface> more) {
  interfaces.insert(interfaces.end(), std::make_move_iterator(more.begin()),
                    std::make_move_iterator(more.end()));
}

bool connects_same_pieces(const PartInterface& a, const PartInterface& b) {
  return a.here.original == b.here.original && a.here.part == b.here.part && a.there.part == b.there.part;
}

}  // namespace

/// Pieces that contradict each other can be kept all the same: then a note says why they are not connected.
template <typename Decision>
bool Planner::decided_or_noted(const Decision& decision) {
  try {
    decision();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    notes_.add(plan::Note::Kind::info, "pieces without new interfaces",
               fmt::format("no interfaces were added between pieces: {}", error.what()));
    return false;
  }
  return true;
}

Needs Planner::ask_metadata_to_keep() {
  Needs needs;
  detects_pieces_ = !merge_.only_links && decided_or_noted([&] { needs = ask_metadata(); });
  needs.may_be_refused = true;
  return needs;
}

void Planner::detect_kept_pieces(const Survey& survey) {
  if (detects_pieces_) {
    decided_or_noted([&] {
      if (survey.refusal) throw Error(*survey.refusal);
      put_values(inputs_, asked_.values, survey.values);
      Notes unheeded;
      parts_ = detect(inputs_, request_, unheeded, survey.single_values);
    });
  }
  matching_.emplace(inputs_, parts_);
}

/// By the global numbers of vertices.
Needs Planner::ask_numbered_vertices() {
  interfaces_ = box_interfaces(parts_);
  return {.matches = {.sets = numbered_vertices(inputs_, parts_)}, .may_be_refused = true};
}

void Planner::take_numbered_vertices(const Survey& survey) {
  decided_or_noted([&] {
    if (survey.refusal) throw Error(*survey.refusal);
    append(interfaces_, border_interfaces(asked_.matches.sets, survey.matched.borders, "Vertex"));
  });
}

Needs Planner::ask_kept_vertices() {
  return {
      .matches = {.sets = matching_->sets(0), .tolerance = request_.tolerance, .finds_vertex_borders = true}};
}

void Planner::take_kept_vertices(const Survey& survey) {
  const auto& sets = asked_.matches.sets;
  matching_->take(sets, survey.matched, false);
  explain(parts_, sets, survey.matched, request_.tolerance);
  vertex_interfaces_ = border_interfaces(sets, survey.matched.borders, "Vertex");
}

Needs Planner::ask_polygons() {
  auto sets = matching_->sets(1);
  std::erase_if(sets, [](const MatchSet& set) { return !has_polygons(set); });
  return {.matches = {.sets = std::move(sets)}};
}

/// Pieces without common polygons are connected by their vertices.
void Planner::take_polygons(const Survey& survey) {
  const auto by_faces = border_interfaces(asked_.matches.sets, survey.matched.borders, "FaceCenter");
  append(interfaces_, by_faces);
  std::copy_if(vertex_interfaces_.begin(), vertex_interfaces_.end(), std::back_inserter(interfaces_),
               [&](const PartInterface& interface) {
                 return std::none_of(by_faces.begin(), by_faces.end(), [&](const PartInterface& other) {
                   return connects_same_pieces(interface, other);
                 });
               });
}

Needs Planner::ask_namesakes() { return {.contents = arrays_to_tell_apart(inputs_)}; }

void Planner::name_pieces(const Survey& survey) {
  rename_namesakes(inputs_, survey, !merge_.only_links, notes_);
  add_interfaces(inputs_, parts_, interfaces_);
}

}  // namespace pcgns::fileset
