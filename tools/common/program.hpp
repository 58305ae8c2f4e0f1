// program.hpp: what a program, or a command of one, does: the same from a terminal (run.hpp) and as a C
// function (jobs/jobs.cpp).
#pragma once

#include <functional>
#include <optional>
#include <string>

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

}  // namespace pcgns::tool
