// restripe.hpp: one file becomes another one with the same nodes, stored in another way.
#pragma once

#include <string>

#include "pcgns/plan/links.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::plan {

struct RestripeRequest {
  Links links = Links::keep;  ///< As the inputs were read: Links::copy if links were followed.
  Format format = {};
  /// Bulk arrays of fewer bytes become compact. Their values must have come along
  /// (ReadOptions::inline_limit).
  std::int64_t compact_below = 0;
  /// Path of the output file, as MergeRequest::output.
  std::string output = {};
};

/// All nodes of the only tree of `inputs`, in their order, with all that stands beside them.
[[nodiscard]] Plan restripe(const tree::InputSet& inputs, const RestripeRequest& request);

}  // namespace pcgns::plan
