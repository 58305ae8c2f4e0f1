// input_names.hpp: expands command-line arguments to input files.
#pragma once

#include <string>
#include <vector>

#include "pcgns/fileset/numbered_set.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::fileset {

/// Expands `words` to files in natural order. A word is a file, "@list" (a text file with one name per line,
/// relative to the current folder), or a printf pattern such as "out_%04d.cgns", matched in its folder.
/// Throws Error{usage} on every rank if a pattern or list is empty, a name is duplicated or, unless
/// `allow_missing`, a numbered set has a gap or duplicate number. One rank reads the folders and broadcasts.
/// @note Collective.
[[nodiscard]] NumberedSet input_names(par::Session& session, const std::vector<std::string>& words,
                                      bool allow_missing);

}  // namespace pcgns::fileset
