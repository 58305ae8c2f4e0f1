#include "pcgns/par/session.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <initializer_list>
#include <thread>

#include "pcgns/par/collective.hpp"
#include "pcgns/par/detail/node_claim.hpp"
#include "pcgns/par/detail/waiting.hpp"
#include "pcgns/par/detail/watchdog.hpp"

namespace pcgns::par {

/// Asks somebody else's program whether to stop, while a session there lives; what one job was told does not
/// stop the next one.
class StopRequest {
 public:
  explicit StopRequest(std::function<bool()> asks) : asks_(std::move(asks)), outer_(current) {
    current = this;
  }
  ~StopRequest() { current = outer_; }
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  bool is_wanted() { return is_wanted_ = is_wanted_ || asks_(); }
  void want() { is_wanted_ = true; }

  /// The innermost of this thread; null in a program of ours, which signals stop.
  static thread_local StopRequest* current;

 private:
  std::function<bool()> asks_;
  bool is_wanted_ = false;
  StopRequest* outer_;
};

thread_local StopRequest* StopRequest::current = nullptr;

namespace {

constexpr std::chrono::seconds longest_patience{60};

std::atomic<bool> stop_wanted = false;
std::atomic<bool> stop_wanted_badly = false;
std::atomic<std::int64_t> first_signal = 0;  // nanoseconds

/// A second signal aborts, but not one right after the first: on a terminal, ^C reaches a rank both directly
/// and through its launcher.
void on_signal(int) {
  constexpr std::int64_t at_once = 300'000'000;
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t time = now.tv_sec * 1'000'000'000 + now.tv_nsec;
  std::int64_t first = 0;
  if (!first_signal.compare_exchange_strong(first, time) && time - first > at_once) stop_wanted_badly = true;
  stop_wanted = true;
}

int number_in(std::initializer_list<const char*> variables, int otherwise) {
  for (const char* variable : variables) {
    if (const char* text = std::getenv(variable)) return std::atoi(text);
  }
  return otherwise;
}

void require_one_world(const LaunchedAs& launched, int mpi_size) {
  if (mpi_size != 1 || launched.size == 1) return;
  throw Error(
      ErrorKind::usage,
      fmt::format("{} processes were started, but they do not form one MPI job: the launcher belongs to "
                  "another MPI library (this program uses {}), or srun needs --mpi=pmix or --mpi=pmi2",
                  launched.size,
#ifdef OPEN_MPI
                  "Open MPI"
#else
                  "MPICH"
#endif
                  ));
}

Error stalled(int rank, const std::string& phase, std::chrono::seconds silence) {
  return {ErrorKind::io,
          fmt::format("rank {} made no progress for {} s while {}; giving up (--stall-timeout)", rank,
                      silence.count(), phase)};
}

void say(const std::string& program, const Error& error) {
  const auto line = fmt::format("{}: error: {}\n", program, error.what());
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace

LaunchedAs launched_as() {
  // SLURM_* last: a batch script has them too, but there they describe the job, not this process.
  const int rank = number_in({"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}, -1);
  const bool is_step = std::getenv("SLURM_STEP_ID") != nullptr;
  const int tasks = is_step ? number_in({"SLURM_STEP_NUM_TASKS"}, 1) : 1;
  if (rank >= 0) return {rank, number_in({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}, tasks)};
  return {is_step ? number_in({"SLURM_PROCID"}, 0) : 0, tasks};
}

MPI_Comm world() { return MPI_COMM_WORLD; }

Session::Session(const Options& options)
    : patience_(options.stall_timeout.count() > 0 ? std::min(options.stall_timeout, longest_patience)
                                                  : longest_patience),
      memory_(options.memory),
      program_(options.program) {
  const auto launched = launched_as();  // before MPI_Init, which may set variables of its own
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  catch_signals();
  report_ = std::make_unique<NodeClaim>();
  join(MPI_COMM_WORLD, report_.get());

  const auto speak = [this, say_stalled = options.say_stalled](const std::string& phase,
                                                               std::chrono::seconds silence) {
    const auto error = stalled(rank_, phase, silence);
    if (may_report()) say_stalled ? say_stalled(rank_, error) : say(program_, error);
    abort(ExitCode::failed);
  };
  // Waiting ranks report only if the stalled rank cannot, and staggered, so that one of them is first.
  const std::chrono::milliseconds grace(2000 + 500 * std::min(rank_, 10));
  // A hanging rank does not check for signals; its watchdog does.
  const auto look_for_signals = [] { (void)stop_requested(); };
  watchdog_ =
      std::make_unique<Watchdog>(Watchdog::Limits{options.stall_timeout, grace}, look_for_signals, speak);
  observe_waiting(watchdog_.get());
  try {
    require_one_world(launched, size_);
  } catch (...) {
    end();
    throw;
  }
}

Session::Session(MPI_Comm comm, const Options& options)
    : patience_(longest_patience),
      memory_(options.memory),
      program_(options.program),
      entered_(options.entered) {
  if (options.asks_to_stop) stop_request_ = std::make_unique<StopRequest>(options.asks_to_stop);
  join(comm);
}

void Session::join(MPI_Comm comm, NodeClaim* report) {
  MPI_Comm_dup(comm, &comm_);
  MPI_Comm_dup(comm, &ending_);
  MPI_Comm_rank(comm_, &rank_);
  MPI_Comm_size(comm_, &size_);

  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(comm_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  int rank_on_node = 0;
  MPI_Comm_rank(node, &rank_on_node);
  MPI_Comm_size(node, &ranks_on_node_);
  if (report != nullptr) report->open(node);
  MPI_Comm_free(&node);
  nodes_ = static_cast<int>(all_sum(comm_, rank_on_node == 0 ? 1 : 0));
}

Session::~Session() {
  // A program may end with files open.
  int is_finalized = 0;
  MPI_Finalized(&is_finalized);
  if (is_finalized == 0) end();
}

void Session::end() {
  const bool is_own_program = watchdog_ != nullptr;
  if (is_own_program) observe_waiting(nullptr);
  watchdog_.reset();
  if (report_) report_->close();
  MPI_Comm_free(&comm_);
  MPI_Comm_free(&ending_);
  if (is_own_program) MPI_Finalize();
}

void Session::catch_signals() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (const int number : {SIGTERM, SIGINT, SIGUSR1}) sigaction(number, &action, nullptr);
  // Exceeding a file size limit or writing to a closed pipe then fails as a call, which we report.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

bool Session::stop_requested() {
  if (StopRequest::current != nullptr) return StopRequest::current->is_wanted();
  if (stop_wanted_badly) abort(ExitCode::stopped);
  return stop_wanted;
}

void Session::request_stop() {
  if (StopRequest::current != nullptr) return StopRequest::current->want();
  stop_wanted = true;
}

void Session::enter(std::string_view phase) {
  if (watchdog_) watchdog_->enter(phase);
  if (entered_) entered_(phase);
}

std::string Session::phase() const { return watchdog_ ? watchdog_->phase() : std::string(); }

void Session::alive() {
  if (watchdog_) watchdog_->alive();
}

void Session::suspend_watchdog(bool suspended) {
  if (!watchdog_) return;
  watchdog_->alive();
  watchdog_->suspend(suspended);
}

bool Session::all_end() {
  const auto limit = std::chrono::steady_clock::now() + patience_;
  MPI_Request all_here = MPI_REQUEST_NULL;
  MPI_Ibarrier(ending_, &all_here);
  for (int done = 0; std::chrono::steady_clock::now() < limit;) {
    MPI_Test(&all_here, &done, MPI_STATUS_IGNORE);
    if (done != 0) return true;
    alive();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

bool Session::may_report() { return !report_ || report_->make(); }

void Session::end_stopped() {
#ifdef MPICH_VERSION
  if (size_ == 1) return;
  MPI_Request all_here = MPI_REQUEST_NULL;
  MPI_Ibarrier(comm_, &all_here);
  wait(all_here);
  // Rank 0 aborts for all; the others only if it cannot.
  if (rank_ != 0) std::this_thread::sleep_for(std::chrono::milliseconds(800));
  // Hides MPICH's message about the abort: the reason has already been printed.
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
  abort(ExitCode::stopped);
#endif
}

void Session::abort(ExitCode code) {
  // Some launchers drop output still in transit when a job aborts.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
  std::_Exit(static_cast<int>(code));
}

}  // namespace pcgns::par
