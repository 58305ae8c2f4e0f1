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
#include "pcgns/base/bytes.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/move/repack_sample.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/restripe.hpp"
#include "pcgns/storage/striping.hpp"

namespace {

using namespace pcgns;
using restripe::Job;
using restripe::Options;

tree::InputSet read(par::Session& session, const Job& job, const plan::RestripeRequest& request) {
  spdlog::info("reading {}", job.input);
  // The way from the output to what the input links to is found from absolute paths.
  return file::read_trees(session, {std::filesystem::absolute(job.input).string()},
                          {.follow_links = request.links == plan::Links::copy,
                           .inline_limit = plan::values_needed_below(request.layout) - 1,
                           .find_chunks = true});
}

/// What the user says, or what suits the output.
storage::Striping striping_of(par::Session& session, const plan::Plan& plan, const Options& options) {
  auto striping = options.striping();
  if (!options.automatic) return striping;
  const auto chosen = storage::striping_for(plan.bytes(), session.size());
  if (striping.count == 0) striping.count = chosen.count;
  if (striping.size == 0) striping.size = chosen.size;
  spdlog::info("{} of {}: chosen for {} on {}", tool::plural(striping.count, "stripe"),
               format_size(striping.size), format_size(plan.bytes()), tool::plural(session.size(), "rank"));
  return striping;
}

plan::Machine machine_for(par::Session& session, const Job& job, const storage::Striping& striping,
                          const Options& options) {
  auto machine = tool::machine_for(session, job.output, options.run);
  if (striping.count > 0) machine.stripe_count = striping.count;
  if (striping.size > 0) {
    machine.stripe_size = striping.size;
    machine.alignment = std::max(machine.alignment, striping.size);
  }
  if (const auto alignment = options.alignment(); alignment > 0) machine.alignment = alignment;
  return machine;
}

/// Of every rank; and chunks that fit in memory. Those that are kept from the input were not looked at
/// before.
void require_filters(par::Session& session, const plan::Plan& plan, std::int64_t memory) {
  par::collectively(session.comm(), "looking for filters", [&] {
    const h5::Quiet quiet;
    for (const auto& target : plan.targets) {
      if (target.is_chunked() && tree::bytes_of(target.type, target.chunk) > memory / 8) {
        throw Error(ErrorKind::input,
                    fmt::format("{}: a chunk has {}, which is too much for --memory {}", target.path,
                                format_size(tree::bytes_of(target.type, target.chunk)), format_size(memory)));
      }
      for (const auto& filter : target.filters) {
        if (h5::can_apply(filter.id)) continue;
        throw Error(ErrorKind::input,
                    fmt::format("{}: HDF5 cannot compress with filter {}; --layout contiguous does without",
                                target.path, filter.id));
      }
    }
  });
}

void describe(const Job& job, const restripe::Storage& before, tool::Report& report) {
  report.json.erase("schema");
  report.json["input"] = job.input;
  report.json["before"] = restripe::json_of(before);
}

/// What a dry run tells besides.
void foresee(par::Session& session, const tool::Planned& planned, const restripe::Storage& before,
             tool::Report& report) {
  report.text += fmt::format("before: {}\n", text_of(before));
  const auto ratio = move::sampled_ratio(
      session, {.plan = planned.plan, .inputs = planned.inputs, .machine = planned.machine});
  if (!ratio) return;
  report.json["estimated_ratio"] = *ratio;
  report.text += fmt::format("after: chunks of about {:.0f} % of their values, as far as a sample tells\n",
                             100 * *ratio);
}

/// The output is looked at again: what is told is so.
void compare(par::Session& session, const Job& job, const restripe::Storage& before, tool::Report& report) {
  const auto after = restripe::storage_of(
      file::read_trees(session, {job.output}, {.follow_links = false, .find_chunks = true}));
  report.json["after"] = restripe::json_of(after);
  report.text += fmt::format("before: {}\nafter:  {}\n", text_of(before), text_of(after));
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

  auto output = output_of(job, options);
  output.striping = striping_of(session, plan, options);
  const tool::Planned planned{.plan = plan,
                              .inputs = inputs,
                              .machine = machine_for(session, job, output.striping, options),
                              .output = output,
                              .run = options.run};
  auto report = tool::describe("pcgns-restripe", planned, session);
  describe(job, before, report);
  require_filters(session, plan, options.run.memory_bytes());
  if (options.output.dry_run) foresee(session, planned, before, report);
  // The plan has what it needs of them, and memory is for the data.
  inputs.trees = {};
  if (!options.output.dry_run) {
    tool::write_output(session, planned, timer, report);
    compare(session, job, before, report);
  }
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
                    .resumes = true,
                    .define = [&](CLI::App& app) { restripe::define(app, options); },
                    .check = [&] { restripe::check(options); },
                    .work = [&](par::Session& session) { return work(session, options); },
                    .options = options.run});
}
