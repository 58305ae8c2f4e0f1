// command.hpp: a program of the file system, run without a shell.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pcgns::storage {

struct CommandResult {
  int status = 0;      ///< What it returned; 128 + the signal that ended it.
  std::string output;  ///< What it printed, errors too.
};

/// Runs `words[0]`, which is looked for in PATH, and waits for it. Nothing if there is no such program.
[[nodiscard]] std::optional<CommandResult> run_command(const std::vector<std::string>& words);

}  // namespace pcgns::storage
