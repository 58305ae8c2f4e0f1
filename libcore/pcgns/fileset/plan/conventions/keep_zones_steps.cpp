// keep_zones_steps.cpp: the steps of planning that keep pieces as zones and connect them.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "pcgns/fileset/plan/conventions/detect.hpp"
#include "pcgns/fileset/plan/conventions/keep_zones.hpp"
#include "pcgns/fileset/plan/planning.hpp"
#include "pcgns/fileset/plan/unite/steps.hpp"
#include "pcgns/fileset/plan/whole_zones.hpp"

namespace pcgns::fileset {

namespace {

/// What the steps find out one after the other.
class KeptZones {
 public:
  Needs ask_metadata(Planning& is) {
    Needs needs;
    detects_ = !is.merge.only_links && decides_or_notes(is, [&] { needs = metadata_needs(is); });
    needs.may_be_refused = true;
    return needs;
  }

  void detect_pieces(Planning& is, const Survey& survey) const {
    if (!detects_) return;
    decides_or_notes(is, [&] {
      if (survey.refusal) throw Error(*survey.refusal);
      put_values(is.inputs, is.asked.values, survey.values);
      Notes unheeded;
      is.pieces = detect(is.inputs, is.request, unheeded, survey.single_values);
      drop_nodes(is.inputs, is.pieces, is.notes);
    });
  }

  Needs ask_numbered_vertices(Planning& is) {
    interfaces_ = box_interfaces(is.pieces);
    return {.matches = {.sets = numbered_vertices(is.inputs, is.pieces)}, .may_be_refused = true};
  }

  void take_numbered_vertices(Planning& is, const Survey& survey) {
    decides_or_notes(is, [&] {
      if (survey.refusal) throw Error(*survey.refusal);
      append(matched_interfaces(is.asked.matches.sets, survey.matched.interfaces, "Vertex"));
    });
  }

  Needs ask_vertices(Planning& is) {
    auto sets = matching_.emplace(is.inputs, is.pieces).sets(0);
    return {.matches = {
                .sets = std::move(sets), .tolerance = is.request.tolerance, .finds_vertex_interfaces = true}};
  }

  void take_vertices(Planning& is, const Survey& survey) {
    const auto& sets = is.asked.matches.sets;
    matching_->take(sets, survey.matched, false);
    explain(is.pieces, sets, survey.matched, is.request.tolerance);
    by_vertices_ = matched_interfaces(sets, survey.matched.interfaces, "Vertex");
  }

  Needs ask_polygons(Planning&) const {
    auto sets = matching_->sets(1);
    std::erase_if(sets, [](const MatchSet& set) { return !has_polygons(set); });
    // Faces of pieces that stay zones may be in sections of any names.
    for (std::size_t i = 0; i < sets.size(); ++i) sets[i].space = static_cast<int>(i);
    return {.matches = {.sets = std::move(sets)}};
  }

  /// Pieces without common polygons are connected by their vertices.
  void take_polygons(Planning& is, const Survey& survey) {
    const auto by_faces = matched_interfaces(is.asked.matches.sets, survey.matched.interfaces, "FaceCenter");
    std::erase_if(by_vertices_, [&](const NewInterface& interface) {
      return std::any_of(by_faces.begin(), by_faces.end(),
                         [&](const NewInterface& other) { return connects_same_pieces(interface, other); });
    });
    append(by_faces);
    append(by_vertices_);
  }

  Needs ask_namesakes(Planning& is) const { return {.contents = arrays_to_tell_apart(is.inputs)}; }

  void name_pieces(Planning& is, const Survey& survey) const {
    rename_namesakes(is.inputs, survey, !is.merge.only_links, is.notes);
    add_interfaces(is.inputs, is.pieces, interfaces_);
    // Particles are merged all the same; the pieces that are kept have time steps of their own.
    keep_common_steps(is.inputs, {}, is.merge, is.notes);
  }

 private:
  /// Pieces that contradict each other can be kept all the same: a note says why they are not connected.
  template <typename Decision>
  static bool decides_or_notes(Planning& is, const Decision& decision) {
    try {
      decision();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::input) throw;
      is.notes.add(plan::Note::Kind::info, "pieces without new interfaces",
                   fmt::format("no interfaces were added between pieces: {}", error.what()));
      return false;
    }
    return true;
  }

  static bool has_polygons(const MatchSet& set) {
    return set.kind == MatchSet::Kind::surfaces &&
           std::any_of(set.members.begin(), set.members.end(), [](const MatchSet::Member& member) {
             return !member.references.empty() && member.references.front().offsets >= 0;
           });
  }

  static bool connects_same_pieces(const NewInterface& a, const NewInterface& b) {
    return a.here.original == b.here.original && a.here.piece == b.here.piece &&
           a.there.piece == b.there.piece;
  }

  void append(const std::vector<NewInterface>& more) {
    interfaces_.insert(interfaces_.end(), more.begin(), more.end());
  }

  bool detects_ = false;
  std::optional<Matching> matching_;
  std::vector<NewInterface> interfaces_;
  std::vector<NewInterface> by_vertices_;
};

}  // namespace

std::vector<PlanningStep> keep_zones_steps() {
  const auto kept = std::make_shared<KeptZones>();
  const auto step = [&](auto ask, auto decide) {
    return PlanningStep{[=](Planning& is) { return (*kept.*ask)(is); },
                        [=](Planning& is, const Survey& survey) { (*kept.*decide)(is, survey); }};
  };
  std::vector<PlanningStep> steps = {step(&KeptZones::ask_metadata, &KeptZones::detect_pieces)};
  steps.push_back(old_section_step());
  for (auto& placing : box_steps()) steps.push_back(std::move(placing));
  steps.push_back(step(&KeptZones::ask_numbered_vertices, &KeptZones::take_numbered_vertices));
  steps.push_back(step(&KeptZones::ask_vertices, &KeptZones::take_vertices));
  steps.push_back(step(&KeptZones::ask_polygons, &KeptZones::take_polygons));
  steps.push_back(step(&KeptZones::ask_namesakes, &KeptZones::name_pieces));
  return steps;
}

}  // namespace pcgns::fileset
