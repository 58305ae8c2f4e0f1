#include "pcgns/digest/run/store.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "../file/fixture.hpp"
#include "catch.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/publish/staged_file.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using test::session;

/// A file with a user block or not, of any superblock.
std::string make(const test::Folder& folder, const test::Style& style = {}) {
  auto path = folder.path("file.cgns");
  test::write_file(path, test::sample_tree(), style);
  return path;
}

void store(const std::string& path, const std::string& text) {
  digest::store_digests(path, file::state_of(path), text);
}

std::string bytes_of(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::ptrdiff_t files_in(const std::string& path) {
  const auto folder = std::filesystem::directory_iterator(std::filesystem::path(path).parent_path());
  return std::distance(begin(folder), end(folder));
}

/// The kind of error of a store, after which the file is as it was and alone.
ErrorKind refused(const std::string& path, const file::FileState& seen, std::ptrdiff_t files) {
  const auto before = bytes_of(path);
  auto kind = ErrorKind::internal;
  try {
    digest::store_digests(path, seen, "text");
  } catch (const Error& error) {
    kind = error.kind();
  }
  CHECK(bytes_of(path) == before);
  CHECK(files_in(path) == files);
  return kind;
}

}  // namespace

TEST_CASE("digests are stored in a file, and replaced, and the rest of it stays") {
  if (!session().is_root()) return;
  const test::Folder folder;
  test::Style style;
  SECTION("usual") {}
  SECTION("old superblock") {
    style.oldest = H5F_LIBVER_EARLIEST, style.root_order = 0, style.group_order = 0;
  }
  SECTION("new superblock") { style.oldest = style.newest = H5F_LIBVER_LATEST; }
  SECTION("user block") { style.user_block = 1024; }
  const auto path = make(folder, style);
  ::chmod(path.c_str(), 0640);
  CHECK(!digest::stored_digests(path));
  for (const std::size_t size : {20U, 300000U, 5U}) {
    const std::string text(size, 'x');
    store(path, text);
    CHECK(digest::stored_digests(path) == text);
  }
  CHECK(files_in(path) == 1);
  CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::all) ==
        static_cast<std::filesystem::perms>(0640));
  // What is stored is no content, and nothing that a merge would carry over.
  const auto root = file::read_tree(path, {}).trees.front();
  CHECK(root.extras.empty());
  CHECK(cgns::count_nodes(root) == cgns::count_nodes(test::sample_tree()));
}

TEST_CASE("a symbolic link goes on leading to the file") {
  if (!session().is_root()) return;
  const test::Folder folder;
  const auto path = make(folder);
  const auto link = folder.path("link.cgns");
  std::filesystem::create_symlink("file.cgns", link);
  store(link, "text");
  CHECK(std::filesystem::is_symlink(link));
  CHECK(digest::stored_digests(path) == "text");
}

TEST_CASE("what cannot be stored leaves the file as it was") {
  if (!session().is_root()) return;
  const test::Folder folder;
  const auto path = make(folder);
  const auto seen = file::state_of(path);
  for (const auto change : {&file::FileState::modified_ns, &file::FileState::changed_ns}) {
    auto other = seen;
    other.*change += 1;
    CHECK(refused(path, other, 1) == ErrorKind::input);
  }
  const auto part = folder.path(".file.cgns.pcgns-part");
  std::ofstream(part) << "of another program";
  CHECK(refused(path, seen, 2) == ErrorKind::usage);
  CHECK(bytes_of(part) == "of another program");
  std::filesystem::remove(part);
  std::filesystem::create_hard_link(path, folder.path("second.cgns"));
  CHECK(refused(path, seen, 2) == ErrorKind::usage);
}

TEST_CASE("what stands there and is no text is an error") {
  if (!session().is_root()) return;
  const test::Folder folder;
  const auto path = make(folder);
  {
    const test::Edit edit(path);
    edit.add_group("/ pcgns digest");
  }
  CHECK_THROWS_AS(digest::stored_digests(path), Error);
}

TEST_CASE("a list is written whole, and not over another file unless that is asked for") {
  if (!session().is_root()) return;
  const test::Folder folder;
  const auto path = folder.path("list");
  publish::write_text(path, "first\n", false);
  CHECK(digest::read_list(path) == "first\n");
  CHECK_THROWS_AS(publish::write_text(path, "second\n", false), Error);
  CHECK(digest::read_list(path) == "first\n");
  publish::write_text(path, "second\n", true);
  CHECK(digest::read_list(path) == "second\n");
  CHECK(files_in(path) == 1);
  CHECK_THROWS_AS(digest::read_list(folder.path("gone")), Error);
  CHECK_THROWS_AS(digest::read_list(std::filesystem::path(path).parent_path().string()), Error);
}
