#include "pcgns/file/guard.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/file/detail/progress.hpp"
#include "pcgns/file/detail/worker.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/walked.hpp"

namespace pcgns::file {

namespace {

/// Repeats `call(position, rest)` until `size` bytes are transferred; false on failure.
template <typename Call>
bool all_of(std::size_t size, const Call& call) {
  for (std::size_t done = 0; done < size;) {
    const auto count = call(done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

bool send_all(int socket, const void* data, std::size_t size) {
  return all_of(size, [&](std::size_t done, std::size_t rest) {
    return ::send(socket, static_cast<const std::byte*>(data) + done, rest, MSG_NOSIGNAL);
  });
}

bool receive_all(int socket, void* data, std::size_t size) {
  return all_of(size, [&](std::size_t done, std::size_t rest) {
    return ::recv(socket, static_cast<std::byte*>(data) + done, rest, 0);
  });
}

/// False if the peer is gone.
bool send_message(int socket, std::span<const std::byte> message) {
  const auto size = message.size();
  return send_all(socket, &size, sizeof size) && send_all(socket, message.data(), size);
}

/// Waits for a message; empty if the peer is gone.
std::optional<std::vector<std::byte>> receive_message(int socket) {
  std::size_t size = 0;
  if (!receive_all(socket, &size, sizeof size)) return std::nullopt;
  std::vector<std::byte> message(size);
  if (!receive_all(socket, message.data(), size)) return std::nullopt;
  return message;
}

/// The supervisor's connections to its parent.
struct SupervisorEnds {
  int socket = -1;   ///< Receives orders, and returns a WorkerEnd for each.
  int answers = -1;  ///< In-memory file for the worker's answer.
  Progress* progress = nullptr;
};

enum class WorkerFate : std::int32_t {
  answered,
  crashed,    ///< `detail`: the signal, or 0 if it ended without an answer.
  endless,    ///< Killed, because it used processor time without progress.
  not_begun,  ///< `detail`: errno of fork.
};

struct WorkerEnd {
  WorkerFate fate = WorkerFate::crashed;
  std::int32_t detail = 0;
};

using Seconds = std::chrono::duration<double>;

constexpr int look_interval = 100;  // ms

/// Limit of processor time without a tick while `path` is read. Not wall time: a file system may hang, a node
/// may be busy.
Seconds patience(const std::string& path) {
  constexpr double at_least = 2;
  constexpr double bytes_per_second = 100. * mebi;
  return Seconds(at_least + static_cast<double>(stored_bytes(path)) / bytes_per_second);
}

Seconds patience(const std::vector<std::string>& paths) {
  Seconds longest = {};
  for (const auto& path : paths) longest = std::max(longest, patience(path));
  return longest;
}

Seconds processor_time(pid_t process) {
  clockid_t clock = 0;
  timespec time = {};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return {};
  return Seconds(static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec));
}

WorkerEnd end_of(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) return {WorkerFate::crashed, WTERMSIG(status)};
  return {WEXITSTATUS(status) == 0 ? WorkerFate::answered : WorkerFate::crashed, 0};
}

/// Waits for the end of a worker, and kills it if it makes no progress.
class Watch {
 public:
  Watch(const SupervisorEnds& ends, pid_t worker, int line, Seconds least_patience)
      : ends_(ends), worker_(worker), line_(line), patience_(least_patience) {}

  WorkerEnd until_end() {
    while (!has_ended()) {
      if (is_endless()) {
        ::kill(worker_, SIGKILL);
        (void)end_of(worker_);
        return {WorkerFate::endless, 0};
      }
    }
    return end_of(worker_);
  }

 private:
  /// Waits for one interval. The line is never written: it closes when the worker ends. The socket is
  /// readable before the answer only if the parent is gone.
  bool has_ended() {
    std::array<pollfd, 2> both = {{{line_, POLLIN, 0}, {ends_.socket, POLLIN, 0}}};
    if (::poll(both.data(), both.size(), look_interval) <= 0) return false;
    if (both[1].revents != 0) {
      ::kill(worker_, SIGKILL);
      (void)end_of(worker_);
      std::_Exit(0);
    }
    return both[0].revents != 0;
  }

  bool is_endless() {
    const auto now = processor_time(worker_);
    if (ends_.progress->ticks() != ticks_) last_tick_ = now;
    ticks_ = ends_.progress->ticks();
    // The file may be one that a link leads to.
    return now - last_tick_ > patience_ && now - last_tick_ > patience(ends_.progress->file());
  }

  const SupervisorEnds& ends_;
  pid_t worker_;
  int line_;
  Seconds patience_;
  std::uint64_t ticks_ = 0;
  Seconds last_tick_ = {};
};

WorkerEnd serve(const SupervisorEnds& ends, const WalkOrder& order) {
  std::array<int, 2> line = {-1, -1};
  if (::pipe(line.data()) != 0) return {WorkerFate::not_begun, errno};
  ends.progress->begin();
  const auto supervisor = ::getpid();
  const auto worker = ::fork();
  if (worker == 0) {
    ::close(ends.socket);
    ::close(line[0]);
    be_worker(order, supervisor, ends.answers, *ends.progress);
  }
  const int why = errno;
  ::close(line[1]);
  const auto end = worker < 0 ? WorkerEnd{WorkerFate::not_begun, why}
                              : Watch(ends, worker, line[0], patience(order.paths)).until_end();
  ::close(line[0]);
  return end;
}

/// Serves orders until the peer closes the socket.
[[noreturn]] void be_supervisor(const SupervisorEnds& ends) {
  while (const auto message = receive_message(ends.socket)) {
    const auto end = serve(ends, order_from(*message));
    if (!send_message(ends.socket, std::as_bytes(std::span(&end, 1)))) break;
  }
  std::_Exit(0);
}

constexpr int answer_interval = 200;  // ms

[[noreturn]] void fail_stopped() { throw Error(ErrorKind::stopped, "stopped while reading the input trees"); }

constexpr auto cannot_start = "cannot start the crash-isolated reader process";

int checked(int result) {
  if (result < 0) throw system_error(cannot_start, "system", errno);
  return result;
}

Progress* shared_progress() {
  void* memory = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw system_error(cannot_start, "system", errno);
  return new (memory) Progress;
}

/// If standard streams are closed, other descriptors could get their numbers, which the supervisor redirects.
/// Opens them read-only on /dev/null; writing to them still fails.
void keep_standard_numbers() {
  int next = 0;
  do {
    next = checked(::open("/dev/null", O_RDONLY));
  } while (next <= STDERR_FILENO);
  ::close(next);
}

/// Keeps no descriptor of the launcher open, and silences HDF5.
void close_all_but(int first, int second) {
  const int nowhere = ::open("/dev/null", O_RDWR);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, standard);
  rlimit most = {};
  getrlimit(RLIMIT_NOFILE, &most);
  const auto low = static_cast<unsigned>(std::min(first, second));
  const auto high = static_cast<unsigned>(std::max(first, second));
  ::close_range(STDERR_FILENO + 1, low - 1, 0);
  if (high > low + 1) ::close_range(low + 1, high - 1, 0);
  ::close_range(high + 1, ~0U, 0);
}

/// Ignores stop signals, and dies with its parent.
[[noreturn]] void become_supervisor(const SupervisorEnds& ends, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NAME, "pcgns-warden");
  if (::getppid() != parent) std::_Exit(EXIT_FAILURE);
  for (const int number : {SIGTERM, SIGINT, SIGUSR1, SIGHUP}) std::signal(number, SIG_IGN);
  close_all_but(ends.socket, ends.answers);
  be_supervisor(ends);
}

std::string why_dead(const WorkerEnd& end) {
  if (end.fate == WorkerFate::endless) return "reading it does not end: it is damaged";
  if (end.detail == 0) return "reading it makes HDF5 exit: it is damaged";
  return fmt::format("reading it makes HDF5 crash ({}): it is damaged", ::strsignal(end.detail));
}

}  // namespace

struct Guard::State {
  FileDescriptor socket;
  FileDescriptor answers;
  Progress* progress = nullptr;
  pid_t supervisor = -1;

  State() = default;
  ~State() {
    socket = {};
    if (supervisor > 0) ::waitpid(supervisor, nullptr, 0);
    if (progress != nullptr) ::munmap(progress, sizeof *progress);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  State(State&&) = delete;
  State& operator=(State&&) = delete;

  /// Waits for the end of the worker; keeps `session` alive while it progresses.
  WorkerEnd end_of_worker(par::Session& session) {
    for (auto ticks = progress->ticks();;) {
      pollfd entry = {socket.get(), POLLIN, 0};
      if (::poll(&entry, 1, answer_interval) > 0) break;
      if (par::Session::stop_requested()) {
        socket = {};
        fail_stopped();
      }
      if (progress->ticks() != ticks) session.alive();
      ticks = progress->ticks();
    }
    const auto message = receive_message(socket.get());
    WorkerEnd end;
    if (!message || message->size() != sizeof end) {
      throw Error(ErrorKind::internal, "the crash-isolated reader process has ended unexpectedly");
    }
    std::memcpy(&end, message->data(), sizeof end);
    return end;
  }

  /// The answer, which takes memory only once.
  [[nodiscard]] std::vector<std::byte> take_answer() const {
    std::vector<std::byte> bytes(static_cast<std::size_t>(::lseek(answers.get(), 0, SEEK_END)));
    answers.read_at(0, bytes);
    checked(::ftruncate(answers.get(), 0));
    return bytes;
  }
};

Guard::Guard() : state_(std::make_unique<State>()) {
  keep_standard_numbers();
  std::array<int, 2> sockets = {-1, -1};
  checked(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()));
  state_->socket = FileDescriptor::adopt(sockets[0], "socket");
  const auto other = FileDescriptor::adopt(sockets[1], "socket");
  state_->answers = FileDescriptor::adopt(checked(::memfd_create("pcgns", MFD_CLOEXEC)), "answers");
  state_->progress = shared_progress();
  const auto parent = ::getpid();
  state_->supervisor = checked(::fork());
  if (state_->supervisor == 0)
    become_supervisor({other.get(), state_->answers.get(), state_->progress}, parent);
}

Guard::~Guard() = default;

Walked Guard::walk(par::Session& session, const WalkOrder& order) {
  // Unlike HDF5, our own readers check all that they read.
  const auto before_each = [&] {
    if (par::Session::stop_requested()) fail_stopped();
    session.alive();
  };
  if (auto inputs = walk_plain(order, before_each)) return {.inputs = *std::move(inputs), .findings = {}};
  if (std::ranges::all_of(order.paths, is_adf)) {
    Progress progress;
    return walk_first(order, progress, before_each);
  }
  checked(::ftruncate(state_->answers.get(), 0));
  if (!send_message(state_->socket.get(), serialized(order))) {
    throw Error(ErrorKind::internal, "the crash-isolated reader process has ended unexpectedly");
  }
  const auto end = state_->end_of_worker(session);
  if (end.fate == WorkerFate::answered) return walked_from(state_->take_answer());
  const auto file = state_->progress->file();
  const auto& path = file.empty() ? order.paths.front() : file;
  if (end.fate == WorkerFate::crashed && end.detail == SIGKILL) {
    throw Error(
        ErrorKind::io,
        at(path, "", "the crash-isolated reader process was killed: the system may be out of memory"));
  }
  if (end.fate == WorkerFate::not_begun) throw system_error(cannot_start, path, end.detail);
  const auto place = input_error(path, state_->progress->node(), why_dead(end));
  if (!order.inspect) throw place;
  Walked walked{.inputs = {}, .findings = {}, .whole = false};
  walked.inputs.files.push_back({.path = order.paths.front()});
  walked.inputs.trees.emplace_back();
  walked.findings.push_back(
      {.code = "F0002", .file = place.file(), .path = place.node(), .found = place.why()});
  return walked;
}

Walked walk_unguarded(const WalkOrder& order) {
  Progress progress;
  return walk_first(order, progress);
}

}  // namespace pcgns::file
