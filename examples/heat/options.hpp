// options.hpp: what the user asks for.
#pragma once

#include <string>
#include <vector>

#include "array.hpp"
#include "form.hpp"

namespace heat {

extern const char* const usage;

struct Options {
  Index3 zones{2, 2, 2};
  Index3 cells{16, 12, 12};  ///< Of one zone.
  int steps = 100;
  int write_every = 25;
  Form form = Form::zones;
  std::string out = "heat";
  std::vector<std::string> restart;
  bool help = false;
};

/// Throws Failure, the same on every rank, if the words make no sense.
Options parse(const std::vector<std::string>& words);

}  // namespace heat
