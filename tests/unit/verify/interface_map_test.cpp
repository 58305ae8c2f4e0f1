#include "pcgns/verify/check/plan/interface_map.hpp"

#include "catch.hpp"

namespace {

using namespace pcgns::cgns;
using namespace pcgns::verify::check;

/// All 48 of them.
std::vector<Transform> all_transforms() {
  std::vector<Transform> all;
  for (std::int64_t code = 0; code < 7 * 7 * 7; ++code) {
    const std::array<std::int64_t, 3> values = {code % 7 - 3, code / 7 % 7 - 3, code / 49 - 3};
    if (const auto transform = transform_of(values)) all.push_back(*transform);
  }
  return all;
}

}  // namespace

TEST_CASE("there are 48 transforms, half of them right-handed, and each is undone by its inverse") {
  const auto all = all_transforms();
  CHECK(all.size() == 48);
  int right_handed = 0;
  for (const auto& transform : all) {
    right_handed += determinant(transform) > 0 ? 1 : 0;
    CHECK(inverse(inverse(transform)) == transform);
    CHECK(determinant(transform) == determinant(inverse(transform)));
    const InterfaceMap map{{{2, 3, 4}, {2, 3, 4}}, {{7, 8, 9}, {7, 8, 9}}, transform};
    const InterfaceMap back{map.there, map.here, inverse(transform)};
    const Index point = {5, -1, 11};
    CHECK(back.donor_of(map.donor_of(point)) == point);
    CHECK(map.is_undone_by(back));
  }
  CHECK(right_handed == 24);
}

TEST_CASE("the transform of the standard's example leads as it says") {
  const std::array<std::int64_t, 3> values = {-2, 3, 1};
  const auto transform = transform_of(values);
  REQUIRE(transform);
  const InterfaceMap map{{{0, 0, 0}, {3, 4, 0}}, {{9, 8, 7}, {9, 5, 11}}, *transform};
  CHECK(map.donor_of({1, 0, 0}) == Index{9, 7, 7});
  CHECK(map.donor_of({0, 1, 0}) == Index{9, 8, 8});
  CHECK(map.donor_of({0, 0, 1}) == Index{10, 8, 7});
  CHECK(map.fits());
}

TEST_CASE("what is no permutation is no transform") {
  using Values = std::vector<std::int64_t>;
  for (const auto& values : {Values{}, Values{0}, Values{2}, Values{1, 1}, Values{1, -3}, Values{1, 2, 2},
                             Values{1, 2, 4}, Values{INT64_MIN, 1, 2}, Values{1, 2, 3, 4}}) {
    CHECK_FALSE(transform_of(values));
  }
  CHECK(transform_of(Values{-1}));
  CHECK(transform_of(Values{-2, 1}));
}

TEST_CASE("faces are on sides, and a transform goes across them or not") {
  const ZoneShape zone{.structured = true, .dimension = 3, .vertices = {5, 4, 3}, .cells = {4, 3, 2}};
  const IndexRange imax{{4, 0, 0}, {4, 3, 2}};
  const IndexRange imin{{0, 0, 0}, {0, 3, 2}};
  CHECK(face_axis(imax, zone) == 0);
  CHECK(face_axis({{2, 0, 0}, {2, 3, 2}}, zone) == -1);
  CHECK(face_axis({{4, 0, 2}, {4, 3, 2}}, zone) == 0);
  CHECK(goes_across({imax, imin, {}}, zone, zone));
  CHECK_FALSE(goes_across({imax, imax, {}}, zone, zone));
  CHECK(goes_across({imax, imax, {.sign = {-1, 1, 1}}}, zone, zone));
}
