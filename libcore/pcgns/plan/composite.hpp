// composite.hpp: how many source arrays make up one bulk array of the output.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace pcgns::plan {

/// Extents or indices in CGNS order (first index fastest); unused dimensions are 1, or 0 for an index.
using Index3 = std::array<std::int64_t, 3>;

/// A box of a source array that is copied to a box of the target. 0-based.
struct Box {
  int source = 0;  ///< Index into InputSet::arrays.
  int target = 0;  ///< Index into Plan::targets; unused in a Composite.
  Index3 source_extents = {1, 1, 1};
  Index3 source_begin = {};
  Index3 target_extents = {1, 1, 1};
  Index3 target_begin = {};
  Index3 count = {1, 1, 1};  ///< Along the directions of the target.
  /// For each target direction: the source direction (from 1) that it follows; negative: backwards.
  /// `source_begin` is the source index of the first value in the target.
  std::array<int, 3> axes = {1, 2, 3};
  /// The box repeats points of an earlier box. Its values are compared with those, and used only with
  /// SharedPoints::average. Boxes that are not shared cover every value of the target exactly once.
  bool shared = false;
  bool is_ghost = false;  ///< A shared box of a ghost layer: only compared; differences never are an error.

  [[nodiscard]] bool is_straight() const { return axes == std::array{1, 2, 3}; }
};

/// The numbers first, first + 1, ..., first + count - 1.
struct NumberRun {
  std::int64_t first = 1;
  std::int64_t count = 0;
};

/// Maps numbers of one piece to numbers in the whole zone.
/// Section s maps the numbers first, …, first + count - 1 of the piece.
struct Numbering {
  struct Section {
    std::int64_t first = 1;
    std::int64_t count = 0;
    int numbers = -1;         ///< Index into InputSet::arrays of I4 or I8, `count` values; -1: identity.
    std::int64_t offset = 0;  ///< Added to the value of `numbers`, or to the number itself minus `first`.
  };
  std::vector<Section> sections;  ///< Ascending, disjoint.
};

/// Faces whose orientation in a piece is opposite to that in the whole zone.
///
/// Two pieces may each store the faces between them as their own cell sees them: with that cell on the left.
/// The whole zone takes the orientation of the piece whose cell has the lower number. The other piece turns
/// the face: reversed nodes, swapped parents, opposite sign in NFACE_n. A face is turned if two conditions
/// hold: both pieces have their cell on the same side (same column of ParentElements with 0 in the other;
/// without ParentElements, same sign in NFACE_n), and the piece's cell has a higher number in the whole zone
/// than the opposite cell.
struct Turned {
  /// The faces of one piece.
  struct Side {
    int faces = -1;          ///< Index into InputSet::arrays: the face numbers in the piece (PointList).
    std::int64_t first = 1;  ///< Number of the first face in `parents`.
    int parents = -1;        ///< Index into InputSet::arrays: ParentElements, or ParentData.
    int numbering = -1;      ///< Index into Plan::numberings, for the cells in `parents`.
    /// Without `parents`: the piece's NFACE_n. A cell is on the left of the faces that it lists with a plus.
    int cell_faces = -1;          ///< Index into InputSet::arrays: ElementConnectivity.
    int cell_offsets = -1;        ///< Index into InputSet::arrays: where its cells begin.
    bool has_heads = false;       ///< Each cell begins with the number of its faces.
    std::int64_t first_cell = 1;  ///< Number of the first cell.
    std::int64_t cells = 0;
  };
  /// Faces shared with another piece; entry i of `here` is entry i of `there`.
  struct Border {
    Side here;
    Side there;
  };
  std::vector<Border> borders;
};

/// Entities of a source array (points, cells, elements) that move to the positions given by their numbers.
struct Indexed {
  enum class Shape : std::uint8_t {
    fixed,           ///< `width` consecutive values per entity.
    columns,         ///< `width` columns, each as long as its array (ParentElements, ParentData).
    ragged,          ///< NGON_n, NFACE_n, MIXED: `offsets` gives the start of each entity in `source`.
    ragged_offsets,  ///< The target is the ElementStartOffset of the entities that `ragged` moves.
  };
  int source = 0;   ///< Index into InputSet::arrays.
  int target = 0;   ///< Index into Plan::targets; unused in a Composite.
  int numbers = 0;  ///< Index into InputSet::arrays, I4 or I8: one position per entity, from `first_number`.
  std::int64_t first_number = 1;
  std::int64_t begin = 0;  ///< First entity, in `source` and in `numbers`, 0-based.
  std::int64_t count = 0;  ///< Entities.
  int part = 0;            ///< Where several pieces hold a point, the lowest part provides it.
  Shape shape = Shape::fixed;
  int width = 1;
  int numbered_columns = 0;  ///< So many of the columns does `numbering` map; 0: all.
  int ragged = -1;           ///< For the ragged shapes: index into Plan::ragged.
  int offsets = -1;        ///< For the ragged shapes: index into InputSet::arrays, count + 1 values, 0-based.
  int numbering = -1;      ///< Index into Plan::numberings that maps the values themselves; -1: unchanged.
  bool has_heads = false;  ///< Each entity begins with its type or node count, which is not mapped.
  bool is_ghost = false;   ///< Only compared, as Box::is_ghost. @pre `part` is above that of all owners.
  bool may_share = false;  ///< Points: several pieces may hold one. Otherwise a duplicate is an error.
  bool fills_zeros = false;  ///< ParentElements: 0 means unknown in this piece; another piece may know it.
  /// Index into Plan::turned for entities that are faces. Turned faces get their values in reverse order, or
  /// their columns in pairs. -1: none.
  int turned = -1;
  std::int64_t first_face = 1;  ///< With `turned`: the piece's number of the first face of the source.
  /// The same for values that are faces (NFACE_n): turned ones change sign.
  int turned_values = -1;
};

/// Start of each entity of a ragged target. Only every `block`-th is kept; the mover computes the others.
struct Ragged {
  static constexpr std::int64_t block = 65536;
  std::int64_t entities = 0;
  std::int64_t values = 0;           ///< Total of all entities.
  std::vector<std::int64_t> begins;  ///< Of entities 0, block, 2 block, ...; 0-based, in values.
};

/// The sources of a target. Exactly one of the two lists has entries.
struct Composite {
  std::vector<Box> boxes;
  std::vector<Indexed> indexed;
};

/// The sources of arrays without a file (cgns::Array::composite).
struct Composites {
  std::vector<Composite> arrays;
  std::vector<Numbering> numberings;
  std::vector<Ragged> ragged;
  std::vector<Turned> turned;
};

/// Value of a point where the pieces that share it differ.
enum class SharedPoints : std::uint8_t {
  first,    ///< The value of the lowest part.
  average,  ///< The mean for reals, summed in the order of the parts; other types: the first.
  error,
};

/// How far the values of a point may differ between the pieces that share it.
struct SharedLimits {
  /// Largest difference of coordinates. Empty: 8 units in the last place of the zone's largest coordinate.
  std::optional<double> tolerance = {};
  double matched = 0;      ///< This difference is allowed in any case: points were matched within it.
  bool strict = false;     ///< Any difference is an error, of fields too.
  bool is_judged = false;  ///< Coordinates that differ by more are allowed: the caller judges them.
};

}  // namespace pcgns::plan
