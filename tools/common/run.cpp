#include "common/run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <malloc.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>
#include <thread>

#include "common/version.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::tool {

namespace {

/// Fresh pages cost more than most of what is done with them, and buffers of the same size come again and
/// again.
void keep_freed_memory() {
#ifdef __GLIBC__
  (void)mallopt(M_MMAP_THRESHOLD, 32 << 20);  // the largest that it takes
  (void)mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

/// A file that is opened must not become standard output. Whoever uses a stream that was closed gets an
/// error.
void occupy_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    const int against = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    [[maybe_unused]] const int opened = ::open("/dev/null", against);  // as the lowest one that is free
  }
}

int code(ExitCode exit_code) { return static_cast<int>(exit_code); }

/// Only one of many processes speaks, and MPI is not there yet to say which.
bool speaks() { return par::launched_as().rank == 0; }

/// A reader that has gone (`| head`) is no failure; a full disk is.
void print(const std::string& text) {
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written && errno != EPIPE) throw system_error("cannot write the report", "standard output", errno);
}

/// "pcgns-verify check"
std::string full_name(const Program& program) {
  return program.command.empty() ? program.name : program.name + " " + program.command;
}

void print_version(const Program& program) {
  auto text = fmt::format("{} {}\n", program.name, version());
  if (program.options.verbose > 0) text += build_description();
  print(text);
}

int fail(const Program& program, const Error& error) {
  const auto advice = program.resumes && error.kind() == ErrorKind::stopped ? "; --resume continues" : "";
  if (speaks()) {
    say_error(program.name, error.what() + std::string(advice));
  } else {
    // The first process that ends with an error may take the others with it: let the one that speaks be
    // heard.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  return code(error.exit_code());
}

void print(const Report& report, const RunOptions& options) {
  if (options.json) return print(report.document());
  if (!options.quiet || report.is_for_quiet) print(report.text);
}

/// The report comes after everything else.
void print_last(const Report& report, const RunOptions& options) {
  after_publishing(report.in_place, [&] { print(report, options); });
}

/// Without MPI.
std::optional<int> answer(const Program& program) {
  const auto report = program.answer ? program.answer() : std::nullopt;
  if (!report) return std::nullopt;
  if (speaks()) print_last(*report, program.options);
  return code(report->exit_code);
}

std::string why_of(const std::exception& error) {
  return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? "out of memory" : error.what();
}

/// What only this rank knows, before it ends the others.
void say_alone(const Program& program, const par::Session& session, const std::exception& error) {
  say_error(program.name, fmt::format("rank {}: {}", session.rank(), why_of(error)));
  // A launcher may drop what is still on its way from a job that aborts.
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
}

/// All ranks should have agreed on an Error; where they have not, those that know nothing would wait for
/// ever.
int end_with(const Program& program, par::Session& session, const Error& error) {
  if (session.is_root()) fail(program, error);
  if (!session.all_end()) {
    if (!session.is_root()) say_alone(program, session, error);
    par::Session::abort(error.exit_code());
  }
  if (error.exit_code() == ExitCode::stopped) session.end_stopped();
  return code(error.exit_code());
}

int work(const Program& program) {
  program.before_mpi();
  par::Session session({.program = program.name,
                        .stall_timeout = std::chrono::seconds(program.options.stall_timeout),
                        .memory = program.options.memory_bytes()});
  try {
    start_log(program.name, program.options.verbosity(), program.options.colour, session.rank());
    const auto report = program.work(session);
    par::on_root(
        session.comm(), "printing the report", [&] { print_last(report, program.options); },
        par::Stops::ignore);
    return code(report.exit_code);
  } catch (const Error& error) {
    return end_with(program, session, error);
  } catch (const std::exception& error) {
    if (session.size() == 1) throw;
    say_alone(program, session, error);  // Nobody agrees on what is no Error.
    par::Session::abort(ExitCode::failed);
  }
}

}  // namespace

int run(int argc, char** argv, const Program& program) {
  occupy_standard_streams();
  par::Session::catch_signals();
  keep_freed_memory();
  try {
    h5::initialise_for_program();
    if (const auto help = parse(argc, argv, full_name(program), program.define, program.options)) {
      if (speaks()) print(*help);
      return code(ExitCode::ok);
    }
    if (program.options.show_version) {
      if (speaks()) print_version(program);
      return code(ExitCode::ok);
    }
    require_sound(program.options);
    program.check();
    if (const auto answered = answer(program)) return *answered;
    return work(program);
  } catch (const Error& error) {
    return fail(program, error);
  } catch (const std::exception& error) {
    return fail(program, Error(ErrorKind::internal, why_of(error)));
  }
}

int answer_without_command(const std::string& program, const std::string& word, const std::string& help,
                           const std::vector<std::string>& commands) {
  try {
    if (word == "--help" || word == "-h") {
      if (speaks()) print(help);
      return code(ExitCode::ok);
    }
    if (word == "--version") {
      if (speaks()) print(fmt::format("{} {}\n", program, version()));
      return code(ExitCode::ok);
    }
    if (word == describe_option) {
      print(fmt::format("{}\n", fmt::join(commands, "\n")));
      return code(ExitCode::ok);
    }
    const auto known = fmt::format("{}", fmt::join(commands, ", "));
    const auto wrong =
        word.empty() ? "a command is required: " + known : fmt::format("'{}' is not one of {}", word, known);
    const auto meant = suggestion(word, commands);
    throw Error(ErrorKind::usage, wrong + (meant.empty() ? fmt::format("; see {} --help", program) : meant));
  } catch (const Error& error) {
    if (speaks()) say_error(program, error.what());
    return code(error.exit_code());
  }
}

}  // namespace pcgns::tool
