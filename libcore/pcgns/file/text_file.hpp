// text_file.hpp: small files of text that users write and read.
#pragma once

#include <functional>
#include <string>

#include "pcgns/par/session.hpp"

namespace pcgns::file {

/// The content of `path`, read by one rank; `what` names it in the message: "the plan". Throws Error{io}.
/// @note Collective.
[[nodiscard]] std::string read_text(par::Session& session, const std::string& path, const std::string& what);

/// Writes what `text` gives, which only rank 0 calls, to `path`. Throws Error{io}. @note Collective.
void write_text(par::Session& session, const std::string& path, const std::string& what,
                const std::function<std::string()>& text);

}  // namespace pcgns::file
