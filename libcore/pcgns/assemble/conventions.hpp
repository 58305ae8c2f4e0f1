// conventions.hpp: the marks of each writer, and the parts that they tell of.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/assemble/detect.hpp"
#include "pcgns/assemble/zone_view.hpp"

namespace pcgns::assemble {

/// What all detectors are given.
struct Search {
  const tree::InputSet& inputs;
  const Request& request;
  plan::Notes& notes;
};

inline constexpr std::string_view numbering_name = ":CGNS#GlobalNumbering";
/// Below that, beside a list of points: the place of each in the list of the whole zone, from 1.
inline constexpr std::string_view index_name = "Index";
/// UserDefinedData_t of a part: whose its ghosts are.
inline constexpr std::string_view ghosts_name = ":PCGNS#Ghosts";
/// Among the marks of a list that pcgns-repartition made of a range: that range (IndexRange_t) of the whole
/// zone.
inline constexpr std::string_view range_mark = "PointRange";
/// Planes at each side of a part of a structured zone, where that is a side of the zone, that are no Rind of
/// the zone but what zones that are joined have there: of all its containers that have Rind at this side.
inline constexpr std::string_view join_ghosts_mark = "JoinGhosts";
/// Descriptor_t below that: the name of the zone, where the part's has no room for it.
inline constexpr std::string_view original_name_mark = "OriginalName";
/// Descriptor_t beside it: the rank, from 0.
inline constexpr std::string_view rank_mark = "Rank";

/// A zone name that says whose part it is, taken apart.
struct PartName {
  std::string original;
  std::int64_t rank = 0;
};

/// "<zone>.P<rank>.N<i>".
[[nodiscard]] std::optional<PartName> maia_name(std::string_view zone_name);
/// "<zone>_proc-<rank>": only the last "_proc-" counts.
[[nodiscard]] std::optional<PartName> seacas_name(std::string_view zone_name);

/// "<zone>_<rank>". Whole zones may have such a name, too.
[[nodiscard]] std::optional<PartName> xcore_name(std::string_view zone_name);

/// Whether a zone carries the marks of a convention.
[[nodiscard]] bool has_maia_marks(const tree::Node& zone);
[[nodiscard]] bool has_cassiopee_marks(const tree::Node& zone);
[[nodiscard]] bool has_seacas_marks(const tree::Node& zone);
[[nodiscard]] bool has_xcore_marks(const tree::Node& zone);

/// The originals of `zones`, all of which carry the marks. Throw Error{input} for marks that are incomplete
/// or contradict each other.
[[nodiscard]] std::vector<Original> maia_originals(const Search& search, const std::vector<ZoneView>& zones,
                                                   Convention convention);
[[nodiscard]] std::vector<Original> cassiopee_originals(const Search& search,
                                                        const std::vector<ZoneView>& zones);
[[nodiscard]] std::vector<Original> seacas_originals(const Search& search,
                                                     const std::vector<ZoneView>& zones);
[[nodiscard]] std::vector<Original> xcore_originals(const Search& search, const std::vector<ZoneView>& zones);

/// The zones without marks that are parts if coordinates say so: of one name in several files, or named as
/// those of SEACAS. What is left over of `zones` goes to `others`.
[[nodiscard]] std::vector<Original> originals_to_match(const Search& search,
                                                       const std::vector<ZoneView>& zones,
                                                       std::vector<ZoneView>& others);

/// The process of a zone in a set of Cassiopée ("proc"), cut or not; nothing if the zone does not say.
[[nodiscard]] std::optional<std::int64_t> cassiopee_rank(const tree::InputSet& inputs, const ZoneView& zone);

/// Throws Error{input} if a part is there twice or is missing, as far as names tell: of zones, of files, of
/// the donors of joins. With Request::allow_missing, what is missing is noted.
/// `zones` are those that are parts.
void require_all_parts(const Search& search, const std::vector<ZoneView>& zones,
                       const std::vector<Original>& originals, Convention convention);

/// An Error{input} about something that is missing, or a note of it if that is allowed.
void report_missing(const Search& search, const std::string& text);

}  // namespace pcgns::assemble
