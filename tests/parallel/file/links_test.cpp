#include <stdlib.h>

#include <filesystem>

#include "catch.hpp"
#include "fixture.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/cgns/compare_trees.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/file/detail/link_search.hpp"
#include "pcgns/file/read_trees.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using cgns::Node;
using test::Folder;

constexpr file::ReadOptions all_values{.inline_limit = 1 << 20};
constexpr file::ReadOptions kept{.follow_links = false};
constexpr auto hdf5 = file::Container::hdf5;

/// A base whose children are `children`.
Node tree_of(std::vector<Node> children) {
  auto root = test::sample_tree();
  root.children.at(1).children = std::move(children);
  return root;
}

const Node& sample_zone(const Node& root) { return *cgns::find(root, "/Base/Zone"); }

std::string error_of_reading(const std::string& path, const file::ReadOptions& options = {}) {
  return test::error_of([&] { (void)file::read_tree(path, options); });
}

/// grid.cgns is the sample; a.cgns has the link `node` in its base.
struct LinkedFiles {
  explicit LinkedFiles(Node node, const std::string& grid = "grid.cgns") {
    std::filesystem::create_directories(std::filesystem::path(folder.path(grid)).parent_path());
    test::write_file(folder.path(grid), test::sample_tree());
    test::write_file(path(), tree_of({std::move(node)}));
  }
  [[nodiscard]] std::string path() const { return folder.path("a.cgns"); }

  Folder folder;
};

class Variable {
 public:
  explicit Variable(const std::string& value, const char* name = "HDF5_EXT_PREFIX") : name_(name) {
    ::setenv(name_, value.c_str(), 1);
  }
  ~Variable() { ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

void check_linked_zone(const std::string& path) {
  const auto inputs = file::read_tree(path, all_values);
  auto expected = sample_zone(test::sample_tree());
  expected.name = "Linked";
  CHECK(test::difference(expected, *cgns::find(inputs.trees.at(0), "/Base/Linked")) == "");
}

}  // namespace

TEST_CASE("a link brings its target in, under its own name", "[serial]") {
  for (const auto* target : {"/Base/Zone", "Base/Zone"}) {
    check_linked_zone(LinkedFiles(test::link("Linked", "grid.cgns", target)).path());
  }
}

TEST_CASE("a linked file is listed, and its arrays and extras belong to it", "[serial]") {
  const LinkedFiles files(test::link("Linked", "grid.cgns", "/Base/Zone"));
  test::Edit(files.folder.path("grid.cgns")).add_attribute("/Base/Zone/Flow", "checksum", 1);
  const auto inputs = file::read_tree(files.path(), {});
  REQUIRE(inputs.files.size() == 2);
  CHECK(inputs.files[1].linked);
  CHECK(inputs.files[1].path == files.folder.path("grid.cgns"));
  CHECK(inputs.files[1].size > 0);
  CHECK(inputs.arrays.at(0).file == 1);
  CHECK(inputs.arrays.at(0).path == "/Base/Zone/GridCoordinates/CoordinateX");
  const auto& extra = cgns::find(inputs.trees.at(0), "/Base/Linked/Flow")->extras.at(0);
  CHECK((extra.file == 1 && extra.path == "/Base/Zone/Flow"));
}

TEST_CASE("a link within a file has its target's place in the same file", "[serial]") {
  const Folder folder;
  auto root = test::sample_tree();
  root.children.at(1).children.push_back(test::link("Linked", "", "/Base/Zone"));
  test::write_file(folder.path("a.cgns"), root);
  check_linked_zone(folder.path("a.cgns"));
  const auto inputs = file::read_tree(folder.path("a.cgns"), {});
  CHECK(inputs.files.size() == 1);
  const auto* x = cgns::find(inputs.trees.at(0), "/Base/Linked/GridCoordinates/CoordinateX");
  CHECK(inputs.arrays.at(static_cast<std::size_t>(x->array)).path ==
        "/Base/Zone/GridCoordinates/CoordinateX");
}

TEST_CASE("soft and external links as plain children are followed like nodes", "[serial]") {
  const Folder folder;
  test::write_file(folder.path("grid.cgns"), test::sample_tree());
  test::write_file(folder.path("a.cgns"), test::sample_tree());
  {
    const test::Edit edit(folder.path("a.cgns"));
    edit.remove("/Base/Zone");
    edit.add_external_link("/Base/Linked", "grid.cgns", "/Base/Zone");
    edit.add_soft_link("/Base/Again", "Linked/GridCoordinates");
    edit.add_soft_link("/Base/Absolute", "/Base/Linked/Flow");
  }
  check_linked_zone(folder.path("a.cgns"));
  const auto inputs = file::read_tree(folder.path("a.cgns"), all_values);
  const auto sample = test::sample_tree();
  const auto& base = *inputs.trees.at(0).child("Base");
  CHECK(base.child("Again")->children.size() == 2);
  CHECK(base.child("Absolute")->label == "FlowSolution_t");
  CHECK(inputs.files.size() == 2);
}

TEST_CASE("chains of links are followed, through nodes on the way too", "[serial]") {
  const Folder folder;
  test::write_file(folder.path("grid.cgns"), test::sample_tree());
  test::write_file(folder.path("b.cgns"), tree_of({test::link("Second", "grid.cgns", "/Base/Zone")}));
  test::write_file(folder.path("a.cgns"),
                   tree_of({test::link("Linked", "b.cgns", "/Base/Second"),
                            test::link("Grid", "b.cgns", "/Base/Second/GridCoordinates")}));
  check_linked_zone(folder.path("a.cgns"));
  const auto inputs = file::read_tree(folder.path("a.cgns"), {});
  CHECK(cgns::find(inputs.trees.at(0), "/Base/Grid")->label == "GridCoordinates_t");
  // b.cgns gave no values, so it is not among the files that must stay as they are.
  CHECK(inputs.files.size() == 2);
}

TEST_CASE("a link without its HDF5 link is followed by its texts", "[serial]") {
  const LinkedFiles files(test::link("Linked", "grid.cgns", "/Base/Zone"));
  test::Edit(files.path()).remove("/Base/Linked/ link");
  check_linked_zone(files.path());
}

TEST_CASE("a link that says nothing is an error that names it", "[serial]") {
  const LinkedFiles files(test::link("Linked", "grid.cgns", "/Base/Zone"));
  {
    const test::Edit edit(files.path());
    edit.remove("/Base/Linked/ link");
    edit.remove("/Base/Linked/ path");
  }
  CHECK_THAT(error_of_reading(files.path()), Contains("a.cgns:/Base/Linked: a link without a target"));
}

TEST_CASE("linked files are looked for where HDF5 looks", "[serial]") {
  SECTION("in the folder of the linking file, and below it") {
    check_linked_zone(
        LinkedFiles(test::link("Linked", "sub/grid.cgns", "/Base/Zone"), "sub/grid.cgns").path());
  }
  SECTION("absolute") {
    const Folder elsewhere;
    test::write_file(elsewhere.path("grid.cgns"), test::sample_tree());
    const Folder folder;
    test::write_file(folder.path("a.cgns"),
                     tree_of({test::link("Linked", elsewhere.path("grid.cgns"), "/Base/Zone")}));
    check_linked_zone(folder.path("a.cgns"));
  }
  SECTION("absolute but moved: by its last component") {
    check_linked_zone(LinkedFiles(test::link("Linked", "/nowhere/at/all/grid.cgns", "/Base/Zone")).path());
  }
  SECTION("in HDF5_EXT_PREFIX") {
    const LinkedFiles files(test::link("Linked", "grid.cgns", "/Base/Zone"), "sub/grid.cgns");
    CHECK_THAT(error_of_reading(files.path()), Contains("the file is missing"));
    const Variable prefix("/nowhere:" + files.folder.path("sub"));
    check_linked_zone(files.path());
  }
  SECTION("in HDF5_EXT_PREFIX with ${ORIGIN}") {
    const LinkedFiles files(test::link("Linked", "grid.cgns", "/Base/Zone"), "sub/grid.cgns");
    const Variable prefix("${ORIGIN}/sub");
    check_linked_zone(files.path());
  }
  SECTION("in the folder of the file behind a symbolic link") {
    const LinkedFiles files(test::link("Linked", "grid.cgns", "/Base/Zone"));
    const Folder elsewhere;
    std::filesystem::create_symlink(files.path(), elsewhere.path("a.cgns"));
    check_linked_zone(elsewhere.path("a.cgns"));
  }
}

TEST_CASE("the places to look at come in the order of HDF5", "[serial]") {
  const Variable prefix("/one:${ORIGIN}/two");
  const auto candidates = file::link_candidates("/there/grid.cgns", "folder/a.cgns", hdf5);
  CHECK(candidates == std::vector<std::string>{"/there/grid.cgns", "/one/grid.cgns", "folder/two/grid.cgns",
                                               "folder/grid.cgns", "grid.cgns"});
}

TEST_CASE("links of ADF files are searched for where the reference library does", "[serial]") {
  const Variable prefix("/one");
  const Variable hdf5_places("/two", "HDF5_LINK_PATH");
  const Variable places("/three", "ADF_LINK_PATH");
  const auto candidates = file::link_candidates("grid.cgns", "folder/a.cgns", file::Container::adf);
  CHECK(candidates == std::vector<std::string>{"folder/grid.cgns", "grid.cgns", "/three/grid.cgns"});
}

TEST_CASE("a path that leads back out of a symbolic link is that of the file system", "[serial]") {
  const Folder folder;
  const Folder elsewhere;
  std::filesystem::create_directories(elsewhere.path("deep/place"));
  std::filesystem::create_directory_symlink(elsewhere.path("deep/place"), folder.path("link"));
  const auto real = std::filesystem::canonical(elsewhere.path("deep")).string();
  const auto first = [](const std::string& target, const std::string& linking_file) {
    return file::link_candidates(target, linking_file, hdf5).front();
  };
  CHECK(first("../grid.cgns", folder.path("link/a.cgns")) == real + "/grid.cgns");
  CHECK(first("./../grid.cgns", folder.path("plain/a.cgns")) == folder.path("grid.cgns"));
  CHECK(first("../../../grid.cgns", "/a/b.cgns") == "/grid.cgns");
}

TEST_CASE("a link that leads nowhere is an error that names link, target and where was looked", "[serial]") {
  for (const auto& options : {file::ReadOptions{}, kept}) {
    const LinkedFiles no_file(test::link("Linked", "other.cgns", "/Base/Zone"));
    CHECK_THAT(
        error_of_reading(no_file.path(), options),
        Contains("a.cgns:/Base/Linked: link to other.cgns:/Base/Zone: the file is missing; searched in " +
                 no_file.folder.path("other.cgns")));
    const LinkedFiles no_node(test::link("Linked", "grid.cgns", "/Base/Other/Flow"));
    CHECK_THAT(
        error_of_reading(no_node.path(), options),
        Contains("a.cgns:/Base/Linked: link to grid.cgns:/Base/Other/Flow: ") && Contains("no /Base/Other"));
  }
}

TEST_CASE("a link to a file of another kind says what is wrong with it", "[serial]") {
  const LinkedFiles files(test::link("Linked", "grid.cgns", "/Base/Zone"));
  test::write_contents(files.folder.path("grid.cgns"), "a text");
  CHECK_THAT(error_of_reading(files.path()),
             Contains("/Base/Linked: link to grid.cgns") && Contains("is text"));
}

TEST_CASE("links that form a cycle are errors that name the link", "[serial]") {
  const Folder folder;
  const auto error_of_tree = [&](std::vector<Node> children) {
    test::write_file(folder.path("a.cgns"), tree_of(std::move(children)));
    return error_of_reading(folder.path("a.cgns"));
  };
  const auto check_circle = [](const std::string& message) {
    CHECK_THAT(message, Contains("/Base/Linked") && Contains("part of a cycle"));
  };
  check_circle(error_of_tree({test::link("Linked", "", "/Base/Linked")}));
  check_circle(
      error_of_tree({test::link("Linked", "", "/Base/Other"), test::link("Other", "", "/Base/Linked")}));
  check_circle(error_of_tree({test::link("Linked", "", "/Base")}));
  check_circle(error_of_tree({test::link("Linked", "", "/")}));
  check_circle(error_of_tree({test::link("Linked", "", "/Base/Linked/Below")}));
  check_circle(error_of_tree({test::link("Linked", "a.cgns", "/Base")}));
}

TEST_CASE("links that form a cycle through files are errors", "[serial]") {
  const Folder folder;
  test::write_file(folder.path("a.cgns"), tree_of({test::link("Linked", "b.cgns", "/Base")}));
  test::write_file(folder.path("b.cgns"), tree_of({test::link("Back", "a.cgns", "/Base")}));
  CHECK_THAT(error_of_reading(folder.path("a.cgns")), Contains("part of a cycle"));
  test::write_file(folder.path("b.cgns"), tree_of({test::link("Back", "a.cgns", "/Base/Linked")}));
  CHECK_THAT(error_of_reading(folder.path("a.cgns")), Contains("part of a cycle"));
}

TEST_CASE("two links to one node are no circle", "[serial]") {
  const Folder folder;
  auto root = test::sample_tree();
  root.children.at(1).children.push_back(test::link("Linked", "", "/Base/Zone"));
  root.children.at(1).children.push_back(test::link("Again", "", "/Base/Linked"));
  test::write_file(folder.path("a.cgns"), root);
  CHECK(file::read_tree(folder.path("a.cgns"), {}).trees.at(0).child("Base")->children.size() == 4);
}

TEST_CASE("a link that is kept has its target's label and no children", "[serial]") {
  const LinkedFiles files(test::link("Linked", "grid.cgns", "Base/Zone"));
  const auto inputs = file::read_tree(files.path(), kept);
  const auto* node = cgns::find(inputs.trees.at(0), "/Base/Linked");
  REQUIRE(node->link != nullptr);
  CHECK(*node->link == cgns::Link{"grid.cgns", "/Base/Zone"});
  CHECK(node->label == "Zone_t");
  CHECK(node->type == cgns::DataType::LK);
  CHECK(node->children.empty());
}

/// "Zone_t(ZoneType_t FlowSolution_t(DataArray_t))": labels, or names of nodes without.
std::string shown(const Node& node) {
  auto text = node.label.empty() ? node.name : node.label;
  for (const auto& child : node.children)
    text += (&child == &node.children.front() ? "(" : " ") + shown(child);
  return node.children.empty() ? text : text + ")";
}

TEST_CASE("of links that are kept, zones and what is looked for are known, through any number of links",
          "[serial]") {
  const Folder folder;
  auto root = test::sample_tree();
  auto& zone = root.children.at(1).children.front();
  zone.children.push_back({.name = ":Numbers", .label = "UserDefinedData_t"});
  zone.children.push_back({.name = "Data",
                           .label = "UserDefinedData_t",
                           .children = {{.name = "Source", .label = "Descriptor_t"}}});
  test::write_file(folder.path("grid.cgns"), root);
  test::write_file(folder.path("b.cgns"), tree_of({test::link("Middle", "grid.cgns", "/Base/Zone")}));
  test::write_file(folder.path("a.cgns"), tree_of({test::link("Linked", "b.cgns", "/Base/Middle")}));
  auto master = test::sample_tree();
  master.children = {master.children.front(), test::link("Base", "a.cgns", "/Base")};
  test::write_file(folder.path("master.cgns"), master);
  file::ReadOptions options = kept;
  const auto outline_of = [&](const std::string& file, const std::string& path) {
    const auto inputs = file::read_tree(folder.path(file), options);
    const auto* node = cgns::find(inputs.trees.at(0), path);
    REQUIRE((node != nullptr && node->link != nullptr && node->children.empty()));
    CHECK(node->link->end.has_value() == !options.look_for.empty());
    return node->link->outline == nullptr ? "nothing" : shown(*node->link->outline);
  };
  CHECK(outline_of("a.cgns", "/Base/Linked") == "nothing");
  options.look_for = {":Numbers", "Data/Source", "Data/Other", "Absent/Source"};
  const auto expected = [&] {
    std::string labels;
    for (const auto& child : zone.children) {
      labels += (&child == &zone.children.front() ? "" : " ") + child.label;
      if (child.name == "Data") labels += "(Source)";
      if (!cgns::is_solution(child.label) || !options.look_at_solutions) continue;
      for (const auto& field : child.children)
        labels += (&field == &child.children.front() ? "(" : " ") + field.label;
      labels += child.children.empty() ? "" : ")";
    }
    return "Zone_t(" + labels + ")";
  };
  CHECK(outline_of("a.cgns", "/Base/Linked") == expected());
  CHECK(outline_of("master.cgns", "/Base") == "CGNSBase_t(" + expected() + ")");
  options.look_at_solutions = true;
  CHECK(outline_of("master.cgns", "/Base") == "CGNSBase_t(" + expected() + ")");
}

TEST_CASE("a link that is kept knows where its file was found", "[serial]") {
  const LinkedFiles files(test::link("Linked", "grid.cgns", "/Base/Zone"));
  const Folder elsewhere;
  std::filesystem::create_symlink(files.path(), elsewhere.path("a.cgns"));
  const auto inputs = file::read_tree(elsewhere.path("a.cgns"), kept);
  const auto& link = *cgns::find(inputs.trees.at(0), "/Base/Linked")->link;
  CHECK(link.found == std::filesystem::canonical(files.folder.path("grid.cgns")).string());
  CHECK(cgns::resolved(link, elsewhere.path("")).file == link.found);
}

TEST_CASE("more linked files than stay open are read", "[serial]") {
  const Folder folder;
  std::vector<Node> links;
  for (int i = 0; i < 40; ++i) {
    const auto name = "grid" + std::to_string(i) + ".cgns";
    test::write_file(folder.path(name), test::sample_tree());
    links.push_back(test::link("Zone" + std::to_string(i), name, "/Base/Zone"));
    links.push_back(test::link("Again" + std::to_string(i), name, "/Base/Zone"));
  }
  test::write_file(folder.path("a.cgns"), tree_of(links));
  const auto inputs = file::read_tree(folder.path("a.cgns"), {});
  CHECK(inputs.files.size() == 41);
  CHECK(inputs.trees.at(0).child("Base")->children.size() == 80);
}

TEST_CASE("attributes of a link itself are a loss where its target comes instead", "[serial]") {
  const LinkedFiles files(test::link("Linked", "grid.cgns", "/Base/Zone"));
  test::Edit(files.path()).add_attribute("/Base/Linked", "checksum", 1);
  CHECK(file::read_tree(files.path(), {}).losses.at(0).path == "/Base/Linked");
}

TEST_CASE("attributes of a link that is kept are kept", "[serial]") {
  const LinkedFiles files(test::link("Linked", "grid.cgns", "/Base/Zone"));
  test::Edit(files.path()).add_attribute("/Base/Linked", "checksum", 1);
  const auto inputs = file::read_tree(files.path(), kept);
  CHECK(inputs.losses.empty());
  CHECK(cgns::find(inputs.trees.at(0), "/Base/Linked")->extras.at(0).name == "checksum");
}

TEST_CASE("files of the same name in other folders are no circle", "[serial]") {
  const Folder folder;
  std::filesystem::create_directories(folder.path("s/s"));
  test::write_file(folder.path("a.cgns"), tree_of({test::link("Linked", "s/b.cgns", "/Base/Linked")}));
  test::write_file(folder.path("s/b.cgns"), tree_of({test::link("Linked", "s/b.cgns", "/Base/Linked")}));
  auto last = test::sample_tree();
  last.child("Base")->child("Zone")->name = "Linked";
  test::write_file(folder.path("s/s/b.cgns"), last);
  check_linked_zone(folder.path("a.cgns"));
}
