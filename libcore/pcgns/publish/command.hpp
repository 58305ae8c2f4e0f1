// command.hpp: runs a file-system tool without a shell.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pcgns::publish {

struct CommandResult {
  int status = 0;      ///< Exit code; 128 + signal number if killed.
  std::string output;  ///< stdout and stderr.
};

/// Runs `words[0]` from PATH and waits for it. Empty if the program does not exist.
[[nodiscard]] std::optional<CommandResult> run_command(const std::vector<std::string>& words);

}  // namespace pcgns::publish
