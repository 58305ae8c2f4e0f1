#include "pcgns-repartition/program.hpp"

#include "common/output.hpp"
#include "common/wisdom.hpp"
#include "pcgns-repartition/report.hpp"

namespace pcgns::tool {

namespace {

Report repartition_files(par::Session& session, RepartitionOptions& options, const Listener& listener) {
  const auto wisdom = take_wisdom(session, options.output, options.run, listener,
                                  {plan::Setting::stripe_count, plan::Setting::stripe_size});
  const auto request = request_of(options);
  const auto done = repartition::run(session, request, listener);
  if (request.dry_run && options.run.json && request.map.empty() && done.unstructured_zones > 0)
    listener.info("the plan does not cover unstructured zones: --map FILE.cgns stores the rank of each cell");
  auto report = describe(request, done, session.size());
  leave_out_example(options.output, report);
  report.text = prefix_of(options.output) + report.text;
  describe(wisdom, report);
  if (done.written) report.in_place = request.output.output;
  for (const auto& other : {request.map, request.preview, request.drawing}) {
    if (!other.empty() && !done.written) report.in_place += (report.in_place.empty() ? "" : ", ") + other;
  }
  return report;
}

}  // namespace

Program program_of(RepartitionOptions& options) {
  return {.name = "pcgns-repartition",
          .done = "wrote",
          .resumes = true,
          .reads_files = true,
          .define = [&](CLI::App& app) { define(app, options); },
          .check = [&] { check(options); },
          .work = [&](par::Session& session,
                      const Listener& listener) { return repartition_files(session, options, listener); },
          .options = options.run};
}

}  // namespace pcgns::tool
