#include "pcgns/verify/compare/compare.hpp"

#include "pcgns-verify/commands.hpp"
#include "pcgns-verify/compare_report.hpp"

namespace pcgns::tool {

namespace {

Report compare_meshes(par::Session& session, CompareOptions& options, const Listener& listener) {
  const verify::compare::Request request{.a = open_request(options.input, options.files, options.run),
                                         .b = open_request(options.input, options.others, options.run),
                                         .criteria = options.criteria,
                                         .by_coordinates = options.match == Match::coordinates,
                                         .strict = options.strict};
  return report_of(verify::compare::run(session, request, listener),
                   {.ranks = session.size(), .tell_notes = options.run.verbose > 0});
}

}  // namespace

Program program_of(CompareOptions& options) {
  return {.name = "pcgns-verify",
          .command = "compare",
          .done = "read",
          .reads_files = true,
          .define = [&](CLI::App& app) { define(app, options); },
          .check = [&] { require_sound(options); },
          .work = [&](par::Session& session,
                      const Listener& listener) { return compare_meshes(session, options, listener); },
          .options = options.run};
}

}  // namespace pcgns::tool
