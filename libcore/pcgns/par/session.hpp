// session.hpp: one MPI program, from start to end.
//
// The only place that names MPI_COMM_WORLD, initialises and finalises MPI, and may abort.
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/error.hpp"

namespace pcgns::par {

class NodeClaim;
class StopRequest;
class Watchdog;

/// What the launcher's environment says about this process, before MPI is initialised.
struct LaunchedAs {
  int rank = 0;
  int size = 1;  ///< 1 if no launcher is recognised.
};
[[nodiscard]] LaunchedAs launched_as();

/// MPI_COMM_WORLD of a program without our Session: for the library inside a solver.
[[nodiscard]] MPI_Comm world();

class Session {
 public:
  struct Options {
    std::string program;
    std::chrono::seconds stall_timeout{600};  ///< 0: no timeout.
    Budget memory = {};
    /// Says why a rank that stalls ends the job; called from another thread. Empty: a line on standard error.
    std::function<void(int rank, const Error& error)> say_stalled = {};
    /// Inside somebody else's program, which has its own signals: whether this rank is asked to stop. Called
    /// often, by the thread that makes the session. Empty: nobody asks.
    std::function<bool()> asks_to_stop = {};
    /// Inside somebody else's program: a phase begins.
    std::function<void(std::string_view phase)> entered = {};
  };

  /// Initialises MPI, catches TERM, INT and USR1, and starts the watchdog.
  /// Throws Error{usage} if several processes of a launcher do not find each other (another MPI's launcher,
  /// or srun without PMI): each would write the output.
  /// @note Collective.
  explicit Session(const Options& options);
  /// For the library inside a program that has called MPI_Init: the ranks of `comm`. Catches no signal, has
  /// no watchdog, and a stop ends with it. @note Collective over `comm`.
  Session(MPI_Comm comm, const Options& options);
  /// Finalises MPI if this object initialised it. @note Collective.
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

  /// What a rank may use for moving data; for functions that are not passed a portion.
  [[nodiscard]] const Budget& memory() const { return memory_; }
  /// Bytes for the outgoing messages of one exchange, and as many for incoming ones.
  [[nodiscard]] std::int64_t memory_for_messages() const { return memory_.buffer(8, 32 * mebi); }

  /// For programs, before anything else: a signal that comes before the Session is there stops it in order.
  static void catch_signals();

  /// True once a signal, or Options::asks_to_stop, asked this rank to stop. Local: par::agree and the rounds
  /// of a move agree on it.
  [[nodiscard]] static bool stop_requested();
  /// Acts like a signal, or like asks_to_stop.
  static void request_stop();

  /// Names the current phase for the watchdog's message; also resets the watchdog.
  void enter(std::string_view phase);
  /// The phase that was entered last. May be called from any thread.
  [[nodiscard]] std::string phase() const;
  /// Resets the watchdog's clock.
  void alive();
  /// Pauses or resumes the watchdog; see Unwatched.
  void suspend_watchdog(bool suspended);

  /// Ends the job on all ranks with `code`, as soon as what this rank has printed can have left it. For cases
  /// without an orderly end: a stall, a second signal.
  [[noreturn]] static void abort(ExitCode code);

  /// For a program that ends with an error which all ranks should share. Returns false if some rank does not
  /// call this within a minute or the stall timeout. Then this rank failed alone and the others still wait
  /// for it: only `abort` ends them. @note Collective.
  [[nodiscard]] bool all_end();

  /// True for the first rank that asks: it alone reports why the job ends, where ranks fail without agreeing.
  /// On several nodes, the first rank of each. From any thread.
  [[nodiscard]] bool may_report();

  /// The last call before the program returns `stopped`. MPICH's launcher (Hydra 4.0.2, measured) reports 0
  /// in one run of four if a signal came through it and the ranks then exit on their own. It always reports
  /// the code of an abort. Other launchers report what the ranks return. @note Collective.
  void end_stopped();

 private:
  void join(MPI_Comm comm, NodeClaim* report = nullptr);
  void end();

  MPI_Comm comm_ = MPI_COMM_NULL;
  /// For all_end alone: ranks that have not failed are in another call on `comm_`.
  MPI_Comm ending_ = MPI_COMM_NULL;
  std::chrono::seconds patience_;
  int rank_ = 0;
  int size_ = 1;
  int ranks_on_node_ = 1;
  int nodes_ = 1;
  Budget memory_;
  std::string program_;
  std::unique_ptr<NodeClaim> report_;          ///< Null inside somebody else's program.
  std::unique_ptr<Watchdog> watchdog_;         ///< The same.
  std::unique_ptr<StopRequest> stop_request_;  ///< Null in a program of ours.
  std::function<void(std::string_view phase)> entered_;
};

/// Suspends the watchdog around a call that may legitimately take long (fsync).
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
