// pcgns-restripe: writes the same data in another storage layout.
//
//   for each file: read its tree -> plan -> move the data -> publish the file

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>

#include "common/output.hpp"
#include "common/run.hpp"
#include "pcgns-restripe/jobs.hpp"
#include "pcgns-restripe/options.hpp"
#include "pcgns-restripe/storage_report.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/restripe.hpp"

namespace {

using namespace pcgns;
using restripe::Job;
using restripe::Options;

tree::InputSet read(par::Session& session, const Job& job, const plan::RestripeRequest& request) {
  spdlog::info("reading {}", job.input);
  // The way from the output to what the input links to is found from absolute paths.
  return file::read_trees(
      session, {std::filesystem::absolute(job.input).string()},
      {.follow_links = request.links == plan::Links::copy, .inline_limit = request.compact_below - 1});
}

plan::Machine machine_for(par::Session& session, const Job& job, const Options& options) {
  auto machine = tool::machine_for(session, job.output, options.run);
  if (const auto alignment = options.alignment(); alignment > 0) machine.alignment = alignment;
  return machine;
}

void describe(const Job& job, const restripe::Storage& before, tool::Report& report) {
  report.json.erase("schema");
  report.json["input"] = job.input;
  report.json["before"] = restripe::json_of(before);
}

tool::Report restripe_file(par::Session& session, const Job& job, const Options& options) {
  tool::Timer timer;
  auto request = options.request;
  request.output = std::filesystem::absolute(job.output).string();
  auto inputs = read(session, job, request);
  const double seconds_reading = timer.lap();

  plan::Plan plan;
  par::collectively(session.comm(), "planning", [&] {
    plan = plan::restripe(inputs, request);
    tool::tell_notes(plan, options.output.strict);
  });
  const auto before = restripe::storage_of(inputs);
  const double seconds_planning = timer.lap();

  const auto output = output_of(job, options);
  const tool::Planned planned{.plan = plan,
                              .inputs = inputs,
                              .machine = machine_for(session, job, options),
                              .output = output,
                              .run = options.run};
  auto report = tool::describe("pcgns-restripe", planned, session);
  describe(job, before, report);
  if (options.output.dry_run) report.text += fmt::format("before: {}\n", text_of(before));
  // The plan has what it needs of them, and memory is for the data.
  inputs.trees = {};
  if (!options.output.dry_run) tool::write_output(session, planned, timer, report);
  report.json["seconds"]["reading"] = seconds_reading;
  report.json["seconds"]["planning"] = seconds_planning;
  return report;
}

tool::Report work(par::Session& session, const Options& options) {
  tool::Timer timer;
  tool::Report all;
  all.json = {{"schema", "pcgns-restripe/1"},
              {"status", options.output.dry_run ? "planned" : "done"},
              {"ranks", session.size()},
              {"files", nlohmann::ordered_json::array()}};
  for (const auto& job : jobs_of(session, options)) {
    auto report = restripe_file(session, job, options);
    for (const auto* key : {"status", "inputs", "ranks"}) report.json.erase(key);
    all.json["files"].push_back(std::move(report.json));
    all.text += report.text;
  }
  all.json["seconds"] = timer.total();
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  return tool::run(argc, argv,
                   {.name = "pcgns-restripe",
                    .define = [&](CLI::App& app) { restripe::define(app, options); },
                    .check = [&] { restripe::check(options); },
                    .work = [&](par::Session& session) { return work(session, options); },
                    .options = options.run});
}
