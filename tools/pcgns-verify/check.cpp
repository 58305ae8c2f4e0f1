#include "pcgns/verify/check/check.hpp"

#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "common/progress.hpp"
#include "common/run.hpp"
#include "pcgns-verify/check_report.hpp"
#include "pcgns-verify/commands.hpp"
#include "pcgns-verify/options.hpp"

namespace pcgns::tool {

namespace {

bool shows_colour(When when) {
  if (when != When::automatic) return when == When::always;
  const char* no_colour = std::getenv("NO_COLOR");
  return (no_colour == nullptr || *no_colour == '\0') && isatty(STDOUT_FILENO) != 0;
}

Report work(par::Session& session, CheckOptions& options) {
  auto request = options.request;
  request.inputs = open_request(options.input, options.files, options.run);
  const auto checked = verify::check::run(session, request, log_listener());
  Report report;
  switch (options.format) {
    case Format::text:
      report.text = text_report(checked, options, shows_colour(options.run.colour));
      break;
    case Format::json:
      report = json_report(checked, options);
      break;
    case Format::junit:
      report.text = junit_report(checked, options);
      break;
    case Format::sarif:
      report.text = sarif_report(checked, options);
      break;
  }
  report.exit_code = checked.judgement.is_valid(request.fail_on) ? ExitCode::ok : ExitCode::no;
  return report;
}

/// What needs no file; nothing otherwise.
std::optional<Report> told(const CheckOptions& options) {
  if (options.lists_rules) return report_of_rules();
  if (options.explained.empty()) return std::nullopt;
  Report report;
  report.text = text_of_rule(*cgns::rule_of(options.explained));
  return report;
}

}  // namespace

int check_files(int count, char** arguments) {
  CheckOptions options;
  return run(count, arguments,
             {.name = "pcgns-verify",
              .command = "check",
              .define = [&](CLI::App& app) { define(app, options); },
              .check = [&] { require_sound(options); },
              .answer = [&] { return told(options); },
              .before_mpi = [&] { options.input.guard.emplace(); },
              .work = [&](par::Session& session) { return work(session, options); },
              .options = options.run});
}

}  // namespace pcgns::tool
