#include "common/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "common/choice.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/storage/storage.hpp"

namespace pcgns::tool {

namespace {

constexpr std::int64_t least_memory = 1 * mebi;

const Words<When> whens = {{"auto", When::automatic}, {"always", When::always}, {"never", When::never}};
const Words<publish::Check> checks = {
    {"none", publish::Check::none}, {"meta", publish::Check::meta}, {"full", publish::Check::full}};

void add_hint(Hints& hints, std::string_view word) {
  const auto equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw Error(ErrorKind::usage, fmt::format("the hint '{}' is not of the form key=value", word));
  }
  hints[std::string(word.substr(0, equals))] = word.substr(equals + 1);
}

void add_hints_of_environment(Hints& hints) {
  const char* text = std::getenv("PCGNS_HINTS");
  std::string_view rest = text == nullptr ? "" : text;
  while (!rest.empty()) {
    const auto word = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    if (!word.empty()) add_hint(hints, word);
  }
}

std::string value_of(const Hints& hints, const std::string& key, const std::string& otherwise) {
  const auto found = hints.find(key);
  return found == hints.end() ? otherwise : found->second;
}

double seconds_of(const std::string& text, std::string_view what) {
  double seconds = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (failure != std::errc{} || end != text.data() + text.size() || !(seconds >= 0)) {
    throw Error(ErrorKind::usage, fmt::format("{}: '{}' is no number of seconds", what, text));
  }
  return seconds;
}

std::string mpiio_hints(const Hints& hints) {
  std::string text;
  for (const auto& [key, value] : hints) {
    if (!key.starts_with("pcgns_")) text += fmt::format("{}={};", key, value);
  }
  return text;
}

plan::Machine examine(const std::string& folder, int ranks, const RunOptions& run) {
  const auto system = storage::file_system(folder);
  const auto hints = run.hints();
  plan::Machine machine{.ranks = ranks, .memory = run.memory_bytes()};
  machine.stripe_size = system.stripe_size;
  machine.stripe_count = system.stripe_count;
  machine.alignment = std::max({machine.alignment, system.block_size, system.stripe_size});
  machine.buffer = parse_size(value_of(hints, "pcgns_buffer", "0"));
  if (const auto alignment = parse_size(value_of(hints, "pcgns_alignment", "0")); alignment > 0) {
    machine.alignment = alignment;
  }
  return machine;
}

void require_known(const Hints& hints) {
  for (const auto& [key, value] : hints) {
    if (!key.starts_with("pcgns_")) continue;
    if (key != "pcgns_alignment" && key != "pcgns_buffer" && key != "pcgns_io" && key != "pcgns_checkpoint") {
      throw Error(ErrorKind::usage, fmt::format("there is no hint '{}'", key));
    }
  }
  const auto io = value_of(hints, "pcgns_io", "posix");
  if (io != "posix" && io != "mpiio") {
    throw Error(ErrorKind::usage, fmt::format("the hint pcgns_io is 'posix' or 'mpiio', not '{}'", io));
  }
}

}  // namespace

Hints RunOptions::hints() const {
  Hints hints;
  add_hints_of_environment(hints);
  for (const auto& word : hint_words) add_hint(hints, word);
  return hints;
}

std::int64_t RunOptions::memory_bytes() const { return parse_size(memory); }

CLI::Option_group* add_group(CLI::App& app, const std::string& name) {
  auto* const group = app.add_option_group(name);
  group->set_help_flag();
  return group;
}

void define(CLI::App& app, OutputOptions& options) {
  auto* const group = add_group(app, "Output");
  group->add_option("-o,--output", options.output, "The file to write")->type_name("FILE")->required();
  group->add_flag("-O,--overwrite", options.overwrite, "Replace an output that exists");
  group->add_flag("-n,--dry-run", options.dry_run, "Print the plan and stop there");
  group->add_flag("--resume", options.resume, "Go on where an interrupted run has stopped");
  group->add_flag("--keep-partial", options.keep_partial, "After a failure, keep what --resume needs");
  group->add_flag("--strict", options.strict, "What cannot be carried over is an error");
  add_choice(*group, "--check", options.check, checks,
             "Before publishing: none, meta (structure) or full (every byte)")
      ->type_name("LEVEL");
}

void define(CLI::App& app, RunOptions& options) {
  auto* const group = add_group(app, "Run");
  group->add_option("--memory", options.memory, "Memory for moving data, per rank")
      ->type_name("SIZE")
      ->capture_default_str();
  group->add_option("--hint", options.hint_words, "I/O hint; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  group->add_option("--progress", options.progress, "auto, always, never, or seconds between lines")
      ->type_name("WHEN")
      ->capture_default_str();
  add_choice(*group, "--color", options.colour, whens, "auto, always or never")->type_name("WHEN");
  group
      ->add_option("--stall-timeout", options.stall_timeout,
                   "Give up after this long without progress; 0: never")
      ->type_name("SECONDS")
      ->capture_default_str();
  group->add_flag("--json", options.json, "The report as one JSON document on stdout");
  group->add_flag("-q,--quiet", options.quiet, "Errors only");
  group->add_flag("-v,--verbose", options.verbose, "More; twice: from all ranks");
  group->add_flag("--version", options.show_version, "Print the version; with -v also how it was built");
}

void require_sound(const OutputOptions& output) {
  if (std::filesystem::path(output.output).has_filename()) return;
  throw Error(ErrorKind::usage, fmt::format("--output: '{}' is no name of a file", output.output));
}

void require_sound(const RunOptions& run) {
  if (run.memory_bytes() < least_memory) {
    throw Error(ErrorKind::usage,
                fmt::format("--memory {}: at least {} are needed", run.memory, format_size(least_memory)));
  }
  if (run.stall_timeout < 0)
    throw Error(ErrorKind::usage, "--stall-timeout: a number of seconds, or 0 for ever");
  const auto hints = run.hints();
  require_known(hints);
  (void)parse_size(value_of(hints, "pcgns_alignment", "0"));
  (void)parse_size(value_of(hints, "pcgns_buffer", "0"));
  (void)seconds_of(value_of(hints, "pcgns_checkpoint", "5"), "the hint pcgns_checkpoint");
  if (!whens.contains(run.progress)) (void)seconds_of(run.progress, "--progress");
}

publish::StageOptions stage_options(const OutputOptions& output, const RunOptions& run) {
  const auto hints = run.hints();
  const auto checkpoint = seconds_of(value_of(hints, "pcgns_checkpoint", "5"), "the hint pcgns_checkpoint");
  return {.output = output.output,
          .one_of_many = output.one_of_many,
          .overwrite = output.overwrite,
          .resume = output.resume,
          .keep_partial = output.keep_partial,
          .check = output.check,
          .io = value_of(hints, "pcgns_io", "posix"),
          .mpiio_hints = mpiio_hints(hints),
          .checkpoint_every = std::chrono::milliseconds(static_cast<std::int64_t>(1000 * checkpoint)),
          .striping = output.striping};
}

plan::Machine machine_for(par::Session& session, const std::string& output, const RunOptions& run) {
  std::vector<std::byte> bytes;
  par::on_root(session.comm(), "examining the file system", [&] {
    const auto machine =
        examine(std::filesystem::absolute(output).parent_path().string(), session.size(), run);
    bytes.resize(sizeof machine);
    std::memcpy(bytes.data(), &machine, sizeof machine);
  });
  par::broadcast(session.comm(), bytes);
  plan::Machine machine;
  std::memcpy(&machine, bytes.data(), sizeof machine);
  return machine;
}

}  // namespace pcgns::tool
