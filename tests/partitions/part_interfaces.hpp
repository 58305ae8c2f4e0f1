// part_interfaces.hpp: judges the interfaces of the parts of a file set.
#pragma once

#include <string>
#include <vector>

#include "pcgns/pcgnslib.h"
#include "pcgns/restart/partition.hpp"

namespace pcgns::test {

/// Why the library did not do something.
struct Refused {
  std::string why;
};

inline void must(int status) {
  if (status != CG_OK) throw Refused{cg_get_error()};
}

/// What comes across the interfaces of a base must be the same point where a zone was cut, otherwise one that
/// the interfaces of the whole zones pair with it. What this rank finds wrong. @note Collective.
[[nodiscard]] std::vector<std::string> wrong_interfaces(int file, int B, const restart::Partition& parts,
                                                        restart::Entity entity);

}  // namespace pcgns::test
