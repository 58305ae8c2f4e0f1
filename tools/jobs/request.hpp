// request.hpp: a request for a job, in JSON, as the options of its program.
#pragma once

#include <functional>
#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace pcgns::tool {

/// The options of `define` take what the JSON object `request` says: its keys are the long options, without
/// those of the terminal, and "files". Throws Error{usage}. `job`: "merge", for messages.
void parse_request(const std::string& request, const std::string& job,
                   const std::function<void(CLI::App&)>& define);

}  // namespace pcgns::tool
