#include "catch.hpp"
#include "fixture.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/file/skeleton.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using cgns::Node;
using test::Folder;

constexpr file::ReadOptions all_values{.inline_limit = 1 << 20};

/// The sample, changed by `change`, which gets an open Edit.
template <typename Change>
cgns::InputSet sample_with(const Folder& folder, const Change& change, const test::Style& style = {}) {
  test::write_file(folder.path("in.cgns"), test::sample_tree(), style);
  change(test::Edit(folder.path("in.cgns")));
  return file::read_tree(folder.path("in.cgns"), all_values);
}

/// Writes the tree of `inputs` to out.cgns.
std::string copy(const Folder& folder, const cgns::InputSet& inputs) {
  plan::Plan plan;
  plan.output = inputs.trees.at(0);
  for (const auto& array : inputs.arrays) plan.targets.push_back({array.path, array.type, array.dims});
  test::write_contents(folder.path("out.cgns"), "");
  (void)file::write_skeleton(folder.path("out.cgns"), plan, inputs, 4096);
  return folder.path("out.cgns");
}

std::vector<std::string> names_of_extras(const Node& node) {
  std::vector<std::string> result;
  for (const auto& extra : node.extras) result.push_back(extra.name);
  for (const auto& child : node.children) {
    for (const auto& name : names_of_extras(child)) result.push_back(child.name + "/" + name);
  }
  return result;
}

/// A string attribute of variable length.
void add_text(hid_t file, const char* object, const char* name, const char* text) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t attribute =
      H5Acreate_by_name(file, object, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  REQUIRE(H5Awrite(attribute, type, &text) >= 0);
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
}

std::string text_of(hid_t file, const char* object, const char* name) {
  char* text = nullptr;
  const hid_t attribute = H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t type = H5Aget_type(attribute);
  REQUIRE(H5Aread(attribute, type, &text) >= 0);
  std::string result = text;
  H5free_memory(text);
  H5Tclose(type);
  H5Aclose(attribute);
  return result;
}

void add_reference(hid_t file, const char* object, const char* name) {
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t attribute =
      H5Acreate_by_name(file, object, name, H5T_STD_REF_OBJ, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  hobj_ref_t reference{};
  H5Rcreate(&reference, file, "/Base/Zone", H5R_OBJECT, -1);
  H5Awrite(attribute, H5T_STD_REF_OBJ, &reference);
  H5Aclose(attribute);
  H5Sclose(space);
}

void add_dataset_of_references(hid_t file, const char* path) {
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t dataset = H5Dcreate2(file, path, H5T_STD_REF_OBJ, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  REQUIRE(dataset >= 0);
  H5Dclose(dataset);
  H5Sclose(space);
}

void add_external_dataset(hid_t file, const char* path) {
  const hsize_t four = 4;
  const hid_t space = H5Screate_simple(1, &four, nullptr);
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  REQUIRE(H5Pset_external(creation, "raw.bin", 0, H5F_UNLIMITED) >= 0);
  const hid_t dataset = H5Dcreate2(file, path, H5T_NATIVE_INT, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  REQUIRE(dataset >= 0);
  H5Dclose(dataset);
  H5Pclose(creation);
  H5Sclose(space);
}

/// In chunks with an index that only HDF5 1.10 and later have.
void add_growing_dataset(const std::string& name, const char* path) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  const hid_t file = H5Fopen(name.c_str(), H5F_ACC_RDWR, access);
  REQUIRE(file >= 0);
  const hsize_t four = 4;
  const hsize_t any = H5S_UNLIMITED;
  const hid_t space = H5Screate_simple(1, &four, &any);
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(creation, 1, &four);
  const hid_t dataset = H5Dcreate2(file, path, H5T_NATIVE_INT, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  REQUIRE(dataset >= 0);
  H5Dclose(dataset);
  H5Pclose(creation);
  H5Sclose(space);
  H5Fclose(file);
  H5Pclose(access);
}

}  // namespace

TEST_CASE("extras are copied", "[serial]") {
  const Folder folder;
  const auto inputs = sample_with(folder, [](const test::Edit& edit) {
    edit.add_attribute("/", "stamp", 1);
    edit.add_attribute("/Base", "checksum", 2);
    edit.add_attribute("/Base/ data", "units", 3);
    edit.add_attribute("/Base/Zone/Flow/Density/ data", "units", 3);
    edit.add_group("/Base/ private");
    edit.add_dataset("/Base/ private/map", 4);
    edit.add_soft_link("/Base/ shortcut", "/Base/Zone");
    add_text(edit.file(), "/Base/Zone", "comment", "a text of any length");
  });
  const auto out = copy(folder, inputs);
  const auto again = file::read_tree(out, all_values);
  CHECK(names_of_extras(inputs.trees[0]).size() == 7);
  CHECK(names_of_extras(again.trees[0]) == names_of_extras(inputs.trees[0]));
  const test::Edit edit(out);
  CHECK(H5Lexists(edit.file(), "/Base/ private/map", H5P_DEFAULT) > 0);
  CHECK(text_of(edit.file(), "/Base/Zone", "comment") == "a text of any length");
}

TEST_CASE("extras of a file with shared messages are copied", "[serial]") {
  const Folder folder;
  const auto inputs = sample_with(folder,
                                  [](const test::Edit& edit) {
                                    edit.add_attribute("/Base", "checksum", 2);
                                    edit.add_attribute("/Base/Zone/Flow/Density/ data", "units", 3);
                                    edit.add_dataset("/Base/ private", 4);
                                    add_text(edit.file(), "/Base/Zone", "comment", "a text of any length");
                                  },
                                  {.shares_messages = true});
  const auto out = copy(folder, inputs);
  const auto again = file::read_tree(out, all_values);
  CHECK(names_of_extras(again.trees[0]) == names_of_extras(inputs.trees[0]));
  CHECK(text_of(test::Edit(out).file(), "/Base/Zone", "comment") == "a text of any length");
}

TEST_CASE("texts of any length have a content, by which they are the same", "[serial]") {
  const auto content_of = [](const char* text) {
    const Folder folder;
    const auto inputs = sample_with(
        folder, [&](const test::Edit& edit) { add_text(edit.file(), "/Base/Zone", "comment", text); });
    return cgns::find(inputs.trees.at(0), "/Base/Zone")->extras.at(0).content;
  };
  CHECK(content_of("a text") == content_of("a text"));
  CHECK_FALSE(content_of("a text") == content_of("another"));
  CHECK_FALSE(content_of("") == Fingerprint{});
}

TEST_CASE("an extra that cannot be copied is an error that names it", "[serial]") {
  const Folder folder;
  const auto references =
      sample_with(folder, [](const test::Edit& edit) { add_reference(edit.file(), "/Base", "pointer"); });
  CHECK_THAT(test::error_of([&] { copy(folder, references); }),
             Contains("out.cgns:/Base: 'pointer' of ") && Contains("holds references"));
  test::write_file(folder.path("in.cgns"), test::sample_tree(), {});
  add_growing_dataset(folder.path("in.cgns"), "/Base/ newer");
  CHECK_THAT(test::error_of([&] { copy(folder, file::read_tree(folder.path("in.cgns"), all_values)); }),
             Contains("' newer' of ") && Contains("h5repack -l OBJECT:CONTI"));
  const auto links = sample_with(folder, [](const test::Edit& edit) {
    edit.add_external_link("/Base/ elsewhere", "other.h5", "/data");
  });
  CHECK_THAT(test::error_of([&] { copy(folder, links); }),
             Contains("' elsewhere' of ") && Contains("is a relative link to another file"));
}

TEST_CASE("a reference or a relative link within a private object is an error, not void", "[serial]") {
  const Folder folder;
  const auto within = [&](const auto& change) {
    const auto inputs = sample_with(folder, [&](const test::Edit& edit) {
      edit.add_group("/Base/ private");
      edit.add_dataset("/Base/ private/map", 4);
      change(edit);
    });
    return test::error_of([&] { copy(folder, inputs); });
  };
  CHECK_THAT(
      within([](const test::Edit& edit) { add_reference(edit.file(), "/Base/ private/map", "pointer"); }),
      Contains("' private' of ") && Contains("map: holds references"));
  CHECK_THAT(
      within([](const test::Edit& edit) { add_dataset_of_references(edit.file(), "/Base/ private/all"); }),
      Contains("all: holds references"));
  CHECK_THAT(within([](const test::Edit& edit) {
               edit.add_external_link("/Base/ private/elsewhere", "other.h5", "/data");
             }),
             Contains("elsewhere: is a relative link to another file"));
  CHECK_THAT(within([](const test::Edit& edit) { add_external_dataset(edit.file(), "/Base/ private/raw"); }),
             Contains("raw: has values in other files"));
}

TEST_CASE("attributes of an array without values are left out with a reason, not an error", "[serial]") {
  const Folder folder;
  const auto inputs = sample_with(folder, [](const test::Edit& edit) {
    const hsize_t none = 0;
    const hid_t space = H5Screate_simple(1, &none, nullptr);
    const char* const path = "/Base/Zone/Flow/Density/ data";
    REQUIRE(H5Ldelete(edit.file(), path, H5P_DEFAULT) >= 0);
    H5Dclose(H5Dcreate2(edit.file(), path, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Sclose(space);
    edit.add_attribute(path, "units", 3);
  });
  const auto again = file::read_tree(copy(folder, inputs), all_values);
  CHECK(cgns::find(again.trees[0], "/Base/Zone/Flow/Density")->type == cgns::DataType::MT);
}
