// Files whose nodes several ranks create: the same as one rank makes, and whole for whoever reads or changes
// them.

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <span>

#include "../session.hpp"
#include "catch.hpp"
#include "fixture.hpp"
#include "pcgns/file/plan/batches.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/file/skeleton.hpp"
#include "pcgns/par/collective.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using cgns::DataType;
using cgns::Node;
using test::session;

constexpr file::ReadOptions all_values{.follow_links = false, .inline_limit = 1 << 20};

/// A kept link has the label of its target.
Node link_to_zone(const std::string& name) {
  auto node = test::link(name, "", "/Base/Zone 0");
  node.label = "Zone_t";
  return node;
}

/// A zone with arrays of several sizes, a node with many children, values too large for a header, and a link.
Node zone_of(const std::string& name, int number, plan::Plan& plan) {
  auto zone = *test::sample_tree().child("Base")->child("Zone");
  zone.name = name;
  const auto give_array = [&](Node& node, std::vector<std::int64_t> dims) {
    node.children.push_back({.name = "Array" + std::to_string(node.children.size()),
                             .label = "DataArray_t",
                             .type = DataType::R8,
                             .dims = dims,
                             .array = static_cast<int>(plan.targets.size())});
    plan.targets.push_back({.path = {}, .type = DataType::R8, .dims = std::move(dims)});
  };
  Node arrays{.name = "Arrays", .label = "UserDefinedData_t"};
  for (const std::int64_t size : {0, 1, 7, 600}) give_array(arrays, {size});
  Node many{.name = "Many", .label = "UserDefinedData_t"};
  for (int i = 0; i < 9 + number % 30; ++i)
    many.children.push_back(cgns::text_node("Text " + std::to_string(i), "Descriptor_t", "some words"));
  zone.children.push_back(std::move(arrays));
  zone.children.push_back(std::move(many));
  zone.children.push_back(link_to_zone("Link"));
  if (number % 40 == 0)
    zone.children.push_back(cgns::text_node("Long", "Descriptor_t", std::string(70'000, 'x')));
  return zone;
}

plan::Plan plan_of(int zones) {
  plan::Plan plan{.output = test::sample_tree()};
  auto& base = *plan.output.child("Base");
  base.children.clear();
  base.children.push_back(cgns::text_node("About", "Descriptor_t", "a file of many zones"));
  for (int i = 0; i < zones; ++i) base.children.push_back(zone_of("Zone " + std::to_string(i), i, plan));
  base.children.insert(base.children.begin() + zones / 2, link_to_zone("Linked"));
  return plan;
}

const plan::Plan& many_zones() {
  static const auto plan = plan_of(80);
  return plan;
}

file::Layout write(const std::string& path, const plan::Plan& plan, const file::Ranks& ranks) {
  if (par::rank_in(ranks.comm) == ranks.joiner) test::write_contents(path, "");
  (void)par::all_sum(ranks.comm, 0);
  return file::write_skeleton(path, plan, {}, 4096, {}, {}, ranks);
}

/// Fills array i with i, so that arrays and nodes that overlap are found.
void fill(const std::string& path, plan::Plan& plan, const std::vector<std::int64_t>& offsets) {
  const int descriptor = ::open(path.c_str(), O_WRONLY);
  const std::function<void(Node&)> visit = [&](Node& node) {
    if (node.is_bulk()) {
      const auto i = static_cast<std::size_t>(node.array);
      const std::vector<double> values(static_cast<std::size_t>(node.dims.front()), node.array);
      const auto bytes = std::as_bytes(std::span(values));
      node.data.assign(bytes.begin(), bytes.end());
      if (offsets[i] >= 0) REQUIRE(::pwrite(descriptor, node.data.data(), node.data.size(), offsets[i]) >= 0);
      if (values.empty()) node = {.name = node.name, .label = node.label};  // has no values in a file
    }
    for (auto& child : node.children) visit(child);
  };
  visit(plan.output);
  ::close(descriptor);
}

std::string difference_when_read(const std::string& path, const Node& root) {
  return test::difference(root, file::read_tree(path, all_values).trees.at(0));
}

/// The number of links to an object.
unsigned count_of_links(hid_t file, const char* path) {
#if H5_VERSION_GE(1, 12, 0)
  H5O_info2_t info;
  REQUIRE(H5Oget_info_by_name3(file, path, &info, H5O_INFO_BASIC, H5P_DEFAULT) >= 0);
#else
  H5O_info_t info;
  REQUIRE(H5Oget_info_by_name2(file, path, &info, H5O_INFO_BASIC, H5P_DEFAULT) >= 0);
#endif
  return info.rc;
}

}  // namespace

TEST_CASE("a file of many zones is the same for any number of ranks") {
  const test::Scratch scratch;
  const int last = session().size() - 1;
  const auto layout = write(scratch.path("all.cgns"), many_zones(), {session().comm(), last});
  CHECK_FALSE(layout.fell_back);
  const auto planned = file::arrange(many_zones(), {.alignment = 4096});
  CHECK(planned.batches.size() > 3);
  CHECK(layout.offsets == planned.arrays);
  if (session().rank() != last) return (void)par::all_sum(session().comm(), 0);
  const auto alone = write(scratch.path("one.cgns"), many_zones(), {});
  CHECK(test::contents_of(scratch.path("all.cgns")) == test::contents_of(scratch.path("one.cgns")));
  CHECK(alone.offsets == layout.offsets);
  CHECK(alone.end == layout.end);
  (void)par::all_sum(session().comm(), 0);
}

TEST_CASE("nodes and arrays of many zones do not overlap, and are those of the plan", "[serial]") {
  const test::Scratch scratch;
  const auto path = scratch.path("out.cgns");
  for (const auto version :
       {plan::Format::Version::v18, plan::Format::Version::v110, plan::Format::Version::latest}) {
    auto plan = many_zones();
    plan.format.version = version;
    plan.format.compact_below = version == plan::Format::Version::v110 ? 8 : plan::Format::most_compact;
    const auto layout = write(path, plan, {});
    CHECK_FALSE(layout.fell_back);
    CHECK(file::read_layout(path, plan).offsets == layout.offsets);
    fill(path, plan, layout.offsets);
    CHECK(difference_when_read(path, plan.output) == "");
  }
}

TEST_CASE("batches whose ranges are too small move to the end of the file", "[serial]") {
  const test::Scratch scratch;
  auto plan = many_zones();
  // The sizes are estimated from the tree, which does not have the extents here.
  for (auto& zone : plan.output.child("Base")->children) {
    for (int i = 0; i < 30 && !zone.link; ++i) {
      zone.children.push_back({.name = "Wide" + std::to_string(i),
                               .label = "DataArray_t",
                               .array = static_cast<int>(plan.targets.size())});
      plan.targets.push_back({.path = {}, .type = DataType::R8, .dims = std::vector<std::int64_t>(32, 1)});
    }
  }
  const auto layout = write(scratch.path("out.cgns"), plan, {});
  CHECK(layout.end > file::arrange(plan, {.alignment = 4096}).bytes.end + 100'000);
  CHECK(file::read_layout(scratch.path("out.cgns"), plan).offsets == layout.offsets);
}

TEST_CASE("arrays of many zones are where the caller has put them", "[serial]") {
  const test::Scratch scratch;
  const auto path = scratch.path("out.cgns");
  auto plan = many_zones();
  std::vector<std::int64_t> offsets;
  std::int64_t end = 65'536;
  for (const auto& target : plan.targets) {
    offsets.push_back(target.bytes() == 0 ? -1 : end);
    end += target.bytes();
  }
  test::write_contents(path, "");
  const file::ChunksInPlace places{.bytes = {65'536, end}, .arrays = offsets};
  CHECK(file::write_skeleton(path, plan, {}, 1, places).offsets == offsets);
  CHECK(file::read_layout(path, plan).offsets == offsets);
  fill(path, plan, offsets);
  CHECK(difference_when_read(path, plan.output) == "");
}

TEST_CASE("arrays of many zones have the residues that clones need", "[serial]") {
  const test::Scratch scratch;
  const auto& plan = many_zones();
  file::Congruence congruence{.block = 4096};
  for (std::size_t i = 0; i < plan.targets.size(); ++i)
    congruence.residues.push_back(i % 3 == 0 ? -1 : static_cast<std::int64_t>(i * 8 % 4096));
  test::write_contents(scratch.path("out.cgns"), "");
  const auto layout = file::write_skeleton(scratch.path("out.cgns"), plan, {}, 4096, {}, congruence);
  for (std::size_t i = 0; i < plan.targets.size(); ++i) {
    if (congruence.residues[i] >= 0 && layout.offsets[i] >= 0)
      CHECK(layout.offsets[i] % 4096 == congruence.residues[i]);
  }
  CHECK(file::read_layout(scratch.path("out.cgns"), plan).offsets == layout.offsets);
}

TEST_CASE("zones that were created apart can be removed, renamed and added to", "[serial]") {
  const test::Scratch scratch;
  const auto path = scratch.path("out.cgns");
  auto plan = many_zones();
  fill(path, plan, write(path, plan, {}).offsets);
  {
    const test::Edit edit(path);
    CHECK(count_of_links(edit.file(), "/Base/Zone 7") == 1);
    edit.remove("/Base/Zone 7");
    REQUIRE(H5Lmove(edit.file(), "/Base/Zone 8", edit.file(), "/Base/New", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    for (int i = 0; i < 20; ++i) edit.add_group("/Base/Zone 9/ " + std::to_string(i));
  }
  auto& zones = plan.output.child("Base")->children;
  std::erase_if(zones, [](const Node& node) { return node.name == "Zone 7"; });
  const auto renamed = std::ranges::find(zones, "Zone 8", &Node::name);
  renamed->name = "New";
  std::rotate(renamed, renamed + 1, zones.end());  // now the last one linked
  auto found = file::read_tree(path, all_values);
  found.trees.at(0).child("Base")->child("Zone 9")->extras.clear();
  CHECK(test::difference(plan.output, found.trees.at(0)) == "");
}

TEST_CASE("where one rank cannot write its nodes, all ranks have its error") {
  const test::Scratch scratch;
  struct rlimit before = {};
  ::getrlimit(RLIMIT_FSIZE, &before);
  auto* const handler = ::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit small = {100'000, before.rlim_max};
  if (session().rank() == session().size() - 1) ::setrlimit(RLIMIT_FSIZE, &small);
  const auto message = test::error_of([&] {
    (void)write(scratch.path("out.cgns"), many_zones(), {session().comm(), 0});
  });
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, handler);
  CHECK_THAT(message, Contains("out.cgns") && Contains("File too large"));
}
