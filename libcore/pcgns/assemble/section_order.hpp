// section_order.hpp: the sections of a zone, in the order that it had them in before it was cut.
#pragma once

#include <string>
#include <vector>

#include "pcgns/assemble/part_view.hpp"

namespace pcgns::assemble {

/// The sections of one name in all parts.
struct SectionGroup {
  std::string name;
  int type = 0;
  struct Member {
    int part = 0;
    const LocalSection* section = nullptr;
  };
  std::vector<Member> members;  ///< By part; sections without elements are among them.
  std::int64_t place = -1;      ///< Elements before it in sections of its dimension; -1: not known.

  /// That of a part; null if it has none.
  [[nodiscard]] const LocalSection* in_part(int part) const;
};

/// The arrays whose first values say in which order sections are that no part has together: the numbers that
/// Maia gives elements within their section, and in all sections of their dimension. Only of zones whose
/// parts have not all the same sections.
[[nodiscard]] std::vector<int> arrays_to_begin(const PartSet& parts);

/// The sections of `parts` in an order that no part contradicts. What the parts leave open goes by dimension,
/// cells first unless the parts show the opposite, then by SectionGroup::place (tree::Array::first of
/// `arrays_to_begin`). Throws Error{input} if sections of one name have different
/// types, or if parts contradict each other.
[[nodiscard]] std::vector<SectionGroup> section_groups(const tree::InputSet& inputs,
                                                       const std::vector<PartView>& parts);

/// Dimension of the elements; that of the cells where the type does not tell.
[[nodiscard]] int dimension_of(int type, int cell_dimension);

}  // namespace pcgns::assemble
