#include "pcgns/io/sink.hpp"

#include <fcntl.h>

#include <algorithm>
#include <vector>

#include "../session.hpp"
#include "catch.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/file_descriptor.hpp"

using namespace pcgns;

TEST_CASE("a sink writes what it is given and no more, in whatever calls", "[serial]") {
  const test::Scratch scratch;
  const auto path = scratch.path("file");
  std::vector<std::byte> expected(3 * mebi, std::byte{255});
  FileDescriptor(path, O_WRONLY | O_CREAT | O_TRUNC).write_at(0, expected);
  std::vector<std::byte> bytes(2 * mebi);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i % 251);

  const auto sink = io::posix_sink(path);
  for (const std::int64_t offset : {std::int64_t{0}, std::int64_t{12345}, 512 * kibi - 1, mebi}) {
    for (const std::int64_t size : {std::int64_t{0}, std::int64_t{1}, 512 * kibi, mebi + 3, 2 * mebi}) {
      CAPTURE(offset, size);
      const auto count = std::min(size, 3 * mebi - offset);
      sink->write(offset, std::span(bytes).first(static_cast<std::size_t>(count)));
      std::copy_n(bytes.begin(), count, expected.begin() + offset);
      std::vector<std::byte> found(expected.size());
      FileDescriptor(path, O_RDONLY).read_at(0, found);
      CHECK((found == expected));
    }
  }
}
