#include "pcgns/base/words.hpp"

#include "catch.hpp"
#include "pcgns/base/glob.hpp"

using namespace pcgns;

TEST_CASE("a name with a slip of the finger is suggested") {
  const std::vector<std::string> names = {"Density", "Pressure", "VelocityX", "VelocityY"};
  CHECK(suggestion("Densty", names) == "; did you mean 'Density'?");
  CHECK(suggestion("pressure", names) == "; did you mean 'Pressure'?");
  CHECK(suggestion("Presusre", names) == "; did you mean 'Pressure'?");
  CHECK(suggestion("VelocityZ", names) == "; did you mean 'VelocityX'?");
  CHECK(suggestion("Temperature", names).empty());
  CHECK(suggestion("x", {"a"}).empty());
  CHECK(suggestion("", names).empty());
}

TEST_CASE("a pattern is like names, one with a slash like paths") {
  const std::vector<std::string> paths = {"/Base/Zone/Flow", "/Base/Zone/Flow/Density"};
  CHECK(suggestion_for("Densty", paths) == "; did you mean 'Density'?");
  CHECK(suggestion_for("/Base/zone/Flw", paths) == "; did you mean '/Base/Zone/Flow'?");
}
