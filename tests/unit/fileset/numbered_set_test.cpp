#include "pcgns/fileset/numbered_set.hpp"

#include <algorithm>

#include "catch.hpp"
#include "pcgns/base/error.hpp"

namespace {

using namespace pcgns;
using fileset::natural_less;
using fileset::number_pattern;
using fileset::numbered_set;
using Names = std::vector<std::string>;
using Numbers = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("names are ordered as people count") {
  CHECK(natural_less("out_2", "out_10"));
  CHECK_FALSE(natural_less("out_10", "out_2"));
  CHECK(natural_less("out_09", "out_10"));
  CHECK(natural_less("a2b10", "a2b11"));
  CHECK(natural_less("a", "a1"));
  CHECK(natural_less("out_99999999999999999999998", "out_99999999999999999999999"));
  CHECK_FALSE(natural_less("out_1", "out_1"));
}

TEST_CASE("natural order is a strict order, also where numbers have leading zeros") {
  const Names names = {"a",   "a0", "a00", "a1", "a01", "a1b", "a01b",
                       "a10", "b",  "",    "1",  "01",  "1a2", "1a02"};
  for (const auto& a : names) {
    CHECK_FALSE(natural_less(a, a));
    for (const auto& b : names) {
      if (a != b) CHECK(natural_less(a, b) != natural_less(b, a));
      for (const auto& c : names) {
        if (natural_less(a, b) && natural_less(b, c)) CHECK(natural_less(a, c));
      }
    }
  }
}

TEST_CASE("a complete set has its numbers and no problem") {
  const auto set =
      numbered_set({"out_10.cgns", "out_9.cgns", "out_8.cgns", "out_0.cgns", "out_1.cgns", "out_2.cgns",
                    "out_3.cgns", "out_4.cgns", "out_5.cgns", "out_6.cgns", "out_7.cgns"});
  CHECK(set.numbers == Numbers{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  CHECK(set.names.back() == "out_10.cgns");
  CHECK(set.problem.empty());
  CHECK(numbered_set({"o1", "o2"}).problem.empty());
  CHECK(numbered_set({"o1", "o2"}).numbers == Numbers{1, 2});
  CHECK(numbered_set({"case7_0.cgns", "case7_1.cgns"}).numbers == Numbers{0, 1});
}

TEST_CASE("a number may stand in several places") {
  const auto set = numbered_set({"rank_1/out_001.cgns", "rank_0/out_000.cgns"});
  CHECK(set.numbers == Numbers{0, 1});
  CHECK(set.problem.empty());
  CHECK(numbered_set({"rank_1/out", "rank_2/out"}).numbers == Numbers{1, 2});
}

TEST_CASE("names that are no numbered set have their positions") {
  const auto set = numbered_set({"wing.cgns", "body.cgns", "tail2.cgns"});
  CHECK(set.names == Names{"body.cgns", "tail2.cgns", "wing.cgns"});
  CHECK(set.numbers == Numbers{0, 1, 2});
  CHECK(set.problem.empty());
  CHECK(numbered_set({"wing1", "body2"}).numbers == Numbers{0, 1});
  CHECK(numbered_set({"a1b2", "a2b1"}).numbers == Numbers{0, 1});
  CHECK(numbered_set({"out_7.cgns"}).numbers == Numbers{0});
  CHECK(numbered_set({"out_7.cgns"}).problem.empty());
  CHECK(numbered_set({}).names.empty());
}

TEST_CASE("a file that is alone has the number of its pattern, or the only one in its name") {
  using fileset::number_of_one;
  CHECK(number_of_one("t1_r2.cgns", "t1_r%d.cgns") == 2);
  CHECK(number_of_one("out_7.cgns", "out_7.cgns") == 7);
  CHECK(number_of_one("run3/out_0012.h5", "@list") == 12);
  CHECK(number_of_one("x.cgns.8.3", "x.cgns.8.3") == 3);
  for (const auto* name : {"run3/out.cgns", "t1_r2.cgns", "out.h5", "o_9999999999999999999.cgns"}) {
    CAPTURE(name);
    CHECK(number_of_one(name, name) == 0);
  }
}

TEST_CASE("what is missing from a set is named") {
  CHECK(numbered_set({"o_0", "o_1", "o_3"}).problem == "o_2 is missing between o_1 and o_3");
  CHECK(numbered_set({"o_001", "o_007"}).problem == "o_002 to o_006 are missing between o_001 and o_007");
  CHECK(numbered_set({"o_2", "o_3"}).problem == "o_0 to o_1 are missing before o_2");
  CHECK(numbered_set({"r2/o2", "r3/o3", "r5/o5"}).problem == "r4/o4 is missing between r3/o3 and r5/o5");
  CHECK(numbered_set({"o_1", "o_01", "o_2"}).problem == "o_01 and o_1 have the same number");
}

TEST_CASE("SEACAS writes in each name how many files there are") {
  CHECK(numbered_set({"x.cgns.2.0", "x.cgns.2.1"}).problem.empty());
  CHECK(numbered_set({"x.cgns.4.0", "x.cgns.4.1"}).problem ==
        "x.cgns.4.2 to x.cgns.4.3 are missing: the names say that there are 4 files");
  CHECK(numbered_set({"x.cgns.3.1", "x.cgns.3.2"}).problem == "x.cgns.3.0 is missing before x.cgns.3.1");
  CHECK(numbered_set({"x.cgns.10.08", "x.cgns.10.09"}).problem ==
        "x.cgns.10.00 to x.cgns.10.07 are missing before x.cgns.10.08");
  CHECK(numbered_set({"x.cgns.8.3"}).problem ==
        "x.cgns.8.3 is one of 8 files according to its name; the others are missing");
  CHECK(numbered_set({"x.cgns.1.0"}).problem.empty());
  CHECK(numbered_set({"run.2.0", "run.2.1", "run.2.2"}).problem.empty());
  CHECK(numbered_set({"x.cgns.10.0", "x.cgns.10.1"}).problem.empty());
  CHECK(numbered_set({"mesh.9.1"}).problem.empty());
}

TEST_CASE("a file that is given twice is refused") {
  CHECK_THROWS_AS(numbered_set({"a", "b", "a"}), Error);
  CHECK_THROWS_AS(numbered_set({"x/a", "x/./a"}), Error);
  CHECK_THROWS_AS(numbered_set({"x/../a", "x/../a"}), Error);
  CHECK_NOTHROW(numbered_set({"x/../a", "a"}));
}

TEST_CASE("a printf pattern matches the names that printf makes") {
  const auto plain = number_pattern("dir/out_%d.cgns");
  REQUIRE(plain);
  CHECK(plain->before == "dir/out_");
  CHECK(plain->after == ".cgns");
  CHECK(plain->match("dir/out_0.cgns") == 0);
  CHECK(plain->match("dir/out_12.cgns") == 12);
  for (const auto* name :
       {"dir/out_012.cgns", "dir/out_.cgns", "dir/out_1x.cgns", "out_1.cgns", "dir/out_-1.cgns",
        "dir/out_ 1.cgns", "dir/out_1.cgn", "dir/out_9999999999999999999.cgns"}) {
    CAPTURE(name);
    CHECK_FALSE(plain->match(name));
  }
}

TEST_CASE("a printf pattern may pad with zeros or blanks") {
  const auto zeros = number_pattern("out_%04d");
  REQUIRE(zeros);
  CHECK(zeros->match("out_0012") == 12);
  CHECK(zeros->match("out_12345") == 12345);
  CHECK_FALSE(zeros->match("out_12"));
  CHECK_FALSE(zeros->match("out_00012"));
  const auto blanks = number_pattern("out_%4d");
  REQUIRE(blanks);
  CHECK(blanks->match("out_  12") == 12);
  CHECK_FALSE(blanks->match("out_0012"));
  CHECK_FALSE(blanks->match("out_12"));
}

TEST_CASE("only the last component can have the number, and only one") {
  CHECK_FALSE(number_pattern("out.cgns"));
  CHECK_FALSE(number_pattern("100%.cgns"));
  CHECK_FALSE(number_pattern("dir%d/out.cgns"));
  CHECK_FALSE(number_pattern("%s_%x"));
  CHECK_THROWS_AS(number_pattern("out_%d_%04d"), Error);
  const auto percent = number_pattern("dir%d/100%%_%d");
  REQUIRE(percent);
  CHECK(percent->match("dir%d/100%_7") == 7);
}

TEST_CASE("files beside a set tell that it is not complete") {
  const auto suspicion_of = [](const Names& names, const Names& folder) {
    return fileset::suspicion_of(names, folder, false);
  };
  const Names set = {"d/out_0.cgns", "d/out_1.cgns"};
  CHECK(suspicion_of(set, {"d/out_0.cgns", "d/out_1.cgns", "d/out_1.cgns~", "d/other_2.cgns", "d/out_x.cgns"})
            .empty());
  CHECK(suspicion_of(set, {"d/out_0.cgns", "d/out_2.cgns"}) ==
        "d/out_2.cgns lies beside d/out_1.cgns and is not an input");
  CHECK(suspicion_of({"f_1.cgns", "f_2.cgns"}, {"f_0.cgns", "f_1.cgns", "f_2.cgns"}) ==
        "f_0.cgns lies beside f_1.cgns and is not an input");
  CHECK(suspicion_of({"out_0.cgns"}, {"out_1.cgns"}).empty());
  const Names padded = {"out_00.cgns", "out_01.cgns"};
  CHECK(suspicion_of(padded, {"out_2.cgns"}).empty());
  CHECK_FALSE(suspicion_of(padded, {"out_02.cgns"}).empty());
}

TEST_CASE("other sets tell that a set is not complete if all of them have more files") {
  using fileset::suspicion_of;
  const Names step = {"t01_r0.cgns", "t01_r1.cgns"};
  const Names longer = {"t02_r0.cgns", "t02_r1.cgns", "t02_r2.cgns"};
  CHECK(suspicion_of(step, longer, false) ==
        "t02_r%d.cgns has 3 files, t01_r%d.cgns only 2: is one missing?");
  CHECK(suspicion_of(step, longer, true).empty());
  CHECK(suspicion_of(step, {"t00_r0.cgns", "t00_r1.cgns"}, false).empty());
  CHECK(suspicion_of(step, {"t00_r0.cgns", "t00_r1.cgns", longer[0], longer[1], longer[2]}, false).empty());
  CHECK(suspicion_of(step, {"t02_r2.cgns"}, false).empty());
  CHECK(suspicion_of({"p3_00", "p3_01"}, {"p7_00", "p7_01", "p7_02"}, false) ==
        "p7_%02d has 3 files, p3_%02d only 2: is one missing?");
}

TEST_CASE("a number in a directory is no pattern") {
  using fileset::has_number_in_directory;
  CHECK(has_number_in_directory("rank%d/out.cgns"));
  CHECK(has_number_in_directory("a/rank%04d/out_%d.cgns"));
  CHECK_FALSE(has_number_in_directory("a/out_%d.cgns"));
  CHECK_FALSE(has_number_in_directory("100%/out.cgns"));
}

TEST_CASE("a name that begins with a tilde is explained") {
  using fileset::advice_on_tilde;
  CHECK(advice_on_tilde("~/x.cgns") == "; the shell expands ~ only outside of quotes: $HOME/x.cgns");
  CHECK(advice_on_tilde("x.cgns~").empty());
  CHECK(advice_on_tilde("~x.cgns").empty());
}
