// ok.hpp: a call of the C interface that must work.
#pragma once

#include "catch.hpp"
#include "pcgns/pcgnslib.h"

namespace pcgns::test {

inline void ok(int status) {
  INFO(cgp_get_error());
  CHECK(status == CG_OK);
}

}  // namespace pcgns::test
