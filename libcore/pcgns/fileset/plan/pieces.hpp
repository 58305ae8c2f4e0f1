// parts.hpp: which input zones are pieces of which original zone, and where each piece lies.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/base/range.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/fileset/request.hpp"
#include "pcgns/plan/notes.hpp"

namespace pcgns::fileset {

using plan::Index3;
using plan::Notes;

/// An input zone that is a piece of an original zone.
struct Piece {
  int file = 0;  ///< Index into InputSet::files.
  const cgns::Node* base = nullptr;
  const cgns::Node* zone = nullptr;
  std::int64_t rank = 0;  ///< Rank that wrote it, if known; else the number of the file.
  /// Structured: cells of the original zone in this piece, without ghosts; 0-based, half-open. {0, 1} in
  /// directions beyond the zone's dimension.
  std::array<Range, 3> cells = {Range{0, 1}, Range{0, 1}, Range{0, 1}};
  /// Structured: ghost layers at imin, imax, jmin, jmax, kmin, kmax, beyond `cells`. Zone_t extents and all
  /// point ranges of the piece include them.
  std::array<std::int64_t, 6> ghosts = {};
  /// Structured: Rind planes of the piece at these sides that the original zone does not have; 0 where it has
  /// them.
  std::array<std::int64_t, 6> interface_ghosts = {};
  /// A node of the zone that the whole zone does not have.
  struct NumberNode {
    std::string path;                     ///< Below the zone.
    std::optional<cgns::Node> node = {};  ///< Nothing if the zone does not have it.
  };
  /// Unstructured, from an assembly file: the global numbers. Keys: "Vertex", "Cell", or the path below the
  /// zone of an Elements_t or BC_t ("Hexa", "ZoneBC/Wall"). Empty: the convention's paths.
  std::map<std::string, NumberNode> number_nodes = {};
  /// Unstructured, from an assembly file: totals of the whole zone, with the same keys. Without an entry, the
  /// largest number found is the total.
  std::map<std::string, std::int64_t> totals = {};
  /// From an assembly file: paths below the zone of partition metadata, which the whole zone does not have.
  std::vector<std::string> metadata_nodes = {};
  /// From an assembly file: paths below the zone of nodes that are not carried over.
  std::vector<std::string> dropped_nodes = {};
  /// Unstructured, matched by coordinates or global numbers: surface elements of a section that another piece
  /// has, too. Entry i of one array matches entry i of the other; both hold local numbers.
  struct SharedFaces {
    std::string section;  ///< Name of the section.
    int piece = 0;        ///< The other piece: index into Original::pieces.
    int here = -1;        ///< Index into InputSet::arrays.
    int there = -1;
  };
  std::vector<SharedFaces> shared_faces = {};
  std::int64_t first_number = 1;  ///< Base of the numbers at `number_nodes`: 1 or 0.
};

/// True for an array of the piece's zone that its writer, pcgns-repartition, copied as it was
/// (uncut_arrays_node).
[[nodiscard]] bool is_uncut(const Piece& piece, const cgns::Node& array);

/// True for an interface whose sides are apart by a motion: it is not one between pieces.
[[nodiscard]] bool is_periodic(const cgns::Node& interface);

/// A zone as it was before partitioning.
struct Original {
  std::string base;  ///< Name of the base.
  std::string name;
  Convention convention = Convention::whole;
  std::string evidence;  ///< One sentence for --explain.
  bool structured = true;
  int dimension = 3;  ///< IndexDimension; 1 for unstructured zones.
  std::array<std::int64_t, 3> cells = {1, 1,
                                       1};  ///< Structured: cells in each direction; 1 beyond `dimension`.
  std::int64_t boundary_vertices = 0;       ///< Unstructured: VertexSizeBoundary, which no piece has.
  std::array<std::int64_t, 3> boundary_sizes = {};  ///< Structured: the same in each direction.
  std::vector<std::string> sections = {};           ///< Unstructured: their order, if it is recorded.
  /// Unstructured: by section of cells, the number of cells in sections before it, where a piece tells.
  std::map<std::string, std::int64_t> cells_before = {};
  bool faces_are_matched = false;  ///< Unstructured: Piece::shared_faces has all.
  std::int64_t order = -1;         ///< 0-based position among the zones of the base; -1 if unknown.
  std::vector<Piece> pieces;       ///< By priority: where pieces share points, the first one
                                   ///< supplies the values.

  [[nodiscard]] const Piece& piece(int index) const { return pieces[static_cast<std::size_t>(index)]; }
  /// "/Base/Zone".
  [[nodiscard]] std::string path() const { return cgns::join("/" + base, name); }
};

/// True for writers that give all pieces with a face its vertices in the order of the whole zone. Others may
/// store a face as the cell of the piece sees it.
[[nodiscard]] inline bool keeps_faces(Convention convention) {
  return convention == Convention::own || convention == Convention::xcore;
}

class PieceIndex;

struct PieceId {
  int original = -1;  ///< Index into PieceSet::originals; -1: not a piece.
  int piece = -1;     ///< Index into Original::pieces.
};

/// All zones recognised as pieces; every other zone is whole. Points into the trees of the inputs.
struct PieceSet {
  std::vector<Original> originals;  ///< In order of first occurrence.

  [[nodiscard]] const Original& original(int at) const { return originals[static_cast<std::size_t>(at)]; }
  [[nodiscard]] const Piece& piece(PieceId id) const { return original(id.original).piece(id.piece); }

  /// The piece `zone`.
  [[nodiscard]] PieceId find(const cgns::Node* zone) const;
  /// The piece `zone_name` in base `base_name`, as an interface in file `file` names it: first in
  /// the same file, then in any. A name may be "Base/Zone".
  [[nodiscard]] PieceId find(int file, std::string_view base_name, std::string_view zone_name) const;

  /// Built by the first look-up, and again if `originals` is replaced. Reset it after changing a piece in
  /// place.
  mutable std::shared_ptr<const PieceIndex> index = {};
};

/// Removes Piece::dropped_nodes from the trees of `inputs`, which the pieces point into, and notes how many.
void drop_nodes(cgns::InputSet& inputs, const PieceSet& pieces, Notes& notes);
/// Removes Piece::number_nodes and Piece::metadata_nodes from them.
void drop_metadata(cgns::InputSet& inputs, const PieceSet& pieces);
/// Gives the boundary conditions of XCore, which lists faces but does not say so, their GridLocation.
void state_locations(cgns::InputSet& inputs, const PieceSet& pieces, Notes& notes);
/// Gives ranges, lists and Transform of planes and lines the extents of the standard: Cassiopée writes three
/// indices in all zones.
void drop_extra_indices(cgns::InputSet& inputs, const PieceSet& pieces, Notes& notes);

/// Names of all zones of base `base_name`, originals and whole zones, each once. Uses the recorded order
/// (Original::order, own metadata) if there is one, else an order that agrees with every file. Ties go by
/// name ("blk-2" before "blk-10").
[[nodiscard]] std::vector<std::string> zone_order(const cgns::InputSet& inputs, const PieceSet& pieces,
                                                  std::string_view base_name);

}  // namespace pcgns::fileset
