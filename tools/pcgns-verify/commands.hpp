// commands.hpp: the three things that pcgns-verify does.
#pragma once

namespace pcgns::verify {

/// Each is a program of its own: `arguments` begin with the command's word. The exit code, the same on every
/// rank.
int check(int count, char** arguments);
int compare(int count, char** arguments);
int digest(int count, char** arguments);

}  // namespace pcgns::verify
