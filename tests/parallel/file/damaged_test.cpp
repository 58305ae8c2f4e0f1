#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <limits>

#include "../session.hpp"
#include "catch.hpp"
#include "fixture.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/file/open_files.hpp"
#include "pcgns/file/read_trees.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using Catch::EndsWith;

constexpr file::ReadOptions all_values{.inline_limit = 1 << 20};

std::string error_of_reading(const std::string& path) {
  return test::error_of([&] { (void)file::read_tree(path, all_values); });
}

std::string error_of_contents(const std::string& contents) {
  const test::Folder folder;
  const auto path = folder.path("a.cgns");
  test::write_contents(path, contents);
  return error_of_reading(path);
}

/// Reads nothing but what was written, or says what is wrong.
void check_truncated(const std::string& path, const std::string& whole, std::size_t length) {
  INFO("truncated to " << length << " of " << whole.size() << " bytes");
  test::write_contents(path, whole.substr(0, length));
  try {
    const auto inputs = file::read_tree(path, all_values);
    CHECK(test::difference(test::sample_tree(), inputs.trees.at(0)) == "");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::input);
    CHECK_THAT(error.what(), Contains(path));
  }
}

}  // namespace

TEST_CASE("what is no CGNS file is called by its name", "[serial]") {
  const test::Folder folder;
  CHECK_THAT(error_of_reading(folder.path("nothing.cgns")), EndsWith("nothing.cgns: there is no such file"));
  CHECK_THAT(error_of_reading(folder.path("")),
             EndsWith("is a directory, not a CGNS file; '" + folder.path("") + "/*' are the files in it"));
  CHECK_THAT(error_of_reading("/dev/null"), EndsWith("is not a regular file"));
  CHECK_THAT(error_of_contents(""), EndsWith("is empty"));
  CHECK_THAT(error_of_contents("a text, and of some length, too, so that it has a head"),
             Contains(": is text, not a CGNS file; if it is a list of inputs: @"));
  CHECK_THAT(error_of_contents("@(#)ADX Database Version A02011>"),
             EndsWith("is not a CGNS file: neither HDF5 nor ADF"));
  CHECK_THAT(error_of_contents("\x1f\x8b and so on"), EndsWith("is compressed with gzip: gunzip it first"));
  CHECK_THAT(error_of_contents("x"), EndsWith("is not a CGNS file: neither HDF5 nor ADF"));
  CHECK_THAT(error_of_contents("@(#)ADF Database Version A02011>"), Contains("is damaged or truncated"));
}

TEST_CASE("a pipe is not waited for", "[serial]") {
  const test::Folder folder;
  REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  CHECK_THAT(error_of_reading(folder.path("pipe")), EndsWith("is not a regular file"));
}

TEST_CASE("a file that may not be read says so", "[serial]") {
  if (::geteuid() == 0) return;  // root may read everything
  const test::Folder folder;
  test::write_contents(folder.path("a.cgns"), "x");
  REQUIRE(::chmod(folder.path("a.cgns").c_str(), 0) == 0);
  CHECK_THAT(error_of_reading(folder.path("a.cgns")), EndsWith("Permission denied"));
}

TEST_CASE("an HDF5 file of another kind is not a CGNS file", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("a.h5");
  H5Fclose(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  test::Edit(path).add_group("/results");
  CHECK_THAT(error_of_reading(path), EndsWith("is an HDF5 file, but not a CGNS file"));
}

TEST_CASE("a truncated file is an error or reads right, at every length", "[serial]") {
  using test::Style;
  for (const auto& style :
       {Style{.layout = Style::Layout::contiguous},
        Style{.oldest = H5F_LIBVER_EARLIEST, .newest = H5F_LIBVER_LATEST},
        Style{.oldest = H5F_LIBVER_LATEST, .newest = H5F_LIBVER_LATEST, .user_block = 512}}) {
    const test::Folder folder;
    const auto path = folder.path("a.cgns");
    test::write_file(path, test::sample_tree(), style);
    const auto whole = test::contents_of(path);
    for (std::size_t i = 0; i < 40; ++i) check_truncated(path, whole, whole.size() * i / 40);
    for (std::size_t i = 1; i < 20; ++i) check_truncated(path, whole, whole.size() - i);
    for (const std::size_t length : {1, 4, 7, 8, 9, 12, 47, 48, 511, 512, 513, 520}) {
      check_truncated(path, whole, length);
    }
  }
}

TEST_CASE("the first bytes of an HDF5 file are called damaged", "[serial]") {
  CHECK_THAT(error_of_contents("\211HDF"), Contains("is truncated"));
  CHECK_THAT(error_of_contents("\211HDF\r\n\032\n"), Contains("is truncated"));
}

TEST_CASE("limits that follow from the largest hole do not overflow", "[serial]") {
  // Most file systems do not have files of this size.
  const std::string path = "/dev/shm/pcgns-hole-" + std::to_string(::getpid()) + ".cgns";
  test::write_contents(path, "");
  const bool is_made = ::truncate(path.c_str(), std::numeric_limits<std::int64_t>::max()) == 0;
  const auto stored = file::stored_bytes(path);
  const auto error = error_of_reading(path);
  std::filesystem::remove(path);
  if (!is_made) return;
  CHECK(stored <= std::int64_t{1} << 50);
  CHECK_THAT(error, Contains(path));
}

TEST_CASE("an array that lies beyond the end of the file is an error that names it", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("a.cgns");
  test::write_file(path, test::sample_tree(), {.oldest = H5F_LIBVER_EARLIEST, .newest = H5F_LIBVER_LATEST});
  const auto inputs = file::read_tree(path, {});
  const auto& x = inputs.arrays.at(0);
  // The headers of this version have no checksum: the address of the array can be changed where it stands.
  auto contents = test::contents_of(path);
  const auto as_stored = [](std::int64_t address) {
    return std::string(reinterpret_cast<const char*>(&address), sizeof address);
  };
  const auto place = contents.find(as_stored(x.offset));
  REQUIRE(place != std::string::npos);
  const auto size = static_cast<std::int64_t>(contents.size());
  for (const auto address : {size - x.bytes() + 1, size + 4096}) {
    contents.replace(place, sizeof address, as_stored(address));
#if H5_VERSION_GE(1, 14, 0)
    constexpr auto why = ": cannot open an object: invalid dataset size";  // HDF5 finds it first
#else
    constexpr auto why = ": the values lie beyond the end";
#endif
    CHECK_THAT(error_of_contents(contents), Contains(x.path + why));
  }
}

TEST_CASE("a file with a wrong byte is an error or reads right: HDF5's checksums are heeded", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("a.cgns");
  test::write_file(path, test::sample_tree(), {.layout = test::Style::Layout::compact});
  const auto whole = test::contents_of(path);
  int errors = 0;
  for (std::size_t at = 0; at < whole.size(); at += 113) {
    INFO("byte " << at);
    auto damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    test::write_contents(path, damaged);
    try {
      const auto inputs = file::read_tree(path, all_values);
      CHECK(test::difference(test::sample_tree(), inputs.trees.at(0)) == "");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::input);
      ++errors;
    }
  }
  CHECK(errors > 20);
}
