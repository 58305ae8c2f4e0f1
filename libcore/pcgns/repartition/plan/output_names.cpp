#include "pcgns/repartition/plan/output_names.hpp"

#include <fmt/format.h>

#include "pcgns/fileset/numbered_set.hpp"

namespace pcgns::repartition {

std::vector<std::string> output_names(const std::string& output, partition::Style style,
                                      std::int64_t partitions) {
  const auto pattern = fileset::number_pattern(output);
  const bool is_seacas = style == partition::Style::seacas && partitions > 1;
  if (!pattern && !is_seacas) return {output};
  const auto count = std::to_string(partitions);
  std::vector<std::string> names;
  for (std::int64_t rank = 0; rank < partitions; ++rank) {
    if (!pattern) {
      names.push_back(fmt::format("{}.{}.{:0{}}", output, count, rank, count.size()));
    } else if (pattern->zeros) {
      names.push_back(fmt::format("{}{:0{}}{}", pattern->before, rank, pattern->width, pattern->after));
    } else {
      names.push_back(fmt::format("{}{:{}}{}", pattern->before, rank, pattern->width, pattern->after));
    }
  }
  return names;
}

}  // namespace pcgns::repartition
