#include "common/run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <thread>

#include "common/failure.hpp"
#include "common/progress.hpp"
#include "common/version.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/file/guard.hpp"
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

std::string version_text(const std::string& program, bool with_details) {
  return fmt::format("{} {}\n{}", program, version(), with_details ? build_description() : "");
}

/// Whether one of `words` asks for JSON: also where they cannot be parsed.
bool asks_for_json(std::span<char* const> words) {
  std::string_view last;
  for (const std::string_view word : words) {
    if (word == "--") return false;
    if (word == "--json" || word == "--format=json" || (last == "--format" && word == "json")) return true;
    last = word;
  }
  return false;
}

/// Takes the place of the report. Whoever cannot write an error cannot be told about that.
void print_document(const std::string& document) {
  if (std::ferror(stdout) != 0) return;
  std::string_view rest = document;
  while (!rest.empty()) {
    const auto written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

void tell(const Program& program, const Error& error, std::string message, std::optional<int> rank = {}) {
  show_status("");
  say_error(program.name, message);
  if (!program.options.json) return;
  print_document(document_of({program.name, program.command, std::move(message), rank}, error));
}

/// What a stopped program advises; `has_journal`: there is something to resume.
std::string advice_after(const Program& program, const Error& error, bool has_journal) {
  if (!program.resumes || error.kind() != ErrorKind::stopped) return "";
  return has_journal ? "; --resume continues" : "; nothing was written that --resume could continue";
}

int fail(const Program& program, const Error& error, bool has_journal = false) {
  if (speaks()) {
    tell(program, error, error.what() + advice_after(program, error, has_journal));
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
  if (!program.answer) return std::nullopt;
  start_log(program.name, program.options.verbosity(), program.options.colour, par::launched_as().rank);
  const auto report = program.answer();
  if (!report) return std::nullopt;
  if (speaks()) print_last(*report, program.options);
  return code(report->exit_code);
}

/// What only this rank knows, before it ends the others, unless one of these has said what it knows.
void say_alone(const Program& program, par::Session& session, const Error& error) {
  if (session.may_report())
    tell(program, error, fmt::format("rank {}: {}", session.rank(), error.what()), session.rank());
}

/// All ranks should have agreed on an Error; where they have not, those that know nothing would wait for
/// ever.
int end_with(const Program& program, par::Session& session, const Error& error, bool has_journal) {
  if (session.is_root() && session.may_report()) fail(program, error, has_journal);
  if (!session.all_end()) {
    if (!session.is_root()) say_alone(program, session, error);
    par::Session::abort(error.exit_code());
  }
  if (error.exit_code() == ExitCode::stopped) session.end_stopped();
  return code(error.exit_code());
}

/// Prints the report.
ExitCode work(const Program& program, par::Session& session, bool& has_journal) {
  const auto& options = program.options;
  Progress progress({.when = options.progress,
                     .is_on = session.is_root() && !options.quiet && !program.done.empty(),
                     .done = program.done,
                     .phase = [&] { return session.phase(); }});
  auto listener = progress.listener();
  listener.kept = [&](const std::string&) { has_journal = true; };
  const auto report = program.work(session, listener);
  progress.end();
  par::on_root(
      session.comm(), "printing the report", [&] { print_last(report, options); }, par::Stops::ignore);
  return report.exit_code;
}

int work(const Program& program) {
  auto& options = program.options;
  if (program.reads_files) options.guard = std::make_shared<file::Guard>();
  par::Session session(
      {.program = program.name,
       .stall_timeout = std::chrono::seconds(options.stall_timeout),
       .memory = options.memory_bytes(),
       .say_stalled = [&](int rank, const Error& error) { tell(program, error, error.what(), rank); }});
  bool has_journal = false;
  try {
    start_log(program.name, options.verbosity(), options.colour, session.rank());
    return code(work(program, session, has_journal));
  } catch (const Error& error) {
    return end_with(program, session, error, has_journal);
  } catch (const std::exception& error) {
    if (session.size() == 1) throw;
    say_alone(program, session, error_of(error));  // Nobody agrees on what is no Error.
    par::Session::abort(ExitCode::failed);
  }
}

/// The exit code of what ends before MPI is initialised, or of the work.
int answer_or_work(int argc, char** argv, const Program& program) {
  h5::initialise_for_program();
  if (const auto help = parse(argc, argv, full_name(program), program.define, program.options)) {
    if (speaks()) print(*help);
    return code(ExitCode::ok);
  }
  if (program.options.show_version) {
    if (speaks()) print(version_text(program.name, program.options.verbose > 0));
    return code(ExitCode::ok);
  }
  require_sound(program.options);
  program.check();
  if (const auto answered = answer(program)) return *answered;
  return work(program);
}

/// Without a command: --help, --help-all, --version; nothing for anything else.
std::optional<std::string> answer(const std::string& program, const std::string& help,
                                  std::span<char* const> words) {
  const auto has = [&](std::initializer_list<std::string_view> wanted) {
    return std::ranges::any_of(
        words, [&](const std::string_view word) { return std::ranges::find(wanted, word) != wanted.end(); });
  };
  if (has({"--help", "-h"}) || (words.size() == 2 && has({"help"}))) return help;
  if (has({"--version"})) return version_text(program, has({"-v", "-vv", "--verbose"}));
  return std::nullopt;
}

/// All options of all commands.
void print_all_help(const std::string& help, std::span<const Command> commands) {
  if (speaks()) print(help);
  for (const auto& command : commands) {
    if (!command.about.empty()) continue;
    auto name = command.name;
    std::string word = "--help-all";
    std::array<char*, 3> words = {name.data(), word.data(), nullptr};
    if (speaks()) print("\n");
    (void)command.run(2, words.data());
  }
}

/// The command that does what other programs call `word`; empty: none.
std::string_view meant_command(std::string_view word) {
  struct Synonym {
    std::string_view word;
    std::string_view command;
  };
  constexpr std::array synonyms = {Synonym{"checksum", "digest"}, Synonym{"diff", "compare"},
                                   Synonym{"hash", "digest"},     Synonym{"show", "info"},
                                   Synonym{"validate", "check"},  Synonym{"verify", "check"}};
  const auto found = std::ranges::find(synonyms, word, &Synonym::word);
  return found == synonyms.end() ? std::string_view() : found->command;
}

/// Throws Error{usage} for a first word that names none of `commands`.
[[noreturn]] void refuse(const std::string& program, const std::string& word,
                         std::span<const Command> commands) {
  std::vector<std::string> names;
  for (const auto& command : commands) names.push_back(command.name);
  const auto known = fmt::format("{}", fmt::join(names, ", "));
  if (word.empty() || word.starts_with("-"))
    throw Error(
        ErrorKind::usage,
        fmt::format("a command is required first, before all options: {}; see {} --help", known, program));
  auto hint = suggestion(word, names);
  if (const auto meant = meant_command(word); std::ranges::find(names, meant) != names.end())
    hint = fmt::format("; did you mean '{}'?", meant);
  if (hint.empty())
    hint = fmt::format("; a command comes first, for example {} {} {}; see {} --help", program, names.front(),
                       word, program);
  throw Error(ErrorKind::usage, fmt::format("'{}' is not one of {}{}", word, known, hint));
}

}  // namespace

int run(int argc, char** argv, const Program& program) {
  occupy_standard_streams();
  par::Session::catch_signals();
  keep_freed_memory();
  try {
    return answer_or_work(argc, argv, program);
  } catch (const std::exception& error) {
    auto& options = program.options;
    options.json |= asks_for_json({argv, static_cast<std::size_t>(argc)});
    start_log(program.name, options.verbosity(), options.colour, par::launched_as().rank);
    return fail(program, error_of(error));
  }
}

int run_command(int argc, char** argv, const std::string& program, const std::string& help,
                const std::vector<Command>& commands) {
  const std::string word = argc > 1 ? argv[1] : "";
  const auto command = std::ranges::find(commands, word, &Command::name);
  const std::string next = argc > 2 ? argv[2] : "";
  const bool asks_for_help = next == "-h" || next == "--help" || next == "--help-all";
  if (command != commands.end() && (command->about.empty() || (!asks_for_help && next != describe_option)))
    return command->run(argc - 1, argv + 1);
  const std::span<char* const> words(argv, static_cast<std::size_t>(argc));
  RunOptions options;
  options.json = asks_for_json(words);
  try {
    if (command != commands.end()) {
      const auto usage = fmt::format("\nUsage: {} {}\n", program, command->name);
      if (speaks()) print(command->about + "\n" + (asks_for_help ? usage : ""));
    } else if (word == "--help-all") {
      print_all_help(help, commands);
    } else if (word == describe_option) {
      for (const auto& one : commands) print(one.name + "\n");
    } else if (const auto text = answer(program, help, words)) {
      if (speaks()) print(*text);
    } else {
      refuse(program, word, commands);
    }
    return code(ExitCode::ok);
  } catch (const Error& error) {
    return fail({.name = program, .define = {}, .check = {}, .work = {}, .options = options}, error);
  }
}

}  // namespace pcgns::tool
