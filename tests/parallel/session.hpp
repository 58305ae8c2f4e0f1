// session.hpp: the one MPI session of the test program, and scratch files that all ranks see.
#pragma once

#include <string>

#include "pcgns/par/session.hpp"

namespace pcgns::test {

[[nodiscard]] par::Session& session();

/// How many rounds a random test has: `usual`, times PCGNS_ROUNDS.
[[nodiscard]] unsigned rounds(unsigned usual);

/// A folder of its own for each test, made by rank 0 and removed with the object. @note Collective.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }

 private:
  std::string folder_;
};

}  // namespace pcgns::test
