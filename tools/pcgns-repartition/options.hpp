// options.hpp: the command line of pcgns-repartition.
#pragma once

#include <string>
#include <vector>

#include "common/options.hpp"
#include "common/parts.hpp"
#include "pcgns/fileset/request.hpp"
#include "pcgns/partition/file_plan.hpp"
#include "pcgns/partition/partition.hpp"

namespace pcgns::repartition {

struct Options {
  std::vector<std::string> inputs;
  bool allow_missing = false;
  std::string steps = "common";
  std::vector<std::string> no_split;
  bool prints_plan = false;
  bool full_numbering = false;
  bool no_digest = false;
  std::string method = "rcb";
  std::string part_field;  ///< Of --method file:NAME.
  std::string map_file;    ///< The same: a map of --map has the field; empty: the inputs have it.
  std::string map;         ///< --map: a file; empty: none.
  std::string weights;     ///< --weights: a field; empty: none.
  std::string targets;     ///< --targets: as it was given; empty: none.
  std::string plot;        ///< --plan-plot: a file; empty: none.
  partition::Order order = partition::Order::keep;
  int multigrid = 0;
  fileset::MergeRequest merge;
  partition::Request request = {.constraints = {.least = -1}};
  tool::PartOptions parts;
  tool::OutputOptions output;
  tool::RunOptions run;
};

void define(CLI::App& app, Options& options);

/// What CLI11 cannot see; completes the requests. Throws Error{usage}.
void check(Options& options);

/// As --method file:FILE has it.
void use_map(Options& options, const std::string& file);

/// Positive numbers with commas, blanks or ends of lines between them. Throws Error{usage}.
[[nodiscard]] std::vector<double> parse_targets(const std::string& text);

/// The name of the output file of rank `rank` of `partitions`: that of -o with the number, or as SEACAS has
/// it.
[[nodiscard]] std::string output_name(const Options& options, std::int64_t partitions, std::int64_t rank);

/// True if -o has a number pattern, or the style wants a file for each rank.
[[nodiscard]] bool writes_many(const Options& options);

}  // namespace pcgns::repartition
