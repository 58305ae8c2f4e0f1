// help.hpp: --help on one screen.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

namespace pcgns::tool {

/// `usage`: what follows "Usage: ".
[[nodiscard]] std::shared_ptr<CLI::FormatterBase> help_page(const std::string& usage);

}  // namespace pcgns::tool
