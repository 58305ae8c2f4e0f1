// Errors of functions do not name options of programs.
#include "pcgns/capi/detail/wording.hpp"

#include "catch.hpp"

namespace {

using pcgns::capi::without_options;

TEST_CASE("an error names hints in place of options", "[capi][serial]") {
  CHECK(without_options("a.cgns:/Base: is damaged") == "a.cgns:/Base: is damaged");
  CHECK(without_options("copies may differ by 1e-9. Check the numbers, or allow a distance with "
                        "--shared-tolerance") ==
        "copies may differ by 1e-9. Check the numbers, or allow a distance with the hint "
        "pcgns_shared_tolerance");
  CHECK(without_options("pieces need global numbers (see --assembly)") ==
        "pieces need global numbers (see the hint pcgns_assembly)");
  CHECK(without_options("/Base/Zone: --min-cells 3: 2 parts are possible, not 7; try --parts 2") ==
        "/Base/Zone: pieces of at least 3 cells: 2 parts are possible, not 7; try 2 ranks");
}

TEST_CASE("an error leaves out advice that only an option could follow", "[capi][serial]") {
  CHECK(without_options("out_3.cgns is missing; --allow-missing accepts that") == "out_3.cgns is missing");
  CHECK(without_options("this zone is in 2 files without global numbers: merge by coordinates with "
                        "--match-coordinates, or describe the pieces with --assembly") ==
        "this zone is in 2 files without global numbers: describe the pieces with the hint pcgns_assembly");
  CHECK(without_options("no progress for 9 s while reading; giving up (--stall-timeout)") ==
        "no progress for 9 s while reading; giving up");
  CHECK(without_options("file --x.cgns is damaged") == "file --x.cgns is damaged");
}

}  // namespace
