#include "pcgns/check/judge_set.hpp"

#include <fmt/format.h>

namespace pcgns::check {

void judge_shared(std::int64_t differing, double largest, const std::string& where, Findings& findings) {
  if (differing == 0) return;
  findings.add({.code = "S0501",
                .path = where,
                .expected = "equal values",
                .found = fmt::format("differences up to {:.3g}", largest),
                .count = differing});
}

}  // namespace pcgns::check
