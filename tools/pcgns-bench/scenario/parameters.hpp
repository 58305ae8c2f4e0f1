// parameters.hpp: what can be set of the scenarios.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns-bench/scenario/problem.hpp"

namespace pcgns::bench {

/// Zeros and empty lists mean what the preset says.
struct Parameters {
  bool is_published = false;             ///< The problem sizes of the publication; else those of a laptop.
  int ranks = 1;                         ///< That take part.
  std::vector<std::int64_t> sizes = {};  ///< Bytes of one double array, over all zones.
  std::vector<int> zones = {};           ///< Of a rank (c), or of the file (a, e, open).
  int ranks_per_zone = 0;                ///< Of d.
  std::vector<Extents> extents = {};     ///< Of the whole array.
  std::vector<Extents> grids = {};       ///< Ranks along each axis.
  std::int64_t elements = 0;             ///< Of pentahedra.
  std::int64_t bytes_per_rank = 0;       ///< Of dns.
  std::vector<std::int64_t> lists = {};  ///< Of scatter: values per list.
  int parts = 0;                         ///< Input files of merge, output partitions of repartition.
};

}  // namespace pcgns::bench
