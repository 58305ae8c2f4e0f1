#include "pcgns/verify/info/info.hpp"

#include "common/run.hpp"
#include "pcgns-verify/commands.hpp"
#include "pcgns-verify/info_report.hpp"
#include "pcgns-verify/options.hpp"

namespace pcgns::tool {

int show_contents(int count, char** arguments) {
  InfoOptions options;
  return run(count, arguments,
             {.name = "pcgns-verify",
              .command = "info",
              .done = "read",
              .reads_files = true,
              .define = [&](CLI::App& app) { define(app, options); },
              .check = [&] { require_sound(options); },
              .work =
                  [&](par::Session& session, const Listener& listener) {
                    verify::info::Request request{open_request(options.input, options.files, options.run)};
                    request.inputs.values = false;
                    const auto info = verify::info::run(session, request, listener);
                    return session.is_root() ? info_report(info, options) : Report{};
                  },
              .options = options.run});
}

}  // namespace pcgns::tool
