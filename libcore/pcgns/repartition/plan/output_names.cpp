#include "pcgns/repartition/plan/output_names.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "pcgns/base/error.hpp"
#include "pcgns/fileset/numbered_set.hpp"

namespace pcgns::repartition {

namespace {

std::string name_of(const fileset::NumberPattern& pattern, std::int64_t rank) {
  return pattern.zeros ? fmt::format("{}{:0{}}{}", pattern.before, rank, pattern.width, pattern.after)
                       : fmt::format("{}{:{}}{}", pattern.before, rank, pattern.width, pattern.after);
}

/// "out_%04d.cgns" for "out.cgns", "out_*.cgns" and "out_%s.cgns".
std::string pattern_like(const std::string& output) {
  constexpr std::string_view number = "%04d";
  const std::filesystem::path path(output);
  auto name = path.filename().string();
  for (const std::string_view other : {"*", "%s", "%i", "%u"}) {
    const auto at = name.find(other);
    if (at != std::string::npos)
      return (path.parent_path() / name.replace(at, other.size(), number)).string();
  }
  return (path.parent_path() /
          fmt::format("{}_{}{}", path.stem().string(), number, path.extension().string()))
      .string();
}

}  // namespace

std::vector<std::string> output_names(const std::string& output, partition::Style style,
                                      std::int64_t partitions) {
  const auto pattern = fileset::number_pattern(output);
  const bool is_seacas = style == partition::Style::seacas && partitions > 1;
  if (!pattern && !is_seacas) return {output};
  const auto count = std::to_string(partitions);
  std::vector<std::string> names;
  for (std::int64_t rank = 0; rank < partitions; ++rank) {
    names.push_back(pattern ? name_of(*pattern, rank)
                            : fmt::format("{}.{}.{:0{}}", output, count, rank, count.size()));
  }
  return names;
}

std::string name_beyond(const std::string& output, std::int64_t partitions) {
  const auto pattern = fileset::number_pattern(output);
  return pattern ? name_of(*pattern, partitions) : std::string();
}

void require_names(const std::string& output, partition::Style style, std::int64_t parts, bool single_file) {
  const bool is_pattern = fileset::number_pattern(output).has_value();
  const bool is_seacas = style == partition::Style::seacas;
  if (single_file && (is_pattern || is_seacas))
    throw Error(ErrorKind::usage,
                fmt::format("--single-file contradicts {}, which asks for one file per part",
                            is_pattern ? "--output " + output : "--style seacas"));
  if (is_pattern || is_seacas || single_file || parts == 1) return;
  throw Error(
      ErrorKind::usage,
      fmt::format("--output {}: one name for {} parts; name a pattern such as {}, or say --single-file",
                  output, parts, pattern_like(output)));
}

}  // namespace pcgns::repartition
