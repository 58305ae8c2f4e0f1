// one_meaning.hpp: what files of several CGNS versions must not have in one file.
#pragma once

#include "pcgns/fileset/plan/unite/job.hpp"

namespace pcgns::fileset {

/// Throws Error{input} if something in `file` would mean something else in a file of the version of `newest`,
/// which that of all is.
void require_one_meaning(const MergeJob& job, const Source& file, const Source& newest);

}  // namespace pcgns::fileset
