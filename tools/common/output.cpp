#include "common/output.hpp"

#include <fmt/format.h>

#include "common/progress.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/digest/content.hpp"
#include "pcgns/plan/notes.hpp"

namespace pcgns::tool {

namespace {

publish::PlannedOutput output_of(const Planned& planned) {
  return {.plan = planned.plan,
          .inputs = planned.inputs,
          .machine = planned.machine,
          .stage = stage_options(planned.output, planned.run)};
}

}  // namespace

void tell_notes(const plan::Plan& plan, bool strict) { plan::tell_notes(plan, strict, log_listener()); }

Report describe(const std::string& program, const Planned& planned, par::Session& session) {
  return describe(program, planned.output, publish::summary_of(output_of(planned), session.size()));
}

void describe(const publish::WrittenOutput& written, Report& report) {
  const auto& seconds = written.seconds;
  if (written.was_complete) {
    report.text += " was already complete\n";
    report.put("bytes_moved", 0);
    report.put("seconds/laying_out", seconds.laying_out);
    for (const auto* phase : {"seconds/moving", "seconds/syncing", "seconds/checking"}) report.put(phase, 0);
    return;
  }
  if (written.is_striped) {
    report.put("striping", written.striping);
    report.text += fmt::format(" striped ({})", written.striping);
  }
  if (written.has_shared_points) {
    report.put("shared_points/compared", written.shared.compared);
    report.put("shared_points/differing", written.shared.differing);
    report.put("shared_points/largest_difference", written.shared.largest);
  }
  report.put("bytes_moved", written.bytes_moved);
  report.put("seconds/laying_out", seconds.laying_out);
  report.put("seconds/moving", seconds.moving);
  report.put("seconds/syncing", seconds.syncing);
  report.put("seconds/checking", seconds.checking);
  const auto rate = static_cast<double>(written.bytes_moved) / seconds.so_far;
  report.text +=
      fmt::format(" in {:.2f} s ({}/s)\n", seconds.so_far, format_size(static_cast<std::int64_t>(rate)));
  if (written.digest.empty()) return;
  report.put("digest", written.digest);
  report.text += fmt::format("digest of the content: {}\n", written.digest);
}

std::unique_ptr<publish::StagedFile> stage_output(par::Session& session, const Planned& planned, Timer& timer,
                                                  Report& report) {
  auto output = output_of(planned);
  output.check_content = [&](const std::string& path) {
    return digest::check_content(session,
                                 {.plan = planned.plan,
                                  .inputs = planned.inputs,
                                  .output = planned.output.output,
                                  .memory = planned.run.memory_bytes()},
                                 path);
  };
  auto staged = publish::write_output(session, output, timer, listener(planned.run, session.is_root()));
  describe(staged.written, report);
  return std::move(staged.file);
}

}  // namespace pcgns::tool
