// seacas_joins.hpp: the joins that SEACAS makes between the parts of a zone.
#pragma once

#include <string>
#include <vector>

#include "pcgns/assemble/conventions.hpp"
#include "pcgns/assemble/offsets.hpp"

namespace pcgns::assemble {

struct PartitionJoin {
  Equation equation;  ///< Between indices into Original::parts; `from` has the join.
  std::string name;
  std::string below;        ///< "ZoneGridConnectivity/2--3".
  bool is_certain = false;  ///< Not a join of the zone with itself that was there before.
};

/// Whether a join of `zone` has the mark of newer sets ("Decomp").
[[nodiscard]] bool has_marked_joins(const tree::Node& zone);

/// Those between the parts of `original`: with the mark if the set is `marked`, else all between different
/// ranks that turn no axes. Throws Error{input} for ranges that do not fit.
[[nodiscard]] std::vector<PartitionJoin> partition_joins(const Search& search, const Original& original,
                                                         bool marked);

/// Original::order as the names of joins tell it: "<number>--<number>", where number is the zone's number
/// from 1 on, shifted left by the bits of a rank, plus the rank. -1 if they do not.
[[nodiscard]] std::int64_t order_by_joins(const Search& search, const Original& original,
                                          const std::vector<PartitionJoin>& joins);

/// "x.cgns.4.2" is file 2 of 4.
struct FileOfSet {
  std::string stem;  ///< "x.cgns"
  std::int64_t count = 0;
  std::int64_t rank = 0;
};
[[nodiscard]] std::optional<FileOfSet> file_of_set(std::string_view path);

}  // namespace pcgns::assemble
