#include "pcgns/repartition/run/write_files.hpp"

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
std::vector<plan::Plan> next_group(const PlannedFiles& files, std::size_t first) {
  std::vector<plan::Plan> plans;
  std::int64_t entries = 0;
  while (first + plans.size() < files.names.size() && plans.size() < most_files && entries < most_entries) {
    plans.push_back(files.plan(first + plans.size()));
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
  Writer(par::Session& session, const PlannedFiles& files, const Listener& listener, Timer& timer,
         Report::Seconds& seconds)
      : session_(session),
        files_(files),
        timer_(timer),
        seconds_(seconds),
        machine_(publish::machine_for(session, files.names.front(), files.machine)),
        moving_(listener, files.bytes),
        set_(session, files.stage, files.names, files.inputs, files.bytes) {}

  Report::Written run() {
    for (std::size_t first = 0; first < files_.names.size();) first += write_group(first);
    if (files_.check) files_.check(set_.paths());
    file::require_unchanged(session_, files_.inputs);
    seconds_.checking += timer_.lap();
    set_.publish();
    seconds_.publishing = timer_.lap();
    seconds_.total = timer_.total();
    return {.files = std::ssize(files_.names), .bytes_moved = bytes_};
  }

 private:
  std::size_t write_group(std::size_t first) {
    std::vector<plan::Plan> plans;
    par::collectively(session_.comm(), "planning", [&] { plans = next_group(files_, first); });
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
        files_.fill({.plan = group, .offsets = offsets, .sink = set_.sink(), .keep_hashes = is_hashed},
                    [&](std::int64_t written) { moving_.moved(bytes_ + written); });
    bytes_ += bytes;
    return filled;
  }

  void move(const plan::Plan& group, const plan::Machine& machine) {
    const bool is_hashed = files_.stage.check == publish::Check::full;
    const auto direct = fill(group, is_hashed);
    const io::Task task{.plan = group,
                        .inputs = files_.inputs,
                        .offsets = set_.offsets(),
                        .end = set_.end(),
                        .done = direct.done,
                        .machine = machine,
                        .keep_hashes = is_hashed};
    const auto outcome = io::execute(session_, task, set_.sink(),
                                     {.progress = [&](std::int64_t bytes) { moving_.moved(bytes_ + bytes); },
                                      .wants_checkpoint = [&] { return set_.wants_checkpoint(); },
                                      .checkpoint = [&](Range written) { set_.checkpoint(written); }});
    bytes_ += outcome.bytes;
    seconds_.moving += timer_.lap();
    set_.finish_writing();
    seconds_.syncing += timer_.lap();
    if (files_.stage.check != publish::Check::none) set_.check_structure();
    if (is_hashed) {
      io::check_written(session_, task, files_.stage.output, set_.read_back(), outcome.hashes);
      io::check_runs(session_, files_.stage.output, set_.read_back(), direct.hashes);
    }
    seconds_.checking += timer_.lap();
  }

  par::Session& session_;
  const PlannedFiles& files_;
  Timer& timer_;
  Report::Seconds& seconds_;
  plan::Machine machine_;
  Move moving_;
  publish::StagedSet set_;
  std::int64_t bytes_ = 0;
};

}  // namespace

Report::Written write_files(par::Session& session, const PlannedFiles& files, const Listener& listener,
                            Timer& timer, Report::Seconds& seconds) {
  return Writer(session, files, listener, timer, seconds).run();
}

}  // namespace pcgns::repartition
