// real_path.hpp: where an output lies, for the links that lead from it.
#pragma once

#include <string>

#include "pcgns/par/session.hpp"

namespace pcgns::publish {

/// The absolute path of `output` without symbolic links to folders: the file system follows ".." from their
/// targets. The same on every rank. @note Collective.
[[nodiscard]] std::string real_path(par::Session& session, const std::string& output);

}  // namespace pcgns::publish
