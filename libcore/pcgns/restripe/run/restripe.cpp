#include "pcgns/restripe/restripe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <memory>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/digest/content.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/h5/datasets.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/io/derived.hpp"
#include "pcgns/io/repack.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/notes.hpp"
#include "pcgns/restripe/plan/convert.hpp"
#include "pcgns/restripe/plan/copy.hpp"
#include "pcgns/restripe/plan/split.hpp"

namespace pcgns::restripe {

namespace {

constexpr auto planning = "planning";

struct Job {
  std::string input;
  std::string output;
};

std::string numbered(const fileset::NumberPattern& pattern, std::int64_t number) {
  const auto digits = pattern.zeros ? fmt::format("{:0{}}", number, pattern.width)
                                    : fmt::format("{:{}}", number, pattern.width);
  return pattern.before + digits + pattern.after;
}

/// One output may have a name that looks like a pattern; several must have one that is.
std::optional<fileset::NumberPattern> pattern_for(const std::string& output, std::size_t inputs) {
  auto pattern = fileset::number_pattern(output);
  if (pattern || inputs == 1) return pattern;
  throw Error(ErrorKind::usage,
              fmt::format("--output {}: {} inputs need a pattern such as 'new_%04d.cgns'", output, inputs));
}

/// One job for each input, in natural order.
std::vector<Job> jobs_of(const fileset::NumberedSet& set, const std::string& output) {
  const auto pattern = pattern_for(output, set.names.size());
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < set.names.size(); ++i)
    jobs.push_back({set.names[i], pattern ? numbered(*pattern, set.numbers[i]) : output});
  return jobs;
}

cgns::InputSet read(par::Session& session, const std::string& input, const StorageRequest& storage) {
  // The way from the output to what the input links to is found from absolute paths.
  return file::read_trees(session, {std::filesystem::absolute(input).string()},
                          {.follow_links = storage.links != cgns::Links::keep,
                           .look_at_links = storage.renamed.empty(),
                           .inline_limit = values_needed_below(storage.layout) - 1,
                           .find_chunks = true});
}

void rewrite_sections(par::Session& session, ElementForm form, std::int64_t memory, cgns::InputSet& inputs) {
  std::vector<cgns::Section> sections;
  par::collectively(session.comm(), planning, [&] { sections = sections_to_rewrite(inputs, form); });
  const auto begins = io::begins_of(session, inputs, sections, memory);
  par::collectively(session.comm(), planning, [&] { rewrite(inputs, sections, begins); });
}

void measure_index_width(par::Session& session, IndexWidth width, std::int64_t memory,
                         cgns::InputSet& inputs) {
  const auto arrays = arrays_to_measure(inputs, width);
  const auto extremes = io::extremes_of(session, inputs, arrays, memory);
  par::collectively(session.comm(), planning, [&] { set_index_width(inputs, width, arrays, extremes); });
}

/// Gives the tree and the arrays of `inputs` the requested form; arrays are converted when they are read.
/// Returns those of which something may be lost.
std::vector<Rounded> convert(par::Session& session, const StorageRequest& storage, std::int64_t memory,
                             cgns::InputSet& inputs) {
  if (storage.elements) rewrite_sections(session, *storage.elements, memory, inputs);
  if (storage.index) measure_index_width(session, *storage.index, memory, inputs);
  std::vector<Rounded> rounded;
  par::collectively(session.comm(), planning, [&] {
    if (storage.reals) rounded = set_reals(inputs, *storage.reals);
    if (storage.format.big_endian) reverse_bytes(inputs);
    if (storage.cgns_version > 0) set_version(inputs, storage.cgns_version);
  });
  return rounded;
}

/// Of all ranks, since the last call.
std::vector<kernel::Rounding> united(par::Session& session, const std::vector<Rounded>& rounded) {
  std::vector<kernel::Rounding> all(rounded.size());
  for (std::size_t i = 0; i < rounded.size(); ++i) std::swap(all[i], *rounded[i].rounding);
  for (const auto& theirs : par::gather_all(session.comm(), all)) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i].add(theirs[i]);
  }
  return all;
}

std::optional<FileReport::Rounding> largest_errors(par::Session& session,
                                                   const std::vector<Rounded>& rounded) {
  if (rounded.empty()) return std::nullopt;
  FileReport::Rounding largest;
  const auto add = [](LargestError& to, double error, const std::string& path, std::int64_t value) {
    if (error > to.error) to = {error, path, value};
  };
  const auto all = united(session, rounded);
  for (std::size_t i = 0; i < all.size(); ++i) {
    add(largest.absolute, all[i].absolute, rounded[i].path, all[i].at_absolute);
    add(largest.relative, all[i].relative, rounded[i].path, all[i].at_relative);
  }
  return largest;
}

/// HDF5 allocates small chunks within pages, so their addresses are not known in advance.
void require_pages(const plan::Plan& plan, const Job& job) {
  if (plan.format.page_size == 0 || !plan.has_chunks()) return;
  throw Error(
      ErrorKind::usage,
      at(job.input, "",
         "has chunked arrays, which a paged file cannot hold: add --layout contiguous to --page-size"));
}

/// Checks on every rank that HDF5 has the filters and that a chunk fits in memory; those kept from the input
/// are not known before.
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

class Restriper {
 public:
  Restriper(par::Session& session, const Request& request, const Listener& listener)
      : session_(session), request_(request), listener_(listener), stage_(request.output) {}

  Report run() {
    Timer timer;
    const auto set = fileset::input_files(session_, request_.inputs, request_.allow_missing, listener_);
    names_ = set.names;
    const auto jobs = jobs_of(set, request_.output.output);
    stage_.one_of_many = jobs.size() > 1 || request_.storage.links == cgns::Links::split;
    if (!request_.dry_run) {
      for (const auto& job : jobs) preflight(job.output);
    }
    for (const auto& job : jobs) add(job);
    if (!request_.dry_run) finish();
    return {.files = std::move(files_), .seconds = timer.total()};
  }

 private:
  void preflight(const std::string& output) {
    stage_.output = output;
    publish::preflight(session_, stage_, names_);
  }

  /// Writes and checks the files that an input becomes.
  void add(const Job& job) {
    Timer timer;
    listener_.info("reading " + job.input);
    auto& inputs = inputs_.emplace_back(read(session_, job.input, request_.storage));
    const auto before = storage_of(inputs);
    const auto reading = timer.lap();
    const auto rounded = convert(session_, request_.storage, request_.machine.memory, inputs);
    for (auto& piece : pieces_of(job, inputs)) {
      inputs.trees = {};
      inputs.trees.push_back(std::move(piece.tree));
      files_.push_back({.input = job.input, .output = std::move(piece.output), .before = before});
      files_.back().seconds.reading = reading;
      stage({job.input, files_.back().output}, inputs, rounded, timer);
    }
    // Only the names remain to be given.
    inputs = {};
  }

  std::vector<Piece> pieces_of(const Job& job, cgns::InputSet& inputs) {
    std::vector<Piece> pieces;
    par::collectively(session_.comm(), planning, [&] {
      if (request_.storage.links == cgns::Links::split) {
        pieces = split(inputs, std::filesystem::absolute(job.output).string());
      } else {
        pieces.push_back({job.output, std::move(inputs.trees.front())});
      }
    });
    return pieces;
  }

  plan::Plan plan_of(const Job& job, const cgns::InputSet& inputs) {
    auto storage = request_.storage;
    storage.output = std::filesystem::absolute(job.output).string();
    plan::Plan plan;
    par::collectively(session_.comm(), planning, [&] {
      plan = plan_copy(inputs, storage);
      require_pages(plan, job);
      plan::tell_notes(plan, request_.strict, listener_);
    });
    return plan;
  }

  /// What the user says, or what suits the output.
  publish::Striping striping_for(const plan::Plan& plan) {
    auto striping = request_.output.striping;
    if (!request_.choose_stripes) return striping;
    const auto chosen = publish::striping_for(plan.bytes(), session_.size());
    if (striping.count == 0) striping.count = chosen.count;
    if (striping.size == 0) striping.size = chosen.size;
    listener_.info(fmt::format("{} of {}: chosen for {} on {}", plural(striping.count, "stripe"),
                               format_size(striping.size), format_size(plan.bytes()),
                               plural(session_.size(), "rank")));
    return striping;
  }

  plan::Machine machine_for(const std::string& output, const publish::Striping& striping) {
    auto machine = publish::machine_for(session_, output, request_.machine);
    if (striping.count > 0) machine.stripe_count = striping.count;
    if (striping.size > 0) {
      machine.stripe_size = striping.size;
      machine.alignment = std::max(machine.alignment, striping.size);
    }
    if (request_.alignment > 0) machine.alignment = request_.alignment;
    if (request_.storage.format.page_size > 0) machine.alignment = request_.storage.format.page_size;
    return machine;
  }

  void stage(const Job& job, cgns::InputSet& inputs, const std::vector<Rounded>& rounded, Timer& timer) {
    auto& report = files_.back();
    auto& plan = plans_.emplace_back(plan_of(job, inputs));
    report.seconds.planning = timer.lap();
    stage_.output = job.output;
    stage_.striping = striping_for(plan);
    const publish::PlannedOutput planned{
        .plan = plan,
        .inputs = inputs,
        .machine = machine_for(job.output, stage_.striping),
        .stage = stage_,
        .check_content = [&](const std::string& path) {
          return digest::check_content(
              session_,
              {.plan = plan, .inputs = inputs, .output = job.output, .memory = request_.machine.memory},
              path);
        }};
    report.summary = publish::summary_of(planned, session_.size());
    require_filters(session_, plan, request_.machine.memory);
    if (request_.dry_run) {
      report.estimated_ratio =
          io::sampled_ratio(session_, {.plan = plan, .inputs = inputs, .machine = planned.machine});
    } else {
      write(planned, inputs, timer, report);
      report.rounding = largest_errors(session_, rounded);
    }
    plan = {};
  }

  void write(const publish::PlannedOutput& planned, cgns::InputSet& inputs, Timer& timer,
             FileReport& report) {
    preflight(report.output);
    // The plan has what it needs of them, and memory is for the data.
    inputs.trees = {};
    auto output = publish::write_output(session_, planned, timer, listener_);
    output.file->settle();
    staged_.push_back(std::move(output.file));
    report.written = std::move(output.written);
  }

  /// Gives all files their names, and looks at them again: what is reported is so.
  void finish() {
    publish::publish_all(session_, staged_);
    for (auto& file : files_) {
      file.after = storage_of(file::read_trees(
          session_, {file.output}, {.follow_links = false, .look_at_links = false, .find_chunks = true}));
    }
  }

  par::Session& session_;
  const Request& request_;
  const Listener& listener_;
  publish::StageOptions stage_;
  std::vector<std::string> names_;  ///< Of all inputs.
  std::deque<cgns::InputSet> inputs_;
  std::deque<plan::Plan> plans_;
  std::vector<FileReport> files_;
  std::vector<std::unique_ptr<publish::StagedFile>> staged_;  ///< Refer to inputs and plans.
};

}  // namespace

Report run(par::Session& session, const Request& request, const Listener& listener) {
  return Restriper(session, request, listener).run();
}

}  // namespace pcgns::restripe
