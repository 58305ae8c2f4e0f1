#include "pcgns/repartition/plan/scene.hpp"

#include "catch.hpp"

TEST_CASE("a figure stays XML, whatever bytes the name of a zone has") {
  using pcgns::repartition::escaped;
  CHECK(escaped("a<b> & \"c\"") == "a&lt;b> &amp; \"c\"");
  CHECK(escaped("bell\a, half \xc3") == "bell\\x07, half \\xc3");
  CHECK(escaped("Tragfläche ×") == "Tragfläche ×");
}
