#include "pcgns/verify/check/plan/coincidence.hpp"

#include <cmath>

#include "catch.hpp"

namespace {

using namespace pcgns::cgns;
using namespace pcgns::verify::check;

std::vector<Finding> judged(const Interface& interface, const std::vector<Coincidence>& found) {
  Findings findings;
  judge_coincidence(interface, found, false, {.apart = "vertex 1", .inexact = "vertex 2"}, "a.cgns",
                    findings);
  return findings.sorted();
}

bool is_near(double a, double b) { return std::abs(a - b) <= 1e-12 * std::abs(b); }

const Coincidence good;
const Coincidence bad{.apart = 2, .inexact = 1, .largest = 0.5, .first_apart = 3, .first_inexact = 0};
const Coincidence rounded{.inexact = 4, .largest = 1e-9, .first_inexact = 7};

}  // namespace

TEST_CASE("points are near by the local spacing, or by rounding") {
  CHECK(is_near(tolerance(1, {0, 0, 0}, false), 0.01));
  CHECK(is_near(tolerance(0, {0, -1000, 0}, false), 1e-6));
  CHECK(is_near(tolerance(0, {0, -1000, 0}, true), 2e-3));
  Coincidence found;
  found.add(5, 0, 1);
  found.add(4, 0.1, 1);
  found.add(3, 2, 1);
  found.add(2, 3, 1);
  CHECK(found.apart == 2);
  CHECK(found.first_apart == 2);
  CHECK(found.inexact == 1);
  CHECK(found.largest == 3);
}

TEST_CASE("what the pairs say depends on the motion under which they fit") {
  const Interface plain{.path = "/B/Z/G/J"};
  CHECK(judged(plain, {good}).empty());
  REQUIRE(judged(plain, {rounded}).size() == 1);
  CHECK(judged(plain, {rounded})[0].code == "J0402");
  CHECK(judged(plain, {bad})[0].code == "J0401");
  CHECK(judged(plain, {bad})[0].count == 2);
  Interface periodic{.path = "/B/Z/G/J", .motions = {Motion{}, Motion{}}};
  CHECK(judged(periodic, {rounded, bad}).empty());
  CHECK(judged(periodic, {bad, rounded})[0].code == "J0405");
  CHECK(judged(periodic, {bad, bad})[0].code == "J0401");
  periodic.motions.resize(4);  // no units: degrees are right, too
  CHECK(judged(periodic, {bad, good, bad, bad}).empty());
  CHECK(judged(periodic, {bad, bad, bad, good})[0].code == "J0405");
}
