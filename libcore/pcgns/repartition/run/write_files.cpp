#include "pcgns/repartition/run/write_files.hpp"

#include <span>

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/publish/clonable.hpp"
#include "pcgns/publish/outputs.hpp"
#include "pcgns/publish/preflight.hpp"
#include "pcgns/repartition/plan/output_names.hpp"

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
std::vector<plan::Plan> next_group(const PlannedFiles& files, std::size_t first, std::size_t most) {
  std::vector<plan::Plan> plans;
  std::int64_t entries = 0;
  while (first + plans.size() < files.names.size() && plans.size() < most && entries < most_entries) {
    plans.push_back(files.plan(first + plans.size()));
    entries += entries_of(plans.back());
  }
  return plans;
}

}  // namespace

void require_names(const Request& request, std::int64_t parts) {
  require_names(request.output.output, request.partition.style, parts, request.single_file);
}

Report::Written write_files(par::Session& session, const PlannedFiles& files, const Listener& listener,
                            Timer& timer, Report::Seconds& seconds) {
  auto stage = files.stage;
  stage.one_of_many = true;
  const auto machine = publish::machine_for(session, files.names.front(), files.machine);
  // What can be cloned takes no space; how much that is, the plan of each file knows.
  const bool is_cloned = publish::clonable(session, stage, files.names.front(), files.inputs).any();
  publish::preflight(session, stage, files.names, files.read, is_cloned ? 0 : files.bytes);
  const Move move(listener, files.bytes);
  publish::Outputs outputs(session, stage, listener);
  publish::WrittenOutput done;
  const auto most = static_cast<std::size_t>(
      par::all_min(session.comm(), static_cast<std::int64_t>(files_at_once(most_files))));
  for (std::size_t first = 0; first < files.names.size();) {
    std::vector<plan::Plan> plans;
    par::collectively(session.comm(), "planning", [&] { plans = next_group(files, first, most); });
    seconds.planning += timer.lap();
    outputs.write({.names = std::span(files.names).subspan(first, plans.size()),
                   .plans = plans,
                   .inputs = files.inputs,
                   .machine = machine,
                   .fill = files.fill},
                  done, timer, {.moved = listener.moved});
    if (!files.check) outputs.require_checked();
    first += plans.size();
  }
  if (files.check) files.check(outputs.paths());
  file::require_unchanged(session, files.inputs);
  done.seconds.checking += timer.lap();
  outputs.publish();
  seconds.laying_out = done.seconds.laying_out;
  seconds.moving = done.seconds.moving;
  seconds.syncing = done.seconds.syncing;
  seconds.checking = done.seconds.checking;
  seconds.publishing = timer.lap();
  seconds.total = timer.total();
  return {.files = std::ssize(files.names),
          .bytes_moved = done.bytes_moved,
          .bytes_cloned = done.bytes_cloned,
          .bytes_before = done.bytes_before,
          .was_complete = done.was_complete && done.bytes_moved == 0};
}

}  // namespace pcgns::repartition
