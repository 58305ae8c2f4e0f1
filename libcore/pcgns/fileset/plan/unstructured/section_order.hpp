// section_order.hpp: restores the order that the sections of a zone had before partitioning.
#pragma once

#include <string>
#include <vector>

#include "pcgns/cgns/locations.hpp"
#include "pcgns/fileset/plan/structured/box_numbers.hpp"
#include "pcgns/fileset/plan/unstructured/piece_view.hpp"

namespace pcgns::fileset {

using cgns::dimension_of;

/// True if several pieces may have one element of a section of this type: a face between them. MIXED sections
/// may hold such faces beside cells; if two pieces have a cell, its own number tells.
[[nodiscard]] bool may_share_elements(int type, const std::vector<PieceView>& pieces);

/// The sections of one name in all pieces.
struct SectionGroup {
  std::string name;
  int type = 0;
  struct Member {
    int piece = 0;
    const LocalSection* section = nullptr;
  };
  std::vector<Member> members;  ///< By piece, including sections without elements.
  std::int64_t place = -1;      ///< Elements before it in sections of its dimension; -1: unknown.

  /// Its section in `piece`; null if there is none.
  [[nodiscard]] const LocalSection* in_piece(int piece) const;
};

/// Arrays whose first values order sections that no single piece has together: element numbers within the
/// section, and the numbers of the cells or those that Maia stores of all elements of a dimension. Only for
/// zones whose pieces have different sections.
[[nodiscard]] std::vector<int> arrays_to_begin(const cgns::InputSet& inputs, const PieceSet& pieces);

/// The same for sections of cells that other cells precede in every piece: their first element, and its
/// number among the cells.
[[nodiscard]] std::vector<ValueAt> places_to_read(const cgns::InputSet& inputs, const PieceSet& pieces);
/// Sets Original::cells_before from the values that `places_to_read` asks for.
void take_places(const cgns::InputSet& inputs, PieceSet& pieces, const SingleValues& values);

/// Sections of `pieces`, those of `original`, in an order that contradicts no piece. Ties go by
/// Original::sections, or where it does not name them by dimension, cells first unless the pieces show the
/// opposite, then by SectionGroup::place (cgns::Array::first of `arrays_to_begin`, Original::cells_before).
/// Throws Error{input} if sections of one name differ in type. Throws if pieces contradict each other, unless
/// their writer knows nothing of the order in the whole zone: then ties go as above.
[[nodiscard]] std::vector<SectionGroup> section_groups(const cgns::InputSet& inputs, const Original& original,
                                                       const std::vector<PieceView>& pieces);

}  // namespace pcgns::fileset
