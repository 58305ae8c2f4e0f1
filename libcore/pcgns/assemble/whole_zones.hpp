// whole_zones.hpp: what must hold for the zones that are no parts.
#pragma once

#include <vector>

#include "pcgns/assemble/conventions.hpp"

namespace pcgns::assemble {

/// Throws Error{input} if a whole zone has the name of an original, or lacks the marks that others with a
/// name like its own have.
void require_no_collision(const Search& search, const std::vector<Original>& originals,
                          const std::vector<ZoneView>& whole);

/// Throws Error{input} if unstructured zones of one name differ in their extents or those of their arrays:
/// they are parts, and nothing says how they fit together.
void require_equal_sizes(const Search& search, const std::vector<ZoneView>& whole);

/// The structured ones of `whole` that are joined to parts, or marked as belonging to them, each an original
/// with itself as its only part: the joins must lead to whole zones, as those of parts do.
[[nodiscard]] std::vector<Original> joined_to_parts(const Search& search,
                                                    const std::vector<Original>& originals,
                                                    const std::vector<ZoneView>& whole);

}  // namespace pcgns::assemble
