// sections.hpp: sections of elements by their numbers.
#pragma once

#include <cstdint>

#include "pcgns/capi/data_calls.hpp"
#include "pcgns/capi/nodes.hpp"

namespace pcgns::capi {

struct Section {
  Spot node;
  std::int64_t type = 0;  ///< ElementType_t.
  std::int64_t boundary = 0;
  std::int64_t first = 1;  ///< Numbers of its elements, inclusive.
  std::int64_t last = 0;

  [[nodiscard]] std::int64_t count() const { return last - first + 1; }
};

[[nodiscard]] Section section_at(Document& document, int B, int Z, int S);

/// Nodes of an element; 0 where elements of the section have different numbers of them.
[[nodiscard]] std::int64_t nodes_of(const Section& section);

/// The nodes of the elements start, …, end of a section whose elements all have the same number of them;
/// nothing for null. Throws Error{usage} for others, and for elements that the section has not.
[[nodiscard]] Transfers elements_box(Document& document, const Section& section, cgsize_t start, cgsize_t end,
                                     const cgsize_t* elements);

/// A section with room for its elements, or with the ones that are given. `connectivity`: values of
/// ElementConnectivity. Gives its number.
struct NewSection {
  const char* name = nullptr;
  CGNS_ENUMT(ElementType_t) type = CGNS_ENUMV(ElementTypeNull);
  cgsize_t start = 1;
  cgsize_t end = 0;
  int boundary = 0;
};
[[nodiscard]] int put_section(Document& document, const Spot& zone, const NewSection& section,
                              std::int64_t connectivity, const cgsize_t* elements, const cgsize_t* offsets);

/// True for MIXED, NGON_n and NFACE_n.
[[nodiscard]] bool has_offsets(std::int64_t type);

}  // namespace pcgns::capi
