// compare_report.hpp: what pcgns-verify compare says.
#pragma once

#include "common/report.hpp"
#include "pcgns/verify/compare/compare.hpp"

namespace pcgns::tool {

struct CompareOutput {
  int ranks = 1;
  bool tell_notes = false;  ///< In the text; the JSON document always has them.
};

[[nodiscard]] Report report_of(const verify::compare::Report& compared, const CompareOutput& output);

}  // namespace pcgns::tool
