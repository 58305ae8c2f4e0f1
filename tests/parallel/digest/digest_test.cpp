#include "pcgns/digest/run/mesh_digest.hpp"

#include <fcntl.h>

#include <fstream>

#include "../file/fixture.hpp"
#include "catch.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/digest/plan/tree_digest.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/fileset/plan/unite/merge.hpp"
#include "pcgns/kernel/conversion.hpp"
#include "pcgns/par/collective.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using cgns::DataType;
using test::session;

std::vector<digest::NodeDigest> digest_of(const plan::Plan& plan, const cgns::InputSet& inputs) {
  return digest::digest(session(), {.plan = plan, .inputs = inputs, .memory = mebi});
}

/// Arrays in a raw file and in memory, in all ways in which a plan can bring them.
class Case {
 public:
  Case() : path_(scratch_.path("values")) {
    if (session().is_root()) std::ofstream(path_).close();
    inputs_.files.push_back({.path = path_});
    plan_.output = {.name = "HDF5 MotherNode", .label = "Root Node of HDF5 File"};
  }

  /// A source with the values 0, 3, 6, …; its index.
  template <typename Value>
  int source(DataType type, std::int64_t count, bool swapped = false) {
    std::vector<Value> values(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<Value>(3 * i);
    return source(type, values, swapped);
  }
  template <typename Value>
  int source(DataType type, std::vector<Value> values, bool swapped = false) {
    const auto bytes = std::as_writable_bytes(std::span(values));
    values_.emplace_back(bytes.begin(), bytes.end());
    if (swapped) kernel::reverse_words(bytes, static_cast<int>(sizeof(Value)));
    if (session().is_root()) FileDescriptor(path_, O_WRONLY).write_at(end_, bytes);
    inputs_.arrays.push_back(
        {.path = "/a", .type = type, .dims = {std::ssize(values)}, .offset = end_, .swapped = swapped});
    end_ += std::ssize(bytes) + 5;
    return static_cast<int>(inputs_.arrays.size()) - 1;
  }

  /// A node and its target, in which `pieces` of a source follow one another.
  void target(cgns::Node& parent, const std::string& name, int source, const std::vector<Range>& pieces) {
    const auto& array = inputs_.arrays[static_cast<std::size_t>(source)];
    const auto index = static_cast<int>(plan_.targets.size());
    std::int64_t count = 0;
    auto& data = expected_.emplace_back();
    for (const auto& piece : pieces) {
      plan_.transfers.push_back({.source = source,
                                 .target = index,
                                 .source_begin = piece.begin,
                                 .target_begin = count,
                                 .count = piece.size()});
      count += piece.size();
      const auto& values = values_[static_cast<std::size_t>(source)];
      const auto width = cgns::size_of(array.type);
      data.insert(data.end(), values.begin() + piece.begin * width, values.begin() + piece.end * width);
    }
    plan_.targets.push_back({.path = "/" + name, .type = array.type, .dims = {count}});
    parent.children.push_back(
        {.name = name, .label = "DataArray_t", .type = array.type, .dims = {count}, .array = index});
  }
  void target(cgns::Node& parent, const std::string& name, int source) {
    target(parent, name, source, {{0, inputs_.arrays[static_cast<std::size_t>(source)].dims.front()}});
  }

  /// The same for a list of points.
  void list(cgns::Node& parent, const std::string& name, int source, std::int64_t width) {
    target(parent, name, source);
    auto& node = parent.children.back();
    node.label = "IndexArray_t";
    node.dims = {width, node.dims.front() / width};
    plan_.targets.back().dims = node.dims;
  }

  [[nodiscard]] cgns::Node& root() { return plan_.output; }
  [[nodiscard]] std::vector<digest::NodeDigest> run() {
    (void)par::all_sum(session().comm(), 0);
    return digest_of(plan_, inputs_);
  }
  /// The same, when arrays were read as shares of so many values, and their file has been emptied since.
  [[nodiscard]] std::vector<digest::NodeDigest> run_after(const std::vector<std::pair<int, int>>& units) {
    (void)par::all_sum(session().comm(), 0);
    cgns::ArraySums sums;
    const mesh::Dataset dataset{.plan = plan_, .inputs = inputs_, .memory = mebi, .sums = &sums};
    for (const auto& [target, unit] : units) {
      const auto share = mesh::read_share(session(), dataset, target, unit);
      const auto& all = expected_[static_cast<std::size_t>(target)];
      const auto size = cgns::size_of(share.type);
      CHECK(std::equal(share.bytes.begin(), share.bytes.end(), all.begin() + share.values.begin * size));
    }
    if (session().is_root()) std::ofstream(path_).close();
    (void)par::all_sum(session().comm(), 0);
    return digest::digest(session(), dataset);
  }
  /// The same from values at hand.
  [[nodiscard]] std::vector<digest::NodeDigest> expected(
      const std::map<int, kernel::NewSection>& new_sections = {}) const {
    std::vector<Fingerprint> arrays;
    for (std::size_t i = 0; i < expected_.size(); ++i)
      arrays.push_back(cgns::digest_of_values(plan_.targets[i].type, expected_[i]));
    return digest::digest_of(plan_.output, {.arrays = arrays, .new_sections = new_sections, .lists = {}});
  }

 private:
  test::Scratch scratch_;
  std::string path_;
  std::int64_t end_ = 7;
  cgns::InputSet inputs_;
  plan::Plan plan_;
  std::vector<std::vector<std::byte>> values_;    ///< By source, in native byte order.
  std::vector<std::vector<std::byte>> expected_;  ///< By target.
};

void check_on_root(const std::vector<digest::NodeDigest>& nodes,
                   const std::vector<digest::NodeDigest>& expected) {
  if (!session().is_root()) {
    CHECK(nodes.empty());
    return;
  }
  REQUIRE(nodes.size() == expected.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    CHECK(nodes[i].path == expected[i].path);
    CHECK(to_string(nodes[i].alone) == to_string(expected[i].alone));
  }
  CHECK(nodes.front().tree == expected.front().tree);
}

}  // namespace

TEST_CASE("the digest of arrays is that of their values, wherever they lie") {
  Case test;
  auto& root = test.root();
  const int doubles = test.source<double>(DataType::R8, 60000);
  const int floats = test.source<float>(DataType::R4, 100001);
  const int swapped = test.source<std::int32_t>(DataType::I4, 70000, true);
  test.target(root, "Doubles", doubles);
  test.target(root, "Floats", floats);
  test.target(root, "Swapped", swapped);
  test.target(root, "Small", test.source<std::int64_t>(DataType::I8, 3));
  test.target(root, "Shifted", doubles, {{100, 50000}});
  test.target(root, "InPieces", floats, {{50001, 100001}, {0, 50001}});
  test.target(root, "SwappedInPieces", swapped, {{9, 70000}, {0, 9}});
  test.target(root, "SmallInPieces", doubles, {{7, 9}, {3, 4}});
  check_on_root(test.run(), test.expected());
}

TEST_CASE("large arrays that were hashed when they were read are not read again") {
  Case test;
  auto& root = test.root();
  const int doubles = test.source<double>(DataType::R8, 500001);
  test.target(root, "Doubles", doubles);
  test.target(root, "Integers", test.source<std::int32_t>(DataType::I4, 999997, true));
  test.target(root, "InPieces", doubles, {{250001, 500001}, {0, 250001}});
  check_on_root(test.run_after({{2, 1}, {0, 1}, {1, 4}, {1, 1}}), test.expected());
}

TEST_CASE("old sections are hashed as new ones") {
  Case test;
  std::vector<std::int32_t> polygons;
  std::vector<std::int64_t> nodes;
  std::vector<std::int64_t> offsets = {0};
  for (std::int32_t i = 0; i < 30000; ++i) {
    polygons.push_back(3 + i % 4);
    for (std::int32_t n = 0; n < 3 + i % 4; ++n) polygons.push_back(i + n);
    for (std::int32_t n = 0; n < 3 + i % 4; ++n) nodes.push_back(i + n);
    offsets.push_back(std::ssize(nodes));
  }
  const bool is_sound = GENERATE(true, false);
  if (!is_sound) polygons.push_back(9);
  auto& section = test.root().children.emplace_back(cgns::integer_node("Faces", "Elements_t", {2}, {22, 0}));
  test.target(section, "ElementConnectivity", test.source(DataType::I4, polygons));
  const auto digest = [](const std::vector<std::int64_t>& values) {
    return kernel::ArrayDigest{std::ssize(values),
                               cgns::digest_of_values(DataType::I8, std::as_bytes(std::span(values)))};
  };
  std::map<int, kernel::NewSection> sections;
  if (is_sound) sections[0] = {.sound = true, .connectivity = digest(nodes), .offsets = digest(offsets)};
  check_on_root(test.run(), test.expected(sections));
}

TEST_CASE("lists of points, and what belongs to them, are hashed in canonical order") {
  const std::int64_t count = GENERATE(1, 7, 40000);
  const int width = GENERATE(1, 3);
  const bool is_box = GENERATE(false, true);
  // Distinct points in an order that is far from canonical; with gaps unless they are a box.
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) order[static_cast<std::size_t>(i)] = (i * 4999 + 3) % count;
  std::vector<std::int32_t> points;
  std::vector<double> values;
  for (const auto place : order) {
    const auto last = static_cast<std::int32_t>(5 + place * (is_box ? 1 : 2));
    for (int i = 0; i + 1 < width; ++i) points.push_back(2 + i);
    points.push_back(last);
    values.insert(values.end(), {static_cast<double>(place), -static_cast<double>(place)});
  }
  Case test;
  auto& condition = test.root().children.emplace_back(cgns::Node{.name = "Wall", .label = "BC_t"});
  test.list(condition, "PointList", test.source(DataType::I4, points), width);
  test.target(condition, "Values", test.source(DataType::R8, values));
  const auto nodes = test.run();
  if (!session().is_root()) return;

  std::vector<std::int64_t> sorted;
  std::vector<double> sorted_values;
  for (std::int64_t place = 0; place < count; ++place) {
    for (int i = 0; i + 1 < width; ++i) sorted.push_back(2 + i);
    sorted.push_back(5 + place * (is_box ? 1 : 2));
    sorted_values.insert(sorted_values.end(), {static_cast<double>(place), -static_cast<double>(place)});
  }
  auto list = cgns::integer_node("PointList", "IndexArray_t", {width, count}, sorted, DataType::I8);
  if (is_box || count == 1) {
    std::vector<std::int64_t> corners(sorted.begin(), sorted.begin() + width);
    corners.insert(corners.end(), sorted.end() - width, sorted.end());
    list = cgns::integer_node("PointRange", "IndexRange_t", {width, 2}, corners);
  }
  const auto data = cgns::real_node("Values", "DataArray_t", {2 * count}, sorted_values);
  const cgns::Node root{.name = "HDF5 MotherNode",
                        .label = "Root Node of HDF5 File",
                        .children = {{.name = "Wall", .label = "BC_t", .children = {list, data}}}};
  check_on_root(nodes, digest::digest_of(root, {.arrays = {}, .new_sections = {}, .lists = {}}));
}

TEST_CASE("the digest of a file does not depend on how it is stored") {
  const test::Scratch scratch;
  using Layout = test::Style::Layout;
  const auto layout = GENERATE(Layout::library, Layout::contiguous, Layout::compact, Layout::partial_chunks,
                               Layout::deflated);
  const bool big_endian = GENERATE(false, true);
  const auto path = scratch.path("file.cgns");
  auto root = test::sample_tree();
  if (session().is_root()) test::write_file(path, root, {.big_endian = big_endian, .layout = layout});
  (void)par::all_sum(session().comm(), 0);
  auto inputs = file::read_trees(session(), {path}, {});
  const auto plan = fileset::merge(inputs, {}, {});
  const auto expected = digest::digest_of(root, {.arrays = {}, .new_sections = {}, .lists = {}});
  check_on_root(digest_of(plan, inputs), expected);
}

TEST_CASE("a file that ends too early is the same error on every rank") {
  const test::Scratch scratch;
  const auto path = scratch.path("short");
  if (session().is_root()) std::ofstream(path) << "too short";
  (void)par::all_sum(session().comm(), 0);
  cgns::InputSet inputs;
  inputs.files.push_back({.path = path});
  inputs.arrays.push_back({.path = "/a", .type = DataType::R8, .dims = {100000}, .offset = 0});
  plan::Plan plan;
  plan.targets.push_back({.path = "/a", .type = DataType::R8, .dims = {100000}});
  plan.transfers.push_back({.count = 100000});
  try {
    (void)digest_of(plan, inputs);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(std::string(error.what()).find(path + ":/a") != std::string::npos);
  }
}
