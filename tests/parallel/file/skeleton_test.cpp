#include "pcgns/file/skeleton.hpp"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "catch.hpp"
#include "fixture.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/file/read_trees.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using cgns::DataType;
using cgns::Node;
using test::Folder;

constexpr file::ReadOptions all_values{.inline_limit = 1 << 20};

/// A plan that copies one input.
plan::Plan plan_of(const cgns::InputSet& inputs) {
  plan::Plan plan;
  plan.output = inputs.trees.at(0);
  for (const auto& array : inputs.arrays) plan.targets.push_back({array.path, array.type, array.dims});
  return plan;
}

void fill(int descriptor, const Node& node, const file::Layout& layout) {
  if (node.is_bulk()) {
    const auto offset = layout.offsets.at(static_cast<std::size_t>(node.array));
    REQUIRE(::pwrite(descriptor, node.data.data(), node.data.size(), offset) ==
            static_cast<ssize_t>(node.data.size()));
  }
  for (const auto& child : node.children) fill(descriptor, child, layout);
}

/// Writes the skeleton and the values of bulk arrays, as the engine would.
file::Layout copy(const cgns::InputSet& inputs, const std::string& path, std::int64_t alignment = 4096) {
  const auto plan = plan_of(inputs);
  test::write_contents(path, "");
  auto layout = file::write_skeleton(path, plan, inputs, alignment);
  const int descriptor = ::open(path.c_str(), O_WRONLY);
  fill(descriptor, plan.output, layout);
  ::close(descriptor);
  return layout;
}

cgns::InputSet sample(const Folder& folder, Node root = test::sample_tree()) {
  test::write_file(folder.path("in.cgns"), root);
  return file::read_tree(folder.path("in.cgns"), all_values);
}

Node bulk(const std::string& name, std::vector<std::int64_t> dims) {
  Node node{.name = name, .label = "DataArray_t", .type = DataType::R8, .dims = std::move(dims)};
  node.data.assign(static_cast<std::size_t>(bytes_of(node.type, node.dims)), std::byte{1});
  return node;
}

/// Arrays of very different sizes below one solution.
Node tree_of_sizes(const std::vector<std::int64_t>& sizes) {
  auto root = test::sample_tree();
  auto& flow = *root.child("Base")->child("Zone")->child("Flow");
  for (const auto size : sizes) flow.children.push_back(bulk("Size" + std::to_string(size), {size}));
  return root;
}

}  // namespace

TEST_CASE("what the skeleton writer writes, the reader reads", "[serial]") {
  const Folder folder;
  const auto inputs = sample(folder);
  copy(inputs, folder.path("out.cgns"));
  const auto again = file::read_tree(folder.path("out.cgns"), all_values);
  CHECK(test::difference(inputs.trees.at(0), again.trees.at(0)) == "");
  CHECK(again.losses.empty());
  for (const auto& array : again.arrays) CHECK(array.offset >= 0);
}

TEST_CASE("a skeleton has the superblock, the attributes and the bytes of the mapping", "[serial]") {
  const Folder folder;
  copy(sample(folder), folder.path("out.cgns"));
  CHECK(static_cast<int>(test::contents_of(folder.path("out.cgns")).at(8)) == 2);
  const test::Edit edit(folder.path("out.cgns"));
  const auto size_of = [&](const char* object, const char* name) {
    const hid_t attribute = H5Aopen_by_name(edit.file(), object, name, H5P_DEFAULT, H5P_DEFAULT);
    const auto size = H5Aget_storage_size(attribute);
    H5Aclose(attribute);
    return size;
  };
  for (const auto* object : {"/", "/Base/Zone"}) {
    CHECK(size_of(object, "name") == 33);
    CHECK(size_of(object, "label") == 33);
    CHECK(size_of(object, "type") == 3);
  }
  CHECK(size_of("/Base/Zone", "flags") == 4);
  CHECK(H5Aexists(edit.file(), "flags") == 0);
  CHECK(H5Lexists(edit.file(), " format", H5P_DEFAULT) > 0);
  CHECK(H5Lexists(edit.file(), " hdf5version", H5P_DEFAULT) > 0);
}

TEST_CASE("every group of a skeleton tracks and indexes the order of creation, and has no times",
          "[serial]") {
  const Folder folder;
  copy(sample(folder), folder.path("out.cgns"));
  const test::Edit edit(folder.path("out.cgns"));
  for (const auto* path : {"/", "/Base", "/Base/Zone/Flow"}) {
    const hid_t group = H5Gopen2(edit.file(), path, H5P_DEFAULT);
    const hid_t creation = H5Gget_create_plist(group);
    unsigned order = 0;
    hbool_t times = true;
    H5Pget_link_creation_order(creation, &order);
    H5Pget_obj_track_times(creation, &times);
    CHECK(order == (H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
    CHECK_FALSE(times);
    H5Pclose(creation);
    H5Gclose(group);
  }
}

TEST_CASE("the same plan gives the same bytes", "[serial]") {
  const Folder folder;
  const auto inputs = sample(folder, tree_of_sizes({100, 10000, 70000}));
  copy(inputs, folder.path("one.cgns"));
  // Whatever is not written must not be what happens to lie in memory.
  std::vector<std::string> litter;
  for (std::size_t i = 1; i < 2000; ++i) litter.emplace_back(i * 7 % 4096, '\xAB');
  litter.clear();
  copy(inputs, folder.path("two.cgns"));
  CHECK(test::contents_of(folder.path("one.cgns")) == test::contents_of(folder.path("two.cgns")));
}

TEST_CASE("large arrays are aligned, and nothing overlaps or lies beyond the end", "[serial]") {
  const Folder folder;
  const auto inputs = sample(folder, tree_of_sizes({1, 100, 511, 512, 513, 2000, 9000}));
  for (const std::int64_t alignment : {1, 512, 4096, 65536}) {
    const auto layout = copy(inputs, folder.path("out.cgns"), alignment);
    std::vector<Range> places;
    for (std::size_t i = 0; i < inputs.arrays.size(); ++i) {
      const auto bytes = inputs.arrays[i].bytes();
      if (bytes >= alignment) CHECK(layout.offsets[i] % alignment == 0);
      places.push_back({layout.offsets[i], layout.offsets[i] + bytes});
    }
    CHECK(layout.end == static_cast<std::int64_t>(test::contents_of(folder.path("out.cgns")).size()));
    std::sort(places.begin(), places.end(), [](Range a, Range b) { return a.begin < b.begin; });
    for (std::size_t i = 1; i < places.size(); ++i) CHECK(places[i - 1].end <= places[i].begin);
    CHECK(places.back().end <= layout.end);
    const auto again = file::read_tree(folder.path("out.cgns"), all_values);
    CHECK(test::difference(inputs.trees.at(0), again.trees.at(0)) == "");
  }
}

TEST_CASE("small files stay small", "[serial]") {
  const Folder folder;
  const auto inputs = sample(folder);
  const auto layout = copy(inputs, folder.path("out.cgns"));
  CHECK(layout.end < 40'000);
}

TEST_CASE("values around the limit of compact storage are written", "[serial]") {
  const Folder folder;
  for (const std::size_t size : {64'999, 65'000, 65'001, 65'535, 65'536, 200'000}) {
    plan::Plan plan;
    plan.output.children = {cgns::text_node("Text", "Descriptor_t", std::string(size, 'x'))};
    test::write_contents(folder.path("out.cgns"), "");
    (void)file::write_skeleton(folder.path("out.cgns"), plan, {}, 4096);
    const auto again = file::read_tree(folder.path("out.cgns"), all_values);
    CHECK(test::difference(plan.output.children[0], again.trees.at(0).children.at(0)) == "");
  }
}

TEST_CASE("an array of zero values becomes a node without values", "[serial]") {
  const Folder folder;
  plan::Plan plan;
  Node node{.name = "Empty", .label = "DataArray_t", .type = DataType::R8, .dims = {0}, .array = 0};
  plan.output.children = {node};
  plan.targets = {{"/Empty", DataType::R8, {0}}};
  test::write_contents(folder.path("out.cgns"), "");
  const auto layout = file::write_skeleton(folder.path("out.cgns"), plan, {}, 4096);
  CHECK(layout.offsets == std::vector<std::int64_t>{-1});
  CHECK(file::read_tree(folder.path("out.cgns"), {}).trees.at(0).children.at(0).type == DataType::MT);
  CHECK(file::read_layout(folder.path("out.cgns"), plan).offsets == layout.offsets);
}

TEST_CASE("links are written as the library writes them", "[serial]") {
  const Folder folder;
  test::write_file(folder.path("grid.cgns"), test::sample_tree());
  auto root = test::sample_tree();
  root.child("Base")->children.push_back(test::link("Outer", "grid.cgns", "/Base/Zone"));
  root.child("Base")->children.push_back(test::link("Inner", "", "/Base/Zone/Flow"));
  test::write_file(folder.path("in.cgns"), root);
  const file::ReadOptions keep{.follow_links = false, .inline_limit = 1 << 20};
  const auto inputs = file::read_tree(folder.path("in.cgns"), keep);
  copy(inputs, folder.path("out.cgns"));
  const auto again = file::read_tree(folder.path("out.cgns"), keep);
  CHECK(test::difference(inputs.trees.at(0), again.trees.at(0)) == "");
  const auto followed = file::read_tree(folder.path("out.cgns"), all_values);
  CHECK(cgns::find(followed.trees.at(0), "/Base/Outer/Flow/Density")->is_bulk());
  // HDF5 itself follows them too.
  const test::Edit edit(folder.path("out.cgns"));
  CHECK(H5Oexists_by_name(edit.file(), "/Base/Outer/ link", H5P_DEFAULT) > 0);
  CHECK(H5Oexists_by_name(edit.file(), "/Base/Inner/ link", H5P_DEFAULT) > 0);
  CHECK(H5Lexists(edit.file(), "/Base/Outer/ file", H5P_DEFAULT) > 0);
  CHECK(H5Lexists(edit.file(), "/Base/Inner/ file", H5P_DEFAULT) == 0);
}

TEST_CASE("the layout that is read is the one that was written", "[serial]") {
  const Folder folder;
  const auto inputs = sample(folder, tree_of_sizes({100, 10000}));
  const auto written = copy(inputs, folder.path("out.cgns"));
  const auto read = file::read_layout(folder.path("out.cgns"), plan_of(inputs));
  CHECK(read.offsets == written.offsets);
  CHECK(read.end == written.end);
}

TEST_CASE("a file that is not the planned skeleton is refused", "[serial]") {
  const Folder folder;
  const auto inputs = sample(folder);
  const auto path = folder.path("out.cgns");
  copy(inputs, path);
  const auto error_of_plan = [&](const auto& change) {
    auto plan = plan_of(inputs);
    change(plan);
    return test::error_of([&] { (void)file::read_layout(path, plan); });
  };
  CHECK(error_of_plan([](plan::Plan&) {}).empty());
  CHECK_THAT(error_of_plan([](auto& p) { p.output.child("Base")->child("Zone")->children.pop_back(); }),
             Contains("out.cgns:/Base/Zone: differs from the plan: there are more or fewer children"));
  CHECK_THAT(error_of_plan([](auto& p) { p.output.child("Base")->label = "Family_t"; }), Contains("label"));
  CHECK_THAT(error_of_plan([](auto& p) { p.output.child("Base")->name = "Other"; }),
             Contains("another child"));
  CHECK_THAT(error_of_plan([](auto& p) { p.targets[0].dims[0] += 1; }), Contains("extents"));
  CHECK_THAT(error_of_plan([](auto& p) { p.targets[0].type = DataType::R4; }), Contains("type"));
  CHECK_THAT(error_of_plan([](auto& p) { p.output.child("Base")->data.clear(); }), Contains("type"));
  test::write_contents(path, "");
  CHECK_THAT(error_of_plan([](plan::Plan&) {}), Contains("is empty"));
}

TEST_CASE("a full device is an error, and the program lives on", "[serial]") {
  const Folder folder;
  const auto inputs = sample(folder, tree_of_sizes({100, 10000}));
  struct rlimit before {};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  for (const rlim_t limit : {0, 100, 1000, 5000, 20'000}) {
    test::write_contents(folder.path("out.cgns"), "");
    const struct rlimit small = {limit, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const auto message = test::error_of(
        [&] { (void)file::write_skeleton(folder.path("out.cgns"), plan_of(inputs), inputs, 4096); });
    ::setrlimit(RLIMIT_FSIZE, &before);
    CHECK_THAT(message, Contains("cannot write") && Contains("File too large"));
  }
  ::signal(SIGXFSZ, handler);
  CHECK_NOTHROW(copy(inputs, folder.path("out.cgns")));
}

TEST_CASE("a skeleton in a folder that does not exist is an error", "[serial]") {
  const Folder folder;
  const auto message =
      test::error_of([&] { (void)file::write_skeleton(folder.path("no/out.cgns"), plan::Plan{}, {}, 4096); });
  CHECK_THAT(message, Contains("no/out.cgns: No such file or directory"));
}
