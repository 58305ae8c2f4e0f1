// own_metadata.hpp: reads the metadata that pcgns-repartition stores about the zones of a base.
//
// Every file of such a set has the node /Base/:PCGNS#Partition (UserDefinedData_t). Nodes that several
// files have of it are identical; some only rank 0 has:
//
//   Version             Descriptor_t "2"; "1" if all files have the nodes of all zones, and no NumberOfZones
//   NumberOfPartitions  DataArray_t I4 [1]
//   NumberOfZones       DataArray_t I4 [1]: number of original zones
//   Method              Descriptor_t: partition method, informative
//   Seed                DataArray_t I4 [1]: 0, because methods are deterministic
//   SourceDigest        Descriptor_t: version and 32 digits, digest of the partitioned content
//   (decisions/0008);
//                       only if it was computed
//   <zone>              UserDefinedData_t: rank 0 for every original zone of the base, partitioned or not,
//                       others for those of which they have pieces
//     OriginalName      Descriptor_t: the name of the zone, if another node has it (Seed, ...)
//     Order             DataArray_t I4 [1]: 0-based position among the zones of the base
//     NumberOfParts     DataArray_t I4 [1]: number of pieces; 1 for an unchanged zone
//     Size              DataArray_t: the values of its Zone_t; vertices and cells are those of the pieces
//     SectionOrder      DataArray_t C1 [width, sections]: the sections in the order of their elements, if
//                       there are several
//     NodeOrder         UserDefinedData_t, rank 0 only: DataArray_t C1 [width, children], the names of the
//                       children of the zone (:Zone), its ZoneBC_t and its ZoneGridConnectivity_t
//     Uncut             Uncut_t, rank 0 only, optional: ZoneGridConnectivity_t with the interfaces that no
//                       piece can hold, or without any; ZoneSubRegion_t on interfaces; user data of
//                       the whole zone that are named like metadata of pieces, below Uncut_t named like
//                       the nodes of the zone above them
//
// Pieces have names and metadata in Maia's form (<zone>.P<rank>.N<number>, :CGNS#GlobalNumbering), there with
// UncutArrays (Descriptor_t, a path on each line) where arrays of user data or of nodes with points,
// copied whole, look like cut ones. An unchanged zone may keep its name and have no metadata. Shares of
// particle zones keep it, and have numbers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/fileset/plan/conventions/conventions.hpp"

namespace pcgns::fileset {

struct OwnMetadata {
  std::string version = {};
  std::int64_t partitions = 0;
  std::int64_t zone_count = 0;  ///< Of the base; `zones` lacks those of missing files.
  struct Zone {
    std::int64_t order = 0;
    std::int64_t pieces = 0;
    std::vector<std::int64_t> size = {};     ///< The values of its Zone_t; empty if not recorded.
    std::vector<std::string> sections = {};  ///< In the order of their elements; empty if not recorded.
    std::string file = {};                   ///< The first one that records it.
  };
  std::map<std::string, Zone> zones;
  std::string digest = {};  ///< Empty if unknown.
  std::string file = {};    ///< The first one that has them.
};

/// The metadata of base `base_name`; empty if no file has them. Throws Error{input} if they are incomplete,
/// have another version, or differ between files.
[[nodiscard]] std::optional<OwnMetadata> own_metadata(const cgns::InputSet& inputs,
                                                      std::string_view base_name);

/// The name of the zone that a node of the metadata is about.
[[nodiscard]] std::string zone_in_metadata(const cgns::Node& node);

/// The bases with such metadata in any file.
[[nodiscard]] std::set<std::string> bases_with_own_metadata(const cgns::InputSet& inputs);

/// Throws Error{input} if the metadata of the zone's base record other numbers of vertices and cells than
/// `zone` has, which is whole.
void require_recorded_size(const OwnMetadata& metadata, std::string_view base, const cgns::Node& zone);

/// Sets the order of `originals`. Throws Error{input} if a zone, piece or file that the metadata of any base
/// list is missing; with Request::allow_missing it is noted instead.
void apply_own_metadata(const Search& search, const std::vector<ZoneView>& all_zones,
                        std::vector<Original>& originals);

}  // namespace pcgns::fileset
