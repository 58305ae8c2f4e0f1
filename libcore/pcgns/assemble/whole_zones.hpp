// whole_zones.hpp: what must hold for the zones that are no parts.
#pragma once

#include <vector>

#include "pcgns/assemble/conventions.hpp"

namespace pcgns::assemble {

/// Throws Error{input} if a zone that is no part has the name of an original: nothing says which is right.
void require_no_namesake(const tree::InputSet& inputs, const std::vector<Original>& originals);

/// Throws Error{input} if one of `whole` is named as a part of XCore, but lacks the marks that others have.
/// Such a name alone does not tell a part: "wing_2" is one only beside others of "wing".
void require_no_sibling(const Search& search, const std::vector<Original>& originals,
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
