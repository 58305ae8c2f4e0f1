// file_plan.hpp: the files of a repartitioned mesh, each as a plan of its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/partition/structured.hpp"

namespace pcgns::partition {

struct Request {
  std::int64_t partitions = 0;
  Constraints constraints;
  Style style = Style::maia;
  std::int64_t ghosts = 0;     ///< Layers of cells that a part has beyond a cut, as far as there are some.
  std::string plan = {};       ///< If not empty: a decomposition (saved_plan.hpp), which then counts alone.
  std::string plan_file = {};  ///< That it is from.
};

/// Small arrays (point lists, ranges) whose values cutting needs: indices into Plan::targets of `whole`.
[[nodiscard]] std::vector<int> arrays_to_read(const plan::Plan& whole);

/// The structured zones of `whole` and who gets which part of them. `whole` must outlive it. Throws
/// Error{input} for a zone that cannot be cut, Error{usage} for constraints that cannot be kept.
[[nodiscard]] Mesh mesh_of(const plan::Plan& whole, const Request& request);

/// The file of the ranks (0-based) `ranks`.
[[nodiscard]] plan::Plan file_of_ranks(const plan::Plan& whole, const Mesh& mesh, Range ranks,
                                       plan::Notes& notes);

}  // namespace pcgns::partition
