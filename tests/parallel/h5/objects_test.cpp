// Handles, the error stack, attributes, links and storage of datasets, on files in memory.
#include "catch.hpp"
#include "memory_file.hpp"
#include "pcgns/h5/h5.hpp"

namespace {

using namespace pcgns;
using test::made;

void add_text(hid_t object, const char* name, hid_t type, const void* text) {
  const auto space = made(H5Screate(H5S_SCALAR), H5Sclose);
  const auto attribute = made(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  h5::check(H5Awrite(attribute, type, text), "cannot write an attribute");
}

h5::Handle text_of_size(std::size_t size, H5T_str_t padding = H5T_STR_NULLPAD) {
  auto type = h5::string_type(size);
  h5::check(H5Tset_strpad(type, padding), "cannot make a string type");
  return type;
}

h5::Handle variable_text() {
  auto type = made(H5Tcopy(H5T_C_S1), H5Tclose);
  h5::check(H5Tset_size(type, H5T_VARIABLE), "cannot make a string type");
  return type;
}

h5::Handle creation_with(H5D_layout_t layout) {
  auto creation = made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  h5::check(H5Pset_layout(creation, layout), "cannot set the layout");
  return creation;
}

h5::Handle dataset(hid_t file, const char* name, hid_t space, hid_t creation = H5P_DEFAULT) {
  return made(H5Dcreate2(file, name, H5T_STD_I32LE, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
}

}  // namespace

TEST_CASE("an identifier is closed once, with the last handle that has it", "[serial]") {
  const h5::Quiet quiet;
  hid_t id = -1;
  {
    h5::Handle first = h5::space_of({2, 3});
    id = first;
    h5::Handle second = std::move(first);
    CHECK(!first);
    CHECK(first.close() == 0);
    CHECK(H5Iis_valid(id) > 0);
    h5::Handle third = h5::space_of({1});
    third = std::move(second);
    CHECK(hid_t(third) == id);
    CHECK(third.release() == id);
    CHECK(H5Iis_valid(id) > 0);
    third = h5::Handle(id, H5Sclose);
  }
  CHECK(H5Iis_valid(id) == 0);
}

TEST_CASE("a call that fails is an error of the input, with the reason of HDF5 or of the system",
          "[serial]") {
  const h5::Quiet quiet;
  H5E_auto2_t printer = nullptr;
  void* data = nullptr;
  H5Eget_auto2(H5E_DEFAULT, &printer, &data);
  CHECK(printer == nullptr);

  const auto file = test::file_in_memory();
  const auto text = test::failure_of(
      [&] { (void)h5::own(H5Gopen2(file, "absent", H5P_DEFAULT), H5Gclose, "cannot open it"); });
  CHECK(text.starts_with("cannot open it: "));
  CHECK(text.find("doesn't exist") != std::string::npos);
  CHECK(H5Eget_num(H5E_DEFAULT) == 0);
  CHECK(test::failure_of([] { h5::fail("cannot"); }) == "cannot");

  const auto open = [] {
    (void)h5::own(H5Fopen("/nowhere/a", H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "cannot open it");
  };
  CHECK(test::failure_of(open) == "cannot open it: No such file or directory");
  CHECK(h5::Failure("").kind() == ErrorKind::input);
}

TEST_CASE("a string attribute is its text, however it is stored", "[serial]") {
  const h5::Quiet quiet;
  const auto file = test::file_in_memory();
  add_text(file, "terminated", text_of_size(33, H5T_STR_NULLTERM), std::array<char, 33>{"Zone_t"}.data());
  add_text(file, "full", text_of_size(2), "I4");
  add_text(file, "blanks", text_of_size(8, H5T_STR_SPACEPAD), "Zone_t  ");
  add_text(file, "long", text_of_size(400), std::string(400, 'x').data());
  const char* const text = "variable";
  add_text(file, "variable", variable_text(), &text);
  const int number = 7;
  add_text(file, "number", H5T_NATIVE_INT, &number);

  CHECK(h5::text_attribute(file, "terminated") == "Zone_t");
  CHECK(h5::text_attribute(file, "full") == "I4");
  CHECK(h5::text_attribute(file, "blanks") == "Zone_t");
  CHECK(h5::text_attribute(file, "long") == std::string(400, 'x'));
  CHECK(h5::text_attribute(file, "variable") == "variable");
  CHECK(h5::text_attribute(file, "absent") == std::nullopt);
  CHECK(test::failure_of([&] { (void)h5::text_attribute(file, "number"); }) ==
        "the attribute number: not a string");
  CHECK(h5::attribute_names(file) ==
        std::vector<std::string>{"blanks", "full", "long", "number", "terminated", "variable"});
  CHECK(h5::count_attributes(file) == 6);
}

TEST_CASE("attributes are copied between files, and a hash stands for their content", "[serial]") {
  const h5::Quiet quiet;
  const auto from = test::file_in_memory();
  const auto to = test::file_in_memory();
  const char* const text = "variable";
  const int number = 7;
  const int other = 8;
  add_text(from, "variable", variable_text(), &text);
  add_text(from, "number", H5T_NATIVE_INT, &number);
  add_text(from, "other", H5T_NATIVE_INT, &other);
  for (const auto* const name : {"variable", "number"}) h5::copy_attribute(from, name, to);

  CHECK(h5::text_attribute(to, "variable") == "variable");
  CHECK(h5::attribute_content(to, "number") == h5::attribute_content(from, "number"));
  CHECK(h5::attribute_content(to, "number") != h5::attribute_content(from, "other"));
  CHECK(h5::attribute_content(to, "variable") == h5::attribute_content(from, "variable"));
  CHECK(test::failure_of([&] {
          h5::copy_attribute(from, "number", to);
        }).starts_with("the attribute number: cannot create it"));
}

TEST_CASE("links come in the order of their making where it is kept, and by name elsewhere", "[serial]") {
  const h5::Quiet quiet;
  const auto file = test::file_in_memory();
  const auto ordered = made(H5Pcreate(H5P_GROUP_CREATE), H5Pclose);
  h5::check(H5Pset_link_creation_order(ordered, H5P_CRT_ORDER_TRACKED), "cannot keep the order");
  for (const bool keeps_order : {false, true}) {
    const auto group = made(H5Gcreate2(file, keeps_order ? "kept" : "sorted", H5P_DEFAULT,
                                       keeps_order ? hid_t(ordered) : H5P_DEFAULT, H5P_DEFAULT),
                            H5Gclose);
    const auto hard = made(H5Gcreate2(group, "c", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    H5Lcreate_external("other.cgns", "/Base", group, "b", H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_soft("/nowhere", group, "a", H5P_DEFAULT, H5P_DEFAULT);
    std::string names;
    for (const auto& link : h5::links_of(group)) names += link.name;
    CHECK(names == (keeps_order ? "cba" : "abc"));
    CHECK(h5::link_of(group, "c").kind == h5::LinkKind::hard);
    CHECK(h5::same(h5::link_of(group, "c").object, h5::link_of(group, "c").object));
    CHECK(h5::link_value(group, "b").file == "other.cgns");
    CHECK(h5::link_value(group, "b").path == "/Base");
    CHECK(h5::link_value(group, "a").path == "/nowhere");
    CHECK(h5::has_link(group, "a"));
    CHECK(!h5::has_link(group, "d"));
    CHECK(test::failure_of([&] { (void)h5::link_value(group, "c"); }) ==
          "'c' is not a soft or external link");
  }
}

TEST_CASE("extents, place and layout of values are told", "[serial]") {
  const h5::Quiet quiet;
  const auto file = test::file_in_memory();
  const auto early = creation_with(H5D_CONTIGUOUS);
  h5::check(H5Pset_alloc_time(early, H5D_ALLOC_TIME_EARLY), "cannot set the allocation");
  const auto plain = dataset(file, "plain", h5::space_of({2, 3}), early);
  const auto unallocated = dataset(file, "unallocated", h5::space_of({2}));
  const auto compact =
      dataset(file, "compact", made(H5Screate(H5S_SCALAR), H5Sclose), creation_with(H5D_COMPACT));
  const auto nothing = dataset(file, "nothing", made(H5Screate(H5S_NULL), H5Sclose));

  CHECK(h5::extents_of(plain) == std::vector<std::int64_t>{2, 3});
  CHECK(h5::extents_of(compact) == std::vector<std::int64_t>{1});
  CHECK(h5::extents_of(nothing).empty());
  CHECK(h5::offset_of(plain).value_or(0) > 0);
  CHECK(h5::offset_of(unallocated) == std::nullopt);
  CHECK(h5::offset_of(compact) == std::nullopt);
  CHECK(h5::is_compact(compact));
  CHECK(!h5::is_compact(plain));
  CHECK(h5::keeping_of(plain).stored == 24);
  CHECK(!h5::keeping_of(plain).may_grow);
  CHECK(h5::chunk_of(plain).empty());
  CHECK(h5::bytes_of_object(plain) > 24);
}

TEST_CASE("filters come back as they were set, and one that is not there is named", "[serial]") {
  const h5::Quiet quiet;
  const auto file = test::file_in_memory();
  const std::vector<cgns::Filter> filters = {{2, true, {4}}, {1, false, {6}}};
  const auto creation = made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  const hsize_t chunk = 4;
  h5::check(H5Pset_chunk(creation, 1, &chunk), "cannot set the chunk");
  h5::set_filters(creation, filters);
  const hsize_t now = 8;
  const hsize_t most = H5S_UNLIMITED;
  const auto space = made(H5Screate_simple(1, &now, &most), H5Sclose);
  const auto filtered = dataset(file, "filtered", space, creation);
  CHECK(h5::filters_of(filtered) == filters);
  CHECK(h5::keeping_of(filtered).filters == std::vector<H5Z_filter_t>{2, 1});
  CHECK(h5::keeping_of(filtered).may_grow);
  CHECK(h5::keeping_of(filtered).chunks == 0);
  CHECK(h5::chunk_of(filtered) == std::vector<std::int64_t>{4});
  CHECK(h5::missing_filter(filtered).empty());
  CHECK(h5::can_apply(1));
  CHECK(!h5::can_apply(300));

  h5::set_filters(creation, {{300, true, {}}});
  CHECK(h5::missing_filter(dataset(file, "unknown", space, creation)) == "filter 300 (unnamed)");
}

TEST_CASE("types are those of the file in either byte order, and what fits is converted", "[serial]") {
  using cgns::DataType;
  const h5::Quiet quiet;
  for (const auto type : {DataType::I4, DataType::U8, DataType::R4, DataType::R8, DataType::X8}) {
    CHECK(h5::storage(h5::memory_type(type), type) == h5::Storage::native);
    const auto other = h5::storage(h5::file_type(type, false), type) == h5::Storage::native;
    CHECK(h5::storage(h5::file_type(type, other), type) == h5::Storage::swapped);
  }
  CHECK(h5::storage(H5T_STD_U8LE, DataType::C1) == h5::Storage::native);
  CHECK(h5::storage(H5T_STD_I64LE, DataType::I4) == h5::Storage::other);
  CHECK(h5::convertible(H5T_STD_I16BE, DataType::I4));
  CHECK(!h5::convertible(H5T_STD_I64LE, DataType::I4));
  CHECK(!h5::convertible(H5T_IEEE_F32LE, DataType::I8));
  CHECK(h5::convertible(h5::memory_type(DataType::X4), DataType::X8));
  CHECK(h5::is_usual(H5T_STD_I16BE));
  CHECK(!h5::is_usual(H5T_C_S1));
  CHECK_THROWS_AS(h5::memory_type(DataType::MT), Error);
}
