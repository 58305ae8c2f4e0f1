// session.hpp: one MPI program, from start to end.
//
// The only place that knows MPI_COMM_WORLD, that initialises and finalises MPI, and that may abort.
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "pcgns/base/error.hpp"

namespace pcgns::par {

class Watchdog;

/// What the environment of the launcher says of this process, before MPI is initialised.
struct LaunchedAs {
  int rank = 0;
  int size = 1;  ///< 1 also where no launcher is recognised.
};
[[nodiscard]] LaunchedAs launched_as();

/// All processes of a program whose session is not ours: for the library inside a solver.
[[nodiscard]] MPI_Comm world();

class Session {
 public:
  struct Options {
    std::string program;
    std::chrono::seconds stall_timeout{600};  ///< 0: never.
  };

  /// Initialises MPI, catches TERM, INT and USR1, and starts the watchdog.
  /// Throws Error{usage} if several processes of a launcher do not find each other (another MPI's launcher,
  /// or srun without PMI): each would write the output.
  /// @note Collective.
  explicit Session(const Options& options);
  /// Finalises MPI. @note Collective.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  Session(Session&&) = delete;
  Session& operator=(Session&&) = delete;

  [[nodiscard]] MPI_Comm comm() const { return comm_; }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] bool is_root() const { return rank_ == 0; }
  [[nodiscard]] const std::string& program() const { return program_; }
  [[nodiscard]] int ranks_on_node() const { return ranks_on_node_; }
  [[nodiscard]] int nodes() const { return nodes_; }

  /// True once a signal asked this rank to stop. Local: the ranks agree in par::agree and in the rounds of a
  /// move.
  [[nodiscard]] static bool stop_requested();
  /// As if a signal had come.
  static void request_stop();

  /// What this rank is doing, for the message of the watchdog; also a sign of life.
  void enter(std::string_view phase);
  /// A sign of life: the watchdog's clock starts anew.
  void alive();
  /// The watchdog does not count until it is told the reverse; see Unwatched.
  void suspend_watchdog(bool suspended);

  /// Ends the job at once, on all ranks, with `code`. For what cannot end in order: a stall, a second signal.
  [[noreturn]] static void abort(ExitCode code);

  /// For a program that ends with an error, which all ranks should have heard of: false if they do not all
  /// call this within a minute, or the time after which a rank stands still. Then this rank has failed alone,
  /// and the others wait for it: only `abort` ends them. @note Collective.
  [[nodiscard]] bool all_end();

  /// Collective, the last call before the program returns `stopped`. MPICH's launcher reports 0 in one run of
  /// four (measured, Hydra 4.0.2) when a signal came through it and the ranks then end by themselves; the
  /// code of an abort it always reports. Other launchers report what the ranks return.
  void end_stopped();

 private:
  void end();

  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Comm ending_ = MPI_COMM_NULL;  ///< Of all_end alone: whoever has not failed is in another call.
  std::chrono::seconds patience_;
  int rank_ = 0;
  int size_ = 1;
  int ranks_on_node_ = 1;
  int nodes_ = 1;
  std::string program_;
  std::unique_ptr<Watchdog> watchdog_;
};

/// Around a call that may take long by right (fsync).
class Unwatched {
 public:
  explicit Unwatched(Session& session) : session_(session) { session_.suspend_watchdog(true); }
  ~Unwatched() { session_.suspend_watchdog(false); }
  Unwatched(const Unwatched&) = delete;
  Unwatched& operator=(const Unwatched&) = delete;

 private:
  Session& session_;
};

}  // namespace pcgns::par
