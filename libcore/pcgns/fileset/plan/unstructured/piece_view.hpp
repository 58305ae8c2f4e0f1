// piece_view.hpp: a validated view of an unstructured piece and its global numbers.
//
// The only place that knows where writers store the numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/plan/conventions/conventions.hpp"
#include "pcgns/fileset/plan/pieces.hpp"

namespace pcgns::fileset {

using cgns::is_interface;

/// Global numbers of a piece's entities, in local order.
struct Numbers {
  int array = -1;          ///< Index into InputSet::arrays, I4 or I8; -1: the piece has none.
  std::int64_t count = 0;  ///< Values of the array.
  std::int64_t first = 1;  ///< Global number of the zone's first entity.
  std::string path = {};   ///< Path of the node, for messages.

  [[nodiscard]] bool exist() const { return array >= 0; }
};

/// Elements of an Elements_t node that belong to the piece, without those of its Rind_t.
struct LocalSection {
  const cgns::Node* node = nullptr;
  int type = 0;            ///< ElementType_t.
  std::int64_t first = 1;  ///< Begin of ElementRange.
  std::int64_t count = 0;
  std::int64_t ghosts = 0;  ///< Ghost elements after those of the piece.
  /// Ragged: index into InputSet::arrays of where the elements begin in the connectivity, which may have
  /// either form; -1 if that is unknown.
  int starts = -1;
  Numbers numbers;  ///< 1-based within the section of this name.

  [[nodiscard]] bool is_ragged() const { return cgns::is_ragged(type); }
  /// The form before CGNS 4: node counts are in the connectivity.
  [[nodiscard]] bool is_old() const { return is_ragged() && node->child("ElementStartOffset") == nullptr; }
  /// Each element begins with its type or node count.
  [[nodiscard]] bool has_heads() const { return type == cgns::element_type::mixed || is_old(); }
};

/// An unstructured part.
struct PieceView {
  const Piece* piece = nullptr;
  int index = 0;           ///< Index into Original::pieces.
  std::string path = {};   ///< Path in its file: "/Base/Zone.P0.N0".
  int cell_dimension = 3;  ///< Cell dimension of the base; after `views_of`, that of the zone's actual cells.
  std::int64_t vertices = 0;
  std::int64_t cells = 0;
  Numbers vertex_numbers = {};
  Numbers cell_numbers = {};
  std::vector<LocalSection> sections = {};  ///< In order of ElementRange.

  [[nodiscard]] Error error(const cgns::InputSet& inputs, std::string_view node, std::string_view why) const;
};

/// Throws Error{input} for an invalid Zone_t, Elements_t or global numbering.
[[nodiscard]] PieceView view_of(const cgns::InputSet& inputs, const Original& original, int piece);
[[nodiscard]] std::vector<PieceView> views_of(const cgns::InputSet& inputs, const Original& original);

/// Positions in the whole zone's list of the points in `list` (a node with a PointList, at `path`).
[[nodiscard]] Numbers numbers_of_points(const cgns::InputSet& inputs, const PieceView& view,
                                        const cgns::Node& list, const std::string& path);

/// PointList of a node, or ElementList of old files; null if there is none.
[[nodiscard]] const cgns::Node* point_list(const cgns::Node& node);

/// PointRange of a node, the only range of holes, or ElementRange of old files; null if there is none.
[[nodiscard]] const cgns::Node* point_range(const cgns::Node& node);

/// LocalSection::starts of a ragged section. Throws Error{input} if they are unknown.
[[nodiscard]] int required_starts(const cgns::InputSet& inputs, const PieceView& view,
                                  const LocalSection& section);

/// The section whose elements in this piece are exactly those of the BC_t; null if there is none.
[[nodiscard]] const LocalSection* section_in_range(const PieceView& view, const cgns::Node& bc);

/// Number of points in a PointList: its last extent.
[[nodiscard]] std::int64_t points_of(const cgns::Node& point_list);

/// Values of a small integer array; empty if `node` is null or anything else.
[[nodiscard]] std::vector<std::int64_t> small_integers(const cgns::Node* node);

/// True for an interface that partitioning created. Throws Error{input} if that cannot be determined.
[[nodiscard]] bool is_partition_interface(const cgns::InputSet& inputs, const PieceSet& pieces,
                                          const PieceView& view, const cgns::Node& interface,
                                          const std::string& path);

/// True for an interface whose donor is named like a piece of Maia or pcgns-repartition, and is no zone of
/// the inputs.
[[nodiscard]] bool leads_to_missing_piece(const cgns::InputSet& inputs, const PieceView& view,
                                          const cgns::Node& interface);

/// Name in the whole zone ("match") of an interface ("match.2") of `piece`, one of `original`.
[[nodiscard]] std::string original_name(const PieceSet& pieces, const Original& original, const Piece& piece,
                                        const cgns::Node& interface);

/// The name in the whole zone of a node directly in `piece`, one of `original`. A ZoneSubRegion_t on an
/// interface has as many pieces as the interface: "Region.2" is on "match.2".
[[nodiscard]] std::string name_in_whole(const PieceSet& pieces, const Original& original, const Piece& piece,
                                        const cgns::Node& node);

/// "match" for "match.2"; other names unchanged.
[[nodiscard]] std::string without_piece_number(std::string_view name);

}  // namespace pcgns::fileset
