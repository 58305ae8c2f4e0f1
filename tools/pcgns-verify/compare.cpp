#include "pcgns/verify/compare/compare.hpp"

#include "common/run.hpp"
#include "pcgns-verify/commands.hpp"
#include "pcgns-verify/compare_report.hpp"
#include "pcgns-verify/options.hpp"
#include "pcgns/file/read_trees.hpp"

namespace pcgns::tool {

namespace {

Dataset read_side(par::Session& session, const std::vector<std::string>& words,
                  const CompareOptions& options) {
  auto dataset = read_files(session, words, options.input, options.run);
  put_together(session, dataset, options.input);
  return dataset;
}

Report work(par::Session& session, const CompareOptions& options) {
  auto a = read_side(session, options.files, options);
  auto b = read_side(session, options.others, options);
  const auto result =
      verify::compare::compare_meshes(session, {.plan = a.plan, .inputs = a.inputs, .memory = a.memory},
                                      {.plan = b.plan, .inputs = b.inputs, .memory = b.memory},
                                      options.request, options.match == Match::coordinates);
  file::require_unchanged(session, a.inputs);
  file::require_unchanged(session, b.inputs);
  return report_of(result, {.a = a.name(),
                            .b = b.name(),
                            .files_a = a.names,
                            .files_b = b.names,
                            .ranks = session.size(),
                            .subset = options.request.subset,
                            .tell_notes = options.run.verbose > 0});
}

}  // namespace

int compare_files(int count, char** arguments) {
  CompareOptions options;
  return run(count, arguments,
             {.name = "pcgns-verify",
              .command = "compare",
              .define = [&](CLI::App& app) { define(app, options); },
              .check = [&] { require_sound(options); },
              .before_mpi = guarded(options.input),
              .work = [&](par::Session& session) { return work(session, options); },
              .options = options.run});
}

}  // namespace pcgns::tool
