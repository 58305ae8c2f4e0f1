// content_check.hpp: whether a file has the content that was planned.
#pragma once

#include <string>

#include "common/output.hpp"

namespace pcgns::tool {

/// The digest of the content of the file `path`: 32 digits, as pcgns-verify digest prints them for it and for
/// the inputs. Throws Error{io} on every rank, naming a node, if the plan has another content.
/// @note Collective.
[[nodiscard]] std::string check_content(par::Session& session, const Planned& planned,
                                        const std::string& path);

}  // namespace pcgns::tool
