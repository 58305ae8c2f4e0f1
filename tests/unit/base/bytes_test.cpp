#include "pcgns/base/bytes.hpp"

#include "catch.hpp"
#include "pcgns/base/error.hpp"

using namespace pcgns;

TEST_CASE("sizes are read with the suffixes that people write") {
  CHECK(parse_size("0") == 0);
  CHECK(parse_size("4096") == 4096);
  CHECK(parse_size("512B") == 512);
  CHECK(parse_size("64K") == 64 * kibi);
  CHECK(parse_size("64k") == 64 * kibi);
  CHECK(parse_size("16M") == 16 * mebi);
  CHECK(parse_size("16MB") == 16 * mebi);
  CHECK(parse_size("1.5GiB") == 3 * gibi / 2);
  CHECK(parse_size("2 T") == 2048 * gibi);
}

TEST_CASE("what is no size is refused") {
  for (const auto* text : {"", "M", "12X", "1.5.2", "-1", "1KiBs", "1e30", "nan", "64Ki", "1 2"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_size(text), Error);
  }
}

TEST_CASE("sizes are shown with three digits at most") {
  CHECK(format_size(0) == "0 B");
  CHECK(format_size(512) == "512 B");
  CHECK(format_size(1536) == "1.5 KiB");
  CHECK(format_size(16 * mebi) == "16 MiB");
  CHECK(format_size(gibi / 2 + gibi / 2) == "1 GiB");
  CHECK(format_size(1023 * kibi) == "0.999 MiB");
}

TEST_CASE("rounding goes to multiples, and a multiple stays") {
  CHECK(round_up(0, 4096) == 0);
  CHECK(round_up(1, 4096) == 4096);
  CHECK(round_up(4096, 4096) == 4096);
  CHECK(round_down(4095, 4096) == 0);
  CHECK(round_down(4096, 4096) == 4096);
  CHECK(divide_up(7, 3) == 3);
  CHECK(divide_up(6, 3) == 2);
}
