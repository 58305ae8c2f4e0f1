#include "pcgns/file/array_reader.hpp"

#include <algorithm>

#include "catch.hpp"
#include "fixture.hpp"
#include "pcgns/file/read_trees.hpp"

namespace {

using namespace pcgns;
using test::Folder;
using test::Style;

constexpr file::ReadOptions all_values{.inline_limit = 1 << 20};

std::vector<std::byte> read(file::ArrayReader& reader, const cgns::InputSet& inputs, int array,
                            Range elements) {
  const auto size = cgns::size_of(inputs.arrays.at(static_cast<std::size_t>(array)).type);
  std::vector<std::byte> values(static_cast<std::size_t>(elements.size() * size));
  reader.read(array, elements, values);
  return values;
}

/// Every range of every array, against the values that came with the tree.
void check_all_ranges(const cgns::InputSet& inputs, const cgns::Node& node, file::ArrayReader& reader) {
  for (const auto& child : node.children) check_all_ranges(inputs, child, reader);
  if (!node.is_bulk()) return;
  INFO(node.name);
  const auto size = cgns::size_of(node.type);
  const auto count = cgns::count_of(node.dims);
  for (std::int64_t begin = 0; begin <= count; begin += 1 + count / 7) {
    for (std::int64_t end = begin; end <= count; end += 1 + count / 11) {
      const std::vector<std::byte> expected(node.data.begin() + begin * size, node.data.begin() + end * size);
      CHECK((read(reader, inputs, node.array, {begin, end}) == expected));
    }
  }
}

}  // namespace

TEST_CASE("pieces of arrays are read from every layout, in native byte order", "[serial]") {
  using Layout = Style::Layout;
  for (const auto& style : {Style{.layout = Layout::contiguous}, Style{.layout = Layout::compact},
                            Style{.layout = Layout::chunked}, Style{.layout = Layout::partial_chunks},
                            Style{.big_endian = true, .layout = Layout::deflated},
                            Style{.big_endian = true, .layout = Layout::contiguous},
                            Style{.layout = Layout::partial_chunks, .old_version = true}}) {
    const Folder folder;
    test::write_file(folder.path("a.cgns"), test::sample_tree(), style);
    const auto inputs = file::read_tree(folder.path("a.cgns"), all_values);
    file::ArrayReader reader(inputs, 1 << 20);
    check_all_ranges(inputs, inputs.trees.at(0), reader);
  }
}

TEST_CASE("a cache that is smaller than a chunk is enough", "[serial]") {
  const Folder folder;
  test::write_file(folder.path("a.cgns"), test::sample_tree(), {.layout = Style::Layout::deflated});
  const auto inputs = file::read_tree(folder.path("a.cgns"), all_values);
  file::ArrayReader reader(inputs, 1);
  check_all_ranges(inputs, inputs.trees.at(0), reader);
}

TEST_CASE("more files than stay open are read in turn", "[serial]") {
  const Folder folder;
  cgns::InputSet all;
  for (int i = 0; i < 20; ++i) {
    const auto path = folder.path(std::to_string(i));
    test::write_file(path, test::sample_tree(), {.layout = Style::Layout::deflated});
    const auto inputs = file::read_tree(path, all_values);
    all.files.push_back(inputs.files[0]);
    all.arrays.push_back(inputs.arrays[0]);
    all.arrays.back().file = i;
  }
  file::ArrayReader reader(all, 1 << 20);
  const auto first = read(reader, all, 0, {0, 60});
  for (int turn = 0; turn < 3; ++turn) {
    for (int i = 0; i < 20; ++i) CHECK((read(reader, all, i, {0, 60}) == first));
  }
}

TEST_CASE("a file that vanished is an error that names it", "[serial]") {
  const Folder folder;
  test::write_file(folder.path("a.cgns"), test::sample_tree());
  const auto inputs = file::read_tree(folder.path("a.cgns"), all_values);
  test::write_contents(folder.path("a.cgns"), "");
  file::ArrayReader reader(inputs, 1 << 20);
  CHECK_THAT(test::error_of([&] {
               (void)read(reader, inputs, 0, {0, 1});
             }),
             Catch::Contains("a.cgns: is empty"));
}
