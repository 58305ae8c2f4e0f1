// pcgns-merge: makes one CGNS file of the files that the ranks of a solver wrote.

#include "common/output.hpp"
#include "common/run.hpp"
#include "pcgns-merge/options.hpp"

namespace {

using namespace pcgns;

tool::Report work(par::Session& session, const tool::MergeOptions& options, const Listener& listener) {
  const auto merged = merge::run(session, tool::request_of(options), listener);
  auto report = tool::describe("pcgns-merge/2", options.output, merged.summary);
  tool::describe(merged.zones, options.explain, report);
  if (merged.written) {
    tool::describe(*merged.written, report);
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

int main(int argc, char** argv) {
  tool::MergeOptions options;
  return tool::run(argc, argv,
                   {.name = "pcgns-merge",
                    .done = "wrote",
                    .resumes = true,
                    .reads_files = true,
                    .define = [&](CLI::App& app) { tool::define(app, options); },
                    .check = [&] { tool::check(options); },
                    .work = [&](par::Session& session,
                                const Listener& listener) { return work(session, options, listener); },
                    .options = options.run});
}
