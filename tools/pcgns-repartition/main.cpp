// pcgns-repartition: makes the files that a solver restarts from on another number of ranks.

#include "common/log.hpp"
#include "common/run.hpp"
#include "pcgns-repartition/options.hpp"
#include "pcgns-repartition/report.hpp"

namespace {

using namespace pcgns;

tool::Report work(par::Session& session, const tool::RepartitionOptions& options, const Listener& listener) {
  const auto request = tool::request_of(options);
  const auto done = repartition::run(session, request, listener);
  if (request.dry_run && options.run.json && request.map.empty() && done.unstructured_zones > 0)
    tool::info("the plan does not cover unstructured zones: --map FILE.cgns stores the rank of each cell");
  auto report = tool::describe(request, done, session.size());
  if (done.written) report.in_place = request.output.output;
  for (const auto& other : {request.map, request.preview, request.drawing}) {
    if (!other.empty() && !done.written) report.in_place += (report.in_place.empty() ? "" : ", ") + other;
  }
  return report;
}

}  // namespace

int main(int argc, char** argv) {
  tool::RepartitionOptions options;
  return tool::run(argc, argv,
                   {.name = "pcgns-repartition",
                    .done = "wrote",
                    .resumes = true,
                    .reads_files = true,
                    .define = [&](CLI::App& app) { tool::define(app, options); },
                    .check = [&] { tool::check(options); },
                    .work = [&](par::Session& session,
                                const Listener& listener) { return work(session, options, listener); },
                    .options = options.run});
}
