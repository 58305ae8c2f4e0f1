#include <fmt/format.h>

#include "pcgns-verify/commands.hpp"
#include "pcgns-verify/dataset.hpp"
#include "pcgns/verify/layers.hpp"

namespace pcgns::verify {

namespace {

struct Options {
  std::vector<std::string> files;
  InputOptions input;
  tool::RunOptions run;
};

void define(CLI::App& app, Options& options) {
  app.description("Look for what is against the standard, or wrong in the mesh.");
  app.add_option("FILE", options.files, "One file, or the files of many ranks")->type_name("")->required();
  define(app, options.input);
  tool::define(app, options.run);
}

tool::Report work(par::Session& session, const Options& options) {
  check::Findings findings;
  auto dataset = read_files(session, options.files, options.input, options.run, &findings);
  if (dataset.whole) {
    put_together(session, dataset, options.input);
    const Subject subject{.data = dataset.view(),
                          .file = dataset.names.size() == 1 ? dataset.names.front() : ""};
    for (const auto layer : {check_mesh, check_joins, check_boundary, check_values}) {
      layer(session, subject, findings);
    }
  }
  tool::Report report;
  for (const auto& finding : gathered(session, findings)) {
    report.text +=
        fmt::format("{} {}:{}: {}, found {}, expected {} ({} times)\n", finding.code, finding.file,
                    finding.path, finding.position, finding.found, finding.expected, finding.count);
    report.exit_code = ExitCode::no;
  }
  return report;
}

}  // namespace

int check(int count, char** arguments) {
  Options options;
  return tool::run(count, arguments,
                   {.name = "pcgns-verify",
                    .command = "check",
                    .define = [&](CLI::App& app) { define(app, options); },
                    .check = [] {},
                    .before_mpi = guarded(options.input),
                    .work = [&](par::Session& session) { return work(session, options); },
                    .options = options.run});
}

}  // namespace pcgns::verify
