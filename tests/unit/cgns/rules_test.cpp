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
  CHECK(clause_of(*rule_of("T0409")) == "SIDS: CGNSBase_t, PhysicalDimension");
  CHECK(clause_of(*rule_of("T1011")) == "SIDS: ZoneIterativeData_t");
  CHECK(clause_of(*rule_of("V0201")).empty());
}

TEST_CASE("an error in the tree breaks a clause, or readers fail where the standard is silent") {
  // Blanks at the end of words, small zones, zones without coordinates, descending ranges, empty lists,
  // solutions that nothing tells apart, long CAD formats.
  const std::set<std::string_view> silent = {"T0208", "T0405", "T0407", "T0604", "T0606", "T1012", "T1208"};
  for (const auto& rule : rules()) {
    CAPTURE(rule.code);
    if (layer_of(rule.code) != Layer::tree || rule.severity != Severity::error) continue;
    CHECK(clause_of(rule).empty() == silent.contains(rule.code));
  }
}

TEST_CASE("what the standard allows has no clause") {
  for (const auto* code :
       {"F0304", "J0211", "M0403", "T0208", "T0309", "T0702", "T0809", "T0816", "T1012", "V0401"}) {
    CAPTURE(code);
    CHECK(clause_of(*rule_of(code)).empty());
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
       {"T0110", "T0112", "T0209", "T0303", "T0306", "T0407", "T0408", "T0606", "T1006", "T1009", "F0402"}) {
    CAPTURE(code);
    for (const auto profile : {Profile::sids, Profile::mll, Profile::restart, Profile::archive})
      CHECK(severity_of(*rule_of(code), profile) == Severity::error);
  }
}

TEST_CASE("element numbers that pcgns-repartition refuses are an error of the profile for restarts") {
  for (const auto* code : {"M0108", "T0412", "T0413"}) {
    CAPTURE(code);
    CHECK(severity_of(*rule_of(code), Profile::sids) == Severity::warning);
    CHECK(severity_of(*rule_of(code), Profile::restart) == Severity::error);
  }
}
