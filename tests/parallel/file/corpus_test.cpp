#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "../session.hpp"
#include "catch.hpp"
#include "fixture.hpp"
#include "pcgns/file/array_reader.hpp"
#include "pcgns/file/read_trees.hpp"

namespace {

using namespace pcgns;

std::vector<std::byte> raw_values(const cgns::InputSet& inputs, const cgns::Array& array) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(array.bytes()));
  const int descriptor = ::open(inputs.files.at(static_cast<std::size_t>(array.file)).path.c_str(), O_RDONLY);
  REQUIRE(::pread(descriptor, bytes.data(), bytes.size(), array.offset) ==
          static_cast<ssize_t>(bytes.size()));
  ::close(descriptor);
  const auto word = array.swapped ? cgns::word_size(array.type) : 1;
  for (auto at = bytes.begin(); at != bytes.end(); at += word) std::reverse(at, at + word);
  return bytes;
}

void check_offsets(const cgns::InputSet& inputs) {
  file::ArrayReader reader(inputs, 1 << 20);
  for (std::size_t i = 0; i < inputs.arrays.size(); ++i) {
    const auto& array = inputs.arrays[i];
    std::vector<std::byte> values(static_cast<std::size_t>(array.bytes()));
    reader.read(static_cast<int>(i), {0, cgns::count_of(array.dims)}, values);
    if (array.offset >= 0) CHECK((raw_values(inputs, array) == values));
  }
}

}  // namespace

TEST_CASE("every file of the corpus is read, and offsets lead to what its container reads", "[serial]") {
  const auto paths = test::corpus();
  if (paths.empty()) WARN("skipped: PCGNS_CORPUS names no folder with files");
  for (const auto& path : paths) {
    INFO(path);
    const auto inputs = file::read_tree(path, {});
    CHECK(inputs.losses.empty());
    CHECK(inputs.trees.at(0).child("CGNSLibraryVersion") != nullptr);
    check_offsets(inputs);
  }
}
