#include "pcgns/file/warden.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <span>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/file/channel.hpp"
#include "pcgns/file/walked.hpp"
#include "pcgns/file/worker.hpp"

namespace pcgns::file {

namespace {

using Seconds = std::chrono::duration<double>;

constexpr int look_interval = 100;  // ms

/// Of processor time without a tick, not of time: a file system may stand still, a node may be busy.
Seconds patience(const std::string& path) {
  constexpr double at_least = 2;
  constexpr double bytes_per_second = 100. * mebi;
  struct stat status {};
  const auto size = ::stat(path.c_str(), &status) == 0 ? static_cast<double>(status.st_size) : 0;
  return Seconds(at_least + size / bytes_per_second);
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

/// Sees to it that a worker ends.
class Watch {
 public:
  Watch(const WardenEnds& ends, pid_t worker, int line, Seconds patience)
      : ends_(ends), worker_(worker), line_(line), patience_(patience) {}

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
  /// Looks for a while. Nobody writes to the line: it ends with the worker. Nobody sends before there is an
  /// answer: whoever gave the order has gone.
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
    return now - last_tick_ > patience_;
  }

  const WardenEnds& ends_;
  pid_t worker_;
  int line_;
  Seconds patience_;
  std::uint64_t ticks_ = 0;
  Seconds last_tick_ = {};
};

WorkerEnd serve(const WardenEnds& ends, const WalkOrder& order) {
  std::array<int, 2> line = {-1, -1};
  if (::pipe(line.data()) != 0) return {WorkerFate::not_begun, errno};
  ends.progress->begin();
  const auto warden = ::getpid();
  const auto worker = ::fork();
  if (worker == 0) {
    ::close(ends.socket);
    ::close(line[0]);
    be_worker(order, warden, ends.answers, *ends.progress);
  }
  const int why = errno;
  ::close(line[1]);
  const auto end = worker < 0 ? WorkerEnd{WorkerFate::not_begun, why}
                              : Watch(ends, worker, line[0], patience(order.path)).until_end();
  ::close(line[0]);
  return end;
}

}  // namespace

void be_warden(const WardenEnds& ends) {
  while (const auto message = receive_message(ends.socket)) {
    const auto end = serve(ends, order_from(*message));
    if (!send_message(ends.socket, std::as_bytes(std::span(&end, 1)))) break;
  }
  std::_Exit(0);
}

}  // namespace pcgns::file
