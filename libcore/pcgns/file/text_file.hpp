// text_file.hpp: small files of text that users write.
#pragma once

#include <string>

#include "pcgns/par/session.hpp"

namespace pcgns::file {

/// The content of `path`, read by one rank; `what` names it in the message: "the plan". Throws Error{io}.
/// @note Collective.
[[nodiscard]] std::string read_text(par::Session& session, const std::string& path, const std::string& what);

}  // namespace pcgns::file
