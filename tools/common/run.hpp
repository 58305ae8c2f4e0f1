// run.hpp: one run of a program, from the command line to the exit code.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/options.hpp"
#include "common/report.hpp"
#include "pcgns/base/listener.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::tool {

struct Program {
  std::string name;
  std::string command = {};  ///< Of a program that does several things.
  std::string done =
      {};                ///< What it does with the bytes of its moves ("wrote"); empty: no progress is shown.
  bool resumes = false;  ///< After a stop --resume can go on, if a journal is left.
  bool reads_files = false;  ///< RunOptions::guard is made before MPI is initialised.
  std::function<void(CLI::App&)> define;
  /// Called after the options are parsed and before MPI is initialised; throws Error{usage}.
  std::function<void()> check;
  /// What can be said without MPI, if that is what was asked for.
  std::function<std::optional<Report>()> answer = {};
  /// The work, on every rank, and what it says; the report counts on rank 0.
  std::function<Report(par::Session&, const Listener&)> work;
  RunOptions& options;
};

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
