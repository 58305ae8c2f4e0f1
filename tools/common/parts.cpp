#include "common/parts.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace pcgns::tool {

using fileset::Convention;

const Words<Convention>& conventions() {
  static const Words<Convention> words = {
      {"own", Convention::own},       {"maia", Convention::maia},   {"cassiopee", Convention::cassiopee},
      {"seacas", Convention::seacas}, {"xcore", Convention::xcore}, {"assembly", Convention::assembly_file}};
  return words;
}

namespace {

double distance_of(const std::string& text, std::string_view option) {
  double distance = 0;
  const auto* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, distance);
  if (error == std::errc() && behind == end && std::isfinite(distance) && distance >= 0) return distance;
  throw Error(ErrorKind::usage, fmt::format("{}: '{}' is not a distance (for example 1e-6)", option, text));
}

}  // namespace

void check(PartOptions& options) {
  const auto& assembly = options.request.assembly_path;
  const auto convention = options.request.convention.value_or(Convention::assembly_file);
  if (options.request.convention == Convention::assembly_file && assembly.empty()) {
    throw Error(ErrorKind::usage, "--convention assembly needs --assembly FILE, which describes the pieces");
  }
  if (!assembly.empty() && convention != Convention::assembly_file) {
    throw Error(ErrorKind::usage, fmt::format("--assembly {} and --convention {}: give one of them", assembly,
                                              word_of(convention)));
  }
  if (!options.shared_tolerance.empty())
    options.request.shared_tolerance = distance_of(options.shared_tolerance, "--shared-tolerance");
  if (options.match.empty()) return;
  options.request.match_coordinates = true;
  if (options.match == "true") return;  // CLI11 has it so where no value was given
  options.request.tolerance = distance_of(options.match, "--match-coordinates");
}

std::string word_of(Convention convention) {
  for (const auto& [word, meaning] : conventions()) {
    if (meaning == convention) return word;
  }
  return std::string(fileset::to_string(convention));
}

}  // namespace pcgns::tool
