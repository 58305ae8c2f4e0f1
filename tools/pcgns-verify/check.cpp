#include "pcgns/verify/check/check.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "common/log.hpp"
#include "pcgns-verify/check_report.hpp"
#include "pcgns-verify/commands.hpp"
#include "pcgns/fileset/fileset.hpp"

namespace pcgns::tool {

namespace {

bool shows_colour(When when) {
  if (when != When::automatic) return when == When::always;
  const char* no_colour = std::getenv("NO_COLOR");
  return (no_colour == nullptr || *no_colour == '\0') && isatty(STDOUT_FILENO) != 0;
}

CheckedMesh check_one(par::Session& session, CheckOptions& options, const Listener& listener,
                      const std::vector<std::string>& files) {
  auto request = options.request;
  request.inputs = open_request(options.input, files, options.run);
  request.inputs.files.takes_one = options.each;
  auto checked = verify::check::run(session, request, listener);
  return {.name = checked.inputs.name(),
          .files = checked.inputs.names.size(),
          .first_file = checked.inputs.names.front(),
          .judgement = std::move(checked.judgement)};
}

/// With --each. Why a file cannot be checked is the same on every rank, and the others may be better.
CheckedMesh check_alone(par::Session& session, CheckOptions& options, const Listener& listener,
                        const std::string& file) {
  try {
    return check_one(session, options, listener, {file});
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::stopped || error.kind() == ErrorKind::internal) throw;
    if (session.is_root()) listener.error(error.what());
    return {.name = file, .error = error.what()};
  }
}

std::vector<CheckedMesh> check_all(par::Session& session, CheckOptions& options, const Listener& listener) {
  if (!options.each) return {check_one(session, options, listener, options.files)};
  std::vector<CheckedMesh> meshes;
  for (const auto& file : fileset::input_files(session, options.files, {.allow_missing = true}).names)
    meshes.push_back(check_alone(session, options, listener, file));
  return meshes;
}

ExitCode exit_code_of(const std::vector<CheckedMesh>& meshes, cgns::Severity fail_on) {
  const auto has = [&](std::string_view status) {
    return std::any_of(meshes.begin(), meshes.end(),
                       [&](const CheckedMesh& mesh) { return mesh.status(fail_on) == status; });
  };
  if (has("failed")) return ExitCode::failed;
  return has("invalid") ? ExitCode::no : ExitCode::ok;
}

Report check_meshes(par::Session& session, CheckOptions& options, const Listener& listener) {
  const auto checked = check_all(session, options, listener);
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
  report.exit_code = exit_code_of(checked, options.request.fail_on);
  report.is_for_quiet = options.format != Format::text;
  return report;
}

/// What needs no file; nothing otherwise.
std::optional<Report> told(const CheckOptions& options) {
  if (options.lists_rules) return report_of_rules();
  if (options.explained.empty()) return std::nullopt;
  return report_of_rule(*cgns::rule_of(options.explained));
}

}  // namespace

Program program_of(CheckOptions& options) {
  return {.name = "pcgns-verify",
          .command = "check",
          .done = "read",
          .reads_files = true,
          .define = [&](CLI::App& app) { define(app, options); },
          .check = [&] { require_sound(options); },
          .answer = [&] { return told(options); },
          .work = [&](par::Session& session,
                      const Listener& listener) { return check_meshes(session, options, listener); },
          .options = options.run};
}

}  // namespace pcgns::tool
