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
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/fileset/plan/conventions/detect.hpp"
#include "pcgns/fileset/plan/conventions/keep_zones.hpp"
#include "pcgns/fileset/plan/match/match.hpp"
#include "pcgns/fileset/plan/survey.hpp"
#include "pcgns/fileset/plan/unite/merge.hpp"

namespace pcgns::fileset {

struct WholePlan {
  plan::Plan plan;
  std::vector<AssembledZone> zones;  ///< Those that were in parts.
};

class Planner {
 public:
  /// Keeps references to all arguments. The trees of `inputs` are turned into those of whole zones, and its
  /// table of arrays grows. @pre Request::assembly holds the text of the assembly file, if there is one.
  Planner(cgns::InputSet& inputs, const Request& request, const MergeRequest& merge);
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  /// What must be known next, valid until the next call; null if the plan is complete. Throws Error{input} if
  /// the inputs do not belong together.
  [[nodiscard]] const Needs* needs();
  /// @pre `survey` answers the result of the last call of needs().
  void take(const Survey& survey);
  /// @pre needs() has returned null.
  [[nodiscard]] WholePlan finish() { return std::move(whole_); }

 private:
  /// A question, and what follows from the answer. A question for nothing is answered without reading.
  struct Step {
    Needs (Planner::*ask)();
    void (Planner::*decide)(const Survey& survey);
  };
  static const std::vector<Step>& steps_to_merge();
  static const std::vector<Step>& steps_to_keep_zones();

  Needs ask_metadata();
  void detect_pieces(const Survey& survey);
  void take_first_values(const Survey& survey);
  Needs ask_box_numbers();
  void accept(const Survey&) {}
  Needs ask_section_places();
  Needs ask_numberings();
  void merge_pieces(const Survey& survey);
  Needs ask_common_nodes();
  void unite_files(const Survey& survey);

  // Pieces without metadata (match/match_steps.cpp).
  Needs ask_box_vertices();
  void take_box_vertices(const Survey& survey);
  Needs ask_box_offsets();
  void place_boxes(const Survey& survey);
  Needs ask_matches();
  void take_matches(const Survey& survey);
  Needs ask_element_types();
  Needs ask_runs();
  void take_runs(const Survey& survey);

  // Pieces that stay zones (conventions/keep_zones_steps.cpp).
  template <typename Decision>
  bool decided_or_noted(const Decision& decision);
  Needs ask_metadata_to_keep();
  void detect_kept_pieces(const Survey& survey);
  Needs ask_numbered_vertices();
  void take_numbered_vertices(const Survey& survey);
  Needs ask_kept_vertices();
  void take_kept_vertices(const Survey& survey);
  Needs ask_polygons();
  void take_polygons(const Survey& survey);
  Needs ask_namesakes();
  void name_pieces(const Survey& survey);

  cgns::InputSet& inputs_;
  const Request& request_;
  const MergeRequest& merge_;
  const std::vector<Step>& steps_;
  std::size_t next_ = 0;
  Needs asked_;
  Notes notes_;
  PartSet parts_;
  MergedPieces merged_;
  WholePlan whole_;

  // Matching by coordinates.
  std::vector<MatchSet> box_sets_;
  Matched boxes_;
  std::optional<Matching> matching_;
  int match_step_ = 0;

  // Pieces that stay zones.
  bool detects_pieces_ = true;
  std::vector<PartInterface> interfaces_;
  std::vector<PartInterface> vertex_interfaces_;
};

}  // namespace pcgns::fileset
