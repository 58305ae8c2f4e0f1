// own_marks.hpp: what pcgns-repartition notes of the zones of a base before it cuts them.
//
// Every file of such a set has the node /Base/:PCGNS#Partition (UserDefinedData_t), the same in all files but
// for what is in that of rank 0:
//
//   Version             Descriptor_t "1"
//   NumberOfPartitions  DataArray_t I4 [1]
//   Method              Descriptor_t: how the cells were chosen; for people
//   Seed                DataArray_t I4 [1]: 0, as nothing is left to chance
//   SourceDigest        Descriptor_t: 32 digits, the digest of the content that was cut (decisions/0008);
//                       only if that was read for it
//   <zone>              UserDefinedData_t, for every zone of the base before, cut or not
//     Order             DataArray_t I4 [1]: its place among the zones of the base, from 0
//     NumberOfParts     DataArray_t I4 [1]: how many zones it was cut into; 1 for one that is as it was
//     Size              DataArray_t: the values of its Zone_t; for people
//     NodeOrder         UserDefinedData_t, in the file of rank 0 alone: DataArray_t C1 [width, children], the
//                       names of the children of the zone (:Zone), and of those of its ZoneBC_t and
//                       ZoneGridConnectivity_t
//     Uncut             Uncut_t, there too, if there are such: a ZoneGridConnectivity_t with the joins that
//     no
//                       part can have
//
// The parts themselves have names and marks as Maia writes them (<zone>.P<rank>.N<number>,
// :CGNS#GlobalNumbering); a zone that is as it was may keep its name and have no marks.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "pcgns/assemble/conventions.hpp"

namespace pcgns::assemble {

inline constexpr std::string_view own_marks_name = ":PCGNS#Partition";
inline constexpr std::string_view source_digest_name = "SourceDigest";
inline constexpr std::string_view uncut_name = "Uncut";
inline constexpr std::string_view node_order_name = "NodeOrder";
inline constexpr std::string_view order_of_zone_name = ":Zone";

struct OwnMarks {
  std::int64_t partitions = 0;
  struct Zone {
    std::int64_t order = 0;
    std::int64_t parts = 0;
  };
  std::map<std::string, Zone> zones;
  std::string digest = {};  ///< Empty if it is not known.
};

/// Of the base `base_name`; nothing if no file has them. Throws Error{input} if they are incomplete, of
/// another version, or not the same in all files.
[[nodiscard]] std::optional<OwnMarks> own_marks(const tree::InputSet& inputs, std::string_view base_name);

/// The digest that all bases note of what was cut; empty if there is a base that does not, or another one.
/// Throws as own_marks does.
[[nodiscard]] std::string source_digest(const tree::InputSet& inputs);

/// The bases that have such marks in any file.
[[nodiscard]] std::set<std::string> bases_with_own_marks(const tree::InputSet& inputs);

/// Gives `originals` their order, and throws Error{input} unless all zones and parts that the marks of any
/// base count are there. With Request::allow_missing, what is missing is noted.
void apply_own_marks(const Search& search, const std::vector<ZoneView>& all_zones,
                     std::vector<Original>& originals);

}  // namespace pcgns::assemble
