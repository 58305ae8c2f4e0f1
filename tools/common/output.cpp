#include "common/output.hpp"

#include <fmt/format.h>

#include "pcgns/base/bytes.hpp"

namespace pcgns::tool {

std::string text_of_before(std::int64_t bytes) {
  return bytes == 0 ? "" : fmt::format(", after {} of an interrupted run", format_size(bytes));
}

namespace {

void add_digest(const std::string& digest, Report& report) {
  if (digest.empty()) return;
  report.put("digest", digest);
  report.text += fmt::format("digest of the content: {}\n", digest);
}

}  // namespace

void describe(const publish::WrittenOutput& written, Report& report) {
  const auto& seconds = written.seconds;
  if (written.was_complete) {
    report.text += " was already complete\n";
    for (const auto* bytes : {"bytes_moved", "bytes_cloned", "bytes_before"}) report.put(bytes, 0);
    report.put("seconds/laying_out", seconds.laying_out);
    for (const auto* phase : {"seconds/moving", "seconds/syncing"}) report.put(phase, 0);
    report.put("seconds/checking", seconds.checking);
    return add_digest(written.digest, report);
  }
  if (written.is_striped) {
    report.put("striping", written.striping);
    report.text += fmt::format(" striped ({})", written.striping);
  }
  if (written.has_shared_points) {
    report.put("shared_points/compared", written.shared.compared);
    report.put("shared_points/differing", written.shared.differing);
    report.put("shared_points/unmeasured", written.shared.unmeasured);
    report.put("shared_points/arrays", written.shared.arrays);
    report.put("shared_points/largest_difference", written.shared.largest);
    report.put("shared_points/largest_relative_difference", written.shared.largest_relative);
  }
  add_notes(written.notes, report);
  report.put("bytes_moved", written.bytes_moved);
  report.put("bytes_cloned", written.bytes_cloned);
  report.put("bytes_before", written.bytes_before);
  if (written.bytes_cloned > 0) report.text += fmt::format(" ({} cloned)", format_size(written.bytes_cloned));
  report.put("seconds/laying_out", seconds.laying_out);
  report.put("seconds/moving", seconds.moving);
  report.put("seconds/syncing", seconds.syncing);
  report.put("seconds/checking", seconds.checking);
  const auto rate = static_cast<double>(written.bytes_moved) / seconds.so_far;
  report.text +=
      fmt::format(" in {:.2f} s ({}/s){}\n", seconds.so_far, format_size(static_cast<std::int64_t>(rate)),
                  text_of_before(written.bytes_before));
  add_digest(written.digest, report);
}

}  // namespace pcgns::tool
