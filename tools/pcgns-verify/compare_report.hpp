// compare_report.hpp: what pcgns-verify compare says.
#pragma once

#include <string>

#include "common/report.hpp"
#include "pcgns/verify/compare/compare.hpp"

namespace pcgns::tool {

/// What the report says of the run beside its result.
struct ComparedSides {
  std::string a;  ///< Names for people.
  std::string b;
  std::vector<std::string> files_a;
  std::vector<std::string> files_b;
  int ranks = 1;
  bool subset = false;
  bool tell_notes = false;  ///< In the text; the JSON document always has them.
};

[[nodiscard]] Report report_of(const verify::compare::CompareResult& result, const ComparedSides& sides);

}  // namespace pcgns::tool
