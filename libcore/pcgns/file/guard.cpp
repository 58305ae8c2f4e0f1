#include "pcgns/file/guard.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <span>
#include <string>

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/file/channel.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/warden.hpp"

namespace pcgns::file {

namespace {

constexpr int look_interval = 200;  // ms
constexpr auto what = "cannot start the process that reads files first";

int checked(int result) {
  if (result < 0) throw system_error(what, "system", errno);
  return result;
}

Progress* shared_progress() {
  void* memory = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw system_error(what, "system", errno);
  return new (memory) Progress;
}

/// Whoever started this process may have closed its standard streams: then nothing else may get their
/// numbers, which the warden gives away. Writing to them fails as it would have.
void keep_standard_numbers() {
  int next = 0;
  do {
    next = checked(::open("/dev/null", O_RDONLY));
  } while (next <= STDERR_FILENO);
  ::close(next);
}

/// Nothing of what a launcher gave to its process may stay open elsewhere, and what HDF5 prints helps nobody.
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

/// What is left when the process that forked it is told to stop, or dies.
[[noreturn]] void become_warden(const WardenEnds& ends, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NAME, "pcgns-warden");
  if (::getppid() != parent) std::_Exit(EXIT_FAILURE);
  for (const int number : {SIGTERM, SIGINT, SIGUSR1, SIGHUP}) std::signal(number, SIG_IGN);
  close_all_but(ends.socket, ends.answers);
  be_warden(ends);
}

std::string why_dead(const WorkerEnd& end) {
  if (end.fate == WorkerFate::endless) return "reading it never ends: it is damaged";
  if (end.detail == 0) return "reading it makes HDF5 end the program: it is damaged";
  return fmt::format("reading it makes HDF5 crash ({}): it is damaged", ::strsignal(end.detail));
}

}  // namespace

struct Guard::State {
  FileDescriptor socket;
  FileDescriptor answers;
  Progress* progress = nullptr;
  pid_t warden = -1;

  State() = default;
  ~State() {
    socket = {};
    if (warden > 0) ::waitpid(warden, nullptr, 0);
    if (progress != nullptr) ::munmap(progress, sizeof *progress);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  State(State&&) = delete;
  State& operator=(State&&) = delete;

  /// Waits for the end of the worker; `session` hears of its progress.
  WorkerEnd end_of_worker(par::Session& session) {
    for (auto ticks = progress->ticks();;) {
      pollfd entry = {socket.get(), POLLIN, 0};
      if (::poll(&entry, 1, look_interval) > 0) break;
      if (par::Session::stop_requested()) {
        socket = {};
        throw Error(ErrorKind::stopped, "stopped while reading the input trees");
      }
      if (progress->ticks() != ticks) session.alive();
      ticks = progress->ticks();
    }
    const auto message = receive_message(socket.get());
    WorkerEnd end;
    if (!message || message->size() != sizeof end) {
      throw Error(ErrorKind::internal, "the process that reads files first has gone");
    }
    std::memcpy(&end, message->data(), sizeof end);
    return end;
  }

  [[nodiscard]] std::vector<std::byte> answer() const {
    std::vector<std::byte> bytes(static_cast<std::size_t>(::lseek(answers.get(), 0, SEEK_END)));
    answers.read_at(0, bytes);
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
  state_->warden = checked(::fork());
  if (state_->warden == 0) become_warden({other.get(), state_->answers.get(), state_->progress}, parent);
}

Guard::~Guard() = default;

Walked Guard::walk(par::Session& session, const WalkOrder& order) {
  checked(::ftruncate(state_->answers.get(), 0));
  if (!send_message(state_->socket.get(), serialized(order))) {
    throw Error(ErrorKind::internal, "the process that reads files first has gone");
  }
  const auto end = state_->end_of_worker(session);
  if (end.fate == WorkerFate::answered) return walked_from(state_->answer());
  if (end.fate == WorkerFate::crashed && end.detail == SIGKILL) {
    throw Error(
        ErrorKind::io,
        at(order.path, "", "somebody killed the process that read it: the system may be short of memory"));
  }
  if (end.fate == WorkerFate::not_begun) throw system_error(what, order.path, end.detail);
  const auto file = state_->progress->file();
  const auto place = input_error(file.empty() ? order.path : file, state_->progress->node(), why_dead(end));
  if (!order.inspect) throw place;
  Walked walked{.inputs = {}, .findings = {}, .whole = false};
  walked.inputs.files.push_back({.path = order.path});
  walked.inputs.trees.emplace_back();
  walked.findings.push_back(
      {.code = "F0002", .file = place.file(), .path = place.node(), .found = place.why()});
  return walked;
}

}  // namespace pcgns::file
