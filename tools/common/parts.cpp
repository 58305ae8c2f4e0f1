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

void check(PartOptions& options) {
  if (options.request.convention == Convention::assembly_file && options.request.assembly_path.empty()) {
    throw Error(ErrorKind::usage, "--convention assembly needs --assembly FILE, which describes the pieces");
  }
  if (options.match.empty()) return;
  options.request.match_coordinates = true;
  if (options.match == "true") return;  // CLI11 has it so where no value was given
  const auto* const begin = options.match.data();
  const auto* const end = begin + options.match.size();
  const auto [behind, error] = std::from_chars(begin, end, options.request.tolerance);
  if (error != std::errc() || behind != end || !std::isfinite(options.request.tolerance) ||
      options.request.tolerance < 0) {
    throw Error(ErrorKind::usage,
                fmt::format("--match-coordinates: '{}' is not a distance (for example 1e-6)", options.match));
  }
}

std::string word_of(Convention convention) {
  for (const auto& [word, meaning] : conventions()) {
    if (meaning == convention) return word;
  }
  return std::string(fileset::to_string(convention));
}

}  // namespace pcgns::tool
