// input_names.hpp: from the words of a command line to the input files.
#pragma once

#include <string>
#include <vector>

#include "pcgns/par/session.hpp"
#include "pcgns/plan/numbered_set.hpp"

namespace pcgns::file {

/// The files that `words` mean, in natural order: a word is a file, "@list" (a text file with one name a
/// line, relative to the current folder), or a printf pattern such as "out_%04d.cgns", for which its folder
/// is listed. Throws Error{usage} on every rank if a pattern or a list gives nothing, a name comes twice, or,
/// unless `allow_missing`, a numbered set has a gap or a doubled number. One rank looks; the others are told.
/// @note Collective.
[[nodiscard]] plan::NumberedSet input_names(par::Session& session, const std::vector<std::string>& words,
                                            bool allow_missing);

}  // namespace pcgns::file
