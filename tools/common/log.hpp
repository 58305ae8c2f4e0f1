// log.hpp: everything that is not the answer goes to stderr, one whole line at a time.
#pragma once

#include <string>

namespace pcgns::tool {

enum class When { automatic, always, never };

/// Sets up spdlog's default logger: "pcgns-merge: text", "pcgns-merge: error: text". `verbosity`: -1 errors
/// only, 0 the phases, 1 details, 2 details of every rank. Only rank 0 speaks below that, but for errors that
/// concern it alone.
void start_log(const std::string& program, int verbosity, When colour, int rank);

/// A line to stderr before, or after, there is a log.
void say_error(const std::string& program, const std::string& text);

}  // namespace pcgns::tool
