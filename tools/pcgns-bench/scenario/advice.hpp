// advice.hpp: which engine to use, and what limits it, as far as the times tell.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pcgns::bench {

/// What one engine took.
struct EngineTimes {
  std::string engine;
  std::vector<double> seconds;  ///< All positive.
};

struct Circumstances {
  int aggregators_per_node = 0;  ///< Of the engines that have any; 0: their own choice.
  bool reaches_device = false;   ///< The device must have been reached, not the page cache alone.
};

/// One sentence on how to `what` ("write", "read"): the fastest engine, by how much, and whether the device
/// or the way of the data is the limit. "cannot tell" if the times scatter too much. Empty if no engine that
/// makes CGNS files was measured.
[[nodiscard]] std::string advice(std::string_view what, std::span<const EngineTimes> times,
                                 const Circumstances& circumstances);

}  // namespace pcgns::bench
