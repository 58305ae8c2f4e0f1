// run.hpp: one run of a program, from the command line to the exit code.
#pragma once

#include <string>
#include <vector>

#include "common/program.hpp"

namespace pcgns::tool {

/// Parses, answers --help and --version, then does the work in an MPI session. Every exception ends here: one
/// message, with --json a document too, and the same exit code on every rank.
int run(int argc, char** argv, const Program& program);

struct Command {
  std::string name;
  int (*run)(int argc, char** argv);
  /// Its help, in one line, if it has no options that the manual or a completion could describe.
  std::string about = {};
};

/// A program whose first word names what it does: runs that command; answers --help and --version; or says
/// what is wrong. The exit code.
int run_command(int argc, char** argv, const std::string& program, const std::string& help,
                const std::vector<Command>& commands);

}  // namespace pcgns::tool
