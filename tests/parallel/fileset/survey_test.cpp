#include "pcgns/fileset/run/survey.hpp"

#include "catch.hpp"
#include "io/part_files.hpp"

namespace {

using namespace pcgns;
using cgns::DataType;
using test::session;
using test::Storage;

constexpr std::int64_t memory = 1 << 20;

/// An array of each kind of storage.
struct Files : test::PartFiles {
  std::vector<int> arrays;

  Files() {
    for (const auto storage : {Storage::plain, Storage::swapped, Storage::hdf5, Storage::memory}) {
      arrays.push_back(add_integers(add_file(), DataType::I8, {7, 8, 9}, storage));
    }
    write_files();
  }

  [[nodiscard]] fileset::Survey survey(const fileset::Needs& needs, fileset::Scratch& place) {
    return fileset::survey(session(), inputs, needs, place, memory);
  }
};

}  // namespace

TEST_CASE("every rank gets what planning asks for, and no scratch file is made for it") {
  Files files;
  fileset::Scratch scratch{.output = files.scratch.path("out.cgns")};
  const auto found = files.survey(
      {.single_values = {{files.arrays[2], 1}}, .values = files.arrays, .contents = files.arrays}, scratch);
  CHECK(found.single_values.at({files.arrays[2], 1}) == 8);
  for (std::size_t i = 0; i < files.arrays.size(); ++i) {
    CHECK(found.values.at(i) == test::bytes_of<std::int64_t>({7, 8, 9}));
    CHECK(found.contents.at(files.arrays[i]) == fingerprint(found.values[i]));
  }
  CHECK(scratch.file == nullptr);
}

TEST_CASE("runs of numbers become arrays of a scratch file") {
  Files files;
  fileset::Scratch scratch{.output = files.scratch.path("out.cgns")};
  const auto written =
      files.survey({.runs = {{{.first = 3, .count = 2}, {.first = 9, .count = 1}}}}, scratch);
  REQUIRE(written.runs.size() == 1);
  CHECK(scratch.file != nullptr);
  const auto read = files.survey({.values = written.runs}, scratch);
  CHECK(read.values.at(0) == test::bytes_of<std::int64_t>({3, 4, 9}));
}

TEST_CASE("a proof that fails is an answer where that is allowed, else the error of all ranks") {
  Files files;
  fileset::Scratch scratch;
  fileset::Needs needs{.boxes = {{.array = files.arrays[0], .count = {3, 1, 1}, .whole = {3, 1, 1}}}};
  CHECK_THROWS_WITH(files.survey(needs, scratch), Catch::Contains("is 7, expected 1"));
  needs.may_be_refused = true;
  const auto found = files.survey(needs, scratch);
  REQUIRE(found.refusal.has_value());
  CHECK(found.refusal->kind() == ErrorKind::input);
}
