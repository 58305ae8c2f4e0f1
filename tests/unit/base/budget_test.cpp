#include "pcgns/base/budget.hpp"

#include "catch.hpp"
#include "pcgns/base/error.hpp"

using namespace pcgns;

TEST_CASE("a budget is carved into portions, and a buffer is no larger than it has use for") {
  const Budget memory = 64 * mebi;
  CHECK(memory.share(4).bytes() == 16 * mebi);
  CHECK(memory.buffer(4, 8 * mebi) == 8 * mebi);
  CHECK(memory.buffer(32, 8 * mebi) == 2 * mebi);
  CHECK(Budget(1).buffer(4, 8 * mebi) == 1);
  CHECK(Budget().bytes() == 256 * mebi);
}

TEST_CASE("what is set aside leaves at least half of a budget") {
  CHECK(Budget(64 * mebi).without(16 * mebi).bytes() == 48 * mebi);
  CHECK(Budget(mebi).without(16 * mebi).bytes() == mebi / 2);
}

TEST_CASE("more ranks need a larger budget, as exchanges keep a page for each") {
  CHECK(Budget::least(1) == mebi);
  CHECK(Budget::least(64) == mebi);
  CHECK(Budget::least(10'000) > 100 * mebi);
  CHECK(Budget::least(10'000) < Budget::usual);
}

TEST_CASE("what does not fit names the smallest budget that is enough") {
  const Budget memory = 256 * mebi;
  CHECK_NOTHROW(memory.require("a chunk", 32 * mebi, 8));
  try {
    memory.require("/Base/Zone/A: a chunk", 32 * mebi + 1, 8);
    FAIL("it fits");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(std::string(error.what()).find("/Base/Zone/A: a chunk of 32 MiB") == 0);
    CHECK(std::string(error.what()).find("use --memory 257M or more") != std::string::npos);
  }
  CHECK_NOTHROW(Budget(257 * mebi).require("a chunk", 32 * mebi + 1, 8));
}
