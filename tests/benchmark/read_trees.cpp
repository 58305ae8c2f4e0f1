// read_trees.cpp: read_trees LIST reads the trees of the files that LIST names, and does nothing with them:
// what info_speed.py holds pcgns-verify info against.

#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include "pcgns/file/guard.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/h5/error.hpp"
#include "pcgns/par/session.hpp"

int main(int argc, char** argv) try {
  using namespace pcgns;
  if (argc != 2) return 2;
  std::vector<std::string> names;
  std::ifstream list(argv[1]);
  for (std::string name; std::getline(list, name);) names.push_back(name);
  h5::initialise_for_program();
  file::Guard guard;
  par::Session session({.program = "read_trees"});
  const auto inputs = file::read_trees(session, names, {.guard = &guard});
  std::printf("%zu trees\n", inputs.trees.size());
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "read_trees: error: %s\n", error.what());
  return 2;
}
