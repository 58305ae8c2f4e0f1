// conventions.hpp: recognises pieces of zones by the partition metadata of each writer.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/cgns/node.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/fileset/plan/conventions/detect.hpp"
#include "pcgns/fileset/plan/zone_view.hpp"

namespace pcgns::fileset {

/// Input of every detector.
struct Search {
  const cgns::InputSet& inputs;
  const Request& request;
  Notes& notes;
  const SingleValues& numbers;
};

/// A zone name that identifies a piece, split into its components.
struct PieceName {
  std::string original;
  std::int64_t rank = 0;
};

/// "<zone>.P<rank>.N<i>".
[[nodiscard]] std::optional<PieceName> maia_name(std::string_view zone_name);
/// "<zone>_proc-<rank>", split at the last "_proc-".
[[nodiscard]] std::optional<PieceName> seacas_name(std::string_view zone_name);

/// "<zone>_<rank>". Whole zones may have such names, too.
[[nodiscard]] std::optional<PieceName> xcore_name(std::string_view zone_name);

/// True for a structured zone without points: Maia gives one to a rank that has nothing of an extracted
/// surface.
[[nodiscard]] bool is_empty_piece(const cgns::Node& zone);

/// True if the zone carries the partition metadata of the convention.
[[nodiscard]] bool has_maia_metadata(const cgns::Node& zone);
[[nodiscard]] bool has_cassiopee_metadata(const cgns::Node& zone);
[[nodiscard]] bool has_seacas_metadata(const cgns::Node& zone);
[[nodiscard]] bool has_xcore_metadata(const cgns::Node& zone);

/// The originals of `zones`, all of which must carry the metadata. Throw Error{input} if the metadata are
/// incomplete or contradictory.
[[nodiscard]] std::vector<Original> maia_originals(const Search& search, const std::vector<ZoneView>& zones,
                                                   Convention convention);
[[nodiscard]] std::vector<Original> cassiopee_originals(const Search& search,
                                                        const std::vector<ZoneView>& zones);
[[nodiscard]] std::vector<Original> seacas_originals(const Search& search,
                                                     const std::vector<ZoneView>& zones);
[[nodiscard]] std::vector<Original> xcore_originals(const Search& search, const std::vector<ZoneView>& zones);

/// Originals of zones without metadata that only coordinates can identify as pieces: several files have the
/// name, or the name follows SEACAS. The remaining `zones` go to `others`.
[[nodiscard]] std::vector<Original> originals_to_match(const Search& search,
                                                       const std::vector<ZoneView>& zones,
                                                       std::vector<ZoneView>& others);

/// The rank of a zone in a Cassiopée set ("proc"), partitioned or not; empty if the zone does not record it.
[[nodiscard]] std::optional<std::int64_t> cassiopee_rank(const cgns::InputSet& inputs, const ZoneView& zone);

/// Throws Error{input} if a piece is duplicated or missing, judged by the names of zones, files and interface
/// donors. With Request::allow_missing, missing pieces are noted instead. `zones` are the pieces.
void require_all_pieces(const Search& search, const std::vector<ZoneView>& zones,
                        const std::vector<Original>& originals, Convention convention);

/// Throws an Error{input} about a missing file or whole zone, or notes it where that is allowed.
void report_missing(const Search& search, const std::string& text);
/// The same of a piece of a zone that others have: Request::fill_holes allows it.
void report_hole(const Search& search, const std::string& text);

/// Throws Error{input} if a whole zone has the name of an original: the metadata cannot tell which one is
/// right.
void require_no_namesake(const cgns::InputSet& inputs, const std::vector<Original>& originals);
/// Throws Error{input} if another node of the base, such as a Family_t, has the name of an original.
void require_free_names(const cgns::InputSet& inputs, const std::vector<Original>& originals);

/// Throws Error{input} if a zone in `whole` is named like an XCore piece but lacks the metadata of the
/// others. The name alone proves nothing: "wing_2" is a piece only beside other pieces of "wing".
void require_no_sibling(const Search& search, const std::vector<Original>& originals,
                        const std::vector<ZoneView>& whole);

/// Throws Error{input} if unstructured zones of one name differ in extents or in those of their arrays: they
/// are pieces, but nothing records how to merge them.
void require_equal_sizes(const Search& search, const std::vector<ZoneView>& whole);

/// The unstructured zones in `whole` that have interfaces to pieces, or to others of them, which `whole`
/// loses. Each becomes an original with itself as its only piece, so that its interfaces are mapped to whole
/// zones, too.
[[nodiscard]] std::vector<Original> renumbered_with_pieces(const Search& search,
                                                           const std::vector<Original>& originals,
                                                           std::vector<ZoneView>& whole);

/// The structured zones in `whole` that have interfaces to pieces or metadata that links them to pieces. Each
/// becomes an original with itself as its only piece, so that its interfaces are mapped to whole zones, too.
[[nodiscard]] std::vector<Original> connected_to_pieces(const Search& search,
                                                        const std::vector<Original>& originals,
                                                        const std::vector<ZoneView>& whole);

}  // namespace pcgns::fileset
