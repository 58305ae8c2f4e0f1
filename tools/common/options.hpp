// options.hpp: the options that all programs have, and those of all programs that write.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/log.hpp"
#include "pcgns/base/listener.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/machine.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace CLI {
class App;
class Option_group;
}  // namespace CLI

namespace pcgns::file {
class Guard;
}

namespace pcgns::tool {

/// "key=value" of --hint and of the environment variable PCGNS_HINTS ("key=value;key=value"); the option
/// wins.
using Hints = std::map<std::string, std::string>;

/// How the program runs and what it says.
struct RunOptions {
  std::string memory = "256M";
  std::vector<std::string> hint_words;
  std::string progress = "auto";  ///< auto, always, never, or seconds between lines.
  When colour = When::automatic;
  int stall_timeout = 600;  ///< Seconds; 0: wait for ever.
  int verbose = 0;
  bool quiet = false;
  bool json = false;
  bool show_version = false;
  std::vector<std::string> given = {};  ///< Options that shape an output, as they were given: "--only X".
  /// Reads untrusted files in a child process; null in programs that read none.
  std::shared_ptr<file::Guard> guard = {};

  [[nodiscard]] Hints hints() const;
  [[nodiscard]] std::int64_t memory_bytes() const;
  [[nodiscard]] int verbosity() const { return quiet ? -1 : verbose; }
};

/// Where the result goes.
struct OutputOptions {
  std::string output;
  bool is_given = true;  ///< False: `output` is an example, of a dry run.
  bool overwrite = false;
  bool dry_run = false;
  bool resume = false;
  bool keep_partial = false;
  bool strict = false;
  publish::Check check = publish::Check::meta;
  publish::Clone clone = publish::Clone::automatic;
  std::string wisdom = {};     ///< A file, or "none"; empty: what is kept on this machine.
  bool wisdom_layout = false;  ///< Also what changes the bytes of the output.
  publish::Striping striping = {};
  std::vector<std::string> wisdom_files = {};  ///< See publish::StageOptions.
};

/// As the first word of a command line: print the options as a table, for completions/generate.py. What the
/// table says of the value of an option beyond its name is CLI11's `option_text`: words or examples to choose
/// from, patterns of files ("*.json"), or "[=X]" for what may be left out.
inline constexpr std::string_view describe_option = "--describe-options";

/// The pattern of files that hold CGNS, or lists of their names.
inline constexpr auto input_files = "*.cgns *.cgns.* *.hdf @LIST";

/// The options of `define_options` take what the command line says. The text of --help or --help-all, if that
/// is asked for. Throws Error{usage}.
[[nodiscard]] std::optional<std::string> parse(int argc, char** argv, const std::string& name,
                                               const std::function<void(CLI::App&)>& define_options,
                                               const RunOptions& options);

/// What the command line says of the shape of an output: RunOptions::given.
[[nodiscard]] std::vector<std::string> given_to(const CLI::App& app);

/// `words` so that CLI11 takes each for one: "[a,b]" would be two values where an option may have several,
/// and may be the name of a file. The options of an app for which take_whole_words() was called have them
/// back, and of_whole_words() makes an error of CLI11 readable.
[[nodiscard]] std::vector<std::string> whole_words(std::vector<std::string> words);
void take_whole_words(CLI::App& app);
[[nodiscard]] std::string of_whole_words(std::string text);

/// CLI11's words for a value that is missing or is none, in ours: "--output: 1 required FILE missing", "Could
/// not convert: --parts = four".
[[nodiscard]] std::string in_plain_words(const std::string& text);

/// The mistake in a command line of `app`, of which CLI11 says `error`: it names an unknown option, and what
/// may have been meant.
[[nodiscard]] std::string what_is_wrong(const CLI::App& app, const std::string& error);

/// Throws Error{usage} for "-output", which CLI11 takes for "-o utput".
void require_two_dashes(const CLI::App& app, std::span<char* const> words);

/// Throws Error{usage} for an empty value, as of an unset variable, which would count as none, and for "-" as
/// the name of a file to write.
void require_values(const CLI::App& app);

/// Throws Error{usage} for a number after an option whose value may be left out, unless it names a file:
/// "--match-coordinates 1e-9"; so for the name of a report after --json.
void require_joined_values(const CLI::App& app, std::span<char* const> words);

/// A headed group of options in --help.
[[nodiscard]] CLI::Option_group* add_group(CLI::App& app, const std::string& name);

/// INPUT..., the files of a file set. Required.
void define_inputs(CLI::App& app, std::vector<std::string>& names);
/// --steps.
void define_steps(CLI::App& group, std::string& steps);
/// --only and --omit.
void define_patterns(CLI::App& group, std::vector<std::string>& only, std::vector<std::string>& omit);
void define(CLI::App& app, RunOptions& options);
void define(CLI::App& app, OutputOptions& options);

/// "KEY=VALUE;" for each hint to MPI-IO: all but those that pcgns itself heeds.
[[nodiscard]] std::string mpiio_hints(const Hints& hints);

/// The hints that pcgns itself heeds; all others go to MPI-IO.
[[nodiscard]] publish::StageOptions stage_options(const OutputOptions& output, const RunOptions& run);

/// The largest buffer of a move that --memory allows, whatever a hint or tuned settings say.
[[nodiscard]] std::int64_t largest_buffer(const RunOptions& run);

/// Where a hint asks for more than largest_buffer().
void warn_of_large_buffer(const RunOptions& run, const Listener& listener);

/// Where `--hint` names hints of MPI-IO, and MPI-IO is not used.
void warn_of_idle_hints(const RunOptions& run, const Listener& listener);

/// What the options and hints say of the machine.
[[nodiscard]] publish::MachineRequest machine_request(const OutputOptions& output, const RunOptions& run);

/// Throws Error{usage} for what CLI11 cannot see: sizes, hints, seconds. @note Local; before MPI.
void require_sound(const RunOptions& run);
/// A plan needs no name: then `example` is assumed, a name as the user may give it.
void require_sound(OutputOptions& output, bool is_written, const std::string& example);

}  // namespace pcgns::tool
