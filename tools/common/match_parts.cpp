#include "common/match_parts.hpp"

#include <algorithm>
#include <utility>

#include "pcgns/assemble/match.hpp"
#include "pcgns/assemble/match_boxes.hpp"
#include "pcgns/move/execute.hpp"
#include "pcgns/move/match.hpp"
#include "pcgns/move/match_shifts.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::tool {

namespace {

constexpr auto step_name = "matching parts";

/// Numbers that need no comparing.
void add_runs(par::Session& session, tree::InputSet& inputs, assemble::Matching& matching,
              move::ScratchFile& scratch, std::int64_t memory) {
  read_begins(session, inputs, matching.arrays_to_begin(), memory);
  std::vector<std::vector<assemble::Run>> runs;
  par::collectively(session.comm(), step_name, [&] { runs = matching.runs(); });
  const auto arrays = move::add_runs(session, scratch, runs);
  par::collectively(session.comm(), step_name, [&] { matching.take_runs(arrays); });
}

bool has_polygons(const assemble::MatchSet& set) {
  return set.kind == assemble::MatchSet::Kind::surfaces &&
         std::any_of(set.members.begin(), set.members.end(), [](const assemble::MatchSet::Member& member) {
           return !member.references.empty() && member.references.front().offsets >= 0;
         });
}

}  // namespace

bool needs_matching(const assemble::PartSet& parts) {
  return std::any_of(parts.originals.begin(), parts.originals.end(), [](const auto& original) {
    return original.convention == assemble::Convention::coordinates;
  });
}

void match_boxes(par::Session& session, tree::InputSet& inputs, assemble::PartSet& parts,
                 move::ScratchFile& scratch, double tolerance, std::int64_t memory) {
  std::vector<assemble::MatchSet> sets;
  par::collectively(session.comm(), step_name, [&] { sets = assemble::box_vertices(inputs, parts); });
  if (sets.empty()) return;
  const auto matched = move::match(session, inputs, parts, sets, scratch,
                                   {.tolerance = tolerance, .finds_vertex_borders = true, .memory = memory});
  std::vector<assemble::BorderBoxes> borders;
  par::collectively(session.comm(), step_name,
                    [&] { borders = assemble::border_boxes(inputs, parts, sets, matched); });
  const auto shifts = move::shifts_of(session, inputs, borders);
  par::collectively(session.comm(), step_name,
                    [&] { assemble::place_boxes(inputs, parts, sets, matched, shifts); });
  assemble::explain(parts, sets, matched, tolerance);
}

void match_parts(par::Session& session, tree::InputSet& inputs, assemble::PartSet& parts,
                 move::ScratchFile& scratch, double tolerance, std::int64_t memory) {
  assemble::Matching matching(inputs, parts);
  for (int step = 0; step < assemble::Matching::steps; ++step) {
    std::vector<assemble::MatchSet> sets;
    par::collectively(session.comm(), step_name, [&] { sets = matching.sets(step); });
    const auto matched = move::match(session, inputs, parts, sets, scratch,
                                     {.tolerance = step == 0 ? tolerance : 0, .memory = memory});
    par::collectively(session.comm(), step_name, [&] {
      if (step == 0) assemble::require_contact(inputs, parts, sets, matched, tolerance);
      matching.take(sets, matched);
    });
    if (step == 0) assemble::explain(parts, sets, matched, tolerance);
    if (step == assemble::Matching::steps - 2) add_runs(session, inputs, matching, scratch, memory);
  }
}

std::vector<assemble::PartJoin> matched_joins(par::Session& session, tree::InputSet& inputs,
                                              assemble::PartSet& parts, move::ScratchFile& scratch,
                                              double tolerance, std::int64_t memory) {
  assemble::Matching matching(inputs, parts);
  std::vector<assemble::MatchSet> sets;
  par::collectively(session.comm(), step_name, [&] { sets = matching.sets(0); });
  const auto vertices = move::match(session, inputs, parts, sets, scratch,
                                    {.tolerance = tolerance, .finds_vertex_borders = true, .memory = memory});
  matching.take(sets, vertices, false);
  assemble::explain(parts, sets, vertices, tolerance);
  const auto by_vertices = assemble::border_joins(sets, vertices.borders, "Vertex");

  par::collectively(session.comm(), step_name, [&] {
    sets = matching.sets(1);
    std::erase_if(sets, [](const assemble::MatchSet& set) { return !has_polygons(set); });
  });
  const auto faces = move::match(session, inputs, parts, sets, scratch, {.memory = memory});
  auto joins = assemble::border_joins(sets, faces.borders, "FaceCenter");
  const auto by_faces = joins.size();
  for (const auto& join : by_vertices) {
    const auto end = joins.begin() + static_cast<std::ptrdiff_t>(by_faces);
    const bool has_faces = std::any_of(joins.begin(), end, [&](const assemble::PartJoin& other) {
      return other.here.original == join.here.original && other.here.part == join.here.part &&
             other.there.part == join.there.part;
    });
    if (!has_faces) joins.push_back(join);
  }
  return joins;
}

void read_begins(par::Session& session, tree::InputSet& inputs, const std::vector<int>& arrays,
                 std::int64_t memory) {
  if (arrays.empty()) return;
  const auto values = move::first_values(session, inputs, arrays, memory);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    inputs.arrays[static_cast<std::size_t>(arrays[i])].first = values[i];
  }
}

}  // namespace pcgns::tool
