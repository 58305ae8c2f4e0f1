// seacas_interfaces.hpp: recognises the interfaces that SEACAS creates between the pieces of a zone.
#pragma once

#include <string>
#include <vector>

#include "pcgns/fileset/plan/conventions/conventions.hpp"
#include "pcgns/fileset/plan/structured/offsets.hpp"

namespace pcgns::fileset {

struct PartitionInterface {
  Equation equation;  ///< Between indices into Original::pieces; `from` holds the interface.
  std::string name;
  std::string below;        ///< "ZoneGridConnectivity/2--3".
  bool is_certain = false;  ///< Known to be between pieces: annotated, or with a generated name.
};

/// True if an interface of `zone` has the annotation of newer sets ("Decomp").
[[nodiscard]] bool has_annotated_interfaces(const cgns::Node& zone);

/// Interfaces between the pieces of `original`: the annotated ones if the set is `marked`, else all between
/// different ranks that do not permute axes. Throws Error{input} for invalid ranges.
[[nodiscard]] std::vector<PartitionInterface> partition_interfaces(const Search& search,
                                                                   const Original& original, bool annotated);

/// Original::order from interface names "<number>--<number>". Each number is the 1-based zone number, shifted
/// left by the bits of a rank, plus the rank. -1 if the names do not have this form.
[[nodiscard]] std::int64_t order_by_interfaces(const Search& search, const Original& original,
                                               const std::vector<PartitionInterface>& interfaces);

/// "x.cgns.4.2" is file 2 of 4.
struct FileOfSet {
  std::string stem;  ///< "x.cgns"
  std::int64_t count = 0;
  std::int64_t rank = 0;
};
[[nodiscard]] std::optional<FileOfSet> file_of_set(std::string_view path);

}  // namespace pcgns::fileset
