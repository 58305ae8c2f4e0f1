#include "pcgns-repartition/write_files.hpp"

#include <span>

#include "common/progress.hpp"
#include "pcgns-repartition/report.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/publish/outputs.hpp"
#include "pcgns/publish/preflight.hpp"

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

}  // namespace

void write_files(par::Session& session, const Job& job, Timer& timer, tool::Report& report) {
  auto stage = tool::stage_options(job.output, job.run);
  stage.one_of_many = true;
  const auto machine = tool::machine_for(session, job.outputs.front(), job.run);
  publish::preflight(session, stage, job.outputs, job.inputs, job.bytes);
  const auto listener = tool::listener(job.run, session.is_root());
  const ReportedMove move(listener, job.bytes);
  publish::Outputs outputs(session, stage);
  publish::WrittenOutput done;
  Written written{.files = job.outputs.size()};
  for (std::size_t first = 0; first < job.outputs.size();) {
    std::vector<plan::Plan> plans;
    par::collectively(session.comm(), "planning", [&] { plans = next_group(job, first); });
    written.seconds.planning += timer.lap();
    outputs.write({.names = std::span(job.outputs).subspan(first, plans.size()),
                   .plans = plans,
                   .inputs = job.inputs,
                   .machine = machine,
                   .fill = job.fill},
                  done, timer, {.moved = listener.moved});
    first += plans.size();
  }
  if (job.check) job.check(outputs.paths());
  file::require_unchanged(session, job.inputs);
  done.seconds.checking += timer.lap();
  outputs.publish();
  written.bytes = done.bytes_moved;
  written.seconds.laying_out = done.seconds.laying_out;
  written.seconds.moving = done.seconds.moving;
  written.seconds.syncing = done.seconds.syncing;
  written.seconds.checking = done.seconds.checking;
  written.seconds.publishing = timer.lap();
  written.seconds.total = timer.total();
  add_written(written, report);
}

}  // namespace pcgns::repartition
