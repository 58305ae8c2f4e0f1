// content.hpp: whether the parts together have the content that was cut.
#pragma once

#include <string>
#include <vector>

#include "pcgns-repartition/options.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::repartition {

/// Reads the files `paths` as pcgns-merge would. Throws Error{io} on every rank unless the digest of their
/// content is `digest`. @note Collective.
void require_content(par::Session& session, const Options& options, const std::vector<std::string>& paths,
                     const std::string& digest);

}  // namespace pcgns::repartition
