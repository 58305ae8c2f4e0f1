#include "pcgns-merge/program.hpp"

#include "common/output.hpp"
#include "common/wisdom.hpp"

namespace pcgns::tool {

namespace {

Report merge_files(par::Session& session, MergeOptions& options, const Listener& listener) {
  const auto wisdom = take_wisdom(session, options.output, options.run, listener);
  const auto merged = merge::run(session, request_of(options), listener);
  auto report = describe("pcgns-merge/2", options.output, merged.summary);
  describe(merged.zones, options.explain, report);
  describe(wisdom, report);
  if (merged.written) {
    describe(*merged.written, report);
    report.in_place = options.output.output;
    report.put("status", std::string("done"));
    report.put("seconds/publishing", merged.seconds.publishing);
    report.put("seconds/total", merged.seconds.total);
  }
  report.put("seconds/reading", merged.seconds.reading);
  report.put("seconds/planning", merged.seconds.planning);
  return report;
}

}  // namespace

Program program_of(MergeOptions& options) {
  return {.name = "pcgns-merge",
          .done = "wrote",
          .resumes = true,
          .reads_files = true,
          .define = [&](CLI::App& app) { define(app, options); },
          .check = [&] { check(options); },
          .work = [&](par::Session& session,
                      const Listener& listener) { return merge_files(session, options, listener); },
          .options = options.run};
}

}  // namespace pcgns::tool
