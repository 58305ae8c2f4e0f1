// Polyhedra: faces between pieces, and which way round they are.
#include <numeric>

#include "catch.hpp"
#include "fileset/unstructured_build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::mesh;

constexpr int ngon = 22;
constexpr int nface = 23;

Node offsets(Numbers values) { return integers("ElementStartOffset", std::move(values)); }

Node border(int here, int there, Numbers list, Numbers donors, std::string_view where = "FaceCenter") {
  const auto name = [](int a, int b) {
    return "JN.P" + std::to_string(a) + ".N0.LT.P" + std::to_string(b) + ".N0";
  };
  return node("ZoneGridConnectivity", "ZoneGridConnectivity_t",
              {with(text(name(here, there), "GridConnectivity_t", "zone.P" + std::to_string(there) + ".N0"),
                    {location(where), points("PointList", std::move(list)),
                     points("PointListDonor", std::move(donors)),
                     text("GridConnectivityDonorName", "Descriptor_t", name(there, here))})});
}

/// Two cells, of three faces each, with one between them: face 2 of the zone. Each part has it as its own
/// cell, on the left, sees it.
Node high_cell(Node interfaces) {
  return piece(0, {2, 3, 4, 5}, {2},
               {section("Faces", ngon, {1, 3}, {3, 2, 1, 1, 2, 4, 2, 3, 4}, {2, 4, 5},
                        {offsets({0, 3, 6, 9}), parents({4, 4, 4, 0, 0, 0})}),
                section("Cells", nface, {4, 4}, {1, 2, 3}, {2}, {offsets({0, 3})}), std::move(interfaces)});
}

Node low_cell(Node interfaces) {
  return piece(1, {1, 2, 3, 4}, {1},
               {section("Faces", ngon, {1, 3}, {1, 2, 3, 2, 3, 4, 1, 2, 4}, {1, 2, 3},
                        {offsets({0, 3, 6, 9}), parents({4, 4, 4, 0, 0, 0})}),
                section("Cells", nface, {4, 4}, {1, 2, 3}, {1}, {offsets({0, 3})}), std::move(interfaces)});
}

}  // namespace

TEST_CASE("a face between parts is as the part has it whose cell has the lower number") {
  const auto assembly =
      Assembly(files({high_cell(border(0, 1, {1}, {2})), low_cell(border(1, 0, {2}, {1}))}, 3)).run();
  CHECK(assembly.notes.empty());
  CHECK(assembly.values("zone/Faces/ElementStartOffset") == Values{0, 3, 6, 9, 12, 15});
  CHECK(assembly.values("zone/Faces/ElementConnectivity") ==
        Values{1, 2, 3, 2, 3, 4, 1, 2, 4, 2, 3, 5, 3, 4, 5});
  CHECK(assembly.values("zone/Faces/ParentElements") == Values{6, 6, 6, 7, 7, 0, 7, 0, 0, 0});
  CHECK(assembly.values("zone/Cells/ElementConnectivity") == Values{1, 2, 3, -2, 4, 5});
  CHECK(assembly.values("zone/Cells/ElementRange") == Values{6, 7});
  CHECK(assembly.find("zone/ZoneGridConnectivity") == nullptr);
}

TEST_CASE("without ParentElements NFACE_n says from which side parts have the faces between them") {
  const auto without_parents = [](Node zone) {
    auto& faces = zone.child("Faces")->children;
    std::erase_if(faces, [](const Node& child) { return child.name == "ParentElements"; });
    return zone;
  };
  const auto high = without_parents(high_cell(border(0, 1, {1}, {2})));
  const auto low = without_parents(low_cell(border(1, 0, {2}, {1})));
  const auto assembly = Assembly(files({high, low}, 3)).run();
  CHECK(assembly.notes.empty());
  CHECK(assembly.values("zone/Faces/ElementConnectivity") ==
        Values{1, 2, 3, 2, 3, 4, 1, 2, 4, 2, 3, 5, 3, 4, 5});
  CHECK(assembly.values("zone/Cells/ElementConnectivity") == Values{1, 2, 3, -2, 4, 5});
}

TEST_CASE("a face that both parts have the same way round is not turned") {
  auto high = high_cell(border(0, 1, {1}, {2}));
  auto& faces = *high.child("Faces");
  *faces.child("ElementConnectivity") = integers("ElementConnectivity", {1, 2, 3, 1, 2, 4, 2, 3, 4});
  *faces.child("ParentElements") = parents({0, 4, 4, 4, 0, 0});
  *high.child("Cells")->child("ElementConnectivity") = integers("ElementConnectivity", {-1, 2, 3});
  const auto assembly = Assembly(files({high, low_cell(border(1, 0, {2}, {1}))}, 3)).run();
  CHECK(assembly.values("zone/Faces/ElementConnectivity") ==
        Values{1, 2, 3, 2, 3, 4, 1, 2, 4, 2, 3, 5, 3, 4, 5});
  CHECK(assembly.values("zone/Faces/ParentElements") == Values{6, 6, 6, 7, 7, 0, 7, 0, 0, 0});
  CHECK(assembly.values("zone/Cells/ElementConnectivity") == Values{1, 2, 3, -2, 4, 5});
}

TEST_CASE("a face of the mesh is turned with its parents, unless it has nodes between its corners") {
  const auto block = [](int rank, int face, std::int64_t cell, Numbers corners) {
    Numbers vertices(8);
    std::iota(vertices.begin(), vertices.end(), 4 * cell - 3);
    return piece(rank, vertices, {cell},
                 {section("Hexas", 17, {1, 1}, {1, 2, 3, 4, 5, 6, 7, 8}, {cell}),
                  section("Quads", face, {2, 2}, std::move(corners), {1}, {parents({1, 0})}),
                  border(rank, 1 - rank, {2}, {2})});
  };
  const auto plain = Assembly(files({block(0, 7, 2, {4, 3, 2, 1}), block(1, 7, 1, {5, 6, 7, 8})}, 3)).run();
  CHECK(plain.values("zone/Quads/ElementConnectivity") == Values{5, 6, 7, 8});
  CHECK(plain.values("zone/Quads/ParentElements") == Values{1, 2});
  const auto quadratic = Assembly(files({block(0, 8, 2, {4, 3, 2, 1, 8, 7, 6, 5}),  //
                                         block(1, 8, 1, {5, 6, 7, 8, 1, 2, 3, 4})},
                                        3))
                             .run();
  CHECK(quadratic.values("zone/Quads/ElementConnectivity") == Values{8, 7, 6, 5, 12, 11, 10, 9});
  CHECK(quadratic.values("zone/Quads/ParentElements") == Values{2, 1});
}

TEST_CASE("without joins of faces a note says that faces between pieces are not told apart") {
  const auto assembly = Assembly(files({high_cell(border(0, 1, {1, 2, 3}, {2, 3, 4}, "Vertex")),
                                        low_cell(border(1, 0, {2, 3, 4}, {1, 2, 3}, "Vertex"))},
                                       3))
                            .run();
  CHECK(
      assembly.note_texts() ==
      Texts{
          "/Base/zone: no interface lists the faces that its pieces share; a face with opposite orientation "
          "in two pieces is taken from the lower piece, and NFACE_n may contradict it"});
}

TEST_CASE("cells that only ParentElements knows are numbered behind the faces") {
  const auto faces_only = [](int rank, Numbers vertices, Numbers cells, Numbers faces, Node interfaces) {
    return piece(rank, std::move(vertices), std::move(cells),
                 {section("Faces", ngon, {1, 2}, {1, 2, 3, 2, 3, 4}, std::move(faces),
                          {offsets({0, 3, 6}), parents({3, 3, 0, 0})}),
                  std::move(interfaces)});
  };
  const auto assembly = Assembly(files({faces_only(0, {2, 3, 4, 5}, {2}, {2, 3}, border(0, 1, {1}, {2})),
                                        faces_only(1, {1, 4, 3, 2}, {1}, {1, 2}, border(1, 0, {2}, {1}))},
                                       3))
                            .run();
  CHECK(assembly.values("zone/Faces/ParentElements") == Values{4, 4, 5, 0, 5, 0});
  CHECK(assembly.values("zone/Faces/ElementConnectivity") == Values{1, 4, 3, 4, 3, 2, 3, 4, 5});
}

TEST_CASE("ParentElementsPosition is filled up and turned like ParentElements") {
  auto high = high_cell(border(0, 1, {1}, {2}));
  auto low = low_cell(border(1, 0, {2}, {1}));
  high.child("Faces")->children.push_back(parents({1, 2, 3, 0, 0, 0}, "ParentElementsPosition"));
  low.child("Faces")->children.push_back(parents({1, 2, 3, 0, 0, 0}, "ParentElementsPosition"));
  const auto assembly = Assembly(files({high, low}, 3)).run();
  CHECK(assembly.values("zone/Faces/ParentElementsPosition") == Values{1, 2, 3, 2, 3, 0, 1, 0, 0, 0});
}

TEST_CASE("faces of a flow solution go by the numbers of the section that has them") {
  auto high = high_cell(border(0, 1, {1}, {2}));
  auto low = low_cell(border(1, 0, {2}, {1}));
  high.children.push_back(field_node("Flux", "FaceCenter", {reals("F", {2, 4, 5})}));
  low.children.push_back(field_node("Flux", "FaceCenter", {reals("F", {1, 2, 3})}));
  const auto assembly = Assembly(files({high, low}, 3)).run();
  CHECK(assembly.values("zone/Flux/F") == Values{1, 2, 3, 4, 5});
}

TEST_CASE("a region on an interface between pieces is kept as the pieces have it") {
  const auto with_region = [](Node zone, const char* interface, Reals values) {
    zone.children.push_back(
        with(node("Exchange", "ZoneSubRegion_t"),
             {text("GridConnectivityRegionName", "Descriptor_t", interface), reals("V", std::move(values))}));
    return zone;
  };
  const auto assembly =
      Assembly(files({with_region(high_cell(border(0, 1, {1}, {2})), "JN.P0.N0.LT.P1.N0", {10}),
                      with_region(low_cell(border(1, 0, {2}, {1})), "JN.P1.N0.LT.P0.N0", {20})},
                     3))
          .run();
  CHECK(assembly.find("zone/Exchange") == nullptr);
  CHECK(assembly.values("zone/:PCGNS#PerRank/0/Exchange/V") == Values{10});
  CHECK(assembly.values("zone/:PCGNS#PerRank/1/Exchange/V") == Values{20});
  CHECK(assembly.note_texts() ==
        Texts{"/Base/zone/Exchange: is kept under :PCGNS#PerRank/<rank> as in the pieces, because the whole "
              "zone does not have the interface that it names"});
}
