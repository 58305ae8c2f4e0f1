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

TEST_CASE("an error at a node of the whole mesh names the files as soon as they are known") {
  const auto thrown = [](const Error& error) {
    try {
      with_files("out_0.cgns (+3)", [&] { throw error; });
    } catch (const Error& named) {
      return named;
    }
    FAIL("the error was lost");
    return error;
  };
  const auto named = thrown(coded(node_error("/Base/Zone", "has no cells"), "cells"));
  CHECK(named.what() == std::string("out_0.cgns (+3):/Base/Zone: has no cells"));
  CHECK(named.reason().file == "out_0.cgns (+3)");
  CHECK(named.reason().node == "/Base/Zone");
  CHECK(named.reason().code == "cells");
  CHECK(thrown(input_error("part.cgns", "/Base", "why")).what() == std::string("part.cgns:/Base: why"));
  CHECK(thrown(Error(ErrorKind::io, "no space")).kind() == ErrorKind::io);
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
