#include "pcgns/verify/info/info.hpp"

#include "pcgns-verify/commands.hpp"
#include "pcgns-verify/info_report.hpp"

namespace pcgns::tool {

namespace {

Report describe_contents(par::Session& session, InfoOptions& options, const Listener& listener) {
  verify::info::Request request{open_request(options.input, options.files, options.run)};
  request.inputs.files.takes_one = true;
  request.inputs.values = false;
  const auto info = verify::info::run(session, request, listener);
  return session.is_root() ? info_report(info, options) : Report{};
}

}  // namespace

Program program_of(InfoOptions& options) {
  return {.name = "pcgns-verify",
          .command = "info",
          .done = "read",
          .reads_files = true,
          .define = [&](CLI::App& app) { define(app, options); },
          .check = [] {},
          .work = [&](par::Session& session,
                      const Listener& listener) { return describe_contents(session, options, listener); },
          .options = options.run};
}

}  // namespace pcgns::tool
