#include "pcgns/verify/info/plan/describe.hpp"

#include "catch.hpp"
#include "fileset/build.hpp"
#include "pcgns/fileset/metadata.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using verify::info::describe_bases;

cgns::InputSet set_of(Nodes bases) {
  cgns::InputSet inputs;
  for (auto& one : bases) {
    inputs.files.push_back({.path = "f", .size = 10});
    inputs.trees.push_back(node("", "Root Node of HDF5 File", {version(4.5), std::move(one)}));
  }
  return inputs;
}

fileset::RecognisedZone split_zone(std::vector<std::int64_t> cells) {
  return {.base = "Base", .name = "Whole", .extents = std::move(cells), .pieces = {{0, "A"}, {1, "B"}}};
}

}  // namespace

TEST_CASE("zones of one name and size in several files are one zone") {
  const auto inputs =
      set_of({base("Base", {zone("Z", {solution("S")})}), base("Base", {zone("Z"), zone("Y")})});
  const auto bases = describe_bases(inputs, {});
  REQUIRE(bases.size() == 1);
  REQUIRE(bases[0].zones.size() == 2);
  CHECK(bases[0].zones[0].files == 2);
  CHECK(bases[0].zones[0].cells == 3);
  CHECK(bases[0].zones[1].files == 1);
  REQUIRE(bases[0].solutions.size() == 1);
  CHECK(bases[0].solutions[0].fields.at(0).zones == 1);
}

TEST_CASE("zones of one name and another size are two zones") {
  const auto inputs = set_of({base("Base", {zone("Z")}), base("Base", {zone("Z", {}, {5, 4, 0})})});
  CHECK(describe_bases(inputs, {}).at(0).zones.size() == 2);
}

TEST_CASE("pieces are one zone: structured of the whole size, unstructured with sums") {
  const auto boxes = set_of({base("Base", {zone("A")}), base("Base", {zone("B")})});
  const auto whole = describe_bases(boxes, {split_zone({6})}).at(0).zones.at(0);
  CHECK(whole.name == "Whole");
  CHECK(whole.pieces == 2);
  CHECK(whole.files == 2);
  CHECK(whole.vertices == 7);
  CHECK(whole.whole_size);

  const Node kind = cgns::text_node("ZoneType", "ZoneType_t", "Unstructured");
  const auto others = set_of({base("Base", {zone("A", {kind})}), base("Base", {zone("B", {kind})})});
  const auto sum = describe_bases(others, {split_zone({})}).at(0).zones.at(0);
  CHECK(sum.vertices == 8);
  CHECK(sum.cells == 6);
  CHECK(!sum.whole_size);
}

TEST_CASE("particles of several files are added up, unless all files may have the same ones") {
  const auto particles = [](std::int64_t count, Nodes children = {}) {
    return with(cgns::integer_node("Drops", "ParticleZone_t", {1}, {count}), std::move(children));
  };
  const auto count_in = [](Nodes bases) {
    const auto described = describe_bases(set_of(std::move(bases)), {});
    REQUIRE(described.at(0).zones.size() == 1);
    return described[0].zones[0].vertices;
  };
  CHECK(count_in({base("Base", {particles(3)}), base("Base", {particles(3)}), base("Base", {})}) == 3);
  CHECK(count_in({base("Base", {particles(3)}), base("Base", {particles(4)}),
                  base("Base", {particles(3)})}) == 10);
  const auto numbers =
      user(std::string(fileset::numbering_name), {integers(std::string(fileset::particle_name), {1, 2, 3})});
  CHECK(count_in({base("Base", {particles(3, {numbers})}), base("Base", {particles(3, {numbers})})}) == 6);
}

TEST_CASE("element types have the numbers of the version of their file") {
  auto section = cgns::integer_node("Cells", "Elements_t", {2}, {18, 0});
  section.children = {cgns::integer_node("ElementRange", "IndexRange_t", {2}, {1, 5})};
  const auto kind = cgns::text_node("ZoneType", "ZoneType_t", "Unstructured");
  auto inputs = set_of({base("Base", {zone("Z", {kind, section})})});
  const auto elements = [&] { return describe_bases(inputs, {}).at(0).zones.at(0).elements; };
  CHECK(elements() == std::map<std::string, std::int64_t>{{"HEXA_20", 5}});
  inputs.trees.front().children.front() = version(3.0);
  CHECK(elements() == std::map<std::string, std::int64_t>{{"HEXA_8", 5}});
}

TEST_CASE("boundary conditions are counted by family and type") {
  const auto wall = [](std::string name) {
    return with(cgns::text_node(std::move(name), "BC_t", "BCWall"),
                {cgns::text_node("FamilyName", "FamilyName_t", "Hull")});
  };
  const auto list =
      node("ZoneBC", "ZoneBC_t", {wall("a"), wall("b"), cgns::text_node("c", "BC_t", "BCInflow")});
  const auto found = describe_bases(set_of({base("Base", {zone("Z", {list})})}), {}).at(0).boundaries;
  REQUIRE(found.size() == 2);
  CHECK(found[0].name == "Hull");
  CHECK(found[0].count == 2);
  CHECK(!found[1].is_family);
}

TEST_CASE("arrays are counted by the way they are stored") {
  auto inputs = set_of({base("Base", {})});
  const auto array = [&](auto change) {
    cgns::Array one{.path = "/x", .type = cgns::DataType::R8, .dims = {4}};
    change(one);
    inputs.arrays.push_back(one);
  };
  array([](auto& one) { one.offset = 100; });
  array([](auto& one) { one.offset = 200; });
  array([](auto& one) { one.compact = true; });
  array([](auto& one) {
    one.chunk = {4};
    one.filters = {{.id = 2}, {.id = 1}};
  });
  const auto storage = verify::info::describe_storage(inputs);
  REQUIRE(storage.layouts.size() == 3);
  CHECK(storage.layouts[0].name == "contiguous");
  CHECK(storage.layouts[0].bytes == 64);
  CHECK(storage.layouts[2].name == "chunked, shuffle, deflate");
  CHECK(storage.versions.at("4.5") == 1);
  CHECK(storage.bytes == 10);
}
