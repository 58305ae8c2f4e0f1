#include "pcgns-restripe/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/output.hpp"
#include "common/wisdom.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"

namespace pcgns::tool {

namespace {

void put(const std::string& name, const restripe::Storage& storage, Report& report) {
  report.put(name + "/file_bytes", storage.file_bytes);
  report.put(name + "/array_bytes", storage.array_bytes);
  report.put(name + "/contiguous", storage.contiguous);
  report.put(name + "/chunked", storage.chunked);
  report.put(name + "/compact", storage.compact);
  report.put(name + "/alignment", storage.alignment);
}

/// "3 contiguous arrays, 2 chunked arrays of 18 chunks, 1.2 GiB of values, aligned to 4.0 KiB"
std::string text_of(const restripe::PlannedStorage& planned, std::int64_t alignment) {
  std::vector<std::string> arrays;
  if (planned.contiguous > 0) arrays.push_back(plural(planned.contiguous, "contiguous array"));
  if (planned.chunked > 0)
    arrays.push_back(
        fmt::format("{} of {}", plural(planned.chunked, "chunked array"), plural(planned.chunks, "chunk")));
  arrays.push_back(fmt::format("{} of values", format_size(planned.array_bytes)));
  if (planned.contiguous > 0) arrays.push_back(fmt::format("aligned to {}", format_size(alignment)));
  return fmt::format("{}", fmt::join(arrays, ", "));
}

void put(const restripe::PlannedStorage& planned, Report& report) {
  report.put("planned/contiguous", planned.contiguous);
  report.put("planned/chunked", planned.chunked);
  report.put("planned/chunks", planned.chunks);
  report.put("planned/array_bytes", planned.array_bytes);
}

/// "1.2 GiB: 12 contiguous arrays, 2 chunked arrays, aligned to 8 B, 1.1 MiB besides the arrays"
std::string text_of(const restripe::Storage& storage) {
  std::vector<std::string> arrays;
  if (storage.contiguous > 0) arrays.push_back(plural(storage.contiguous, "contiguous array"));
  if (storage.chunked > 0) arrays.push_back(plural(storage.chunked, "chunked array"));
  if (storage.compact > 0) arrays.push_back(plural(storage.compact, "compact array"));
  if (storage.alignment > 0) arrays.push_back(fmt::format("aligned to {}", format_size(storage.alignment)));
  arrays.push_back(fmt::format("{} besides the arrays", format_size(storage.other_bytes())));
  return fmt::format("{}: {}", format_size(storage.file_bytes), fmt::join(arrays, ", "));
}

std::string place_of(const restripe::LargestError& largest) {
  return largest.path.empty() ? "" : fmt::format("{}, value {}", largest.path, largest.value + 1);
}

/// Returns the text of `largest`.
std::string put(const std::string& name, const restripe::LargestError& largest, Report& report) {
  report.put(name + "/error", largest.error);
  report.put(name + "/at", place_of(largest));
  return largest.error == 0 ? "0" : fmt::format("{:.3g} ({})", largest.error, printable(place_of(largest)));
}

void describe(const restripe::FileReport& file, Report& report) {
  report.json().erase("schema");
  report.put("input", file.input);
  put("before", file.before, report);
  if (file.written) describe(*file.written, report);
  if (file.rounding) {
    const auto absolute = put("rounding/absolute", file.rounding->absolute, report);
    const auto relative = put("rounding/relative", file.rounding->relative, report);
    report.text += fmt::format("rounding: at most {} absolute, {} relative\n", absolute, relative);
  }
  report.text += fmt::format("before: {}\n", text_of(file.before));
  if (file.planned) {
    put(*file.planned, report);
    report.text += fmt::format("after:  {}\n", text_of(*file.planned, file.summary.alignment));
  }
  if (file.estimated_ratio) {
    report.put("estimated_ratio", *file.estimated_ratio);
    report.text +=
        fmt::format("after:  chunks of about {:.0f} % of their uncompressed size, estimated from a sample\n",
                    100 * *file.estimated_ratio);
  }
  report.put("seconds/reading", file.seconds.reading);
  report.put("seconds/planning", file.seconds.planning);
  if (file.after) {
    put("after", *file.after, report);
    report.text += fmt::format("after:  {}\n", text_of(*file.after));
  }
  for (const auto* key : {"status", "inputs", "ranks"}) report.json().erase(key);
}

Report report_of(const restripe::Report& done, const OutputOptions& output, int ranks) {
  Report all;
  all.json() = {{"schema", "pcgns-restripe/1"},
                {"status", output.dry_run ? "planned" : "done"},
                {"ranks", ranks},
                {"files", nlohmann::ordered_json::array()}};
  auto one = output;
  for (const auto& file : done.files) {
    one.output = file.output;
    auto report = describe("pcgns-restripe/1", one, file.summary);
    describe(file, report);
    all.json()["files"].push_back(std::move(report.json()));
    all.text += (output.is_given ? "" : printable(file.input) + ": ") + report.text;
  }
  all.put("seconds", done.seconds);
  return all;
}

/// What the user has set.
std::set<plan::Setting> fixed_by(const RestripeOptions& options) {
  std::set<plan::Setting> fixed;
  if (options.output.striping.is_asked_for() || options.automatic)
    fixed = {plan::Setting::stripe_count, plan::Setting::stripe_size};
  if (!options.align.empty() || !options.page_size.empty()) fixed.insert(plan::Setting::alignment);
  return fixed;
}

Report restripe_files(par::Session& session, RestripeOptions& options, const Listener& listener) {
  const auto wisdom = take_wisdom(session, options.output, options.run, listener, fixed_by(options));
  const auto done = restripe::run(session, request_of(options), listener);
  auto report = report_of(done, options.output, session.size());
  describe(wisdom, report);
  if (!options.output.dry_run) report.in_place = options.output.output;
  return report;
}

}  // namespace

Program program_of(RestripeOptions& options) {
  return {.name = "pcgns-restripe",
          .done = "wrote",
          .resumes = true,
          .reads_files = true,
          .define = [&](CLI::App& app) { define(app, options); },
          .check = [&] { check(options); },
          .work = [&](par::Session& session,
                      const Listener& listener) { return restripe_files(session, options, listener); },
          .options = options.run};
}

}  // namespace pcgns::tool
