#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>

#include "catch.hpp"
#include "part_files.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using cgns::DataType;
using test::PartFiles;
using test::Run;
using test::Storage;
using Integers = std::vector<std::int64_t>;
using Shape = plan::Indexed::Shape;

/// Adds what one part brings of the last target.
plan::Indexed& bring(PartFiles& files, int part, const Integers& numbers, int source) {
  return files.plan.indexed.emplace_back(
      plan::Indexed{.source = source,
                    .target = static_cast<int>(files.plan.targets.size()) - 1,
                    .numbers = files.add_integers(part, DataType::I4, numbers, Storage::plain),
                    .count = std::ssize(numbers),
                    .part = part,
                    .may_share = true});
}

constexpr std::int64_t points = 500;

/// Reals of points that up to five parts have, each with its own last digits.
struct SharedCase : PartFiles {
  template <typename Real>
  explicit SharedCase(Real /*type*/, plan::SharedPoints shared) {
    const auto type = sizeof(Real) == 4 ? DataType::R4 : DataType::R8;
    plan.shared_points = shared;
    std::mt19937 random(7);
    std::vector<std::vector<Real>> all(points);  // by point, the values in the order of the parts
    std::vector<Integers> numbers(5);
    std::vector<std::vector<Real>> values(5);
    for (std::int64_t point = 0; point < points; ++point) {
      const auto lowest = random() % 5;
      for (unsigned part = 0; part < 5; ++part) {
        if (part != lowest && random() % 3 != 0) continue;
        const auto value = static_cast<Real>(0.1) * static_cast<Real>(point) +
                           (point % 3 == 0 ? static_cast<Real>(random() % 100) : 0);
        all[static_cast<std::size_t>(point)].push_back(value);
        numbers[part].push_back(point + 1);
        values[part].push_back(value);
      }
    }
    std::vector<Real> result;
    for (const auto& list : all) result.push_back(expect(list, shared));
    add_target(type, test::bytes_of(result));
    for (int part = 0; part < 5; ++part) {
      const auto p = static_cast<std::size_t>(part);
      std::vector<std::size_t> order(numbers[p].size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::shuffle(order.begin(), order.end(), random);
      Integers shuffled;
      std::vector<Real> brought;
      for (const auto i : order) {
        shuffled.push_back(numbers[p][i]);
        brought.push_back(values[p][i]);
      }
      add_file();
      bring(*this, part, shuffled, add_array(part, type, test::bytes_of(brought), Storage::plain));
    }
    // The parts win by their number, not by their place in the plan.
    std::reverse(plan.indexed.begin(), plan.indexed.end());
    write_files();
  }

  template <typename Real>
  Real expect(const std::vector<Real>& values, plan::SharedPoints shared) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    if (*least == *most) return values.front();
    ++differing;
    largest = std::max(largest, static_cast<double>(*most) - static_cast<double>(*least));
    if (shared != plan::SharedPoints::average) return values.front();
    double sum = 0;
    for (const auto value : values) sum += value;
    return static_cast<Real>(sum / static_cast<double>(values.size()));
  }

  std::int64_t differing = 0;
  double largest = 0;
};

void check(const SharedCase& made, const Run& run) {
  const auto result = test::scatter(made, run);
  CHECK((result.bytes == made.expected));
  CHECK(result.differences.differing == made.differing);
  CHECK(result.differences.largest == made.largest);
  CHECK(result.differences.where == "/Base/Zone/target0");
}

/// Two parts of elements of any number of values: MIXED with its types, or NFACE_n with its signs.
struct ElementCase : PartFiles {
  static constexpr std::int64_t count = 150'000;  // more than two blocks of Ragged
  std::vector<Integers> elements{count};

  explicit ElementCase(bool has_types) {
    std::mt19937 random(3);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      elements[i].resize(i % 1000 == 0 ? 0 : 1 + random() % 5);
      for (auto& value : elements[i]) {
        value = 1 + static_cast<std::int64_t>(random() % 100);
        if (!has_types && random() % 2 == 0) value = -value;
      }
    }
    plan.numberings.push_back(
        {{{.first = 1, .count = 50, .offset = 1001}, {.first = 51, .count = 50, .offset = 1051}}});
    add_targets(has_types);
    Integers order(count);
    std::iota(order.begin(), order.end(), 1);
    std::shuffle(order.begin(), order.begin() + 1000, random);
    add_part(Integers(order.begin(), order.begin() + 70'000), has_types);
    add_part(Integers(order.begin() + 70'000, order.end()), has_types);
    write_files();
  }

  void add_targets(bool has_types) {
    plan::Ragged whole{.entities = count, .values = 0, .begins = {}};
    Integers all;
    Integers begins = {0};
    for (const auto& element : elements) {
      if ((std::ssize(begins) - 1) % plan::Ragged::block == 0) whole.begins.push_back(std::ssize(all));
      for (std::size_t k = 0; k < element.size(); ++k) {
        const bool is_type = has_types && k == 0;
        all.push_back(is_type ? element[k] : element[k] + (element[k] < 0 ? -1000 : 1000));
      }
      begins.push_back(std::ssize(all));
    }
    whole.values = std::ssize(all);
    plan.ragged.push_back(whole);
    add_target(DataType::I8, test::bytes_as(DataType::I8, all));
    add_target(DataType::I4, test::bytes_as(DataType::I4, begins));
  }

  void add_part(const Integers& numbers, bool has_types) {
    const int part = add_file();
    Integers values;
    Integers begins = {0};
    for (const auto number : numbers) {
      const auto& element = elements[static_cast<std::size_t>(number - 1)];
      values.insert(values.end(), element.begin(), element.end());
      begins.push_back(std::ssize(values));
    }
    auto& move = bring(*this, part, numbers, add_integers(part, DataType::I4, values, Storage::plain));
    move.target = 0;
    move.shape = Shape::ragged;
    move.ragged = 0;
    move.offsets = add_integers(part, DataType::I8, begins, part == 0 ? Storage::plain : Storage::hdf5);
    move.numbering = 0;
    move.has_heads = has_types;
    move.may_share = false;
    auto of_offsets = move;
    of_offsets.target = 1;
    of_offsets.source = move.offsets;
    of_offsets.shape = Shape::ragged_offsets;
    of_offsets.numbering = -1;
    plan.indexed.push_back(of_offsets);
  }
};

}  // namespace

TEST_CASE("where parts differ in a point, the lowest wins or the mean is taken, whatever comes first") {
  const auto run =
      GENERATE(Run{}, Run{.buffer = 60, .chunk = 50}, Run{.buffer = 1001, .chunk = 3, .memory = 2000});
  const auto shared = GENERATE(plan::SharedPoints::first, plan::SharedPoints::average);
  check(SharedCase(double{}, shared), run);
  check(SharedCase(float{}, shared), run);
}

TEST_CASE("parts that differ in a point are an error on request") {
  const auto buffer = GENERATE(1 << 20, 64);
  CHECK_THROWS_WITH(
      test::scatter(SharedCase(double{}, plan::SharedPoints::error), {.buffer = buffer}),
      Contains("/Base/Zone/target0: number ") && Contains("differs between") && Contains("part_"));
}

TEST_CASE("a point that differs is counted once, though a domain ends within it") {
  PartFiles files;
  const std::vector<double> one = {1, 2, 3, 4, 5, 6};
  const std::vector<double> other = {1, 2, 3, 4, 5.5, 6};
  files.add_target(DataType::R8, test::bytes_of(one));
  for (int part = 0; part < 2; ++part) {
    files.add_file();
    const auto source =
        files.add_array(part, DataType::R8, test::bytes_of(part == 0 ? one : other), Storage::plain);
    bring(files, part, {1, 2}, source).width = 3;
  }
  files.write_files();
  const auto buffer = GENERATE(3, 8, 24, 1000);
  const auto result = test::scatter(files, {.buffer = buffer});
  CHECK((result.bytes == files.expected));
  CHECK(result.differences.compared == 2);
  CHECK(result.differences.differing == 1);
  CHECK(result.differences.largest == 0.5);
}

TEST_CASE("the vertices of an element that two parts have are the same, in any order") {
  PartFiles files;
  files.add_target(DataType::I4, test::bytes_as(DataType::I4, {1, 2, 3, 4, 5, 6}));
  files.plan.numberings.push_back({{{.first = 1, .count = 10, .offset = 1}}});
  const auto result_with = [&](const Integers& other) {
    for (int part = 0; part < 2; ++part) {
      files.add_file();
      const auto& vertices = part == 0 ? Integers{1, 2, 3, 4, 5, 6} : other;
      auto& move =
          bring(files, part, {1, 2}, files.add_integers(part, DataType::I4, vertices, Storage::plain));
      move.width = 3;
      move.numbering = 0;
    }
    files.write_files();
    return test::scatter(files, {.buffer = 1000});
  };
  SECTION("another order") {
    const auto result = result_with({1, 2, 3, 5, 6, 4});
    CHECK((result.bytes == files.expected));
    CHECK(result.differences.differing == 1);
    CHECK(result.differences.largest == 2);
  }
  SECTION("another vertex") {
    CHECK_THROWS_WITH(result_with({1, 2, 3, 4, 5, 7}),
                      Contains("/Base/Zone/target0: number 2 differs between") && Contains("part_1.cgns"));
  }
}

TEST_CASE("a number that nobody brings, or two where only one may, is an error that names it") {
  PartFiles files;
  files.add_target(DataType::I4, test::bytes_as(DataType::I4, {1, 2, 3, 4}));
  for (int part = 0; part < 2; ++part) files.add_file();
  const auto bring_numbers = [&](const Integers& first, const Integers& second) {
    bring(files, 0, first, files.add_integers(0, DataType::I4, first, Storage::plain)).may_share = false;
    bring(files, 1, second, files.add_integers(1, DataType::I4, second, Storage::plain)).may_share = false;
    files.write_files();
  };
  SECTION("nobody") {
    bring_numbers({4, 1}, {2});
    CHECK_THROWS_WITH(test::scatter(files, {}), Contains("/Base/Zone/target0: number 3 is in no piece"));
  }
  SECTION("twice") {
    bring_numbers({4, 1, 2}, {3, 2});
    CHECK_THROWS_WITH(test::scatter(files, {}),
                      Contains("number 2 is in") && Contains("part_0") && Contains("part_1"));
  }
  SECTION("out of range") {
    bring_numbers({4, 1, 2}, {3, 5});
    CHECK_THROWS_WITH(test::scatter(files, {}),
                      Contains("part_1") && Contains("number 5 is out of range 1 to 4"));
  }
}

TEST_CASE("a ghost may have any number, but none whose difference overflows") {
  PartFiles files;
  files.add_target(DataType::R8, test::bytes_of(std::vector<double>{1, 2}));
  for (int part = 0; part < 2; ++part) files.add_file();
  const std::vector<double> values = {1, 2};
  bring(files, 0, {1, 2}, files.add_array(0, DataType::R8, test::bytes_of(values), Storage::plain));
  auto& ghosts =
      bring(files, 1, {1, 2}, files.add_array(1, DataType::R8, test::bytes_of(values), Storage::plain));
  ghosts.is_ghost = true;
  const std::int64_t number = GENERATE(std::int64_t{9}, -9, INT64_MIN, INT64_MAX);
  ghosts.numbers = files.add_integers(1, DataType::I8, {2, number}, Storage::plain);
  files.write_files();
  if (number == 9 || number == -9) {
    CHECK(test::scatter(files, {}).shared.ghosts_compared == 1);
  } else {
    CHECK_THROWS_WITH(
        test::scatter(files, {}),
        Contains("part_1") && Contains(std::to_string(number) + " is not a global number of its zone"));
  }
}

TEST_CASE("values that do not fit, or that are no numbers of the part, are errors that name the array") {
  PartFiles files;
  files.add_file();
  files.add_target(DataType::I4, test::bytes_as(DataType::I4, {1, 2}));
  files.plan.numberings.push_back({{{.first = 1, .count = 5}}});
  const auto source = [&](const Integers& values) {
    return files.add_integers(0, DataType::I8, values, Storage::plain);
  };
  SECTION("too large") {
    bring(files, 0, {2, 1}, source({1, 3'000'000'000}));
    files.write_files();
    CHECK_THROWS_WITH(test::scatter(files, {}),
                      Contains("part_0.cgns:/Base/Zone.P0/array0: 3000000000 does not fit I4"));
  }
  SECTION("no number of the part") {
    const std::int64_t value = GENERATE(std::int64_t{0}, 6, -6, INT64_MIN, INT64_MAX);
    bring(files, 0, {2, 1}, source({1, value})).numbering = 0;
    files.write_files();
    CHECK_THROWS_WITH(test::scatter(files, {}),
                      Contains("array0: " + std::to_string(value) + " is not a global number of its zone"));
  }
  SECTION("lengths that descend") {
    files.plan.ragged.push_back({2, 2, {0}});
    auto& move = bring(files, 0, {2, 1}, source({1, 2}));
    move.shape = Shape::ragged;
    move.ragged = 0;
    move.offsets = files.add_integers(0, DataType::I8, {0, 2, 1}, Storage::plain);
    files.write_files();
    CHECK_THROWS_WITH(test::scatter(files, {}), Contains("begins at 2 and ends at 1"));
  }
}

TEST_CASE("a file that cannot be read on one rank fails every rank, with no hang") {
  SharedCase made(double{}, plan::SharedPoints::first);
  made.inputs.arrays[static_cast<std::size_t>(made.plan.indexed[2].source)].offset = 1 << 30;
  const auto buffer = GENERATE(64, 1 << 20);
  CHECK_THROWS_WITH(test::scatter(made, {.buffer = buffer, .chunk = 10}), Contains("part_2.cgns"));
}

TEST_CASE("elements of several types keep their types, and faces of cells their signs") {
  const ElementCase made(GENERATE(true, false));
  for (const auto& run : {Run{}, Run{.buffer = 100'001, .chunk = 5000, .memory = 100'000}}) {
    CAPTURE(run.buffer);
    CHECK((test::scatter(made, run).bytes == made.expected));
  }
}

namespace {

/// Two pieces that share point 2, which is at 1 in one of them; the largest coordinate is 1000.
struct TwoPlaces : PartFiles {
  explicit TwoPlaces(double other, const plan::SharedLimits& limits = {}) {
    add_target(DataType::R8, test::bytes_of(std::vector<double>{-1000, 1, 2}));
    plan.targets.back().is_coordinate = true;
    plan.shared_limits = limits;
    for (int part = 0; part < 2; ++part) {
      add_file();
      const auto values = part == 0 ? std::vector<double>{-1000, 1} : std::vector<double>{other, 2};
      bring(*this, part, {1 + part, 2 + part},
            add_array(part, DataType::R8, test::bytes_of(values), Storage::plain));
    }
    write_files();
    agreement.emplace(test::session(), plan, inputs, 1 << 20);
    found = test::scatter(*this, {}).shared;
  }

  [[nodiscard]] std::string contradiction() { return agreement->contradiction_in(found).value_or("none"); }

  std::optional<io::Agreement> agreement;
  io::SharedDifferences found;
};

constexpr double unit_at_1000 = 0x1p-43;

}  // namespace

TEST_CASE("copies of a coordinate agree within units in the last place of the largest coordinate") {
  CHECK(TwoPlaces(1).found.arrays.empty());
  CHECK(TwoPlaces(1 + 8 * unit_at_1000).contradiction() == "none");
  TwoPlaces far(1 + 9 * unit_at_1000);
  CHECK_THAT(far.contradiction(), Contains("/Base/Zone/target0: point 2 is at 1 in ") &&
                                      Contains("part_0.cgns:/Base/Zone.P0/array") &&
                                      Contains(", but at 1.00000000000102") && Contains("part_1.cgns"));
  CHECK_THROWS_WITH(far.agreement->require(far.found), Contains("copies of a point may differ by 9.09e-13"));
  CHECK_THAT(TwoPlaces(std::nan("")).contradiction(), Contains("but at nan"));
}

TEST_CASE("the difference of copies that is allowed can be given") {
  CHECK(TwoPlaces(1.5, {.tolerance = 0.5}).contradiction() == "none");
  CHECK(TwoPlaces(1.5, {.matched = 0.5}).contradiction() == "none");
  CHECK_THAT(TwoPlaces(1.5, {.tolerance = 0.25}).contradiction(), Contains("point 2"));
  CHECK_THAT(TwoPlaces(1 + unit_at_1000, {.tolerance = 0}).contradiction(), Contains("point 2"));
  TwoPlaces strict(1.5, {.tolerance = 1, .strict = true});
  CHECK_THROWS_WITH(strict.agreement->require(strict.found),
                    Contains("--strict: 1 of 1 values at shared points"));
  TwoPlaces judged(1.5, {.is_judged = true});
  CHECK_NOTHROW(judged.agreement->require(judged.found));
}
