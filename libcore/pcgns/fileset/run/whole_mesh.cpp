#include <algorithm>
#include <utility>

#include "pcgns/base/error.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/file/array_reader.hpp"
#include "pcgns/file/text_file.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/fileset/open.hpp"
#include "pcgns/fileset/plan/conventions/detect.hpp"
#include "pcgns/fileset/plan/planner.hpp"
#include "pcgns/fileset/plan/whole_zones.hpp"
#include "pcgns/fileset/run/survey.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/notes.hpp"

namespace pcgns::fileset {

cgns::InputSet read_files(par::Session& session, const NumberedSet& files, const file::ReadOptions& options,
                          const Listener& listener, const file::ReadOne& read_one) {
  listener.info("reading " + plural(std::ssize(files.names), "file"));
  auto inputs = file::read_trees(session, files.names, options, read_one);
  for (std::size_t i = 0; i < files.names.size(); ++i) inputs.files[i].number = files.numbers[i];
  return inputs;
}

namespace {

/// The request with the text of its assembly file, which one rank reads.
Request with_assembly(par::Session& session, Request request) {
  if (!request.assembly_path.empty()) {
    request.assembly = file::read_text(session, request.assembly_path, "the assembly file");
  }
  return request;
}

RecognisedZone recognised(const Original& original) {
  RecognisedZone zone{.base = original.base,
                      .name = original.name,
                      .convention = original.convention,
                      .evidence = original.evidence};
  if (original.structured)
    zone.extents.assign(original.cells.begin(), original.cells.begin() + original.dimension);
  for (const auto& piece : original.pieces) zone.pieces.push_back({piece.file, piece.zone->name});
  return zone;
}

}  // namespace

std::variant<std::vector<RecognisedZone>, Error> recognise(par::Session& session, Files& files,
                                                           const OpenRequest& given) {
  constexpr auto phase = "recognising split zones";
  session.enter(phase);
  auto& inputs = files.inputs;
  try {
    const auto request = with_assembly(session, given.files);
    Needs needs;
    par::collectively(session.comm(), phase, [&] {
      needs = {.single_values = numbers_to_read(inputs, request), .values = arrays_to_read(inputs, request)};
    });
    Scratch none;
    const auto found = survey(session, inputs, needs, none, given.memory);
    std::vector<RecognisedZone> zones;
    par::collectively(session.comm(), phase, [&] {
      put_values(inputs, needs.values, found.values);
      Notes unheeded;
      for (const auto& original : detect(inputs, request, unheeded, found.single_values).originals) {
        zones.push_back(recognised(original));
      }
    });
    return zones;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    return error;
  }
}

namespace {

/// The inputs of a selection have zones: each of its patterns matches something in one.
void require_zones(const plan::Plan& plan) {
  const auto has_zones = [](const cgns::Node& base) {
    return std::ranges::any_of(base.children, [](const auto& node) { return cgns::is_zone(node.label); });
  };
  if (std::ranges::none_of(plan.output.children, has_zones))
    throw Error(ErrorKind::usage, "--only and --omit leave no zone");
}

}  // namespace

WholeMesh whole_mesh(par::Session& session, cgns::InputSet& inputs, const Request& given, MergeRequest merge,
                     const WholeMeshOptions& options, const Listener& listener) {
  const auto* const phase = given.keep_zones ? "keeping pieces as zones" : "recognising split zones";
  session.enter(phase);
  par::collectively(session.comm(), phase, [&] { file::require_chunks_fit(inputs, options.memory); });
  Scratch scratch{.output = merge.output, .listener = listener};
  const bool is_selection = !merge.only.empty() || !merge.omit.empty();
  Planner planner(inputs, with_assembly(session, given), std::move(merge));
  const auto next_needs = [&] {
    const Needs* needs = nullptr;
    par::collectively(session.comm(), phase, [&] { needs = planner.needs(); });
    return needs;
  };
  while (const auto* needs = next_needs()) {
    const auto found = survey(session, inputs, *needs, scratch, options.memory);
    par::collectively(session.comm(), phase, [&] { planner.take(found); });
  }
  auto whole = planner.finish();
  whole.plan.shared_limits.strict = options.strict;
  par::collectively(session.comm(), "planning", [&] {
    if (is_selection) require_zones(whole.plan);
    plan::tell_notes(whole.plan, options.strict, listener);
  });
  return {.plan = std::move(whole.plan), .zones = std::move(whole.zones), .scratch = std::move(scratch.file)};
}

plan::Plan plan_of_file(const cgns::InputSet& inputs, const std::string& path) {
  return merge(inputs, {}, {.links = cgns::Links::keep, .is_final = true, .output = path});
}

}  // namespace pcgns::fileset
