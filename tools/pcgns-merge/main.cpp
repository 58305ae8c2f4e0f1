// pcgns-merge: makes one CGNS file of the files that the ranks of a solver wrote.

#include <optional>

#include "common/output.hpp"
#include "common/run.hpp"
#include "pcgns-merge/options.hpp"
#include "pcgns/file/guard.hpp"

namespace {

using namespace pcgns;

tool::Report work(par::Session& session, const tool::MergeOptions& options, file::Guard& guard,
                  const Listener& listener) {
  auto request = tool::request_of(options);
  request.guard = &guard;
  const auto merged = merge::run(session, request, listener);
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
  std::optional<file::Guard> guard;
  return tool::run(
      argc, argv,
      {.name = "pcgns-merge",
       .done = "wrote",
       .resumes = true,
       .define = [&](CLI::App& app) { tool::define(app, options); },
       .check = [&] { tool::check(options); },
       .before_mpi = [&] { guard.emplace(); },
       .work = [&](par::Session& session,
                   const Listener& listener) { return work(session, options, *guard, listener); },
       .options = options.run});
}
