#include "common/keep_parts.hpp"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "common/match_parts.hpp"
#include "pcgns/assemble/keep_zones.hpp"
#include "pcgns/move/match.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::tool {

namespace {

constexpr auto step_name = "keeping parts as zones";

/// Who is a part of what, by marks or by an assembly file. Parts that cannot be understood can be kept all
/// the same: then a note says why there are no joins.
assemble::PartSet known_parts(par::Session& session, tree::InputSet& inputs, const PartOptions& options,
                              std::int64_t memory, plan::Notes& notes) {
  auto request = options.request;
  request.keep_zones = false;
  assemble::PartSet parts;
  plan::Notes unheeded;
  try {
    read_marks(session, inputs, request, memory);
    par::collectively(session.comm(), step_name,
                      [&] { parts = assemble::detect(inputs, request, unheeded); });
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    notes.add(plan::Note::Kind::info, "parts without new joins",
              fmt::format("no joins are made between parts: {}", error.what()));
    return {};
  }
  return parts;
}

void append(std::vector<assemble::PartJoin>& joins, std::vector<assemble::PartJoin> more) {
  joins.insert(joins.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// By the global numbers of vertices.
std::vector<assemble::PartJoin> numbered_joins(par::Session& session, tree::InputSet& inputs,
                                               const assemble::PartSet& parts,
                                               const std::vector<assemble::MatchSet>& sets,
                                               move::ScratchFile& scratch, std::int64_t memory,
                                               plan::Notes& notes) {
  try {
    const auto matched = move::match(session, inputs, parts, sets, scratch, {.memory = memory});
    return assemble::border_joins(sets, matched.borders, "Vertex");
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    notes.add(plan::Note::Kind::info, "parts without new joins",
              fmt::format("no joins are made between parts: {}", error.what()));
    return {};
  }
}

}  // namespace

Assembly keep_parts(par::Session& session, tree::InputSet& inputs, PartOptions& options,
                    const plan::MergeRequest& request, std::int64_t memory) {
  session.enter(step_name);
  plan::Notes notes;
  Assembly assembly;
  const auto survey = survey_of(session, inputs, assemble::arrays_to_tell_apart(inputs), memory);
  std::vector<assemble::PartJoin> joins;
  auto parts =
      request.only_links ? assemble::PartSet() : known_parts(session, inputs, options, memory, notes);
  if (needs_matching(parts)) {
    assembly.scratch = std::make_unique<move::ScratchFile>(session, inputs, request.output);
    match_boxes(session, inputs, parts, *assembly.scratch, options.tolerance, memory);
  }
  std::vector<assemble::MatchSet> numbered;
  par::collectively(session.comm(), step_name, [&] {
    joins = assemble::box_joins(parts);
    numbered = assemble::numbered_vertices(inputs, parts);
  });
  if (!assembly.scratch && !numbered.empty()) {
    assembly.scratch = std::make_unique<move::ScratchFile>(session, inputs, request.output);
  }
  if (!numbered.empty()) {
    append(joins, numbered_joins(session, inputs, parts, numbered, *assembly.scratch, memory, notes));
  }
  if (needs_matching(parts)) {
    append(joins, matched_joins(session, inputs, parts, *assembly.scratch, options.tolerance, memory));
  }
  par::collectively(session.comm(), step_name, [&] {
    assemble::rename_namesakes(inputs, survey, !request.only_links, notes);
    assemble::add_joins(inputs, parts, joins);
  });
  assembly.notes = notes.folded();
  return assembly;
}

}  // namespace pcgns::tool
