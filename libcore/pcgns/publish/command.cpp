#include "pcgns/publish/command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"

extern char** environ;

namespace pcgns::publish {

namespace {

/// `words` as argv. They must outlive the result.
std::vector<char*> arguments_of(std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  return arguments;
}

int start(std::vector<std::string> words, int output, pid_t& process) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  auto arguments = arguments_of(words);
  const int failure = posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

std::string all_of(int descriptor) {
  std::string text;
  std::array<char, 4096> piece;
  while (true) {
    const auto count = ::read(descriptor, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(count));
  }
}

int status_of(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return 128;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::optional<CommandResult> run_command(const std::vector<std::string>& words) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw system_error("cannot run", words.front(), errno);
  const auto from = FileDescriptor::adopt(ends[0], "pipe");
  auto to = FileDescriptor::adopt(ends[1], "pipe");
  pid_t process = 0;
  const int failure = start(words, to.get(), process);
  if (failure == ENOENT) return std::nullopt;
  if (failure != 0) throw system_error("cannot run", words.front(), failure);
  to.close();
  CommandResult result;
  result.output = all_of(from.get());
  result.status = status_of(process);
  return result;
}

}  // namespace pcgns::publish
