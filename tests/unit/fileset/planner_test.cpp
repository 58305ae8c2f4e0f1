#include "pcgns/fileset/plan/planner.hpp"

#include "catch.hpp"
#include "fileset/pieces_build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::parted;
using Catch::Contains;
using fileset::Needs;
using fileset::Planner;
using fileset::Survey;

/// What the arrays of the inputs hold, as far as `needs` asks for it.
Survey values_for(const Inputs& inputs, const Needs& needs) {
  Survey survey;
  const auto values_of = [&](int array) { return inputs.values.at(static_cast<std::size_t>(array)); };
  for (const auto array : needs.values) survey.values.push_back(values_of(array));
  for (const auto array : needs.contents) survey.contents[array] = fingerprint(values_of(array));
  return survey;
}

/// "zone: children of the base", for the bases of all files.
Texts zones_in(const plan::Plan& plan) { return children(plan, "/Base"); }

Node half(std::string name, const Numbers& first, const Numbers& last, Reals x) {
  return maia_piece(std::move(name), first, last, {5}, {coordinates(std::move(x))});
}

Inputs two_halves() {
  Inputs inputs;
  inputs.rank("a.cgns", {half("Z.P0.N0", {1}, {2}, {0, 1, 2})});
  inputs.rank("b.cgns", {half("Z.P1.N0", {3}, {5}, {2, 3, 4, 5})});
  return inputs;
}

/// Pieces that only their coordinates connect.
Inputs two_unmarked(Reals x = {2, 3}) {
  Inputs inputs;
  inputs.rank("a.cgns", {structured("Z", {2}, {coordinates({0, 1, 2})})});
  inputs.rank("b.cgns", {structured("Z", {1}, {coordinates(std::move(x))})});
  return inputs;
}

/// The last vertex of the first piece is the first one of the second.
Survey one_shared_vertex(std::int64_t count = 1) {
  Survey survey;
  survey.matched.sets = {{.members = {{.shared = count}, {.shared = count}}, .total = 4, .shared = count}};
  if (count > 0) survey.matched.interfaces = {{.set = 0, .a = 0, .b = 1}};
  return survey;
}

Node numbered_piece(std::string name, const Numbers& vertices) {
  const auto count = static_cast<std::int64_t>(vertices.size());
  return unstructured(std::move(name), {numbering({integers("Vertex", vertices)})}, {count, 0, 0});
}

}  // namespace

TEST_CASE("two pieces become one zone, and nothing is asked for but their metadata") {
  auto inputs = two_halves();
  const fileset::Request request{.shared = plan::SharedPoints::error};
  Planner planner(inputs.set, request, {});
  const auto* needs = planner.needs();
  REQUIRE(needs != nullptr);
  CHECK(needs->values.size() == 2);  // CellSize of each; CellRange came with the trees
  planner.take(values_for(inputs, *needs));
  REQUIRE(planner.needs() == nullptr);
  const auto whole = planner.finish();
  CHECK(zones_in(whole.plan) == Texts{"Z"});
  REQUIRE(whole.zones.size() == 1);
  CHECK(whole.zones[0].path == "/Base/Z");
  CHECK(whole.zones[0].pieces == 2);
  CHECK(whole.plan.shared_points == plan::SharedPoints::error);
  CHECK_FALSE(whole.plan.has_holes);
}

TEST_CASE("the proof of a numbering is asked for, and its totals are those of the zone") {
  Inputs inputs;
  inputs.rank("a.cgns", {numbered_piece("Z.P0.N0", {1, 2, 4})});
  inputs.rank("b.cgns", {numbered_piece("Z.P1.N0", {2, 3})});
  const fileset::Request request;
  Planner planner(inputs.set, request, {});
  std::size_t proofs = 0;
  while (const auto* needs = planner.needs()) {
    auto survey = values_for(inputs, *needs);
    for (const auto& set : needs->numberings) {
      ++proofs;
      survey.numberings.push_back({.total = set.may_share ? 4 : 0, .ragged = {}});
    }
    planner.take(survey);
  }
  CHECK(proofs > 0);
  const auto whole = planner.finish();
  CHECK(cgns::integers_of(*cgns::find(whole.plan.output, "/Base/Z")) == Numbers{4, 0, 0});
}

TEST_CASE("pieces that do not belong together are refused, with the code of the rule") {
  Inputs inputs;
  inputs.rank("a.cgns", {half("Z.P0.N0", {1}, {2}, {0, 1, 2})});
  inputs.rank("b.cgns", {half("Z.P1.N0", {4}, {5}, {3, 4, 5})});
  const fileset::Request request;
  Planner planner(inputs.set, request, {});
  try {
    planner.take(values_for(inputs, *planner.needs()));
    (void)planner.needs();
    FAIL("the hole was not found");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::input);
    CHECK(error.reason().code == "S0101");
  }
}

TEST_CASE("the recorded size of a zone is that of its pieces") {
  const auto planned = [](const Numbers& size) {
    const auto metadata =
        user(":PCGNS#Partition",
             {descriptor("Version", "1"), integers("NumberOfPartitions", {2}),
              user("Z", {integers("Order", {0}), integers("NumberOfParts", {2}), integers("Size", size)})});
    Inputs inputs;
    inputs.rank("a.cgns", {metadata, half("Z.P0.N0", {1}, {2}, {0, 1, 2})});
    inputs.rank("b.cgns", {metadata, half("Z.P1.N0", {3}, {5}, {2, 3, 4, 5})});
    const fileset::Request request;
    Planner planner(inputs.set, request, {});
    while (const auto* needs = planner.needs()) planner.take(values_for(inputs, *needs));
    return zones_in(planner.finish().plan);
  };
  CHECK(planned({6, 5, 0}) == Texts{"Z"});
  CHECK_THROWS_WITH(planned({6, 6, 0}),
                    Contains("a.cgns:/Base/:PCGNS#Partition/Z/Size: records 6 vertices and "
                             "6 cells, but the pieces have 6 vertices and 5 cells"));
  CHECK_THROWS_WITH(planned({7, 5, 0}), Contains("records 7 vertices and 5 cells"));
}

TEST_CASE("faces between pieces are asked for where cells are polyhedra and no interface lists them") {
  const auto polyhedra = [](std::string name, const Numbers& numbers) {
    const auto count = std::ssize(numbers);
    const auto section = [&](std::string section_name, std::int64_t type, const Numbers& range) {
      const auto begins = static_cast<std::size_t>(range[1] - range[0] + 2);
      return with(cgns::integer_node(std::move(section_name), "Elements_t", {2}, {type, 0}),
                  {cgns::integer_node("ElementRange", "IndexRange_t", {2}, range),
                   integers("ElementStartOffset", Numbers(begins, 0)), integers("ElementConnectivity", {1})});
    };
    auto faces = section("Faces", 22, {1, count});
    faces.children.push_back(
        cgns::integer_node("ParentElements", "DataArray_t", {count, 2}, Numbers(2 * numbers.size(), 0)));
    faces.children.push_back(numbering({integers("Element", numbers)}));
    return unstructured(std::move(name),
                        {faces, section("Cells", 23, {count + 1, count + 1}),
                         numbering({integers("Vertex", {1, 2}), integers("Cell", {1})})},
                        {2, 1, 0});
  };
  Inputs inputs;
  inputs.rank("a.cgns", {polyhedra("Z.P0.N0", {1, 2, 3})});
  inputs.rank("b.cgns", {polyhedra("Z.P1.N0", {3, 4})});
  const fileset::Request request;
  Planner planner(inputs.set, request, {});
  std::size_t members = 0;
  const auto* needs = planner.needs();
  while (needs != nullptr && needs->surfaces.empty()) {
    auto survey = values_for(inputs, *needs);
    for (const auto& set : needs->numberings)
      survey.numberings.push_back({.total = set.what == "/Base/Z/Faces: elements" ? 4 : 2, .ragged = {}});
    planner.take(survey);
    needs = planner.needs();
  }
  REQUIRE(needs != nullptr);
  REQUIRE(needs->surfaces.size() == 1);
  for (const auto& member : needs->surfaces[0].members) members += static_cast<std::size_t>(member.count);
  CHECK(members == 5);
}

TEST_CASE("pieces without metadata are placed by the vertices that they share") {
  auto inputs = two_unmarked();
  const fileset::Request request{.match_coordinates = true, .tolerance = 0.5};
  Planner planner(inputs.set, request, {});
  const auto* needs = planner.needs();
  REQUIRE((needs != nullptr && needs->matches.sets.size() == 1));
  CHECK(needs->matches.tolerance == 0.5);
  CHECK(needs->matches.finds_vertex_interfaces);
  CHECK(needs->matches.sets[0].members[1].zone.file == 1);
  SECTION("where they are") {
    planner.take(one_shared_vertex());
    needs = planner.needs();
    REQUIRE((needs != nullptr && needs->box_interfaces.size() == 1));
    planner.take({.shifts = {{.shift = {2, 0, 0}, .count = 1}}});
    REQUIRE(planner.needs() == nullptr);
    const auto whole = planner.finish();
    CHECK(zones_in(whole.plan) == Texts{"Z"});
    CHECK(whole.plan.targets.at(0).dims == Numbers{4});
    CHECK_THAT(whole.zones.at(0).evidence, Contains("within 0.5; 1 of 4 vertices are shared"));
  }
  SECTION("nowhere") {
    planner.take(one_shared_vertex(0));
    CHECK_THROWS_WITH(planner.needs(), Contains("shares no vertices with other pieces of Z"));
  }
}

TEST_CASE("pieces that stay zones get names of their own and interfaces") {
  auto inputs = two_unmarked();
  const fileset::Request request{.keep_zones = true, .match_coordinates = true};
  Planner planner(inputs.set, request, {});
  REQUIRE(planner.needs() != nullptr);
  planner.take(one_shared_vertex());
  REQUIRE(planner.needs() != nullptr);
  planner.take({.shifts = {{.shift = {2, 0, 0}, .count = 1}}});
  REQUIRE(planner.needs() == nullptr);  // zones of different size need no hashes
  const auto whole = planner.finish();
  CHECK(whole.zones.empty());
  CHECK(zones_in(whole.plan) == Texts{"Z.P0.N0", "Z.P1.N0"});
  CHECK(children(whole.plan, "/Base/Z.P0.N0/ZoneGridConnectivity") == Texts{"JN.P0.N0.LT.P1.N0"});
}

TEST_CASE("what refuses a zone is a note on pieces that stay zones") {
  Inputs inputs;
  inputs.rank("a.cgns", {numbered_piece("Z.P0.N0", {1, 2, 4})});
  inputs.rank("b.cgns", {numbered_piece("Z.P1.N0", {2, 2})});
  const fileset::Request request{.keep_zones = true};
  Planner planner(inputs.set, request, {});
  bool was_refused = false;
  while (const auto* needs = planner.needs()) {
    auto survey = values_for(inputs, *needs);
    if (!needs->matches.sets.empty()) {
      REQUIRE(needs->may_be_refused);
      survey.refusal = Error(ErrorKind::input, "vertex 2 is there twice");
      was_refused = true;
    }
    planner.take(survey);
  }
  CHECK(was_refused);
  const auto whole = planner.finish();
  CHECK(zones_in(whole.plan) == Texts{"Z.P0.N0", "Z.P1.N0"});
  CHECK(infos(whole.plan) == Texts{"no interfaces were added between pieces: vertex 2 is there twice"});
}

namespace {

Node drops(const Numbers& identifiers, std::string name = "ParticleIdentifier") {
  const auto count = static_cast<std::int64_t>(identifiers.size());
  const Reals x(identifiers.begin(), identifiers.end());
  return with(cgns::integer_node("Drops", "ParticleZone_t", {1}, {count}),
              {node("ParticleCoordinates", "ParticleCoordinates_t", {reals("CoordinateX", x)}),
               node("ParticleSolution", "ParticleSolution_t", {integers(std::move(name), identifiers)})});
}

/// The plan of all files; identifiers count to `totals` by zone, or are refused where that is 0.
plan::Plan planned_drops(Inputs& inputs, const std::vector<std::int64_t>& totals) {
  const fileset::Request request;
  Planner planner(inputs.set, request, {});
  while (const auto* needs = planner.needs()) {
    auto survey = values_for(inputs, *needs);
    if (!needs->numberings.empty()) {
      REQUIRE(needs->numberings.size() == totals.size());
      for (std::size_t i = 0; i < totals.size(); ++i) {
        REQUIRE(needs->numberings[i].may_be_refused);
        survey.numberings.push_back({.total = totals[i], .ragged = {}});
        if (totals[i] == 0)
          survey.numberings.back().refusal = Error(ErrorKind::input, "no particle has the number 4");
      }
    }
    planner.take(survey);
  }
  return planner.finish().plan;
}

}  // namespace

TEST_CASE("particles of several files are merged by their identifiers, or one after another") {
  Inputs inputs;
  inputs.rank("a.cgns", {drops({3, 1})});
  inputs.rank("b.cgns", {drops({2, 3})});
  SECTION("by identifiers, those that two files have once") {
    const auto plan = planned_drops(inputs, {3});
    CHECK(cgns::integers_of(*cgns::find(plan.output, "/Base/Drops")) == Numbers{3});
    CHECK(plan.targets.at(0).dims == Numbers{3});
    REQUIRE(plan.indexed.size() == 4);
    CHECK(plan.indexed[0].numbers == plan.indexed[2].source);
    CHECK(infos(plan) == Texts{"/Base/Drops: particles of 2 files are merged by their identifiers"});
  }
  SECTION("one after another where identifiers do not count") {
    const auto plan = planned_drops(inputs, {0});
    CHECK(cgns::integers_of(*cgns::find(plan.output, "/Base/Drops")) == Numbers{4});
    REQUIRE(plan.boxes.size() == 4);
    CHECK(plan.boxes[1].target_begin[0] == 2);
    CHECK(infos(plan) == Texts{"/Base/Drops: particles of 2 files are merged one after another, because no "
                               "particle has the number 4"});
  }
}

TEST_CASE("more particles than 32 bits can count are counted with 64") {
  Inputs inputs;
  for (const auto* file : {"a.cgns", "b.cgns"}) {
    const auto count = 2'000'000'000 + std::ssize(inputs.set.trees);
    inputs.rank(file, {cgns::integer_node("Drops", "ParticleZone_t", {1}, {count})});
  }
  const auto plan = planned_drops(inputs, {});
  CHECK(cgns::integers_of(*cgns::find(plan.output, "/Base/Drops")) == Numbers{4'000'000'001});
}

TEST_CASE("identifiers of one particle zone that do not count change no other zone") {
  const auto dust = [](const Numbers& identifiers) {
    auto zone = drops(identifiers);
    zone.name = "Dust";
    return zone;
  };
  Inputs inputs;
  inputs.rank("a.cgns", {drops({3, 1}), dust({3, 1})});
  inputs.rank("b.cgns", {drops({2, 7}), dust({2, 3})});
  const auto plan = planned_drops(inputs, {0, 3});
  CHECK(cgns::integers_of(*cgns::find(plan.output, "/Base/Drops")) == Numbers{4});
  CHECK(cgns::integers_of(*cgns::find(plan.output, "/Base/Dust")) == Numbers{3});
  CHECK(infos(plan) == Texts{"/Base/Drops: particles of 2 files are merged one after another, because no "
                             "particle has the number 4",
                             "/Base/Dust: particles of 2 files are merged by their identifiers"});
}

TEST_CASE("particles that are the same in all files are written once, and must have the same arrays") {
  Inputs inputs;
  inputs.rank("a.cgns", {drops({1, 2})});
  SECTION("the same") {
    inputs.rank("b.cgns", {drops({1, 2})});
    const auto plan = planned_drops(inputs, {0});
    CHECK(cgns::integers_of(*cgns::find(plan.output, "/Base/Drops")) == Numbers{2});
    CHECK(plan.boxes.empty());
  }
  SECTION("counted in another type") {
    const auto ids = GENERATE(Numbers{1, 2}, Numbers{3, 4});
    auto count = cgns::integer_node("Drops", "ParticleZone_t", {1}, {2}, cgns::DataType::I8);
    inputs.rank("b.cgns", {with(std::move(count), drops(ids).children)});
    CHECK(cgns::find(planned_drops(inputs, {0}).output, "/Base/Drops")->type == cgns::DataType::I8);
  }
  SECTION("other arrays") {
    inputs.rank("b.cgns", {drops({1}, "Radius")});
    CHECK_THROWS_WITH(planned_drops(inputs, {0}), Contains("b.cgns:/Base/Drops/ParticleSolution/") &&
                                                      Contains("must have the same arrays"));
  }
  SECTION("arrays of another type") {
    auto other = drops({1});
    other.children[1].children[0] = reals("ParticleIdentifier", {1});
    inputs.rank("b.cgns", {std::move(other)});
    CHECK_THROWS_WITH(
        planned_drops(inputs, {0}),
        Contains("/Base/Drops/ParticleSolution/ParticleIdentifier: is R8, but I4[2] in a.cgns"));
  }
}

TEST_CASE("elements without ElementStartOffset are found, and move with their node counts") {
  const auto ngon = [](std::string name, const Numbers& vertices, const Numbers& face) {
    Node section =
        with(cgns::integer_node("Faces", "Elements_t", {2}, {cgns::element_type::ngon, 0}),
             {cgns::integer_node("ElementRange", "IndexRange_t", {2}, {1, 1}),
              integers("ElementConnectivity", {3, 1, 2, 3}), numbering({integers("Element", face)})});
    return unstructured(std::move(name), {numbering({integers("Vertex", vertices)}), std::move(section)},
                        {3, 0, 0});
  };
  Inputs inputs;
  inputs.rank("a.cgns", {ngon("Z.P0.N0", {1, 2, 3}, {2})});
  inputs.rank("b.cgns", {ngon("Z.P1.N0", {2, 3, 4}, {1})});
  const fileset::Request request;
  Planner planner(inputs.set, request, {});
  std::size_t sections = 0;
  while (const auto* needs = planner.needs()) {
    auto survey = values_for(inputs, *needs);
    for (const auto& section : needs->old_sections) {
      CHECK((section.elements == 1 && !section.mixed && section.is_old()));
      survey.begins.push_back({0, 3});
      ++sections;
    }
    for (const auto& set : needs->numberings) {
      const bool of_faces = set.what.ends_with("elements");
      survey.numberings.push_back({.total = of_faces ? 2 : 4, .ragged = {}});
      if (of_faces) survey.numberings.back().ragged = {.entities = 2, .values = 8, .begins = {0}};
    }
    planner.take(survey);
  }
  CHECK(sections == 2);
  const auto plan = planner.finish().plan;
  CHECK(cgns::find(plan.output, "/Base/Z/Faces/ElementStartOffset") == nullptr);
  CHECK(cgns::find(plan.output, "/Base/Z/Faces/ElementConnectivity")->dims == Numbers{8});
  REQUIRE(plan.indexed.size() == 2);
  CHECK(plan.indexed[0].has_heads);
  const auto& starts = inputs.set.array(plan.indexed[0].offsets);
  CHECK(starts.dims == Numbers{2});
  CHECK((starts.derived && starts.derived->kind == cgns::Derived::Kind::starts));
}

TEST_CASE("planes of Cassiopée lose the third index of their points") {
  const auto piece = [](std::string name, const Numbers& loc2glob, std::string_view donor,
                        const Numbers& here, const Numbers& there) {
    auto children = window("d", loc2glob, 0);
    children.push_back(
        node("ZoneBC", "ZoneBC_t", {node("Wall", "BC_t", {range("PointRange", {1, 1, 1, 3, 1, 1})})}));
    auto match = interface_1to1("match", donor, here, there, {transform({1, 2, 3})});
    children.push_back(interfaces({std::move(match)}).front());
    return structured(std::move(name), {2, 2}, std::move(children));
  };
  Inputs inputs;
  inputs.rank("t_0.cgns",
              {piece("d.0", {1, 3, 1, 3, 1, 1, 5, 3, 1}, "d.1", {3, 1, 1, 3, 3, 1}, {1, 1, 1, 1, 3, 1})});
  inputs.rank("t_1.cgns",
              {piece("d.1", {3, 5, 1, 3, 1, 1, 5, 3, 1}, "d.0", {1, 1, 1, 1, 3, 1}, {3, 1, 1, 3, 3, 1})});
  Planner planner(inputs.set, {}, {});
  while (const auto* needs = planner.needs()) planner.take(values_for(inputs, *needs));
  const auto whole = planner.finish();
  const auto* points = cgns::find(whole.plan.output, "/Base/d/ZoneBC/Wall/PointRange");
  REQUIRE(points != nullptr);
  CHECK(points->dims == Numbers{2, 2});
  CHECK(cgns::integers_of(*points) == Numbers{1, 1, 5, 1});
  CHECK(cgns::find(whole.plan.output, "/Base/d/ZoneGridConnectivity") == nullptr);
}

TEST_CASE("a rank of Maia may have nothing of a structured zone, and then no values") {
  const auto planned = [](cgns::Node coordinates) {
    auto inputs = two_halves();
    const auto nothing = cgns::integer_node("Z.P2.N0", "Zone_t", {3, 3}, Numbers(9, 0));
    inputs.rank("c.cgns",
                {with(nothing, {cgns::text_node("ZoneType", "ZoneType_t", "Structured"),
                                numbering({integers("Vertex", {})}),
                                node("GridCoordinates", "GridCoordinates_t", {std::move(coordinates)})})});
    Planner planner(inputs.set, {}, {});
    while (const auto* needs = planner.needs()) planner.take(values_for(inputs, *needs));
    return zones_in(planner.finish().plan);
  };
  CHECK(planned(node("CoordinateX", "DataArray_t", {})) == Texts{"Z"});
  CHECK_THROWS_WITH(planned(cgns::real_node("CoordinateX", "DataArray_t", {2}, {1, 2}, cgns::DataType::R8)),
                    Contains("c.cgns:/Base/Z.P2.N0"));
}
