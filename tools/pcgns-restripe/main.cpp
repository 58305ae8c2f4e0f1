// pcgns-restripe: writes the same data in another storage layout.
//
//   for each file: read its tree -> plan -> move the data; then publish all of them

#include <fmt/format.h>

#include <deque>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "common/log.hpp"
#include "common/output.hpp"
#include "common/run.hpp"
#include "pcgns-restripe/conversion.hpp"
#include "pcgns-restripe/jobs.hpp"
#include "pcgns-restripe/options.hpp"
#include "pcgns-restripe/storage_report.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/io/repack.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/publish/staged_file.hpp"
#include "pcgns/publish/storage.hpp"
#include "pcgns/restripe/restripe.hpp"
#include "pcgns/restripe/split.hpp"

namespace {

using namespace pcgns;
using restripe::Job;
using restripe::Options;

/// An output on its way.
struct File {
  Job job;
  plan::Plan plan = {};
  restripe::Storage before = {};
  tool::Report report = {};
};

cgns::InputSet read(par::Session& session, const Job& job, const Options& options) {
  tool::info("reading {}", job.input);
  // The way from the output to what the input links to is found from absolute paths.
  return file::read_trees(session, {std::filesystem::absolute(job.input).string()},
                          {.follow_links = options.request.links != cgns::Links::keep,
                           .look_at_links = options.request.renamed.empty(),
                           .inline_limit = restripe::values_needed_below(options.request.layout) - 1,
                           .find_chunks = true});
}

/// The files that an input becomes.
std::vector<restripe::Piece> pieces_of(par::Session& session, const Job& job, const Options& options,
                                       cgns::InputSet& inputs) {
  std::vector<restripe::Piece> pieces;
  par::collectively(session.comm(), "planning", [&] {
    if (options.request.links != cgns::Links::split) {
      pieces.push_back({job.output, std::move(inputs.trees.front())});
      return;
    }
    pieces = restripe::split(inputs, std::filesystem::absolute(job.output).string());
  });
  return pieces;
}

/// HDF5 gives small chunks their places in pages, where they are not.
void require_pages(const plan::Plan& plan, const Job& job) {
  if (plan.format.page_size == 0 || !plan.has_chunks()) return;
  throw Error(
      ErrorKind::usage,
      at(job.input, "",
         "has chunked arrays, which a paged file cannot hold: add --layout contiguous to --page-size"));
}

/// What the user says, or what suits the output.
publish::Striping striping_of(par::Session& session, const plan::Plan& plan, const Options& options) {
  auto striping = options.striping();
  if (!options.automatic) return striping;
  const auto chosen = publish::striping_for(plan.bytes(), session.size());
  if (striping.count == 0) striping.count = chosen.count;
  if (striping.size == 0) striping.size = chosen.size;
  tool::info("{} of {}: chosen for {} on {}", plural(striping.count, "stripe"), format_size(striping.size),
             format_size(plan.bytes()), plural(session.size(), "rank"));
  return striping;
}

plan::Machine machine_for(par::Session& session, const Job& job, const publish::Striping& striping,
                          const Options& options) {
  auto machine = tool::machine_for(session, job.output, options.run);
  if (striping.count > 0) machine.stripe_count = striping.count;
  if (striping.size > 0) {
    machine.stripe_size = striping.size;
    machine.alignment = std::max(machine.alignment, striping.size);
  }
  if (const auto alignment = options.alignment(); alignment > 0) machine.alignment = alignment;
  if (options.request.format.page_size > 0) machine.alignment = options.request.format.page_size;
  return machine;
}

/// Of every rank; and chunks that fit in memory. Those that are kept from the input were not looked at
/// before.
void require_filters(par::Session& session, const plan::Plan& plan, std::int64_t memory) {
  par::collectively(session.comm(), "looking for filters", [&] {
    const h5::Quiet quiet;
    for (const auto& target : plan.targets) {
      if (target.is_chunked() && cgns::bytes_of(target.type, target.chunk) > memory / 8) {
        throw Error(ErrorKind::input,
                    fmt::format("{}: a chunk of {} does not fit in --memory {}", target.path,
                                format_size(cgns::bytes_of(target.type, target.chunk)), format_size(memory)));
      }
      for (const auto& filter : target.filters) {
        if (h5::can_apply(filter.id)) continue;
        throw Error(ErrorKind::input,
                    fmt::format("{}: HDF5 cannot compress with filter {}; --layout contiguous avoids it",
                                target.path, filter.id));
      }
    }
  });
}

void describe(const Job& job, const restripe::Storage& before, tool::Report& report) {
  report.json().erase("schema");
  report.put("input", job.input);
  put("before", before, report);
}

/// What a dry run tells besides.
void foresee(par::Session& session, const tool::Planned& planned, const restripe::Storage& before,
             tool::Report& report) {
  report.text += fmt::format("before: {}\n", text_of(before));
  const auto ratio = io::sampled_ratio(
      session, {.plan = planned.plan, .inputs = planned.inputs, .machine = planned.machine});
  if (!ratio) return;
  report.put("estimated_ratio", *ratio);
  report.text += fmt::format(
      "after: chunks of about {:.0f} % of their uncompressed size, estimated from a sample\n", 100 * *ratio);
}

/// The output is looked at again: what is told is so.
void compare(par::Session& session, const File& file, tool::Report& report) {
  const auto after = restripe::storage_of(file::read_trees(
      session, {file.job.output}, {.follow_links = false, .look_at_links = false, .find_chunks = true}));
  put("after", after, report);
  report.text += fmt::format("before: {}\nafter:  {}\n", text_of(file.before), text_of(after));
}

/// An input and the files that it becomes.
class Work {
 public:
  Work(par::Session& session, const Options& options, const std::vector<Job>& jobs)
      : session_(session), options_(options) {
    for (const auto& job : jobs) names_.push_back(job.input);
  }

  /// Writes and checks what the job asks for, but for a dry run.
  void add(const Job& job) {
    Timer timer;
    auto& inputs = inputs_.emplace_back(read(session_, job, options_));
    const auto before = restripe::storage_of(inputs);
    seconds_reading_ = timer.lap();
    rounded_ = restripe::convert(session_, options_, inputs);
    for (auto& piece : pieces_of(session_, job, options_, inputs)) {
      auto& file = files_.emplace_back(
          File{.job = {job.input, std::move(piece.output), job.one_of_many}, .before = before});
      inputs.trees = {};
      inputs.trees.push_back(std::move(piece.tree));
      stage(file, inputs, timer);
    }
    // Only the names are left to be given.
    inputs = {};
  }

  /// Gives all files their names.
  tool::Report finish() {
    tool::Report all;
    if (!options_.output.dry_run) publish::publish_all(session_, staged_);
    all.json() = {{"schema", "pcgns-restripe/1"},
                  {"status", options_.output.dry_run ? "planned" : "done"},
                  {"ranks", session_.size()},
                  {"files", nlohmann::ordered_json::array()}};
    for (auto& file : files_) {
      if (!options_.output.dry_run) compare(session_, file, file.report);
      for (const auto* key : {"status", "inputs", "ranks"}) file.report.json().erase(key);
      all.json()["files"].push_back(std::move(file.report.json()));
      all.text += file.report.text;
    }
    return all;
  }

 private:
  void stage(File& file, cgns::InputSet& inputs, Timer& timer) {
    auto request = options_.request;
    request.output = std::filesystem::absolute(file.job.output).string();
    par::collectively(session_.comm(), "planning", [&] {
      file.plan = restripe::restripe(inputs, request);
      require_pages(file.plan, file.job);
      tool::tell_notes(file.plan, options_.output.strict);
    });
    const double seconds_planning = timer.lap();
    auto output = output_of(file.job, options_);
    output.striping = striping_of(session_, file.plan, options_);
    const tool::Planned planned{.plan = file.plan,
                                .inputs = inputs,
                                .machine = machine_for(session_, file.job, output.striping, options_),
                                .output = output,
                                .run = options_.run};
    file.report = tool::describe("pcgns-restripe", planned, session_);
    describe(file.job, file.before, file.report);
    require_filters(session_, file.plan, options_.run.memory_bytes());
    if (options_.output.dry_run) {
      foresee(session_, planned, file.before, file.report);
    } else {
      publish::preflight(session_, tool::stage_options(output, options_.run), names_);
      // The plan has what it needs of them, and memory is for the data.
      inputs.trees = {};
      staged_.push_back(tool::stage_output(session_, planned, timer, file.report));
      staged_.back()->settle();
      restripe::tell_rounding(session_, rounded_, file.report);
    }
    file.report.put("seconds/reading", seconds_reading_);
    file.report.put("seconds/planning", seconds_planning);
    file.plan = {};
  }

  par::Session& session_;
  const Options& options_;
  std::vector<std::string> names_;  ///< Of all inputs.
  double seconds_reading_ = 0;
  std::vector<restripe::Rounded> rounded_;
  std::deque<cgns::InputSet> inputs_;
  std::deque<File> files_;
  std::vector<std::unique_ptr<publish::StagedFile>> staged_;  ///< Refer to both.
};

tool::Report work(par::Session& session, const Options& options) {
  Timer timer;
  const auto jobs = jobs_of(session, options);
  Work work(session, options, jobs);
  for (const auto& job : jobs) work.add(job);
  auto report = work.finish();
  report.put("seconds", timer.total());
  return report;
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
