// wording.hpp: errors for callers of functions, who do not have the options of the programs.
#pragma once

#include <string>

namespace pcgns::capi {

/// `text` with hints and arguments in place of options such as --assembly. Advice that only an option of a
/// program could follow is left out.
[[nodiscard]] std::string without_options(const std::string& text);

}  // namespace pcgns::capi
