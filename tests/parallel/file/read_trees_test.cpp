#include "pcgns/file/read_trees.hpp"

#include <filesystem>

#include "../session.hpp"
#include "catch.hpp"
#include "fixture.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/par/collective.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;

constexpr file::ReadOptions all_values{.inline_limit = 1 << 20};

std::vector<std::string> paths_of(const test::Scratch& scratch, int count) {
  std::vector<std::string> paths;
  for (int i = 0; i < count; ++i) paths.push_back(scratch.path("part" + std::to_string(i) + ".cgns"));
  return paths;
}

/// Rank 0 makes files; the others wait.
void make(const std::function<void()>& action) {
  par::on_root(test::session().comm(), "making files", action);
}

cgns::Node numbered_tree(int number) {
  auto root = test::sample_tree();
  root.child("Base")->child("Remark")->name = "Remark" + std::to_string(number);
  return root;
}

void check_same_everywhere(const cgns::InputSet& inputs) {
  const auto mine = cgns::serialized(inputs);
  for (const auto& other : par::gather_all(test::session().comm(), mine)) CHECK((other == mine));
}

}  // namespace

TEST_CASE("every rank gets all trees in the order of the inputs") {
  for (const int count : {0, 1, 2, 5, 9}) {
    const test::Scratch scratch;
    const auto paths = paths_of(scratch, count);
    make([&] {
      for (int i = 0; i < count; ++i) test::write_file(paths[static_cast<std::size_t>(i)], numbered_tree(i));
    });
    const auto inputs = file::read_trees(test::session(), paths, all_values);
    check_same_everywhere(inputs);
    REQUIRE(inputs.trees.size() == paths.size());
    REQUIRE(inputs.files.size() == paths.size());
    for (int i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (test::session().is_root()) CHECK(test::difference(numbered_tree(i), inputs.trees[at]) == "");
      CHECK(inputs.files[at].path == paths[at]);
      CHECK(inputs.files[at].number == i);
      CHECK(inputs.files[at].reader < test::session().size());
      const auto* x = cgns::find(inputs.trees[at], "/Base/Zone/GridCoordinates/CoordinateX");
      CHECK(inputs.arrays.at(static_cast<std::size_t>(x->array)).file == i);
    }
  }
}

TEST_CASE("a file that several inputs link to is listed once, an input that is linked to not at all") {
  const test::Scratch scratch;
  const auto paths = paths_of(scratch, 6);
  make([&] {
    test::write_file(scratch.path("grid.cgns"), test::sample_tree());
    for (const auto& path : paths) {
      auto root = test::sample_tree();
      root.child("Base")->children.push_back(test::link("Linked", "grid.cgns", "/Base/Zone"));
      if (path != paths.back()) {
        root.child("Base")->children.push_back(test::link("Last", "part5.cgns", "/Base/Zone"));
      }
      test::write_file(path, root);
    }
  });
  const auto inputs = file::read_trees(test::session(), paths, {});
  check_same_everywhere(inputs);
  REQUIRE(inputs.files.size() == 7);
  CHECK(inputs.files[6].linked);
  for (const auto& tree : inputs.trees) {
    const auto file_of = [&](const char* path) {
      const auto* node = cgns::find(tree, path);
      return node == nullptr ? -1 : inputs.arrays.at(static_cast<std::size_t>(node->array)).file;
    };
    CHECK(file_of("/Base/Linked/Flow/Density") == 6);
    if (&tree != &inputs.trees.back()) CHECK(file_of("/Base/Last/Flow/Density") == 5);
  }
}

TEST_CASE("a linked file is no input whose name leads back out of a symbolic link to another place") {
  const test::Scratch scratch;
  make([&] {
    std::filesystem::create_directories(scratch.path("real/sub"));
    std::filesystem::create_directory_symlink(scratch.path("real/sub"), scratch.path("link"));
    test::write_file(scratch.path("a.cgns"), test::sample_tree());
    auto root = test::sample_tree();
    root.child("Base")->children = {test::link("Linked", "../a.cgns", "/Base/Zone")};
    test::write_file(scratch.path("real/a.cgns"), root);
  });
  const auto inputs = file::read_trees(test::session(), {scratch.path("link/../a.cgns")}, {});
  REQUIRE(inputs.files.size() == 2);
  CHECK(inputs.files[1].linked);
  const auto* node = cgns::find(inputs.trees.at(0), "/Base/Linked/Flow/Density");
  REQUIRE(node != nullptr);
  CHECK(inputs.arrays.at(static_cast<std::size_t>(node->array)).file == 1);
}

TEST_CASE("an input that is missing is the same error on every rank") {
  const test::Scratch scratch;
  const auto paths = paths_of(scratch, 4);
  make([&] {
    for (const auto& path : paths) {
      if (path != paths[2]) test::write_file(path, test::sample_tree());
    }
  });
  const auto message = test::error_of([&] { (void)file::read_trees(test::session(), paths, {}); });
  CHECK_THAT(message, Contains("part2.cgns: there is no such file"));
}

TEST_CASE("an input that changes is an error on every rank") {
  const test::Scratch scratch;
  const auto paths = paths_of(scratch, 3);
  make([&] {
    for (const auto& path : paths) test::write_file(path, test::sample_tree());
  });
  const auto inputs = file::read_trees(test::session(), paths, {});
  CHECK_NOTHROW(file::require_unchanged(test::session(), inputs));
  make([&] { test::write_contents(paths[1], "changed"); });
  const auto message = test::error_of([&] { file::require_unchanged(test::session(), inputs); });
  CHECK_THAT(message, Contains("part1.cgns: has changed while it was being read"));
}
