// pcgns-merge: makes one CGNS file of the files that the ranks of a solver wrote.
//
//   read the trees -> plan the merge -> move the data -> publish the file

#include <spdlog/spdlog.h>

#include <filesystem>

#include "common/output.hpp"
#include "common/run.hpp"
#include "pcgns-merge/options.hpp"
#include "pcgns/file/input_names.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/move/execute.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/domains.hpp"

namespace {

using namespace pcgns;
using merge::Options;

bool follows_links(const Options& options) {
  return options.request.links == plan::Links::copy && !options.request.only_links;
}

tree::InputSet read(par::Session& session, const Options& options) {
  auto set = file::input_names(session, options.inputs, options.allow_missing);
  if (!set.problem.empty()) spdlog::warn("{}", set.problem);
  if (!options.output.dry_run) {
    publish::preflight(session, tool::stage_options(options.output, options.run), set.names);
  }
  spdlog::info("reading {}", tool::plural(static_cast<std::int64_t>(set.names.size()), "file"));
  if (!follows_links(options)) {
    // The way from the output to an input is found from absolute paths.
    for (auto& name : set.names) name = std::filesystem::absolute(name).string();
  }
  auto inputs = file::read_trees(session, set.names, {.follow_links = follows_links(options)});
  for (std::size_t i = 0; i < set.names.size(); ++i) inputs.files[i].number = set.numbers[i];
  return inputs;
}

/// The contents of the arrays that several inputs have.
plan::Survey survey(par::Session& session, const tree::InputSet& inputs, std::int64_t memory) {
  const auto arrays = plan::arrays_to_compare(inputs);
  const auto hashes = move::hash_arrays(session, inputs, arrays, memory);
  plan::Survey survey;
  for (std::size_t i = 0; i < arrays.size(); ++i) survey.contents[arrays[i]] = hashes[i];
  return survey;
}

tool::Report work(par::Session& session, const Options& options) {
  tool::Timer timer;
  auto inputs = read(session, options);
  const double seconds_reading = timer.lap();

  plan::Plan plan;
  auto request = options.request;
  auto assembly = tool::assemble_inputs(session, inputs, options.parts, request, options.run.memory_bytes());
  const auto known = survey(session, inputs, options.run.memory_bytes());
  par::collectively(session.comm(), "planning", [&] {
    plan = plan::merge(inputs, known, request, std::move(assembly.composites), std::move(assembly.notes));
    tool::tell_notes(plan, options.output.strict);
  });
  const double seconds_planning = timer.lap();

  const tool::Planned planned{
      .plan = plan,
      .inputs = inputs,
      .machine = plan::suited(tool::machine_for(session, options.output.output, options.run), plan),
      .output = options.output,
      .run = options.run};
  auto report = tool::describe("pcgns-merge", planned, session);
  tool::describe(assembly.zones, options.explain, report);
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
