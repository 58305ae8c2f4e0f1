// pcgns-restripe: writes the same data in another storage layout.

#include <optional>

#include "common/run.hpp"
#include "pcgns-restripe/options.hpp"
#include "pcgns-restripe/report.hpp"
#include "pcgns/file/guard.hpp"

namespace {

using namespace pcgns;

tool::Report work(par::Session& session, const tool::RestripeOptions& options, file::Guard& guard,
                  const Listener& listener) {
  auto request = tool::request_of(options);
  request.guard = &guard;
  const auto done = restripe::run(session, request, listener);
  auto report = tool::report_of(done, options.output, session.size());
  if (!options.output.dry_run) report.in_place = options.output.output;
  return report;
}

}  // namespace

int main(int argc, char** argv) {
  tool::RestripeOptions options;
  std::optional<file::Guard> guard;
  return tool::run(
      argc, argv,
      {.name = "pcgns-restripe",
       .done = "wrote",
       .resumes = true,
       .define = [&](CLI::App& app) { tool::define(app, options); },
       .check = [&] { tool::check(options); },
       .before_mpi = [&] { guard.emplace(); },
       .work = [&](par::Session& session,
                   const Listener& listener) { return work(session, options, *guard, listener); },
       .options = options.run});
}
