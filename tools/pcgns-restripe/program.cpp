#include "pcgns-restripe/program.hpp"

#include "pcgns-restripe/report.hpp"

namespace pcgns::tool {

namespace {

Report restripe_files(par::Session& session, const RestripeOptions& options, const Listener& listener) {
  const auto done = restripe::run(session, request_of(options), listener);
  auto report = report_of(done, options.output, session.size());
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
