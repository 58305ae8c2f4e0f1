#include "pcgns/fileset/plan/whole_zones.hpp"

#include "catch.hpp"
#include "fileset/build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using fileset::Original;
using fileset::PieceSet;

/// A part with `cells` cells in one direction.
Node piece(std::string name, std::int64_t cells, Nodes children = {}) {
  children.insert(children.begin(), cgns::text_node("ZoneType", "ZoneType_t", "Structured"));
  children.push_back(coordinates(Reals(static_cast<std::size_t>(cells) + 1, 0.5)));
  return zone(std::move(name), std::move(children), {cells + 1, cells, 0});
}

/// Two files with parts of "Bar", and a whole zone between them.
struct Case {
  Inputs inputs;
  PieceSet pieces;
  plan::Notes notes;
  plan::Composites composites;

  explicit Case(Nodes in_first = {}, Nodes in_second = {}, std::string folder = "") {
    const auto tables = [](const Texts& names) { return iterative(1, zone_tables({names}, 2)); };
    inputs.rank(folder + "a.cgns",
                {tables({"Bar_0", "Whole"}), piece("Bar_0", 2, std::move(in_first)), piece("Whole", 4)});
    inputs.rank(folder + "b.cgns", {tables({"Bar_1"}), piece("Bar_1", 3, std::move(in_second))});
    Original bar;
    bar.base = "Base";
    bar.name = "Bar";
    bar.dimension = 1;
    bar.cells = {5, 1, 1};
    bar.pieces.push_back({.file = 0, .base = base_of(0), .zone = base_of(0)->child("Bar_0")});
    bar.pieces.push_back({.file = 1, .base = base_of(1), .zone = base_of(1)->child("Bar_1")});
    bar.pieces[0].cells[0] = {0, 2};
    bar.pieces[1].cells[0] = {2, 5};
    pieces.originals.push_back(std::move(bar));
  }

  [[nodiscard]] const Node* base_of(std::size_t file) const { return inputs.set.trees[file].child("Base"); }

  void merge_zones(const fileset::MergeRequest& request = {}) {
    fileset::merge_zones(inputs.set, pieces, {}, {}, request, notes, composites);
  }

  [[nodiscard]] plan::Plan merged(const fileset::MergeRequest& request = {}) {
    merge_zones(request);
    return fileset::merge(inputs.set, {}, request, {.composites = composites, .notes = notes.folded()});
  }
};

}  // namespace

TEST_CASE("a zone stands where its first part stood, and the parts are gone") {
  Case made;
  made.merge_zones();
  CHECK(names_of(made.base_of(0)->children) == Texts{"BaseIterativeData", "Bar", "Whole"});
  CHECK(names_of(made.base_of(1)->children) == Texts{"BaseIterativeData"});
}

TEST_CASE("a zone does not take the name of another node of its base") {
  Case made;
  made.inputs.rank("c.cgns", {family("Bar")});
  for (auto& cut : made.pieces.originals[0].pieces) {
    cut.base = made.base_of(static_cast<std::size_t>(cut.file));
    cut.zone = cut.base->child(cut.file == 0 ? "Bar_0" : "Bar_1");
  }
  CHECK_THROWS_WITH(
      made.merge_zones(),
      "c.cgns:/Base/Bar: is a Family_t, but a.cgns:/Base/Bar_0 is a piece of a zone of that name");
}

TEST_CASE("the rank that Cassiopée leaves in all zones of a set goes from those that nobody cut, too") {
  for (const auto convention : {fileset::Convention::cassiopee, fileset::Convention::maia}) {
    Case made;
    made.inputs.rank("c.cgns", {with(piece("Other", 3), {user(".Solver#Param", {integers("proc", {1})})})});
    auto& bar = made.pieces.originals[0];
    for (auto& cut : bar.pieces) {
      cut.base = made.base_of(static_cast<std::size_t>(cut.file));
      cut.zone = cut.base->child(cut.file == 0 ? "Bar_0" : "Bar_1");
    }
    bar.convention = convention;
    made.merge_zones();
    const auto* other = made.base_of(2)->child("Other");
    CHECK((other->child(".Solver#Param") == nullptr) == (convention == fileset::Convention::cassiopee));
  }
}

TEST_CASE("a name is that of an interface in all pieces, or in none") {
  const auto in_container = [](Node named) {
    return node("ZoneGridConnectivity", "ZoneGridConnectivity_t", {std::move(named)});
  };
  const auto range = [](std::string name, const Numbers& values) {
    return cgns::integer_node(std::move(name), "IndexRange_t", {1, 2}, values);
  };
  auto join = with(cgns::text_node("X", "GridConnectivity1to1_t", "Whole"),
                   {range("PointRange", {1, 1}), range("PointRangeDonor", {5, 5})});
  Case made({in_container(std::move(join))},
            {in_container(node("X", "OversetHoles_t", {range("PointRange", {2, 2})}))});
  CHECK_THROWS_WITH(made.merge_zones(),
                    "b.cgns:/Base/Bar_1/ZoneGridConnectivity/X: is a OversetHoles_t, but a "
                    "GridConnectivity1to1_t in a.cgns");
}

TEST_CASE("tables of zones name the whole zone, once") {
  Case made;
  const auto plan = made.merged();
  const auto* names = cgns::find(plan.output, "/Base/BaseIterativeData/ZonePointers");
  CHECK(cgns::rows_of(*names) == Texts{"Bar", "Whole"});
}

TEST_CASE("tables of zones may name parts of other files") {
  Case made;
  auto& time_steps = made.inputs.set.trees[1].children[1].children[0];
  SECTION("of one zone in all files") {
    time_steps = iterative(1, zone_tables({{"Bar_0", "Base/Bar_1"}}, 2));
    CHECK(rows(made.merged(), "/Base/BaseIterativeData/ZonePointers") == Texts{"Bar", "Whole"});
  }
  SECTION("of which another file has a whole zone") {
    time_steps = iterative(1, zone_tables({{"Bar_0"}}, 2));
    made.inputs.rank("c.cgns", {piece("Bar_0", 4)});
    for (auto& cut : made.pieces.originals[0].pieces) {
      cut.base = made.base_of(static_cast<std::size_t>(cut.file));
      cut.zone = cut.base->child(cut.file == 0 ? "Bar_0" : "Bar_1");
    }
    CHECK(rows(made.merged(), "/Base/BaseIterativeData/ZonePointers") == Texts{"Bar", "Whole", "Bar_0"});
  }
}

TEST_CASE("nodes that no part has return among those of user data that parts have") {
  const auto data = [](Node node) { return user("Data", {user("Deep", {std::move(node)})}); };
  Case made({data(descriptor("Note", "x"))}, {data(descriptor("Note", "x"))});
  auto& base = made.inputs.set.trees[0].children[1];
  base.children.push_back(
      user(":PCGNS#Partition",
           {descriptor("Version", "1"), integers("NumberOfPartitions", {2}),
            user("Bar", {integers("Order", {0}), integers("NumberOfParts", {2}), user("NodeOrder"),
                         with(node("Uncut", "Uncut_t"), {data(descriptor("Uncut", "y"))})})}));
  made.pieces.originals[0].pieces[0].zone = base.child("Bar_0");
  made.merge_zones();
  CHECK(names_of(cgns::find(made.inputs.set.trees[0], "/Base/Bar/Data/Deep")->children) ==
        Texts{"Note", "Uncut"});
}

TEST_CASE("what makes up an array becomes transfers to its place") {
  Case made;
  const auto plan = made.merged();
  REQUIRE(plan.targets.size() == 2);
  CHECK(plan.targets[0].path == "/Base/Bar/GridCoordinates/CoordinateX");
  CHECK(plan.targets[0].dims == Numbers{6});
  REQUIRE(plan.boxes.size() == 3);
  for (const auto& box : plan.boxes) CHECK(box.target == 0);
  CHECK_FALSE(plan.boxes[0].shared);
  CHECK_FALSE(plan.boxes[1].shared);
  CHECK(plan.boxes[2].shared);
  CHECK(plan.boxes[2].count[0] == 1);
  REQUIRE(plan.transfers.size() == 1);
  CHECK(plan.transfers[0].target == 1);
}

TEST_CASE("a name cannot be that of a whole zone and of one in parts") {
  Case made;
  made.inputs.rank("c.cgns", {piece("Bar", 5)});
  made.pieces.originals[0].pieces[0].base = made.base_of(0);
  made.pieces.originals[0].pieces[0].zone = made.base_of(0)->child("Bar_0");
  made.pieces.originals[0].pieces[1].zone = made.base_of(1)->child("Bar_1");
  CHECK_THROWS_WITH(made.merge_zones(),
                    Catch::Contains("c.cgns") && Catch::Contains("a.cgns:/Base/Bar_0 is a piece"));
}

TEST_CASE("fields of parts are not compared; what they note is") {
  const Case made(
      {user("Mine", {reals("Own", {1, 2})}), user(":CGNS#GlobalNumbering", {reals("Vertex", {1, 2})})});
  const auto arrays = fileset::arrays_to_compare(made.pieces);
  REQUIRE(arrays.size() == 1);
  CHECK(made.inputs.set.arrays[static_cast<std::size_t>(arrays[0])].path == "/Base/Bar_0/Mine/Own");
}

TEST_CASE("values come into the nodes of their arrays") {
  Case made;
  const int array = made.base_of(1)->child("Bar_1")->child("GridCoordinates")->children[0].array;
  fileset::put_values(made.inputs.set, {array}, {std::vector<std::byte>(32, std::byte{1})});
  CHECK(made.base_of(1)->child("Bar_1")->child("GridCoordinates")->children[0].data.size() == 32);
  CHECK(made.base_of(0)->child("Bar_0")->child("GridCoordinates")->children[0].data.empty());
}

TEST_CASE("links that the parts have in common lead from the folder of the output to where they led") {
  const auto link = [] { return link_node("Setup", "UserDefinedData_t", "../setup.cgns", "/Base/Setup"); };
  Case made({link()}, {link()}, "run/out/");
  const auto plan = made.merged({.links = cgns::Links::keep, .output = "merged/out.cgns"});
  const auto* found = cgns::find(plan.output, "/Base/Bar/Setup");
  REQUIRE((found != nullptr && found->link != nullptr));
  CHECK(found->link->file == "../run/setup.cgns");
  CHECK(found->link->path == "/Base/Setup");
}

TEST_CASE("what a part has a piece of must not be behind a link") {
  Case made({}, {link_node("FlowSolution", "FlowSolution_t", "b_0.cgns", "/Base/Z/FlowSolution")});
  CHECK_THROWS_WITH(made.merge_zones(), Catch::Contains("b.cgns:/Base/Bar_1/FlowSolution: is a link; "
                                                        "split zones require --links copy"));
}

TEST_CASE("time steps do not name what pieces have, and their zone does not") {
  const auto of_cut = [](std::string donor, Numbers points, Numbers donors) -> Nodes {
    const auto range = [](std::string name, const Numbers& ends) {
      return cgns::integer_node(std::move(name), "IndexRange_t", {1, 2}, ends);
    };
    const auto steps = node(
        "ZoneIterativeData", "ZoneIterativeData_t",
        {cgns::table_node("ZoneSubRegionPointers", "DataArray_t", {32, 3}, {"OnCut", "Nowhere", "OnCut"})});
    return {node("ZoneGridConnectivity", "ZoneGridConnectivity_t",
                 {with(cgns::text_node("Cut", "GridConnectivity1to1_t", donor),
                       {range("PointRange", points), range("PointRangeDonor", donors)})}),
            node("OnCut", "ZoneSubRegion_t",
                 {cgns::text_node("GridConnectivityRegionName", "Descriptor_t", "Cut")}),
            steps};
  };
  Case made(of_cut("Bar_1", {3, 3}, {1, 1}), of_cut("Bar_0", {1, 1}, {3, 3}));
  made.merge_zones();
  const auto* bar = made.base_of(0)->child("Bar");
  REQUIRE(bar != nullptr);
  CHECK(bar->child("OnCut") == nullptr);
  CHECK(cgns::rows_of(*cgns::find(*bar, "ZoneIterativeData/ZoneSubRegionPointers")) ==
        Texts{"Null", "Nowhere", "Null"});
}
