// options.hpp: the command lines of pcgns-bench.
#pragma once

#include <string>
#include <vector>

#include "common/options.hpp"
#include "pcgns-bench/measure/measure.hpp"
#include "pcgns-bench/scenario/parameters.hpp"
#include "pcgns-bench/series.hpp"
#include "pcgns/plan/wisdom.hpp"

namespace pcgns::bench {

/// As they were given; `check` makes the rest of them.
struct RunWords {
  std::vector<std::string> sizes;
  std::vector<std::string> extents;
  std::vector<std::string> grids;
  std::string bytes_per_rank;
  std::string buffer;
  std::string alignment;
  std::string cache_memory;
};

struct Options {
  std::string scenario;
  std::string csv;     ///< A file to write; empty: none.
  std::string wisdom;  ///< A file of tuned settings; empty: those kept here.
  bool overwrite = false;
  bool lists = false;  ///< Scenarios and engines are to be told, and nothing else.
  RunWords words;
  Parameters parameters;
  std::vector<std::string> engines;
  MeasureOptions measure;
  tool::RunOptions run;
};

void define(CLI::App& app, Options& options);

/// What CLI11 cannot see; completes the options. Throws Error{usage}.
void check(Options& options);

struct PlotOptions {
  std::vector<std::string> files;
  std::string output;
  bool overwrite = false;
  Against against = Against::automatic;
  std::vector<std::string> engines;
  tool::RunOptions run;

  [[nodiscard]] std::string terminal() const;  ///< "svg" or "png".
};

void define(CLI::App& app, PlotOptions& options);
void check(const PlotOptions& options);

struct CompareOptions {
  std::string before;
  std::string after;
  double threshold = 5;  ///< Percent.
  double detect = 20;    ///< Percent.
  std::vector<std::string> engines;
  tool::RunOptions run;
};

void define(CLI::App& app, CompareOptions& options);

/// How much is spent on the search, in the words of FFTW's planner.
enum class Effort : std::uint8_t { estimate, measure, patient, exhaustive };

struct TuneOptions {
  std::string like;
  RunWords words;
  Parameters parameters;
  plan::WisdomUse use = plan::WisdomUse::queue;
  bool is_estimate = false;
  bool is_measure = false;
  bool is_patient = false;
  bool is_exhaustive = false;
  double seconds = 0;  ///< 0: as the effort says.
  bool layout = false;
  bool explain = false;
  std::int64_t seed = 1;
  std::string wisdom;  ///< A file to write, or "none"; empty: the user's.
  MeasureOptions measure;
  tool::RunOptions run;

  [[nodiscard]] Effort effort() const;
};

void define(CLI::App& app, TuneOptions& options);
void check(TuneOptions& options);

struct WisdomOptions {
  std::vector<std::string> files;
  std::string output;  ///< A file to write; empty: none.
  bool overwrite = false;
  tool::RunOptions run;
};

void define(CLI::App& app, WisdomOptions& options);
void check(const WisdomOptions& options);

// Of several commands.

/// "256x256x11", each. Throws Error{usage} that names `option`.
[[nodiscard]] std::vector<Extents> parse_all(const std::string& option,
                                             const std::vector<std::string>& words);
/// --cache.
void add_cache(CLI::App& group, bool& is_cold);
/// Throws Error{usage} unless `folder`, that of --folder, is a directory.
void require_folder(const std::string& folder);
/// Throws Error{usage} if `file` exists, unless it may be replaced.
void require_free(const std::string& file, bool overwrite);
/// The same for commands without MPI, on rank 0 alone: where another rank looks, that may already have
/// written.
void require_free_alone(const std::string& file, bool overwrite);

}  // namespace pcgns::bench
