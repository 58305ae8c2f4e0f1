// commands.hpp: what pcgns-verify does.
#pragma once

namespace pcgns::tool {

/// Each is a program of its own: `arguments` begin with the command's word. The exit code, the same on every
/// rank.
int check_files(int count, char** arguments);
int compare_files(int count, char** arguments);
int digest_files(int count, char** arguments);
int show_contents(int count, char** arguments);

}  // namespace pcgns::tool
