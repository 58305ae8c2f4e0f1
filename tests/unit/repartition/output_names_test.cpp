#include "pcgns/repartition/plan/output_names.hpp"

#include "catch.hpp"
#include "pcgns/base/error.hpp"

using pcgns::partition::Style;
using pcgns::repartition::output_names;
using Names = std::vector<std::string>;

TEST_CASE("a pattern gives a file for each part, else there is one for all") {
  CHECK(output_names("out.cgns", Style::maia, 3) == Names{"out.cgns"});
  CHECK(output_names("out_%03d.cgns", Style::maia, 2) == Names{"out_000.cgns", "out_001.cgns"});
  CHECK(output_names("out%d", Style::flat, 2) == Names{"out0", "out1"});
  CHECK(output_names("out_%2d", Style::flat, 1) == Names{"out_ 0"});
  CHECK_THROWS_AS(output_names("%d_%d", Style::maia, 2), pcgns::Error);
}

TEST_CASE("SEACAS has the number of parts in the name, unless a pattern is given") {
  CHECK(output_names("m.e", Style::seacas, 1) == Names{"m.e"});
  CHECK(output_names("m.e", Style::seacas, 2) == Names{"m.e.2.0", "m.e.2.1"});
  CHECK(output_names("m.e", Style::seacas, 12).at(7) == "m.e.12.07");
  CHECK(output_names("m_%d", Style::seacas, 2) == Names{"m_0", "m_1"});
}
