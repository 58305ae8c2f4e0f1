#include "pcgns/publish/staged_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::publish;

namespace fs = std::filesystem;

/// Removed with all files in it.
class Folder {
 public:
  Folder() { fs::create_directories(path_); }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_ = fs::temp_directory_path() / ("pcgns-staged-" + std::to_string(::getpid()));
};

}  // namespace

TEST_CASE("a staged file that is published leaves a new one of its name alone", "[serial]") {
  const Folder folder;
  const auto output = folder.file("out.txt");
  const auto part = part_path(output);
  {
    StagedFile staged(output);
    staged.publish(false);
    CHECK_FALSE(fs::exists(part));
    std::ofstream(part) << "of another program";
  }
  CHECK(fs::exists(output));
  CHECK(fs::exists(part));
}

TEST_CASE("a staged file that cannot be published is removed", "[serial]") {
  const Folder folder;
  const auto output = folder.file("out.txt");
  std::ofstream(output) << "of another program";
  CHECK_THROWS_AS(write_text(output, "text", false), Error);
  CHECK_FALSE(fs::exists(part_path(output)));
}

TEST_CASE("a file left by another user is not continued", "[serial]") {
  const Folder folder;
  const auto path = folder.file("left");
  std::ofstream(path) << "text";
  CHECK_NOTHROW(open_left(path, O_RDONLY));
  CHECK_THROWS_AS(open_left(path, O_RDONLY, ::geteuid() + 1), Error);
}
