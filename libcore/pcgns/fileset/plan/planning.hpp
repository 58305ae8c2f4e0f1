// planning.hpp: the steps of planning, and the state that they share.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pcgns/fileset/plan/pieces.hpp"
#include "pcgns/fileset/plan/survey.hpp"
#include "pcgns/fileset/plan/unite/merge.hpp"

namespace pcgns::fileset {

struct WholePlan {
  plan::Plan plan = {};
  std::vector<MergedZone> zones = {};  ///< Those that were in pieces.
};

struct Planning {
  cgns::InputSet& inputs;
  const Request request;
  const MergeRequest merge;
  Needs asked = {};  ///< What the current step asked for.
  Notes notes = {};
  PieceSet pieces = {};
  std::vector<NumberSet> sets = {};  ///< The numbers of unstructured pieces.
  Survey proven = {};                ///< What was found of them, and hashes of what pieces must agree on.
  MergedPieces merged = {};
  std::vector<RangedList> ranged = {};  ///< What merged zones have as ranges.
  WholePlan whole = {};
};

/// Finds interfaces of zones matched by coordinates that lack vertices which both zones have.
class CommonVertices {
 public:
  /// Of the points of interfaces among `lists`, and how many there are of them.
  void add(const Planning& is, const std::vector<MatchSet>& lists, const Matched& matched);
  [[nodiscard]] CommonNeeds needs(double tolerance) const;
  /// `common`: the answer.
  void note(const std::vector<std::int64_t>& common, Notes& notes) const;

 private:
  struct Listed {
    std::string path = {};  ///< Of the first interface.
    std::int64_t count = 0;
    bool may_be_elsewhere = false;  ///< Another kind of interface may connect the others.
  };
  /// Index of the zone; -1 without `vertices`.
  int add_zone(const std::string& path, std::vector<MatchSet> vertices);
  int add_donor(const Planning& is, const ZoneView& owner, const cgns::Node& interface);

  std::vector<std::string> zones_;  ///< Paths.
  std::vector<MatchSet> sets_;      ///< Their vertices.
  std::map<std::pair<int, int>, Listed> listed_;
};

/// A question, and what follows from the answer. A question for nothing is answered by an empty survey.
struct PlanningStep {
  std::function<Needs(Planning&)> ask;
  std::function<void(Planning&, const Survey&)> decide;
};

/// Small values that `detect` looks at.
[[nodiscard]] Needs metadata_needs(const Planning& planning);
/// The first values of `arrays`, for `take_first_values`.
[[nodiscard]] Needs first_values_of(const std::vector<int>& arrays);
/// Sets cgns::Array::first.
void take_first_values(Planning& planning, const Survey& survey);

/// Find where the elements of sections begin that have the form before CGNS 4.
[[nodiscard]] PlanningStep old_section_step();
/// Merge particle zones that have shares of one name in several files.
[[nodiscard]] std::vector<PlanningStep> particle_steps();
/// Place structured pieces without metadata by the vertices that they share.
[[nodiscard]] std::vector<PlanningStep> box_steps();
/// Number what unstructured pieces without metadata share.
[[nodiscard]] std::vector<PlanningStep> match_steps();
/// Find the faces that pieces with global numbers share, where no interfaces list them. After
/// Planning::proven.
[[nodiscard]] PlanningStep face_step();
/// Keep pieces as zones, with names of their own and interfaces between them.
[[nodiscard]] std::vector<PlanningStep> keep_zones_steps();

}  // namespace pcgns::fileset
