#include <set>

#include "catch.hpp"
#include "pcgns/cgns/findings.hpp"

using namespace pcgns;
using namespace pcgns::cgns;

namespace {

OtherCheckers others(std::string_view code) { return other_checkers_of(*rule_of(code)); }

}  // namespace

TEST_CASE("the clause of a rule is the one for most of its code") {
  CHECK(clause_of(*rule_of("T0401")) == "SIDS: Zone_t");
  CHECK(clause_of(*rule_of("T0409")) == "SIDS: GridCoordinates_t");
  CHECK(clause_of(*rule_of("T1011")) == "SIDS: ZoneIterativeData_t");
  CHECK(clause_of(*rule_of("V0201")).empty());
}

TEST_CASE("every rule about the tree has a clause") {
  for (const auto& rule : rules()) {
    CAPTURE(rule.code);
    if (layer_of(rule.code) == Layer::tree) CHECK_FALSE(clause_of(rule).empty());
  }
}

TEST_CASE("what other checkers say of a rule is known") {
  CHECK(others("T0202").cgnscheck == "refuses");
  CHECK(others("T0409").cgnscheck == "error");
  CHECK(others("V0201").cgnscheck.empty());
  CHECK(others("V0201").pycgns.empty());
}

TEST_CASE("what the reference library refuses is an error in every profile") {
  for (const auto* code :
       {"T0110", "T0112", "T0209", "T0303", "T0306", "T0407", "T0408", "T1006", "T1009", "F0402"}) {
    CAPTURE(code);
    for (const auto profile : {Profile::sids, Profile::mll, Profile::restart, Profile::archive})
      CHECK(severity_of(*rule_of(code), profile) == Severity::error);
  }
}
