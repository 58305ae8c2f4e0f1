// real_path.hpp: where a file is, for the links that lead to and from it.
#pragma once

#include <string>

#include "pcgns/par/session.hpp"

namespace pcgns::publish {

/// The absolute path of a file without symbolic links to folders: the file system follows ".." from their
/// targets.
[[nodiscard]] std::string real_path(const std::string& name);

/// The same of `output` on every rank. @note Collective.
[[nodiscard]] std::string real_path(par::Session& session, const std::string& output);

}  // namespace pcgns::publish
