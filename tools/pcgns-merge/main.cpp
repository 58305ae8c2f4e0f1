// pcgns-merge: makes one CGNS file of the files that the ranks of a solver wrote.
//
//   read the trees -> plan the merge -> move the data -> publish the file

#include <filesystem>

#include "common/output.hpp"
#include "common/run.hpp"
#include "common/whole_mesh.hpp"
#include "pcgns-merge/options.hpp"
#include "pcgns/assemble/own_marks.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/domains.hpp"

namespace {

using namespace pcgns;
using merge::Options;

bool follows_links(const Options& options) {
  return options.request.links == plan::Links::copy && !options.request.only_links;
}

tree::InputSet read(par::Session& session, const Options& options) {
  auto set = tool::input_files(session, options.inputs, options.allow_missing);
  if (!options.output.dry_run) {
    publish::preflight(session, tool::stage_options(options.output, options.run), set.names);
  }
  if (!follows_links(options)) {
    // The way from the output to an input is found from absolute paths.
    for (auto& name : set.names) name = std::filesystem::absolute(name).string();
  }
  return tool::read_files(session, set, {.follow_links = follows_links(options)});
}

/// The digest that the merged content must have: if all of it is merged, and pcgns-repartition has left one.
std::string digest_to_expect(par::Session& session, const Options& options, const tree::InputSet& inputs) {
  std::string digest;
  const bool is_all = options.request.only.empty() && options.request.omit.empty() &&
                      options.request.steps.which != plan::Steps::Which::range &&
                      !options.parts.request.keep_zones && !options.allow_missing;
  if (is_all)
    par::collectively(session.comm(), "planning", [&] { digest = assemble::source_digest(inputs); });
  return digest;
}

tool::Report work(par::Session& session, const Options& options) {
  tool::Timer timer;
  auto inputs = read(session, options);
  const double seconds_reading = timer.lap();
  const auto source_digest = digest_to_expect(session, options, inputs);

  const auto whole = tool::put_together(session, inputs, options.parts, options.request,
                                        options.run.memory_bytes(), options.output.strict);
  const double seconds_planning = timer.lap();

  const tool::Planned planned{
      .plan = whole.plan,
      .inputs = inputs,
      .machine = plan::suited(tool::machine_for(session, options.output.output, options.run), whole.plan),
      .output = options.output,
      .run = options.run,
      .source_digest = source_digest};
  auto report = tool::describe("pcgns-merge", planned, session);
  tool::describe(whole.zones, options.explain, report);
  // The plan has what it needs of them, and memory is for the data.
  inputs.trees = {};
  if (!options.output.dry_run) tool::write_output(session, planned, timer, report);
  report.json["seconds"]["reading"] = seconds_reading;
  report.json["seconds"]["planning"] = seconds_planning;
  return report;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  return tool::run(argc, argv,
                   {.name = "pcgns-merge",
                    .resumes = true,
                    .define = [&](CLI::App& app) { merge::define(app, options); },
                    .check = [&] { merge::check(options); },
                    .work = [&](par::Session& session) { return work(session, options); },
                    .options = options.run});
}
