// elements.hpp: a zone as an unstructured one: its Elements_t, the conditions on them, and their global ids.
#pragma once

#include "cgns_file.hpp"
#include "zone.hpp"

namespace heat {

/// Writes the cells of a zone as section Hexa; for each side where the grid ends a section of its faces, and
/// a BC_t that lists them.
void write_elements(const CgnsFile& file, int base, int index, const Layout& layout, const Zone& zone);

/// Writes the numbers that the points, the cells and the faces of those sections have in the whole grid, and
/// how many points and cells that has.
void write_global_ids(const CgnsFile& file, int base, int index, const Layout& layout, const Zone& zone);

}  // namespace heat
