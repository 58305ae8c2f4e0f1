// composite.hpp: a bulk array of the output that many arrays make up.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace pcgns::plan {

/// Extents or indices in CGNS order (first index fastest); what an array has not is 1, or 0 for an index.
using Index3 = std::array<std::int64_t, 3>;

/// A box of a source array that becomes a box of the target. 0-based.
struct Box {
  int source = 0;  ///< Index into InputSet::arrays.
  int target = 0;  ///< Index into Plan::targets; of no meaning in a Composite.
  Index3 source_extents = {1, 1, 1};
  Index3 source_begin = {};
  Index3 target_extents = {1, 1, 1};
  Index3 target_begin = {};
  Index3 count = {1, 1, 1};  ///< In the directions of the target.
  /// The direction of the source, from 1, along which each direction of the target runs; negative: backwards.
  /// `source_begin` is what comes first in the target.
  std::array<int, 3> axes = {1, 2, 3};
  /// Points that an earlier box of the target brings too. Their values are compared with those, and used only
  /// with SharedPoints::average. The boxes that do not share bring every value of the target exactly once.
  bool shared = false;

  [[nodiscard]] bool is_straight() const { return axes == std::array{1, 2, 3}; }
};

/// Numbers of one part as the whole zone has them. Section s maps the numbers first, …, first + count - 1 of
/// the part.
struct Numbering {
  struct Section {
    std::int64_t first = 1;
    std::int64_t count = 0;
    int numbers = -1;         ///< Index into InputSet::arrays of I4 or I8, `count` values; -1: as they are.
    std::int64_t offset = 0;  ///< Added to what `numbers` has, or to the number itself minus `first`.
  };
  std::vector<Section> sections;  ///< Ascending, disjoint.
};

/// Faces of a part that the whole zone has the other way round.
///
/// Two parts share the faces between them, and each may store them as its own cell sees them: with that cell
/// on the left. Then the whole zone has such a face as the part stores it whose cell has the lower number;
/// the other part turns it: nodes in reverse order, parents swapped, the other sign in NFACE_n. A face is
/// turned if both parts have their cell on the same side (in the same column of ParentElements, the other one
/// being 0; without ParentElements, with the same sign in NFACE_n) and the number that the cell has in the
/// whole zone is higher than that of the cell opposite.
struct Turned {
  /// A part that has the faces.
  struct Side {
    int faces = -1;  ///< Index into InputSet::arrays: the faces by their numbers in the part (PointList).
    std::int64_t first = 1;  ///< Number of the first face in `parents`.
    int parents = -1;        ///< Index into InputSet::arrays: ParentElements, two columns.
    int numbering = -1;      ///< Index into Plan::numberings: of the cells that `parents` has.
    /// Without `parents`: NFACE_n of the part. Its cell is on the left of a face that it has with a plus.
    int cell_faces = -1;          ///< Index into InputSet::arrays: ElementConnectivity.
    int cell_offsets = -1;        ///< The same: ElementStartOffset.
    std::int64_t first_cell = 1;  ///< Number of the first cell.
    std::int64_t cells = 0;
  };
  /// What another part has too; the i-th of `here` is the i-th of `there`.
  struct Border {
    Side here;
    Side there;
  };
  std::vector<Border> borders;
};

/// Entities of a source array (points, cells, elements) that go where their numbers say.
struct Indexed {
  enum class Shape : std::uint8_t {
    fixed,           ///< `width` values an entity, one after the other.
    columns,         ///< `width` columns, each of the length of its array (ParentElements).
    ragged,          ///< NGON_n, NFACE_n, MIXED: `offsets` says where an entity begins in `source`.
    ragged_offsets,  ///< The target is the ElementStartOffset of the entities that `ragged` moves.
  };
  int source = 0;   ///< Index into InputSet::arrays.
  int target = 0;   ///< Index into Plan::targets; of no meaning in a Composite.
  int numbers = 0;  ///< Index into InputSet::arrays, I4 or I8, one for an entity: where it belongs, from
                    ///< `first_number` on.
  std::int64_t first_number = 1;
  std::int64_t begin = 0;  ///< First entity, in `source` and in `numbers`, 0-based.
  std::int64_t count = 0;  ///< Entities.
  int part = 0;            ///< Where several parts have a point, the lowest brings it.
  Shape shape = Shape::fixed;
  int width = 1;
  int ragged = -1;     ///< For the ragged shapes: index into Plan::ragged.
  int offsets = -1;    ///< For the ragged shapes: index into InputSet::arrays, count + 1 values, 0-based.
  int numbering = -1;  ///< Index into Plan::numberings of the values themselves; -1: they stay as they are.
  bool has_types = false;  ///< MIXED: an entity begins with its type, which is no number.
  bool may_share = false;  ///< Points: several parts may bring one. Otherwise a second one is an error.
  bool fills_zeros =
      false;  ///< ParentElements: the value 0 says that the part does not know; another part may.
  /// Index into Plan::turned: the entities are faces of the part, the first of the source that of
  /// Turned::Side::first; those that are turned come with their values in reverse order. -1: none is.
  int turned = -1;
  /// The same where the values are faces: turned ones change their sign (NFACE_n).
  int turned_values = -1;
};

/// Where the entities of a ragged target begin. Only every 64 Ki-th is kept; a mover finds those between.
struct Ragged {
  static constexpr std::int64_t block = 65536;
  std::int64_t entities = 0;
  std::int64_t values = 0;           ///< Of all entities together.
  std::vector<std::int64_t> begins;  ///< Of the entities 0, block, 2 block, ...; 0-based, in values.
};

/// How a target comes about. Just one of the two lists has entries.
struct Composite {
  std::vector<Box> boxes;
  std::vector<Indexed> indexed;
};

/// What the arrays without a file are made up of (tree::Array::composite).
struct Composites {
  std::vector<Composite> arrays;
  std::vector<Numbering> numberings;
  std::vector<Ragged> ragged;
  std::vector<Turned> turned;
};

/// Which value a point gets where parts that share it differ.
enum class SharedPoints : std::uint8_t {
  first,    ///< That of the lowest part.
  average,  ///< The mean of reals, summed up in the order of the parts; other types: the first.
  error,
};

}  // namespace pcgns::plan
