// Arrays that are made of others while they are read.
#include "pcgns/io/derived.hpp"

#include <random>

#include "catch.hpp"
#include "part_files.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/kernel/conversion.hpp"

namespace {

using namespace pcgns;
using cgns::DataType;
using cgns::Derived;
using test::PartFiles;
using test::Storage;
using Numbers = std::vector<std::int64_t>;

/// The same elements in both forms.
struct Elements {
  Numbers old_form, connectivity, offsets = {0};

  void add(const Numbers& nodes, std::int64_t type = 0) {
    old_form.push_back(type > 0 ? type : std::ssize(nodes));
    if (type > 0) connectivity.push_back(type);
    for (auto* form : {&old_form, &connectivity}) form->insert(form->end(), nodes.begin(), nodes.end());
    offsets.push_back(std::ssize(connectivity));
  }
};

/// Some of them with very many nodes.
Elements polygons(int count) {
  std::mt19937 random(7);
  Elements elements;
  for (int i = 0; i < count; ++i) {
    Numbers nodes(i == 5 ? 40'000 : 1 + random() % 9);
    for (auto& node : nodes) node = static_cast<std::int64_t>(random() % 100'000) - 50'000;
    elements.add(nodes);
  }
  return elements;
}

Elements mixed(int count) {
  Elements elements;
  for (int i = 0; i < count; ++i)
    i % 3 == 0 ? elements.add({i, i + 1, i + 2, 7}, 10) : elements.add({i, 1, 2}, 5);
  return elements;
}

int derive(PartFiles& files, int from, std::int64_t values, Derived derived, DataType type) {
  auto array = files.inputs.arrays.at(static_cast<std::size_t>(from));
  derived.source = from;
  array.type = type;
  array.dims = {values};
  array.offset = -1;
  array.derived = std::make_shared<const Derived>(std::move(derived));
  files.inputs.arrays.push_back(array);
  return static_cast<int>(files.inputs.arrays.size()) - 1;
}

/// All of the array, and pieces of it that begin and end anywhere.
void check_reads(const PartFiles& files, int array, const std::vector<std::byte>& expected) {
  io::Source source(files.inputs, 1 << 22);
  std::mt19937 random(3);
  const auto size = static_cast<std::int64_t>(expected.size());
  REQUIRE(size == files.inputs.arrays[static_cast<std::size_t>(array)].bytes());
  for (int i = 0; i < 20; ++i) {
    Range bytes{static_cast<std::int64_t>(random() % static_cast<unsigned>(size)), size};
    if (i == 0) bytes.begin = 0;
    if (i > 1)
      bytes.end =
          bytes.begin + 1 + static_cast<std::int64_t>(random() % static_cast<unsigned>(size - bytes.begin));
    std::vector<std::byte> read(static_cast<std::size_t>(bytes.size()));
    source.read(array, bytes, read);
    const bool same = std::equal(read.begin(), read.end(), expected.begin() + bytes.begin);
    CHECK(same);
  }
}

}  // namespace

TEST_CASE("sections of one form are read in the other") {
  const auto storage = GENERATE(Storage::plain, Storage::swapped, Storage::hdf5);
  const auto type = GENERATE(DataType::I4, DataType::I8);
  const bool is_mixed = GENERATE(false, true);
  const auto count = GENERATE(1, static_cast<int>(Derived::block), 10'001);
  const auto elements = is_mixed ? mixed(count) : polygons(count);
  PartFiles files;
  files.add_file();
  const int old_form = files.add_integers(0, type, elements.old_form, storage);
  const int connectivity = files.add_integers(0, type, elements.connectivity, storage);
  const int offsets = files.add_integers(0, type, elements.offsets, storage);
  files.write_files();

  const auto begins = io::begins_of(
      test::session(), files.inputs,
      {{.connectivity = old_form, .elements = count, .mixed = is_mixed},
       {.connectivity = connectivity, .offsets = offsets, .elements = count, .mixed = is_mixed}},
      1 << 22);
  REQUIRE(begins.size() == 2);
  CHECK(begins[0] == begins[1]);
  const auto values = std::ssize(elements.connectivity);
  const int starts = derive(files, old_form, count + 1,
                            {.kind = Derived::Kind::offsets, .mixed = is_mixed, .begins = begins[0]}, type);
  check_reads(files, starts, test::bytes_as(type, elements.offsets));
  if (is_mixed) return;
  const int now =
      derive(files, old_form, values, {.kind = Derived::Kind::connectivity, .begins = begins[0]}, type);
  check_reads(files, now, test::bytes_as(type, elements.connectivity));
  const int before =
      derive(files, connectivity, values + count,
             {.kind = Derived::Kind::old_connectivity, .offsets = offsets, .begins = begins[1]}, type);
  check_reads(files, before, test::bytes_as(type, elements.old_form));
  // And further, as other integers in the other order of bytes.
  const int wide = derive(files, before, values + count, {.reversed = true}, DataType::I8);
  auto reversed = test::bytes_as(DataType::I8, elements.old_form);
  kernel::reverse_words(reversed, 8);
  check_reads(files, wide, reversed);
}

TEST_CASE("sections that are none are refused on every rank") {
  struct Case {
    Numbers connectivity, offsets;
    std::int64_t elements;
    bool is_mixed;
    std::string why;
    bool changes_types = false;
  };
  const auto wrong = GENERATE(
      Case{{3, 1, 2, 3, 9, 1}, {}, 2, false, "element 2 of the section is invalid"},
      Case{{3, 1, 2, 3, 0}, {}, 2, false, "element 2 of the section is invalid"},
      Case{{3, 1, 2, 3}, {}, 2, false, "element 2 of the section is invalid"},
      Case{{3, 1, 2, 3, 1, 1}, {}, 1, false, "has more values"},
      Case{{99, 1, 2, 3}, {}, 1, true, "element 1 of the section is invalid"},
      Case{{5, 1, 2, 3, 26, 1, 2, 3, 4}, {}, 2, true, "element 2 of the section has type 26", true},
      Case{{1, 2, 3}, {0, 3, 2, 3}, 3, false, "do not ascend"},
      Case{{1, 2, 3}, {1, 3}, 1, false, "do not ascend"}, Case{{1, 2, 3}, {0, 2}, 1, false, "do not ascend"},
      Case{{1, 2, 3}, {0, 2, 3}, 1, false, "does not have one value more"});
  PartFiles files;
  files.add_file();
  cgns::Section section{
      .connectivity = files.add_integers(0, DataType::I4, wrong.connectivity, Storage::plain),
      .elements = wrong.elements,
      .mixed = wrong.is_mixed,
      .changes_types = wrong.changes_types};
  if (!wrong.offsets.empty())
    section.offsets = files.add_integers(0, DataType::I4, wrong.offsets, Storage::plain);
  files.write_files();
  std::string message;
  try {
    (void)io::begins_of(test::session(), files.inputs, {section}, 1 << 22);
  } catch (const Error& error) {
    message = error.what();
  }
  CAPTURE(message);
  CHECK(message.find(wrong.why) != std::string::npos);
}

TEST_CASE("reals and integers become narrower where they fit, and what is lost is known") {
  PartFiles files;
  files.add_file();
  const std::vector<double> reals = {1, 0.1, 34'359'738'369, 0.1};
  const int from = files.add_array(0, DataType::R8, test::bytes_of(reals), Storage::plain);
  const int integers =
      files.add_integers(0, DataType::I8, {1, -1, 1'000'000, 5'000'000'000}, Storage::swapped);
  files.write_files();
  const auto rounding = std::make_shared<kernel::Rounding>();
  const int narrow = derive(files, from, 4, {.rounding = rounding}, DataType::R4);
  check_reads(files, narrow, test::bytes_of(std::vector<float>{1, 0.1F, 34'359'738'368.0F, 0.1F}));
  CHECK(rounding->at_absolute == 2);
  CHECK(rounding->at_relative == 1);

  const int misfit = derive(files, integers, 4, {}, DataType::I4);
  io::Source source(files.inputs, 1 << 22);
  std::vector<std::byte> room(16);
  CHECK_THROWS_WITH(source.read(misfit, {0, 16}, room),
                    Catch::Contains("value 4, which is 5000000000, does not fit in I4"));
  const auto extremes = io::extremes_of(test::session(), files.inputs, {integers}, 1 << 22);
  CHECK(extremes.at(0).least == -1);
  CHECK(extremes.at(0).largest == 5'000'000'000);
}
