// What is read without HDF5 is what HDF5 reads, and of everything else HDF5 has the last word.
#include <fcntl.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "catch.hpp"
#include "fixture.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/file/detail/plain_walker.hpp"
#include "pcgns/file/read_trees.hpp"

namespace {

using namespace pcgns;

constexpr std::int64_t inline_limit = 100;

/// The tree by HDF5, or its error.
std::string by_hdf5(const std::string& path, bool plain = false) {
  try {
    const auto bytes =
        cgns::serialized(file::read_tree(path, {.inline_limit = inline_limit, .plain = plain}));
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  } catch (const Error& error) {
    return std::string("error: ") + error.what();
  }
}

/// Whether the file is read without HDF5; it must be what HDF5 reads.
bool is_plain(const std::string& path) {
  INFO(path);
  cgns::InputSet inputs;
  inputs.files.push_back({.path = path});
  const bool plain = file::add_plain_tree(inputs, 0, inline_limit);
  const auto expected = by_hdf5(path);
  if (plain) CHECK_FALSE(expected.starts_with("error: "));
  CHECK((by_hdf5(path, true) == expected));
  return plain;
}

}  // namespace

TEST_CASE("files of the corpus are read without HDF5 as by HDF5", "[serial]") {
  const auto paths = test::corpus();
  if (paths.empty()) {
    WARN("skipped: PCGNS_CORPUS names no folder with files");
    return;
  }
  int plain = 0;
  int all = 0;
  for (const auto& path : paths) {
    if (path.find(".cgns") == std::string::npos) continue;
    ++all;
    plain += is_plain(path) ? 1 : 0;
  }
  INFO(plain << " of " << all);
  CHECK(2 * plain > all);
}

TEST_CASE("files in all styles are read without HDF5 as by HDF5", "[serial]") {
  const test::Folder folder;
  std::vector<test::Style> styles(1);
  for (const auto layout :
       {test::Style::Layout::contiguous, test::Style::Layout::late, test::Style::Layout::compact,
        test::Style::Layout::chunked, test::Style::Layout::deflated})
    styles.push_back({.layout = layout});
  for (const auto text :
       {test::Style::Text::no_nul, test::Style::Text::null_padded, test::Style::Text::space_padded,
        test::Style::Text::utf8, test::Style::Text::exact, test::Style::Text::variable})
    styles.push_back({.text = text});
  for (const auto oldest : {H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST}) {
    styles.push_back({.oldest = oldest, .newest = H5F_LIBVER_LATEST});
    styles.push_back({.oldest = oldest, .newest = H5F_LIBVER_LATEST, .group_order = 0});
  }
  styles.push_back({.user_block = 512});
  styles.push_back({.root_order = 0, .group_order = H5P_CRT_ORDER_TRACKED});
  styles.push_back({.attributes_in_array = true});
  styles.push_back({.big_endian = true});
  styles.push_back({.unsigned_characters = true});
  styles.push_back({.old_version = true});
  for (const auto* const name : {"flags", " format", " hdf5version"}) styles.push_back({.without = {name}});
  const auto path = folder.path("styles.cgns");
  for (std::size_t i = 0; i < styles.size(); ++i) {
    INFO("style " << i);
    test::write_file(path, test::sample_tree(), styles[i]);
    (void)is_plain(path);
    test::write_file(path, test::zones(12), styles[i]);
    (void)is_plain(path);
  }
}

TEST_CASE("groups of any number of links are read without HDF5", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("zones.cgns");
  for (const int count : {0, 1, 7, 8, 9, 40, 300, 3000}) {
    INFO(count << " zones");
    test::write_file(path, test::zones(count));
    CHECK(is_plain(path));
  }
}

TEST_CASE("groups with two names of one hash are read without HDF5", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("zones.cgns");
  auto root = test::zones(40);
  auto* const base = root.child("Base");
  REQUIRE(base != nullptr);
  base->children[3].name = "z_176909";  // lookup3 gives both 0x2e527c20
  base->children[7].name = "z_333068";
  test::write_file(path, root);
  CHECK(is_plain(path));
}

TEST_CASE("of a damaged file HDF5 has the last word", "[serial]") {
  const test::Folder folder;
  const auto path = folder.path("damaged.cgns");
  test::write_file(path, test::zones(30));
  std::string bytes(std::filesystem::file_size(path), '\0');
  std::ifstream(path, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  std::mt19937 random(7);
  int plain = 0;
  constexpr int rounds = 400;
  for (int round = 0; round < rounds; ++round) {
    auto damaged = bytes;
    if (round % 20 == 19) damaged.resize(random() % bytes.size() + 1);
    for (unsigned i = 0; i <= random() % 3; ++i)
      damaged[random() % damaged.size()] ^= static_cast<char>(1 + random() % 255);
    std::ofstream(path, std::ios::binary) << damaged;
    INFO("round " << round);
    plain += is_plain(path) ? 1 : 0;
  }
  CHECK(plain < rounds);
}
