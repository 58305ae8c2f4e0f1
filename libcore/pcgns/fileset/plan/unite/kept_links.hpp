// kept_links.hpp: a selection of what links that are kept lead to is refused: the output would have all of
// it.
#pragma once

#include <string>

#include "pcgns/fileset/plan/unite/base.hpp"

namespace pcgns::fileset {

/// Throws Error{input} if `base`, at `path`, is a link to a base of which the request leaves something out.
void require_base_kept(const MergeJob& job, const Source& base, const std::string& path);

/// The same for a zone of `sources` and the solutions in it. `left_out`: of `whole`, which the zone is.
void require_zone_kept(const BaseJob& base, const Sources& sources, const Source& whole,
                       const std::string& path, const LeftOut& left_out);

}  // namespace pcgns::fileset
