#include <utility>

#include "pcgns/base/words.hpp"
#include "pcgns/file/text_file.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/fileset/plan/planner.hpp"
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

}  // namespace

WholeMesh whole_mesh(par::Session& session, cgns::InputSet& inputs, const Request& given, MergeRequest merge,
                     const WholeMeshOptions& options, const Listener& listener) {
  const auto* const phase = given.keep_zones ? "keeping pieces as zones" : "recognising split zones";
  session.enter(phase);
  Scratch scratch{.output = merge.output};
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
  par::collectively(session.comm(), "planning",
                    [&] { plan::tell_notes(whole.plan, options.strict, listener); });
  return {.plan = std::move(whole.plan), .zones = std::move(whole.zones), .scratch = std::move(scratch.file)};
}

plan::Plan plan_of_file(const cgns::InputSet& inputs, const std::string& path) {
  return merge(inputs, {}, {.links = cgns::Links::keep, .output = path});
}

}  // namespace pcgns::fileset
