// key_run.hpp: keys in a message that follow one another.
#pragma once

#include <cstdint>

namespace pcgns::move {

/// Counted from the receiver's first one.
struct KeyRun {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

}  // namespace pcgns::move
