#include "pcgns/restripe/plan/convert.hpp"

#include <functional>
#include <string_view>

#include "catch.hpp"
#include "fileset/build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using Catch::Contains;
using cgns::DataType;
using restripe::ElementForm;
using restripe::IndexWidth;

Node section(std::string name, std::int64_t type, Numbers range, Nodes arrays) {
  arrays.insert(arrays.begin(), cgns::integer_node("ElementRange", "IndexRange_t", {2}, range, DataType::I8));
  return with(cgns::integer_node(std::move(name), "Elements_t", {2}, {type, 0}), std::move(arrays));
}

constexpr std::int64_t ngon = 22;
constexpr std::int64_t mixed = 20;

/// Two triangles and a bar in the old form; the same in the new.
Inputs old_file(double of_version = 3.3) {
  Inputs inputs;
  inputs.file(
      "a.cgns",
      {version(of_version),
       base("Base", {zone("Z", {section("Faces", ngon, {1, 2},
                                        {integers("ElementConnectivity", {3, 1, 2, 3, 3, 2, 3, 4})}),
                                section("Mixed", mixed, {3, 4},
                                        {integers("ElementConnectivity", {3, 1, 2, 5, 1, 2, 3})})})})});
  return inputs;
}

const Node& at_path(const Inputs& inputs, std::string_view path) {
  const auto* found = cgns::find(inputs.set.trees.front(), path);
  REQUIRE(found != nullptr);
  return *found;
}

double version_in(const Inputs& inputs) {
  return cgns::reals_of(at_path(inputs, "/CGNSLibraryVersion")).front();
}

std::string error_of(const std::function<void()>& step) {
  try {
    step();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("sections without ElementStartOffset get some, and the other way round") {
  auto inputs = old_file();
  const auto sections = restripe::sections_to_rewrite(inputs.set, ElementForm::new_form);
  REQUIRE(sections.size() == 2);
  CHECK(sections[0].path == "/Base/Z/Faces");
  CHECK(sections[0].elements == 2);
  CHECK(sections[1].mixed);
  CHECK(restripe::sections_to_rewrite(inputs.set, ElementForm::old_form).empty());

  restripe::rewrite(inputs.set, ElementForm::new_form, sections, {{0, 6}, {0, 7}});
  const auto& faces = at_path(inputs, "/Base/Z/Faces");
  CHECK(names_of(faces.children) == Texts{"ElementRange", "ElementStartOffset", "ElementConnectivity"});
  CHECK(faces.children[1].dims == Numbers{3});
  CHECK(faces.children[2].dims == Numbers{6});
  CHECK(at_path(inputs, "/Base/Z/Mixed/ElementConnectivity").dims == Numbers{7});
  CHECK(version_in(inputs) == 4);

  const auto back = restripe::sections_to_rewrite(inputs.set, ElementForm::old_form);
  REQUIRE(back.size() == 2);
  restripe::rewrite(inputs.set, ElementForm::old_form, back, {{0, 6}, {0, 7}});
  CHECK(at_path(inputs, "/Base/Z/Faces/ElementConnectivity").dims == Numbers{8});
  CHECK(at_path(inputs, "/Base/Z/Mixed").children.size() == 2);
  CHECK(version_in(inputs) < 4);

  restripe::rewrite(inputs.set, ElementForm::new_form,
                    restripe::sections_to_rewrite(inputs.set, ElementForm::new_form), {{0, 6}, {0, 7}}, 4.2);
  CHECK(version_in(inputs) < 4);  // set_version() follows
}

TEST_CASE("sections without elements go from one form to the other and back") {
  const Node nothing{.name = "ElementConnectivity", .label = "DataArray_t"};
  auto empty = nothing;
  empty.type = DataType::I4;
  empty.dims = {0};
  const auto offsets = integers("ElementStartOffset", {0});
  Inputs inputs;
  inputs.file("a.cgns",
              {version(4.2), base("Base", {zone("Z", {section("Faces", ngon, {3, 2}, {offsets}),
                                                      section("Mixed", mixed, {3, 2}, {offsets, nothing}),
                                                      section("Cells", 23, {3, 2}, {offsets, empty}),
                                                      section("Bars", 3, {3, 2}, {offsets})})})});
  restripe::rewrite(inputs.set, ElementForm::old_form, {}, {});
  CHECK(version_in(inputs) == Approx(3.3));
  CHECK(at_path(inputs, "/Base/Z/Faces").children.size() == 2);  // has no node for values
  for (const auto* path : {"/Base/Z/Mixed", "/Base/Z/Cells"})
    CHECK(names_of(at_path(inputs, path).children) == Texts{"ElementRange", "ElementConnectivity"});
  CHECK(at_path(inputs, "/Base/Z/Bars").children.size() == 2);

  restripe::rewrite(inputs.set, ElementForm::new_form, {}, {}, 4.2);
  CHECK(version_in(inputs) == Approx(3.3));  // set_version() follows
  const auto& cells = at_path(inputs, "/Base/Z/Cells");
  CHECK(names_of(cells.children) == Texts{"ElementRange", "ElementStartOffset", "ElementConnectivity"});
  CHECK(cgns::integers_of(cells.children[1]) == Numbers{0});
}

TEST_CASE("types of elements as version 3.0 numbers them become those of today") {
  const auto types_in = [](double newer) {
    Nodes sections;
    for (const std::int64_t type : {5, 12, 13, 14, 18, 20, 22, 23})
      sections.push_back(section("S" + std::to_string(type), type, {1, 1}, {}));
    Inputs inputs;
    inputs.file("a.cgns", {version(3.0), base("Base", {zone("Z", std::move(sections))})});
    restripe::set_version(inputs.set, newer);
    Numbers types;
    for (const auto& node : at_path(inputs, "/Base/Z").children)
      if (node.label == "Elements_t") types.push_back(cgns::integers_of(node).front());
    return types;
  };
  CHECK(types_in(3.0) == Numbers{5, 12, 13, 14, 18, 20, 22, 23});
  CHECK(types_in(4.2) == Numbers{5, 12, 21, 13, 17, 19, 22, 23});
}

TEST_CASE("families of files before CGNS 2, which nodes have as their names, become values") {
  const auto family_in = [](double older) {
    Inputs inputs;
    inputs.file("a.cgns",
                {version(older), base("Base", {zone("Z", {Node{.name = "Wall", .label = "FamilyName_t"}})})});
    restripe::set_version(inputs.set, 4.2);
    return at_path(inputs, "/Base/Z").children.back();
  };
  for (const auto older : {1.05, 1.2}) {
    CHECK(family_in(older).name == "FamilyName");
    CHECK(cgns::text_of(family_in(older)) == "Wall");
  }
  CHECK(family_in(2.0).name == "Wall");
}

TEST_CASE("what a file of version 1.2 stores as no newer one is an error that names the node") {
  const auto error_of_file = [](Node file_base) {
    Inputs inputs;
    inputs.file("a.cgns", {version(1.2), std::move(file_base)});
    return error_of([&] { restripe::set_version(inputs.set, 4.2); });
  };
  const auto error_for = [&](Node child) {
    return error_of_file(base("Base", {zone("Z", {std::move(child)})}));
  };
  const auto located = [](std::string name, std::string label, const char* location) {
    return node(std::move(name), std::move(label),
                {cgns::text_node("GridLocation", "GridLocation_t", location)});
  };
  auto quads = section("Quads", 7, {1, 2}, {integers("ElementConnectivity", {1, 2, 3, 4, 2, 3, 5, 6})});
  CHECK(error_for(quads) == "no error");
  quads.children.back().dims = {4, 2};
  CHECK_THAT(error_for(quads),
             Contains("Quads/ElementConnectivity: is stored as before version 1.27 (two extents)"));
  CHECK_THAT(error_for(node("Join", "GridConnectivity_t", {node("Donor", "StructuredDonor_t")})),
             Contains("/Base/Z/Join/Donor: is stored as before version 1.27 (a node for the donor)"));
  CHECK_THAT(error_of_file(cgns::integer_node("Base", "CGNSBase_t", {1}, {3})), Contains("(one dimension)"));
  auto small = zone("Z");
  small.dims = {3, 2};
  CHECK_THAT(error_of_file(base("Base", {small})),
             Contains("/Base/Z: is stored as before version 1.27 (no number"));
  CHECK_THAT(error_for(node("Wall", "BC_t", {located("Data", "BCDataSet_t", "FaceCenter")})),
             Contains("/Base/Z/Wall/Data: is stored as before version 1.27 (with the location"));
  CHECK(error_for(node("Wall", "BC_t", {located("Data", "BCDataSet_t", "Vertex")})) == "no error");
  CHECK_THAT(error_for(node("Wall", "BC_t", {integers("ElementList", {1, 2})})), Contains("(one extent)"));
}

TEST_CASE("types of mixed elements as version 3.0 numbers them are an error") {
  constexpr std::int64_t mixed_of_3_0 = 21;
  Inputs inputs;
  const auto bar = integers("ElementConnectivity", {3, 1, 2});
  inputs.file("a.cgns",
              {version(3.0), base("Base", {zone("Z", {section("Mixed", mixed_of_3_0, {1, 1}, {bar})})})});
  const auto why = Contains("/Base/Z/Mixed: its mixed elements have the numbers of version 3.0");
  CHECK_THAT(error_of([&] { restripe::set_version(inputs.set, 4.2); }), why);
  CHECK_THAT(error_of([&] { (void)restripe::sections_to_rewrite(inputs.set, ElementForm::new_form); }), why);
  CHECK(restripe::sections_to_rewrite(inputs.set, ElementForm::old_form).empty());
  Inputs none;
  none.file("a.cgns", {base("Base", {})});
  CHECK(error_of([&] { restripe::set_version(none.set, 4.2); }).find("does not contain a CGNS version") !=
        std::string::npos);
}

TEST_CASE("types that are polygons before version 3.2 keep the version") {
  constexpr std::int64_t polygon_of_4_nodes = 26;  // TRI_10 since
  const auto to = [](double from, double wanted, std::int64_t type) {
    Inputs inputs;
    const auto nodes = integers("ElementConnectivity", {1, 2, 3, 4});
    inputs.file("a.cgns",
                {version(from), base("Base", {zone("Z", {section("Faces", type, {1, 1}, {nodes})})})});
    restripe::set_index_width(inputs.set, IndexWidth::i4, {}, {});
    return error_of([&] { restripe::set_version(inputs.set, wanted); });
  };
  for (const auto& [from, wanted] : {std::pair{2.5, 3.3}, {3.1, 4.2}, {3.3, 3.1}, {4.5, 3.1}}) {
    CAPTURE(from, wanted);
    CHECK_THAT(to(from, wanted, polygon_of_4_nodes),
               Contains("/Base/Z/Faces: its type, 26, is a polygon before CGNS 3.2"));
    CHECK(to(from, wanted, 7) == "no error");
  }
  CHECK(to(3.2, 4.5, polygon_of_4_nodes) == "no error");
  CHECK(to(2.5, 3.1, polygon_of_4_nodes) == "no error");

  // Those of mixed elements are among the values.
  const auto inputs = old_file(3.1);
  const auto mixed_in = [&](ElementForm form, double wanted) {
    return restripe::mixed_sections(inputs.set, form, wanted);
  };
  REQUIRE(mixed_in(ElementForm::old_form, 3.3).size() == 1);
  CHECK(mixed_in(ElementForm::old_form, 3.3)[0].path == "/Base/Z/Mixed");
  CHECK(mixed_in(ElementForm::old_form, 3.3)[0].changes_types);
  CHECK(mixed_in(ElementForm::new_form, 0).size() == 1);
  CHECK(mixed_in(ElementForm::old_form, 0).empty());
  CHECK(mixed_in(ElementForm::old_form, 2.5).empty());
}

TEST_CASE("an older version gets the form that its libraries expect") {
  for (const double version : {2.4, 3.0, 3.1, 3.3, 3.9}) {
    CAPTURE(version);
    CHECK(restripe::form_of(version) == ElementForm::old_form);
  }
  for (const double version : {3.4, double{3.4F}, 4.0, 4.5}) {
    CAPTURE(version);
    CHECK(restripe::form_of(version) == ElementForm::new_form);
  }
}

TEST_CASE("what an older version stores differently is an error that names the node") {
  const auto to = [](Inputs inputs, double version) {
    return error_of([&] { restripe::set_version(inputs.set, version); });
  };
  const auto file = [](Nodes nodes) {
    Inputs inputs;
    inputs.file("a.cgns", {version(4.5), base("Base", std::move(nodes))});
    return inputs;
  };
  const auto with_section = [&](std::int64_t type, Nodes arrays) {
    arrays.push_back(integers("ElementConnectivity", {1, 2, 3}));
    auto inputs = file({zone("Z", {section("Faces", type, {1, 1}, std::move(arrays))})});
    restripe::set_index_width(inputs.set, IndexWidth::i4, {}, {});
    return inputs;
  };
  const auto particles = file({Node{.name = "P", .label = "ParticleZone_t"}});
  CHECK(to(particles, 4.5) == "no error");
  CHECK_THAT(to(particles, 4.4), Contains("a.cgns:/Base/P: has no form in version 4.4: particles"));
  auto complex = reals("Wave", {1, 2});
  complex.type = DataType::X4;
  complex.dims = {1};
  CHECK(to(file({complex}), 4.2) == "no error");
  CHECK_THAT(to(file({complex}), 4.1), Contains("/Base/Wave: has no form in version 4.1: complex numbers"));
  constexpr std::int64_t triangle = 5;
  constexpr std::int64_t hexa_27 = 19;
  CHECK_THAT(to(with_section(triangle, {integers("ParentElements", {1, 0})}), 3.0),
             Contains("/Base/Z/Faces: has no form in version 3.0: ParentElements"));
  CHECK(to(with_section(triangle, {integers("ParentElements", {1, 0})}), 3.1) == "no error");
  CHECK_THAT(to(with_section(hexa_27, {}), 3.0), Contains("a type that older files number otherwise"));
  CHECK_THAT(to(with_section(mixed, {}), 2.4), Contains("mixed elements"));
  CHECK_THAT(to(with_section(ngon, {}), 2.4), Contains("a type that older files number otherwise"));
  CHECK(to(with_section(triangle, {}), 3.0) == "no error");
  CHECK_THAT(to(file({zone("Z")}), 3.0),
             Contains("/Base/Z: has no form in version 3.0: integers of 64 bits"));
}

TEST_CASE("a section without a range is an error") {
  auto inputs = old_file();
  inputs.set.trees[0].children[1].children[0].children[0].children.erase(
      inputs.set.trees[0].children[1].children[0].children[0].children.begin());
  CHECK(error_of([&] {
          (void)restripe::sections_to_rewrite(inputs.set, ElementForm::new_form);
        }).find("no ElementRange") != std::string::npos);
}

TEST_CASE("a section cannot change its form where its arrays are links") {
  const auto link = [](std::string name) {
    auto path = "/Base/A/Faces/" + name;
    return link_node(std::move(name), "DataArray_t", "", std::move(path));
  };
  const auto error_for = [&](Nodes arrays, ElementForm form) {
    Inputs inputs;
    inputs.file("a.cgns", {base("Base", {zone("B", {section("Faces", ngon, {1, 2}, std::move(arrays))})})});
    return error_of([&] { (void)restripe::sections_to_rewrite(inputs.set, form); });
  };
  const auto connectivity = link("ElementConnectivity");
  const auto offsets = link("ElementStartOffset");
  const auto own = integers("ElementConnectivity", {1, 2, 3, 2, 3, 4});
  const auto why = "Faces/ElementConnectivity: is a link, whose target would have to change with the section";
  CHECK_THAT(error_for({connectivity}, ElementForm::new_form), Contains(why));
  CHECK_THAT(error_for({connectivity, offsets}, ElementForm::old_form), Contains(why));
  CHECK_THAT(error_for({own, offsets}, ElementForm::old_form), Contains("/ElementStartOffset: is a link"));
  CHECK(error_for({connectivity}, ElementForm::old_form) == "no error");
  CHECK(error_for({connectivity, offsets}, ElementForm::new_form) == "no error");
}

TEST_CASE("links that are kept leave sections in the form and version that they have") {
  const auto link = [](const char* name, const char* label, const char* file) {
    return link_node(name, label, file, "/Base/A/Faces");
  };
  Inputs inputs;
  inputs.file(
      "a.cgns",
      {version(4.0),
       base("Base", {zone("B", {link("Faces", "Elements_t", "grid.cgns"), link("Own", "Elements_t", ""),
                                link("Grid", "GridCoordinates_t", "grid.cgns")}),
                     link("C", "Zone_t", "grid.cgns")})});
  const auto left = [&](restripe::StorageRequest request) {
    return restripe::links_left_behind(inputs.set, request);
  };
  const Texts both = {"/Base/B/Faces", "/Base/C"};
  // Nothing below them changes its form or its meaning.
  CHECK(left({.cgns_version = 4.1}).empty());
  CHECK(left({.cgns_version = 4.6}).empty());
  const auto left_of = [&](double stated, double wanted) {
    inputs.set.trees[0].children[0] = version(stated);
    const auto found = left({.cgns_version = wanted});
    inputs.set.trees[0].children[0] = version(4.0);
    return found;
  };
  CHECK(left_of(4.5, 4.4) == Texts{"/Base/C"});  // particles
  CHECK(left_of(4.2, 4.1) == Texts{"/Base/C"});  // complex numbers
  CHECK(left_of(1.2, 3.3) == Texts{"/Base/C"});  // names of families
  CHECK(left_of(3.3, 3.4) == both);              // ElementStartOffset
  CHECK(left_of(3.0, 3.3) == both);              // numbers of types
  CHECK(left_of(3.3, 2.5) == both);              // integers of 64 bits, numbers of types
  CHECK(left_of(2.5, 3.3).empty());
  CHECK(left({.cgns_version = 3.3}) == both);
  CHECK(left({.elements = ElementForm::old_form}) == both);
  CHECK(left({.renamed = {{"grid.cgns", "grid33.cgns"}}, .cgns_version = 3.3}).empty());
  CHECK(left({.cgns_version = 4.0}).empty());
  CHECK(left({}).empty());
}

TEST_CASE("integers that number the mesh become as wide as asked, others stay") {
  auto inputs = old_file();
  restripe::set_index_width(inputs.set, IndexWidth::i8, {}, {});
  CHECK(at_path(inputs, "/Base/Z/Faces/ElementConnectivity").type == DataType::I8);
  CHECK(at_path(inputs, "/Base/Z/Faces").type == DataType::I4);  // the type of elements is no index
  CHECK(at_path(inputs, "/Base").type == DataType::I4);

  const auto measured = restripe::arrays_to_measure(inputs.set, IndexWidth::automatic);
  REQUIRE(measured.size() == 2);
  CHECK(restripe::arrays_to_measure(inputs.set, IndexWidth::i4).empty());
  restripe::set_index_width(inputs.set, IndexWidth::automatic, measured, {{0, 5'000'000'000}, {1, 5}});
  CHECK(at_path(inputs, "/Base/Z/Faces/ElementConnectivity").type == DataType::I8);
  CHECK(at_path(inputs, "/Base/Z/Mixed/ElementConnectivity").type == DataType::I4);
  CHECK(at_path(inputs, "/Base/Z").type == DataType::I4);
  CHECK(cgns::integers_of(at_path(inputs, "/Base/Z/Faces/ElementRange")) == Numbers{1, 2});
}

TEST_CASE("what does not fit is named where it is small, and stays with auto") {
  Inputs inputs;
  inputs.rank("a.cgns", {zone("Z", {}, {5'000'000'000, 3, 0})});
  restripe::set_index_width(inputs.set, IndexWidth::automatic, {}, {});
  CHECK(at_path(inputs, "/Base/Z").type == DataType::I8);
  CHECK(error_of([&] {
          restripe::set_index_width(inputs.set, IndexWidth::i4, {}, {});
        }).find("a.cgns:/Base/Z: has values") != std::string::npos);
}

TEST_CASE("reals of the mesh become as wide as asked") {
  Inputs inputs;
  inputs.rank("a.cgns",
              {zone("Z", {coordinates({1, 2}), solution("S")}), iterative(1, {reals("TimeValues", {0.1})})});
  const auto rounded = restripe::set_reals(inputs.set, DataType::R4);
  REQUIRE(rounded.size() == 2);
  CHECK(rounded[0].path == "/Base/Z/GridCoordinates/CoordinateX");
  CHECK(at_path(inputs, "/Base/Z/S/Pressure").type == DataType::R4);
  CHECK(at_path(inputs, "/Base/BaseIterativeData/TimeValues").type == DataType::R8);
  CHECK(restripe::set_reals(inputs.set, DataType::R8).empty());
  CHECK(at_path(inputs, "/Base/Z/S/Pressure").type == DataType::R8);
}
