// pcgns-restripe: writes the same data in another storage layout.

#include "common/run.hpp"
#include "pcgns-restripe/options.hpp"
#include "pcgns-restripe/report.hpp"

namespace {

using namespace pcgns;

tool::Report work(par::Session& session, const tool::RestripeOptions& options, const Listener& listener) {
  const auto done = restripe::run(session, tool::request_of(options), listener);
  auto report = tool::report_of(done, options.output, session.size());
  if (!options.output.dry_run) report.in_place = options.output.output;
  return report;
}

}  // namespace

int main(int argc, char** argv) {
  tool::RestripeOptions options;
  return tool::run(argc, argv,
                   {.name = "pcgns-restripe",
                    .done = "wrote",
                    .resumes = true,
                    .reads_files = true,
                    .define = [&](CLI::App& app) { tool::define(app, options); },
                    .check = [&] { tool::check(options); },
                    .work = [&](par::Session& session,
                                const Listener& listener) { return work(session, options, listener); },
                    .options = options.run});
}
