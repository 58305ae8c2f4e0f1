#include "pcgns-verify/compare_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "common/choice.hpp"
#include "common/help.hpp"
#include "pcgns/assemble/marks.hpp"
#include "pcgns/plan/merge_per_rank.hpp"

namespace pcgns::verify {

namespace {

const tool::Words<Match> matches = {
    {"name", Match::name}, {"ids", Match::ids}, {"coordinates", Match::coordinates}};
const tool::Words<bool> nan_rules = {{"equal", true}, {"different", false}};

constexpr auto footer =
    "A value passes if it is within any tolerance that is given. A NaN equals a NaN, and no number.\n"
    "Exit status: 0 the same, 1 different, 2 could not tell, 3 stopped.\n"
    "Examples:\n"
    "  mpirun -n 8 pcgns-verify compare out_*.cgns --with whole.cgns --subset\n"
    "  pcgns-verify compare new.cgns --with old.cgns --rel 1e-12 --tol 'Turbulent*=rel:1e-6'\n"
    "More: man pcgns-verify";

template <typename Number>
Number number_of(std::string_view text, const std::string& whole) {
  Number number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{} || end != text.data() + text.size() || !(number >= 0))
    throw Error(ErrorKind::usage,
                fmt::format("'{}' is no tolerance: '{}' is no number from 0 on", whole, text));
  return number;
}

void add_limit(std::string_view word, const std::string& whole, kernel::Tolerance& tolerance) {
  const auto colon = word.find(':');
  const auto kind = word.substr(0, colon);
  const auto value = colon == std::string_view::npos ? "" : word.substr(colon + 1);
  if (kind == "abs") {
    tolerance.absolute = number_of<double>(value, whole);
  } else if (kind == "rel") {
    tolerance.relative = number_of<double>(value, whole);
  } else if (kind == "ulp") {
    tolerance.ulps = number_of<std::int64_t>(value, whole);
  } else {
    throw Error(ErrorKind::usage,
                fmt::format("'{}' is not of the form PATTERN=rel:X, abs:X or ulp:N", whole));
  }
}

bool means_nothing(const tree::Node& parent, const tree::Node& node) {
  return assemble::is_mark(parent, node) || node.name == plan::per_rank_name;
}

void define_differences(CLI::App& app, CompareOptions& options) {
  auto* const group = tool::add_group(app, "Differences");
  auto& request = options.request;
  tool::add_choice(*group, "--match", options.match, matches,
                   "name, ids (of sets: the same), or coordinates of points")
      ->type_name("RULE");
  group->add_option("--abs", request.tolerance.absolute, "Reals may differ by so much")
      ->type_name("X")
      ->check(CLI::NonNegativeNumber.description(""));
  group->add_option("--rel", request.tolerance.relative, "Or by this part of the larger one")
      ->type_name("X")
      ->check(CLI::NonNegativeNumber.description(""));
  group->add_option("--ulp", request.tolerance.ulps, "Or by N steps of floating point")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber.description(""));
  group->add_option("--tol", options.tolerances, "Of such nodes: 'Density*=rel:1e-6,abs:1e-9'; repeatable")
      ->type_name("PATTERN=...")
      ->allow_extra_args(false);
  tool::add_choice(*group, "--nan", options.nan_is_equal, nan_rules, "Two NaN are equal or different")
      ->type_name("RULE");
  group->add_option("--only", request.only, "Only nodes like this and below; repeatable")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  group->add_option("--ignore", request.ignore, "No nodes like this nor below; repeatable")
      ->type_name("PATTERN")
      ->allow_extra_args(false);
  group->add_flag("--subset", request.subset, "What only the files after --with have is no difference");
  group->add_option("--max", request.most_samples, "Differing values shown of each node; 0: all")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber.description(""))
      ->capture_default_str();
}

}  // namespace

plan::CompareRequest::Rule parse_tolerance(const std::string& text) {
  const auto equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0)
    throw Error(ErrorKind::usage, fmt::format("'{}' is not of the form PATTERN=rel:X, abs:X or ulp:N", text));
  plan::CompareRequest::Rule rule{.pattern = text.substr(0, equals), .tolerance = {}};
  std::string_view rest = std::string_view(text).substr(equals + 1);
  while (true) {
    const auto comma = rest.find(',');
    add_limit(rest.substr(0, comma), text, rule.tolerance);
    if (comma == std::string_view::npos) return rule;
    rest.remove_prefix(comma + 1);
  }
}

void define(CLI::App& app, CompareOptions& options) {
  app.description("Say whether two meshes are the same, and where they differ.");
  app.formatter(tool::help_page("[mpirun -n N] pcgns-verify compare [OPTIONS] FILE... --with FILE..."));
  app.footer(footer);
  app.add_option("FILE", options.files, "One file, or the files of many ranks")->type_name("")->required();
  auto* const group = tool::add_group(app, "Other side");
  group->add_option("--with", options.others, "What to compare with: a file, or those of many ranks")
      ->type_name("FILE...")
      ->required();
  define_differences(app, options);
  define(app, options.input);
  tool::define(app, options.run);
}

void check(CompareOptions& options) {
  auto& request = options.request;
  request.tolerance.nan_is_equal = options.nan_is_equal;
  for (const auto& text : options.tolerances) {
    request.rules.push_back(parse_tolerance(text));
    request.rules.back().tolerance.nan_is_equal = options.nan_is_equal;
  }
  request.left_out = means_nothing;
}

}  // namespace pcgns::verify
