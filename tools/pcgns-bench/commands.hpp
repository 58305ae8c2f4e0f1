// commands.hpp: the things that pcgns-bench does.
#pragma once

namespace pcgns::bench {

/// Each is a program of its own: `arguments` begin with the command's word. The exit code, the same on every
/// rank.
int run(int count, char** arguments);
int plot(int count, char** arguments);
int compare(int count, char** arguments);
int tune(int count, char** arguments);
int wisdom(int count, char** arguments);

}  // namespace pcgns::bench
