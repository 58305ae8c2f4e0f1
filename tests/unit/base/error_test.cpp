#include "pcgns/base/error.hpp"

#include <cerrno>

#include "catch.hpp"

using namespace pcgns;

TEST_CASE("a message names file, node and reason") {
  CHECK(at("a.cgns", "/Base/Zone", "has no size") == "a.cgns:/Base/Zone: has no size");
  CHECK(at("a.cgns", "", "is empty") == "a.cgns: is empty");
  CHECK(std::string(input_error("a.cgns", "/Base", "why").what()) == "a.cgns:/Base: why");
  CHECK(std::string(system_error("opening", "a.cgns", ENOENT).what()) ==
        "opening: a.cgns: No such file or directory");
}

TEST_CASE("an error knows the exit code of its kind") {
  CHECK(Error(ErrorKind::stopped, "").exit_code() == ExitCode::stopped);
  for (const auto kind : {ErrorKind::usage, ErrorKind::input, ErrorKind::io, ErrorKind::internal}) {
    CHECK(Error(kind, "").exit_code() == ExitCode::failed);
  }
}

TEST_CASE("an error after publishing says what is in place") {
  const auto fail = [] { throw Error(ErrorKind::io, "cannot sync"); };
  CHECK_THROWS_WITH(after_publishing("out.cgns", fail),
                    "out.cgns: is complete and in place, but: cannot sync");
  CHECK_THROWS_WITH(after_publishing("", fail), "cannot sync");
  const auto late = in_place("out.cgns", Error(ErrorKind::io, "cannot sync"));
  CHECK(late.exit_code() == ExitCode::in_place);
  CHECK(std::string(in_place("other.cgns", late).what()) == late.what());
}
