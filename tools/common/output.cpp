#include "common/output.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "common/chunks.hpp"
#include "common/content_check.hpp"
#include "common/progress.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/move/execute.hpp"
#include "pcgns/plan/budget.hpp"

namespace pcgns::tool {

namespace {

std::string_view kind_of(const plan::Note& note) {
  switch (note.kind) {
    case plan::Note::Kind::info:
      return "info";
    case plan::Note::Kind::warning:
      return "warning";
    case plan::Note::Kind::loss:
      return "loss";
  }
  return "info";
}

std::int64_t zone_count(const plan::Plan& plan) {
  std::int64_t zones = 0;
  for (const auto& base : plan.output.children) {
    zones += std::count_if(base.children.begin(), base.children.end(), [](const tree::Node& node) {
      return node.label == "Zone_t" || node.label == "ParticleZone_t";
    });
  }
  return zones;
}

std::int64_t base_count(const plan::Plan& plan) {
  return std::count_if(plan.output.children.begin(), plan.output.children.end(),
                       [](const tree::Node& node) { return node.label == "CGNSBase_t"; });
}

nlohmann::ordered_json notes_of(const plan::Plan& plan) {
  auto notes = nlohmann::ordered_json::array();
  for (const auto& note : plan.notes) notes.push_back({{"kind", kind_of(note)}, {"text", note.text}});
  return notes;
}

std::int64_t input_count(const tree::InputSet& inputs) {
  return static_cast<std::int64_t>(inputs.trees.size());
}

std::int64_t bytes_of(const std::vector<Range>& ranges) {
  std::int64_t bytes = 0;
  for (const auto& range : ranges) bytes += range.size();
  return bytes;
}

/// The inputs themselves were looked at before they were read.
std::vector<std::string> linked_files(const tree::InputSet& inputs) {
  std::vector<std::string> paths;
  for (const auto& file : inputs.files) {
    if (file.linked) paths.push_back(file.path);
  }
  return paths;
}

void tell_striping(const Planned& planned, const publish::StagedFile& staged, Report& report) {
  if (!planned.output.striping.is_asked_for()) return;
  switch (staged.striped().way) {
    case storage::Striped::Way::tool:
      report.json["striping"] = staged.striped().told;
      report.text += fmt::format(" striped ({})", staged.striped().told);
      break;
    case storage::Striped::Way::hints:
      spdlog::warn(
          "the file system's tool is not there: MPI-IO was asked for the stripes, and does not say "
          "whether it has made them");
      break;
    case storage::Striped::Way::none:
      spdlog::warn("this file system has no stripes that can be chosen: only the alignment is heeded");
  }
}

void tell_start(const Planned& planned, const publish::StagedFile& staged) {
  if (!staged.done().empty()) {
    spdlog::info("resuming: the first {} of the file are written already",
                 format_size(bytes_of(staged.done())));
  }
  spdlog::info("moving {}", format_size(planned.plan.bytes()));
  const plan::Domains domains(staged.layout().end, planned.machine);
  spdlog::debug("{} on {}; domains of {}, arrays aligned to {}; staged as {}",
                plural(domains.rounds(), "round"), plural(planned.machine.ranks, "rank"),
                format_size(domains.size()), format_size(planned.machine.alignment), staged.path());
}

/// What the values were that parts have for the same points.
void tell_shared(const move::SharedDifferences& shared, Report& report) {
  report.json["shared_points"] = {
      {"compared", shared.compared}, {"differing", shared.differing}, {"largest_difference", shared.largest}};
  if (shared.differing == 0) return;
  spdlog::warn("{} of {} values at points that parts share differ, by {} at most ({})", shared.differing,
               shared.compared, shared.largest, shared.where);
}

}  // namespace

std::string plural(std::int64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

void tell_notes(const plan::Plan& plan, bool strict) {
  for (const auto& note : plan.notes) {
    if (note.kind == plan::Note::Kind::info) spdlog::info("{}", note.text);
    if (note.kind == plan::Note::Kind::warning) spdlog::warn("{}", note.text);
    if (note.kind == plan::Note::Kind::loss && strict)
      throw Error(ErrorKind::input, "--strict: " + note.text);
    if (note.kind == plan::Note::Kind::loss) spdlog::warn("not carried over: {}", note.text);
  }
}

Report describe(const std::string& program, const Planned& planned, par::Session& session) {
  const auto budget = plan::budget(planned.plan, planned.inputs, planned.machine);
  const auto arrays = static_cast<std::int64_t>(planned.plan.targets.size());
  Report report;
  report.json = {{"schema", program + "/1"},
                 {"status", "planned"},
                 {"output", planned.output.output},
                 {"inputs", input_count(planned.inputs)},
                 {"bases", base_count(planned.plan)},
                 {"zones", zone_count(planned.plan)},
                 {"nodes", tree::count_nodes(planned.plan.output)},
                 {"arrays", arrays},
                 {"bytes", planned.plan.bytes()},
                 {"ranks", session.size()},
                 {"rounds", budget.rounds},
                 {"bytes_per_round", budget.bytes_per_round},
                 {"memory_per_rank", budget.peak_bytes_per_rank},
                 {"alignment", planned.machine.alignment},
                 {"notes", notes_of(planned.plan)}};
  report.text = fmt::format("{}: {}, {}, {}, {} from {}", planned.output.output,
                            plural(base_count(planned.plan), "base"),
                            plural(zone_count(planned.plan), "zone"), plural(arrays, "array"),
                            format_size(planned.plan.bytes()), plural(input_count(planned.inputs), "file"));
  if (planned.output.dry_run) {
    report.text += fmt::format(
        "\nplan: {} on {}, {} per rank and round, at most {} of memory per rank; arrays aligned to {}\n",
        plural(budget.rounds, "round"), plural(session.size(), "rank"), format_size(budget.bytes_per_round),
        format_size(budget.peak_bytes_per_rank), format_size(planned.machine.alignment));
  }
  return report;
}

std::unique_ptr<publish::StagedFile> stage_output(par::Session& session, const Planned& planned, Timer& timer,
                                                  Report& report) {
  const auto stage = stage_options(planned.output, planned.run);
  publish::preflight(session, stage, linked_files(planned.inputs));
  Progress progress(planned.run.progress, session.is_root() && !planned.run.quiet, planned.plan.bytes());
  Chunks chunks(session, planned, stage.check == publish::Check::full, progress);
  auto file = std::make_unique<publish::StagedFile>(
      session, stage, planned.plan, planned.inputs, planned.machine.alignment,
      [&](publish::StagedFile& target) { return chunks.pack(target); });
  auto& staged = *file;
  if (staged.was_published()) {
    report.text += " was complete before\n";
    report.json["bytes_moved"] = 0;
    report.json["seconds"] = {{"laying_out", timer.lap()}, {"moving", 0}, {"syncing", 0}, {"checking", 0}};
    return file;
  }
  const double seconds_laying_out = timer.lap() - chunks.seconds_packing();
  tell_start(planned, staged);
  tell_striping(planned, staged, report);

  chunks.unpack(staged);
  const auto offsets = chunks.offsets_of_others(staged);
  const move::Task task{.plan = planned.plan,
                        .inputs = planned.inputs,
                        .offsets = offsets,
                        .end = staged.layout().end,
                        .done = staged.done(),
                        .machine = planned.machine,
                        .keep_hashes = stage.check == publish::Check::full};
  const auto outcome =
      move::execute(session, task, staged.sink(),
                    {.progress = [&](std::int64_t bytes) { progress.update(chunks.bytes() + bytes); },
                     .wants_checkpoint = [&] { return staged.wants_checkpoint(); },
                     .checkpoint = [&](Range written) { staged.checkpoint(written); }});
  const double seconds_moving = timer.lap() + chunks.seconds_packing();
  staged.finish_writing();
  const double seconds_syncing = timer.lap();
  std::string digest;
  if (stage.check != publish::Check::none) staged.check_structure();
  if (stage.check == publish::Check::full) {
    move::check_written(session, task, staged.path(), outcome.hashes);
    chunks.check(staged);
    // What links lead to may appear together with this output only.
    if (!has_links(planned.plan.output)) digest = check_content(session, planned, staged.path());
  }
  file::require_unchanged(session, planned.inputs);
  const auto bytes = outcome.bytes + chunks.bytes();
  if (outcome.shared.compared + outcome.shared.differing > 0) tell_shared(outcome.shared, report);
  report.json["bytes_moved"] = bytes;
  report.json["seconds"] = {{"laying_out", seconds_laying_out},
                            {"moving", seconds_moving},
                            {"syncing", seconds_syncing},
                            {"checking", timer.lap()}};
  const double seconds = timer.total();
  report.text += fmt::format(" in {:.2f} s ({}/s)\n", seconds,
                             format_size(static_cast<std::int64_t>(static_cast<double>(bytes) / seconds)));
  if (!digest.empty()) {
    report.json["digest"] = digest;
    report.text += fmt::format("digest of the content: {}\n", digest);
  }
  return file;
}

void write_output(par::Session& session, const Planned& planned, Timer& timer, Report& report) {
  stage_output(session, planned, timer, report)->publish();
  report.json["status"] = "done";
  report.json["seconds"]["publishing"] = timer.lap();
  report.json["seconds"]["total"] = timer.total();
}

}  // namespace pcgns::tool
