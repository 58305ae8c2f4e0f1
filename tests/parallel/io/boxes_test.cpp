// Boxes of random parts of an array, brought together by the engine.
#include <fcntl.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <random>

#include "catch.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/run/box_rows.hpp"
#include "pcgns/par/collective.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using plan::Index3;
using test::session;

struct Part {
  Index3 begin;
  Index3 end;  ///< Points, so neighbours share a plane of them.
};

/// A box of cells cut at random places; parts have points, that is, one more than cells.
void cut(std::mt19937& random, const Part& part, int cuts, std::vector<Part>& parts) {
  std::vector<std::size_t> wide;
  for (std::size_t d = 0; d < 3; ++d) {
    if (part.end[d] - part.begin[d] > 2) wide.push_back(d);
  }
  if (cuts == 0 || wide.empty()) return parts.push_back(part);
  const auto d = wide[random() % wide.size()];
  auto low = part;
  auto high = part;
  const auto span = static_cast<std::uint64_t>(part.end[d] - part.begin[d] - 2);
  high.begin[d] = part.begin[d] + 1 + static_cast<std::int64_t>(random() % span);
  low.end[d] = high.begin[d] + 1;
  cut(random, low, cuts - 1, parts);
  cut(random, high, cuts - 1, parts);
}

/// One array of points, and the files of its parts.
struct Case {
  Index3 extents = {13, 7, 9};
  std::vector<double> whole;
  cgns::InputSet inputs;
  plan::Plan plan;
  std::vector<std::int64_t> offsets = {104};

  Case(const test::Scratch& scratch, unsigned seed, double disturbance = 0) {
    std::mt19937 random(seed);
    whole.resize(static_cast<std::size_t>(extents[0] * extents[1] * extents[2]));
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::generate(whole.begin(), whole.end(), [&] { return uniform(random); });
    plan.targets.push_back(
        {.path = "/whole", .type = cgns::DataType::R8, .dims = {extents[0], extents[1], extents[2]}});
    std::vector<Part> parts;
    cut(random, {{}, extents}, 3, parts);
    std::vector<bool> covered(whole.size());
    for (const auto& part : parts) add(scratch, part, covered, disturbance);
  }

  [[nodiscard]] std::size_t flat(std::int64_t i, std::int64_t j, std::int64_t k) const {
    return static_cast<std::size_t>(i + extents[0] * (j + extents[1] * k));
  }

  /// Its file has one layer more all around. Each point is a box of its own: nothing else is as hard to
  /// merge.
  void add(const test::Scratch& scratch, const Part& part, std::vector<bool>& covered, double disturbance) {
    const int number = static_cast<int>(inputs.files.size());
    const auto path = scratch.path("part" + std::to_string(number));
    Index3 size;
    for (std::size_t d = 0; d < 3; ++d) size[d] = part.end[d] - part.begin[d] + 2;
    std::vector<double> values(static_cast<std::size_t>(size[0] * size[1] * size[2]), -77);
    std::vector<plan::Box> shared;
    for (auto k = part.begin[2]; k < part.end[2]; ++k) {
      for (auto j = part.begin[1]; j < part.end[1]; ++j) {
        plan::Box box{.source = number,
                      .source_extents = size,
                      .source_begin = {1, j - part.begin[1] + 1, k - part.begin[2] + 1},
                      .target_extents = extents,
                      .target_begin = {part.begin[0], j, k},
                      .count = {0, 1, 1}};
        for (auto i = part.begin[0]; i < part.end[0]; ++i) {
          const Index3 at = {i - part.begin[0] + 1, box.source_begin[1], box.source_begin[2]};
          const bool is_shared = covered[flat(i, j, k)];
          values[static_cast<std::size_t>(at[0] + size[0] * (at[1] + size[1] * at[2]))] =
              whole[flat(i, j, k)] + (is_shared ? disturbance : 0);
          covered[flat(i, j, k)] = true;
          box.source_begin[0] = at[0];
          box.target_begin[0] = i;
          box.count[0] = 1;
          box.shared = is_shared;
          (is_shared ? shared : plan.boxes).push_back(box);
        }
      }
    }
    plan.boxes.insert(plan.boxes.end(), shared.begin(), shared.end());
    inputs.files.push_back({.path = path, .reader = number % session().size()});
    inputs.arrays.push_back({.file = number,
                             .path = "/part",
                             .type = cgns::DataType::R8,
                             .dims = {size[0], size[1], size[2]},
                             .offset = 11});
    if (!session().is_root()) return;
    std::ofstream(path).close();
    FileDescriptor(path, O_WRONLY).write_at(11, std::as_bytes(std::span(values)));
  }

  [[nodiscard]] std::int64_t end() const { return offsets[0] + static_cast<std::int64_t>(8 * whole.size()); }

  io::Outcome run(const std::string& path, std::int64_t buffer) const {
    if (session().is_root()) std::ofstream(path).close();
    par::collectively(session().comm(), "", [] {});
    const auto sink = io::posix_sink(path);
    const io::Task task{.plan = plan,
                        .inputs = inputs,
                        .offsets = offsets,
                        .end = end(),
                        .machine = {.ranks = session().size(), .buffer = buffer}};
    return io::execute(session(), task, *sink);
  }

  [[nodiscard]] std::vector<double> result(const std::string& path) const {
    std::vector<double> values(whole.size());
    FileDescriptor(path, O_RDONLY).read_at(offsets[0], std::as_writable_bytes(std::span(values)));
    return values;
  }
};

}  // namespace

TEST_CASE("parts come together, whatever the windows") {
  const auto buffer = GENERATE(64, 96, 1024, 1 << 20);
  const auto seed = GENERATE(1U, 2U, 3U);
  const test::Scratch scratch;
  const Case made(scratch, seed);
  const auto outcome = made.run(scratch.path("out"), buffer);
  CHECK(outcome.bytes == static_cast<std::int64_t>(8 * made.whole.size()));
  CHECK(made.result(scratch.path("out")) == made.whole);
  CHECK(outcome.shared.compared > 0);
  CHECK(outcome.shared.arrays.empty());
}

TEST_CASE("points that parts share and that differ: the first one, counted") {
  const test::Scratch scratch;
  const Case made(scratch, 4, 0.25);
  const auto outcome = made.run(scratch.path("out"), 512);
  CHECK(made.result(scratch.path("out")) == made.whole);
  const auto found = io::summary_of(outcome.shared, made.plan);
  CHECK(found.differing == found.compared);
  CHECK(found.largest == Approx(0.25));
  CHECK(found.where == "/whole");
}

TEST_CASE("points that parts share and that differ: the mean") {
  const test::Scratch scratch;
  Case made(scratch, 4, 0.25);
  made.plan.shared_points = plan::SharedPoints::average;
  (void)made.run(scratch.path("out"), 512);
  const auto values = made.result(scratch.path("out"));
  std::size_t means = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double added = values[i] - made.whole[i];
    CHECK(added >= 0);
    CHECK(added < 0.25);
    if (added > 0.12) ++means;  // the mean of two, or of more
  }
  CHECK(means > 10);
}

TEST_CASE("points that parts share and that agree stay as they are, where means are taken too") {
  const test::Scratch scratch;
  Case made(scratch, 4);
  made.plan.shared_points = plan::SharedPoints::average;
  (void)made.run(scratch.path("out"), 512);
  CHECK(made.result(scratch.path("out")) == made.whole);
}

TEST_CASE("points that parts share and that differ: an error on every rank") {
  const test::Scratch scratch;
  Case made(scratch, 4, 0.25);
  made.plan.shared_points = plan::SharedPoints::error;
  CHECK_THROWS_WITH(made.run(scratch.path("out"), 512), Catch::Contains("at a shared point"));
}

TEST_CASE("a part that is missing fails every rank, with no hang") {
  const test::Scratch scratch;
  Case made(scratch, 5);
  made.inputs.files[1].path = scratch.path("absent");
  CHECK_THROWS_WITH(made.run(scratch.path("out"), 256), Catch::Contains("absent"));
}

TEST_CASE("the axes of the source may be others, and run backwards") {
  const auto axes = GENERATE(std::array{1, 2, 3}, std::array{-1, 2, -3}, std::array{2, 1, 3},
                             std::array{-3, 1, -2}, std::array{1, -3, 2}, std::array{3, 2, -1});
  const auto buffer = GENERATE(128, 1 << 20);
  const test::Scratch scratch;
  Case made(scratch, 6);
  plan::Box box{.target_extents = made.extents, .count = made.extents, .axes = axes};
  for (std::size_t d = 0; d < 3; ++d) {
    const auto axis = static_cast<std::size_t>(std::abs(axes[d])) - 1;
    box.source_extents[axis] = made.extents[d];
    box.source_begin[axis] = axes[d] > 0 ? 0 : made.extents[d] - 1;
  }
  std::vector<double> source(made.whole.size());
  Index3 p = {};
  for (p[2] = 0; p[2] < made.extents[2]; ++p[2]) {
    for (p[1] = 0; p[1] < made.extents[1]; ++p[1]) {
      for (p[0] = 0; p[0] < made.extents[0]; ++p[0]) {
        Index3 at = box.source_begin;
        for (std::size_t d = 0; d < 3; ++d)
          at[static_cast<std::size_t>(std::abs(axes[d])) - 1] += axes[d] > 0 ? p[d] : -p[d];
        const auto& extents = box.source_extents;
        source[static_cast<std::size_t>(at[0] + extents[0] * (at[1] + extents[1] * at[2]))] =
            made.whole[made.flat(p[0], p[1], p[2])];
      }
    }
  }
  const auto path = scratch.path("turned");
  if (session().is_root()) {
    std::ofstream(path).close();
    FileDescriptor(path, O_WRONLY).write_at(0, std::as_bytes(std::span(source)));
  }
  made.plan.boxes = {box};
  made.inputs.files = {{.path = path, .reader = 0}};
  made.inputs.arrays = {
      {.file = 0, .path = "/turned", .type = cgns::DataType::R8, .dims = {std::ssize(source)}, .offset = 0}};
  (void)made.run(scratch.path("out"), buffer);
  CHECK(made.result(scratch.path("out")) == made.whole);
}

TEST_CASE("rows that are whole in source and target become one") {
  const plan::Box box{.source_extents = {4, 5, 6},
                      .source_begin = {0, 1, 2},
                      .target_extents = {4, 7, 6},
                      .target_begin = {0, 2, 3},
                      .count = {4, 3, 2}};
  const auto rows = io::coalesced(box);
  CHECK(rows.count == Index3{12, 2, 1});
  CHECK(rows.source_begin == Index3{4, 2, 0});
  CHECK(rows.target_begin == Index3{8, 3, 0});
  CHECK(rows.target_extents == Index3{28, 6, 1});
}

namespace {

/// Bytes that all ranks have read from files so far.
std::int64_t bytes_read() {
  std::ifstream counters("/proc/self/io");
  std::string name;
  std::array<std::int64_t, 1> bytes = {0};
  counters >> name >> bytes.front();
  par::sum_over_ranks(session().comm(), bytes);
  return bytes.front();
}

/// Two parts side by side along a direction, too large to be read at once.
struct TwoParts {
  static constexpr std::int64_t edge = 48;
  cgns::InputSet inputs;
  plan::Plan plan;

  std::size_t direction;

  explicit TwoParts(const test::Scratch& scratch, std::size_t along = 0) : direction(along) {
    plan.targets.push_back({.path = "/whole", .type = cgns::DataType::R8, .dims = {edge, edge, edge}});
    plan.targets.back().dims[direction] = 2 * edge - 1;
    add(scratch.path("one"), 0, edge, false);
    add(scratch.path("other"), 1, edge - 1, false);
    add(scratch.path("other"), 0, 1, true);
  }

  void add(const std::string& path, std::int64_t from, std::int64_t planes, bool shared) {
    const int number = shared ? 1 : static_cast<int>(inputs.files.size());
    plan::Box box{.source = number,
                  .source_extents = {edge, edge, edge},
                  .target_extents = {edge, edge, edge},
                  .count = {edge, edge, edge},
                  .shared = shared};
    box.source_begin[direction] = from;
    box.target_extents[direction] = 2 * edge - 1;
    box.target_begin[direction] = number * (edge - 1) + from;
    box.count[direction] = planes;
    plan.boxes.push_back(box);
    if (shared) return;
    inputs.files.push_back({.path = path, .reader = 0});
    inputs.arrays.push_back({.file = number,
                             .path = "/part",
                             .type = cgns::DataType::R8,
                             .dims = {edge, edge, edge},
                             .offset = 0});
    if (session().is_root()) std::ofstream(path) << std::string(bytes_of_part, '\0');
  }

  static constexpr std::int64_t bytes_of_part = 8 * edge * edge * edge;
};

}  // namespace

TEST_CASE("copies of shared points are read together with the values around them") {
  const test::Scratch scratch;
  const TwoParts parts(scratch);
  par::collectively(session().comm(), "", [] {});
  const std::vector<std::int64_t> offsets = {0};
  const io::Task task{.plan = parts.plan,
                      .inputs = parts.inputs,
                      .offsets = offsets,
                      .end = parts.plan.bytes(),
                      .machine = {.ranks = session().size(), .memory = 1 << 20, .buffer = 1 << 18}};
  if (session().is_root()) std::ofstream(scratch.path("out")).close();
  par::collectively(session().comm(), "", [] {});
  const auto sink = io::posix_sink(scratch.path("out"));
  const auto before = bytes_read();
  const auto outcome = io::execute(session(), task, *sink);
  CHECK(bytes_read() - before < 2 * TwoParts::bytes_of_part * 11 / 10);
  CHECK(outcome.shared.compared == TwoParts::edge * TwoParts::edge);
}

TEST_CASE("a comparison of shared points reads the planes that parts share, and finds the same differences") {
  const test::Scratch scratch;
  TwoParts parts(scratch, 2);
  par::collectively(session().comm(), "", [&] {
    constexpr double value = 0.5;  // the second value of the other part's first plane
    if (session().is_root())
      FileDescriptor(parts.inputs.files[1].path, O_WRONLY).write_at(8, std::as_bytes(std::span(&value, 1)));
  });
  const auto before = bytes_read();
  io::SharedSummaries found;
  io::compare_shared(session(), parts.plan, parts.inputs, 1 << 20, found);
  CHECK(bytes_read() - before < TwoParts::bytes_of_part / 2);
  REQUIRE(found.contains(0));
  CHECK(found.at(0).compared == TwoParts::edge * TwoParts::edge);
  CHECK(found.at(0).differing == 1);
  CHECK(found.at(0).largest == 0.5);
}
