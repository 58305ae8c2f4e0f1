#include "pcgns-repartition/write_files.hpp"

#include <fmt/format.h>

#include "common/progress.hpp"
#include "pcgns-repartition/report.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/file_blocks.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/joined.hpp"
#include "pcgns/publish/staged_set.hpp"

namespace pcgns::repartition {

namespace {

/// Files of a group: every rank may have all of them open.
constexpr std::size_t most_files = 128;
/// Nodes and moves of a group: the plans of its files are in memory at once.
constexpr std::int64_t most_entries = 200'000;

std::int64_t entries_of(const plan::Plan& plan) {
  std::int64_t entries = cgns::count_nodes(plan.output) + std::ssize(plan.transfers) +
                         std::ssize(plan.boxes) + std::ssize(plan.indexed) + std::ssize(plan.direct);
  for (const auto& numbering : plan.numberings) entries += std::ssize(numbering.sections);
  for (const auto& ragged : plan.ragged) entries += std::ssize(ragged.begins);
  return entries;
}

/// The same groups whatever the number of ranks.
std::vector<plan::Plan> next_group(const Job& job, std::size_t first) {
  std::vector<plan::Plan> plans;
  std::int64_t entries = 0;
  while (first + plans.size() < job.outputs.size() && plans.size() < most_files && entries < most_entries) {
    plans.push_back(job.plan(first + plans.size()));
    entries += entries_of(plans.back());
  }
  return plans;
}

Range bytes_of(const plan::Plan& plan, const plan::Direct& run, std::int64_t offset) {
  const auto size =
      static_cast<std::int64_t>(cgns::size_of(plan.targets[static_cast<std::size_t>(run.target)].type));
  return {offset + run.target_begin * size, offset + (run.target_begin + run.count) * size};
}

class Writer {
 public:
  Writer(par::Session& session, const Job& job, Timer& timer)
      : session_(session),
        job_(job),
        timer_(timer),
        stage_(tool::stage_options(job.output, job.run)),
        machine_(tool::machine_for(session, job.outputs.front(), job.run)),
        progress_(job.run.progress, session.is_root() && !job.run.quiet, job.bytes),
        set_(session, stage_, job.outputs, job.inputs, job.bytes) {}

  void run(tool::Report& report) {
    for (std::size_t first = 0; first < job_.outputs.size();) first += write_group(first);
    if (job_.check) job_.check(set_.paths());
    file::require_unchanged(session_, job_.inputs);
    seconds_.checking += timer_.lap();
    set_.publish();
    tell(report);
  }

 private:
  std::size_t write_group(std::size_t first) {
    std::vector<plan::Plan> plans;
    par::collectively(session_.comm(), "planning", [&] { plans = next_group(job_, first); });
    seconds_.planning += timer_.lap();
    const auto group = plan::joined(plans);
    const auto machine = io::suited(machine_, group);
    set_.open_group(plans, machine.alignment);
    seconds_.laying_out += timer_.lap();
    move(group, machine);
    set_.close_group();
    return plans.size();
  }

  struct Filled {
    std::vector<Range> done;  ///< With what earlier runs have written.
    std::vector<io::RunHash> hashes;
  };

  /// Writes what no move brings; that comes before the first entry in the journal of a file.
  Filled fill(const plan::Plan& group, bool is_hashed) {
    Filled filled{.done = set_.done(), .hashes = {}};
    auto offsets = set_.offsets();
    std::int64_t bytes = 0;
    for (const auto& run : group.direct) {
      const auto target = static_cast<std::size_t>(run.target);
      const auto offset = set_.offsets()[target];
      if (offset < 0) continue;
      filled.done.push_back(bytes_of(group, run, offset));
      if (set_.was_begun(offset)) {
        offsets[target] = -1;
      } else {
        bytes += filled.done.back().size();
      }
    }
    filled.done = united(std::move(filled.done));
    if (bytes == 0) return filled;
    filled.hashes =
        job_.fill({.plan = group, .offsets = offsets, .sink = set_.sink(), .keep_hashes = is_hashed},
                  [&](std::int64_t written) { progress_.update(bytes_ + written); });
    bytes_ += bytes;
    return filled;
  }

  void move(const plan::Plan& group, const plan::Machine& machine) {
    const bool is_hashed = stage_.check == publish::Check::full;
    const auto direct = fill(group, is_hashed);
    const io::Task task{.plan = group,
                        .inputs = job_.inputs,
                        .offsets = set_.offsets(),
                        .end = set_.end(),
                        .done = direct.done,
                        .machine = machine,
                        .keep_hashes = is_hashed};
    const auto outcome =
        io::execute(session_, task, set_.sink(),
                    {.progress = [&](std::int64_t bytes) { progress_.update(bytes_ + bytes); },
                     .wants_checkpoint = [&] { return set_.wants_checkpoint(); },
                     .checkpoint = [&](Range written) { set_.checkpoint(written); }});
    bytes_ += outcome.bytes;
    seconds_.moving += timer_.lap();
    set_.finish_writing();
    seconds_.syncing += timer_.lap();
    if (stage_.check != publish::Check::none) set_.check_structure();
    if (is_hashed) {
      io::check_written(session_, task, job_.output.output, set_.read_back(), outcome.hashes);
      io::check_runs(session_, job_.output.output, set_.read_back(), direct.hashes);
    }
    seconds_.checking += timer_.lap();
  }

  void tell(tool::Report& report) {
    seconds_.publishing = timer_.lap();
    seconds_.total = timer_.total();
    add_written({.files = job_.outputs.size(), .bytes = bytes_, .seconds = seconds_}, report);
  }

  par::Session& session_;
  const Job& job_;
  Timer& timer_;
  publish::StageOptions stage_;
  plan::Machine machine_;
  tool::Progress progress_;
  publish::StagedSet set_;
  std::int64_t bytes_ = 0;
  Written::Seconds seconds_;
};

}  // namespace

void write_files(par::Session& session, const Job& job, Timer& timer, tool::Report& report) {
  Writer(session, job, timer).run(report);
}

}  // namespace pcgns::repartition
