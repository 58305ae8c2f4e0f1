#include "pcgns/digest/digest.hpp"

#include <nlohmann/json.hpp>

#include "pcgns-verify/commands.hpp"
#include "pcgns-verify/digest_report.hpp"
#include "pcgns/fileset/fileset.hpp"

namespace pcgns::tool {

namespace {

void digest_one(par::Session& session, DigestOptions& options, const Listener& listener,
                const std::vector<std::string>& files, Report& report) {
  auto request = options.request;
  request.inputs = open_request(options.input, files, options.run);
  request.inputs.files.takes_one = options.each;
  const auto digested = digest::run(session, request, listener);
  if (session.is_root()) describe(digested, options, report);
  for (const auto& written : {request.manifest, request.store ? files.front() : std::string()}) {
    if (!written.empty()) report.in_place += (report.in_place.empty() ? "" : ", ") + written;
  }
  if (digested.changed > 0 && report.exit_code == ExitCode::ok) report.exit_code = ExitCode::no;
}

/// The other files may be better. The same on every rank, as the error is.
void go_on_after(const Error& error, const std::string& file, Report& report) {
  if (error.kind() == ErrorKind::stopped || error.kind() == ErrorKind::internal) throw error;
  report.json()["meshes"].push_back({{"name", file}, {"error", error.what()}});
  if (error.kind() == ErrorKind::in_place && report.exit_code != ExitCode::failed)
    report.exit_code = ExitCode::in_place;
  else
    report.exit_code = ExitCode::failed;
}

Report digest_meshes(par::Session& session, DigestOptions& options, const Listener& listener) {
  Report report;
  report.is_for_quiet = !options.request.compares();
  report.json() = {{"schema", "pcgns-verify-digest/1"}, {"meshes", nlohmann::ordered_json::array()}};
  if (!options.each) {
    digest_one(session, options, listener, options.files, report);
    return report;
  }
  const auto go_on = [&](const std::string& word, const auto& step) {
    try {
      step();
    } catch (const Error& error) {
      go_on_after(error, word, report);
      if (session.is_root()) listener.error(error.what());
    }
  };
  for (const auto& word : options.files) {
    std::vector<std::string> files;
    go_on(word, [&] { files = fileset::input_files(session, {word}, {.allow_missing = true}).names; });
    for (const auto& file : files)
      go_on(file, [&] { digest_one(session, options, listener, {file}, report); });
  }
  return report;
}

}  // namespace

Program program_of(DigestOptions& options) {
  return {.name = "pcgns-verify",
          .command = "digest",
          .done = "hashed",
          .reads_files = true,
          .define = [&](CLI::App& app) { define(app, options); },
          .check = [&] { require_sound(options); },
          .work = [&](par::Session& session,
                      const Listener& listener) { return digest_meshes(session, options, listener); },
          .options = options.run};
}

}  // namespace pcgns::tool
