#include "pcgns/base/file_descriptor.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <span>
#include <vector>

#include "catch.hpp"
#include "pcgns/base/error.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;

/// A file in memory of `size` bytes, which count from 0.
FileDescriptor counting_file(std::size_t size) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::byte>(i));
  auto file = FileDescriptor::adopt(::memfd_create("counting", 0), "counting");
  file.write_at(0, bytes);
  return file;
}

/// Pieces of 1, 2, 3, 1, 2, ... bytes of `memory`, from its end on.
std::vector<std::span<std::byte>> pieces_of(std::span<std::byte> memory) {
  std::vector<std::span<std::byte>> pieces;
  for (std::size_t size = 1; memory.size() >= size; size = size % 3 + 1) {
    pieces.push_back(memory.last(size));
    memory = memory.first(memory.size() - size);
  }
  return pieces;
}

}  // namespace

TEST_CASE("more pieces than a call can read get consecutive bytes") {
  const auto file = counting_file(7000);
  std::vector<std::byte> memory(6000);
  const auto pieces = pieces_of(memory);
  REQUIRE(pieces.size() > 2048);
  file.read_at(100, pieces);
  std::size_t next = 100;
  for (const auto piece : pieces) {
    for (const auto byte : piece) REQUIRE(byte == static_cast<std::byte>(next++));
  }
}

TEST_CASE("a file that ends within pieces is an error, unless bytes beyond its end are 0") {
  auto file = counting_file(4000);
  std::vector<std::byte> memory(6000, std::byte{7});
  const auto pieces = pieces_of(memory);
  CHECK_THROWS_WITH(file.read_at(0, pieces), Contains("counting") && Contains("the file ended"));
  file.read_zeros_beyond_end();
  file.read_at(0, pieces);
  CHECK(pieces.back().back() == std::byte{0});
}

TEST_CASE("a copy beyond the limit on the size of files is an error, and ends no program") {
  const auto from = counting_file(3000);
  const auto to = counting_file(0);
  rlimit before = {};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small = {.rlim_cur = 1000, .rlim_max = before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  CHECK_THROWS_WITH(copy_bytes(from, {2000, 3000}, to), Contains("counting") && Contains("too large"));
  ::setrlimit(RLIMIT_FSIZE, &before);
  copy_bytes(from, {2000, 3000}, to);
  std::vector<std::byte> end(1);
  to.read_at(2999, end);
  CHECK(end[0] == static_cast<std::byte>(2999 % 256));
}

TEST_CASE("pieces of a file that cannot be read are an error") {
  const FileDescriptor file("/", 0);
  std::vector<std::byte> memory(6);
  const auto pieces = pieces_of(memory);
  CHECK_THROWS_WITH(file.read_at(0, pieces), Contains("cannot read"));
}
