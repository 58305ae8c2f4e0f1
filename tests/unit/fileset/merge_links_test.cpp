#include "catch.hpp"
#include "fileset/build.hpp"
#include "pcgns/base/error.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;

fileset::MergeRequest keep(std::string output) {
  return {.links = cgns::Links::keep, .output = std::move(output)};
}
fileset::MergeRequest only_links(std::string output) {
  return {.only_links = true, .output = std::move(output)};
}

/// "file:path" of the link at `path`.
std::string link_at(const plan::Plan& plan, std::string_view path) {
  const auto* found = cgns::find(plan.output, path);
  return found == nullptr || !found->link ? "(no link)" : found->link->file + ":" + found->link->path;
}

/// A link to a node that has these children.
Node known_link(std::string name, std::string label, Nodes target) {
  auto link = link_node(name, label, "sub.cgns", "/Base/" + name);
  auto known = *link.link;
  known.outline = std::make_shared<const Node>(node(std::move(name), std::move(label), std::move(target)));
  link.link = std::make_shared<const cgns::Link>(std::move(known));
  return link;
}

fileset::MergeRequest steps_of(std::string text) {
  auto request = keep("out.cgns");
  request.steps = fileset::parse_steps(std::move(text));
  return request;
}

constexpr auto no_linked_steps = "is a link; selecting time steps from it requires --links copy";

/// The file of a link to "grid.cgns" in `input`, in an output at `output`.
std::string linked_file(std::string input, std::string output, std::string target = "grid.cgns") {
  Inputs inputs;
  inputs.rank(std::move(input), {link_node("Z", "Zone_t", std::move(target), "/B/Z")});
  const auto link = link_at(inputs.merged(keep(std::move(output))), "/Base/Z");
  return link.substr(0, link.find(':'));
}

}  // namespace

TEST_CASE("links that are kept lead from the folder of the output to where they led") {
  CHECK(linked_file("a.cgns", "out.cgns") == "grid.cgns");
  CHECK(linked_file("run/a.cgns", "run/out.cgns") == "grid.cgns");
  CHECK(linked_file("run/a.cgns", "out.cgns") == "run/grid.cgns");
  CHECK(linked_file("run/a.cgns", "merged/out.cgns") == "../run/grid.cgns");
  CHECK(linked_file("run/a.cgns", "merged/out.cgns", "../mesh/grid.cgns") == "../mesh/grid.cgns");
  CHECK(linked_file("/data/run/a.cgns", "/data/out.cgns") == "run/grid.cgns");
  CHECK(linked_file("/data/run/a.cgns", "/home/out.cgns") == "../data/run/grid.cgns");
  CHECK(linked_file("a.cgns", "merged/out.cgns", "/mesh/grid.cgns") == "/mesh/grid.cgns");
  CHECK(linked_file("../a.cgns", "out.cgns") == "../grid.cgns");
}

TEST_CASE("an absolute link whose file was found elsewhere leads there, one that leads to its file stays") {
  const auto linked_to = [](std::string found) {
    Inputs inputs;
    auto zone = link_node("Z", "Zone_t", "/old/grid.cgns", "/B/Z");
    zone.link = std::make_shared<cgns::Link>(
        cgns::Link{.file = "/old/grid.cgns", .path = "/B/Z", .found = std::move(found)});
    inputs.rank("/data/run/a.cgns", {std::move(zone)});
    return link_at(inputs.merged(keep("/data/out.cgns")), "/Base/Z");
  };
  CHECK(linked_to("/data/run/grid.cgns") == "run/grid.cgns:/B/Z");
  CHECK(linked_to("/old/grid.cgns") == "/old/grid.cgns:/B/Z");
  CHECK(linked_to("") == "/old/grid.cgns:/B/Z");
}

TEST_CASE("links that are kept out of a file of a version with other sections get a warning") {
  const auto warnings_of = [](double one, double other, std::string file = "grid.cgns") {
    Inputs inputs;
    const auto section = link_node("Cells", "Elements_t", file, "/B/Z/Cells");
    inputs.file("a.cgns",
                {version(one), base("Base", {zone("A", {section}), link_node("Z", "Zone_t", file, "/B/Z")})});
    inputs.file("b.cgns", {version(other), base("Base", {zone("B")})});
    return warnings(inputs.merged(keep("out.cgns")));
  };
  CHECK(
      warnings_of(3.3, 4.2) ==
      Texts{
          "a.cgns:/Base/A/Cells: is a link that is kept, of a file of CGNS 3.3, in one of CGNS 4.2: what "
          "it leads to may be misread; pcgns-restripe --cgns-version gives all files one version",
          "a.cgns:/Base/Z: is a link that is kept, of a file of CGNS 3.3, in one of CGNS 4.2: what it leads "
          "to may be misread; pcgns-restripe --cgns-version gives all files one version"});
  CHECK(warnings_of(3.0, 3.3).size() == 2);
  CHECK(warnings_of(1.2, 3.3).size() == 1);  // the zone has families
  CHECK(warnings_of(4.0, 4.2).empty());
  CHECK(warnings_of(3.3, 4.2, "").empty());
}

TEST_CASE("a link whose way is not known is refused") {
  CHECK_THROWS_AS(linked_file("a.cgns", "../out.cgns"), Error);
  CHECK_THROWS_AS(linked_file("a.cgns", "../x/out.cgns"), Error);
  CHECK_THROWS_AS(linked_file("a.cgns", "/data/out.cgns"), Error);
  CHECK_THROWS_AS(linked_file("/data/a.cgns", "out.cgns"), Error);
}

TEST_CASE("a kept link has no content of its own") {
  Inputs inputs;
  inputs.rank("a.cgns",
              {zone("Z", {link_node("GridCoordinates", "GridCoordinates_t", "grid.cgns", "/Base/Z/G")})});
  const auto plan = inputs.merged(keep("out.cgns"));
  const auto& link = *cgns::find(plan.output, "/Base/Z/GridCoordinates");
  CHECK(link.type == cgns::DataType::LK);
  CHECK(link.label == "GridCoordinates_t");
  CHECK(link.dims.empty());
  CHECK(plan.notes.empty());
  CHECK(plan.targets.empty());
}

TEST_CASE("a zone that two files link to is the same if the links lead to one place") {
  Inputs inputs;
  inputs.rank("run1/a.cgns", {link_node("Z", "Zone_t", "../grid.cgns", "/B/Z")});
  inputs.rank("b.cgns", {link_node("Z", "Zone_t", "grid.cgns", "B/Z")});
  CHECK(link_at(inputs.merged(keep("out.cgns")), "/Base/Z") == "grid.cgns:/B/Z");
  inputs.rank("run2/c.cgns", {link_node("Z", "Zone_t", "grid.cgns", "/B/Z")});
  CHECK(inputs.error(keep("out.cgns")).starts_with("run2/c.cgns:/Base/Z: is a link to grid.cgns:/B/Z"));
}

TEST_CASE("links to one node are the same, however the file is called, and so is that node") {
  const auto linked = [](std::string file, std::string real) {
    auto link = link_node("Z", "Zone_t", file, "/Base/Z");
    link.link = std::make_shared<cgns::Link>(cgns::Link{
        .file = std::move(file), .path = "/Base/Z", .end = cgns::NodeIdentity{std::move(real), "/Base/Z"}});
    return link;
  };
  Inputs inputs;
  inputs.rank("a.cgns", {linked("grid.cgns", "/no/grid.cgns")})
      .rank("b.cgns", {linked("same.cgns", "/no/grid.cgns")});
  CHECK(link_at(inputs.merged(keep("out.cgns")), "/Base/Z") == "grid.cgns:/Base/Z");
  SECTION("another node") {
    inputs.rank("c.cgns", {linked("other.cgns", "/no/other.cgns")});
    CHECK(inputs.error(keep("out.cgns")) != "no error");
  }
  SECTION("the zone itself") {
    inputs.rank("/no/copy.cgns", {zone("Z", {coordinates({1})})});
    CHECK(inputs.error(keep("out.cgns")) != "no error");
    inputs.set.files.back().path = "/no/../no/grid.cgns";
    CHECK(children(inputs.merged(keep("out.cgns")), "/Base/Z") == Texts{"GridCoordinates"});
  }
}

TEST_CASE("links of one text that lead to different files are told apart by their folders") {
  Inputs inputs;
  inputs.rank("run1/a.cgns", {link_node("Z", "Zone_t", "grid.cgns", "/B/Z")});
  inputs.rank("run2/b.cgns", {link_node("Z", "Zone_t", "grid.cgns", "/B/Z")});
  CHECK(inputs.error(keep("out.cgns"))
            .starts_with("run2/b.cgns:/Base/Z: is a link to run2/grid.cgns:/B/Z, but a link to "
                         "run1/grid.cgns:/B/Z in run1/a.cgns"));
}

TEST_CASE("a link within the file stays if its target is in the output, and is a loss if not") {
  Inputs inputs;
  inputs.rank(
      "a.cgns",
      {zone("A", {coordinates({1, 2, 3, 4})}),
       zone("B", {link_node("GridCoordinates", "GridCoordinates_t", "", "Base/A/GridCoordinates")}),
       link_node("L", "Zone_t", "grid.cgns", "/Base/L"),
       zone("C", {link_node("GridCoordinates", "GridCoordinates_t", "", "/Base/L/GridCoordinates")})});
  const auto plan = inputs.merged(keep("out.cgns"));
  CHECK(plan.notes.empty());
  CHECK(link_at(plan, "/Base/B/GridCoordinates") == ":Base/A/GridCoordinates");
  auto request = keep("out.cgns");
  request.omit = {"A"};
  CHECK(losses(inputs.merged(request)) ==
        Texts{"/Base/B/GridCoordinates: link to /Base/A/GridCoordinates, which is not part of the output"});
}

TEST_CASE("other linked nodes are united like any others") {
  Inputs inputs;
  inputs.rank("a.cgns", {link_node("Wall", "Family_t", "f.cgns", "/B/W")});
  inputs.rank("b.cgns", {link_node("Wall", "Family_t", "f.cgns", "/B/W")});
  CHECK(link_at(inputs.merged(keep("out.cgns")), "/Base/Wall") == "f.cgns:/B/W");
  inputs.rank("c.cgns", {link_node("Wall", "Family_t", "g.cgns", "/B/W")})
      .rank("d.cgns", {family("Wall", {user("U")})});
  CHECK(inputs.error(keep("out.cgns")) != "no error");
  auto request = keep("out.cgns");
  request.on_conflict = fileset::OnConflict::first;
  const auto plan = inputs.merged(request);
  CHECK(link_at(plan, "/Base/Wall") == "f.cgns:/B/W");
  CHECK(children(plan, "/Base/Wall").empty());
}

TEST_CASE("a base, and the iterative data of a base, may be links") {
  Inputs inputs;
  inputs.file("a.cgns", {link_node("Base", "CGNSBase_t", "x.cgns", "/Base")});
  inputs.file("b.cgns", {link_node("Base", "CGNSBase_t", "x.cgns", "/Base")});
  CHECK(link_at(inputs.merged(keep("out.cgns")), "/Base") == "x.cgns:/Base");
  Inputs steps;
  steps.rank("a.cgns", {link_node("BID", "BaseIterativeData_t", "x.cgns", "/Base/BID"), zone("A")});
  steps.rank("b.cgns", {link_node("BID", "BaseIterativeData_t", "x.cgns", "/Base/BID"), zone("B")});
  CHECK(children(steps.merged(keep("out.cgns")), "/Base") == Texts{"BID", "A", "B"});
}

TEST_CASE("a virtual merge has links to the zones of the inputs, and the rest as usual") {
  Inputs inputs;
  inputs.rank("run/a.cgns", {family("Wall"),
                             zone("A", {coordinates({1}), interface_to("1", "B"), interface_to("2", "X")})});
  inputs.rank("run/b.cgns", {family("Wall"), zone("B", {coordinates({1})}),
                             link_node("C", "Zone_t", "grid.cgns", "/Base/C")});
  const auto plan = inputs.merged(only_links("out/all.cgns"));
  CHECK(children(plan, "/Base") == Texts{"Wall", "A", "B", "C"});
  CHECK(link_at(plan, "/Base/A") == "../run/a.cgns:/Base/A");
  CHECK(link_at(plan, "/Base/B") == "../run/b.cgns:/Base/B");
  CHECK(link_at(plan, "/Base/C") == "../run/grid.cgns:/Base/C");
  CHECK(cgns::find(plan.output, "/Base/A")->label == "Zone_t");
  CHECK(cgns::find(plan.output, "/Base/A")->type == cgns::DataType::LK);
  CHECK(children(plan, "/Base/A").empty());
  CHECK(plan.targets.empty());
  CHECK(plan.notes.empty());
}

TEST_CASE("a virtual merge cannot cut steps") {
  const auto unsteady = [](std::int64_t a, std::int64_t b) {
    Inputs inputs;
    inputs.rank("a.cgns", {iterative(a, {}), zone("A")}).rank("b.cgns", {iterative(b, {}), zone("B")});
    return inputs;
  };
  auto request = only_links("out.cgns");
  CHECK(unsteady(2, 2).error(request) == "no error");
  CHECK(unsteady(2, 3).error(request) == "zones cannot be linked: a.cgns has 2 time steps, b.cgns has 3");
  request.steps = fileset::parse_steps("all");
  CHECK(unsteady(2, 3).error(request) != "no error");
  request.steps = fileset::parse_steps("last");
  CHECK(unsteady(2, 2).error(request) ==
        "--steps: --virtual only links to zones, and cannot select time steps");
}

TEST_CASE("no time steps are selected from a linked zone that may have some") {
  const auto inputs_with = [](Nodes below) {
    Inputs inputs;
    inputs.rank("a.cgns", {iterative(3, {}), known_link("Z", "Zone_t", std::move(below))});
    return inputs;
  };
  const auto refusal = std::string("a.cgns:/Base/Z: ") + no_linked_steps;
  auto unsteady = inputs_with({zone_iterative({})});
  CHECK(unsteady.error(keep("out.cgns")) == "no error");
  CHECK(unsteady.error(steps_of("1:")) == "no error");
  CHECK(unsteady.error(steps_of("last")) == refusal);
  CHECK(inputs_with({}).error(steps_of("last")) == "no error");
  CHECK(inputs_with({}).rank("b.cgns", {iterative(2, {}), zone("B")}).error(keep("out.cgns")) == "no error");
  CHECK(unsteady.rank("b.cgns", {iterative(2, {}), zone("B")}).error(keep("out.cgns")) == refusal);
}

TEST_CASE("no time steps are selected from times that are links") {
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(3, {link_node("TimeValues", "DataArray_t", "sub.cgns", "/Base/T")})});
  CHECK(inputs.error(keep("out.cgns")) == "no error");
  const auto refusal = std::string("a.cgns:/Base/BaseIterativeData/TimeValues: ") + no_linked_steps;
  CHECK(inputs.error(steps_of("last")) == refusal);
  inputs.rank("b.cgns", {iterative(2, {})});
  CHECK(inputs.error(keep("out.cgns")) == refusal);
}

TEST_CASE("what is behind a link cannot be left out") {
  const Nodes fields = {{.name = "P", .label = "DataArray_t"}, {.name = "Q", .label = "DataArray_t"}};
  const auto flow = node("Flow", "FlowSolution_t", fields);
  Inputs inputs;
  inputs.rank("a.cgns", {zone("A", {flow}), known_link("Z", "Zone_t", {flow}),
                         zone("B", {known_link("Flow", "FlowSolution_t", fields)})});
  const auto refused = [&](fileset::MergeRequest request, std::string pattern) {
    request.omit = {std::move(pattern)};
    return inputs.error(request);
  };
  const auto of_zone = [](const std::string& what, const std::string& way) {
    return "a.cgns:/Base/Z: is a link, from which " + what + " cannot be left out; " + way;
  };
  const std::string copy = "--links copy selects from what it leads to";
  CHECK(refused(keep("out.cgns"), "Flow") == of_zone("Flow", copy));
  CHECK(refused(keep("out.cgns"), "Q") == of_zone("Q", copy));
  CHECK(refused(keep("out.cgns"), "/Base/Z") == "no error");
  CHECK(refused(keep("out.cgns"), "/Base/A/Flow/Q") == "no error");
  CHECK(refused(keep("out.cgns"), "/Base/B/Flow") == "no error");
  CHECK(refused(only_links("out.cgns"), "/Base/*/Flow/P") != "no error");
  auto& zones = inputs.set.trees.front().children.back().children;
  zones.erase(zones.begin() + 1);
  CHECK(refused(keep("out.cgns"), "Q") ==
        "a.cgns:/Base/B/Flow: is a link, from which Q cannot be left out; " + copy);
  zones.erase(zones.begin());
  CHECK(refused(only_links("out.cgns"), "/Base/B") == "no error");
}

TEST_CASE("what is in a linked base cannot be left out") {
  Inputs inputs;
  inputs.rank("a.cgns", {iterative(2, {}), zone("A", {solution("S")})});
  inputs.set.trees.front().children.back().name = "Other";
  const auto linked = known_link("Base", "CGNSBase_t", {zone("A", {solution("S")}), iterative(2, {})});
  inputs.set.trees.front().children.push_back(linked);
  const auto refusal = std::string("a.cgns:/Base: is a link, from which ");
  CHECK(inputs.error(keep("out.cgns")) == "no error");
  CHECK(inputs.error(steps_of("last")) == std::string("a.cgns:/Base: ") + no_linked_steps);
  auto request = keep("out.cgns");
  request.omit = {"/Other/A"};
  CHECK(inputs.error(request) == "no error");
  request.omit = {"A"};
  CHECK(inputs.error(request).starts_with(refusal + "A"));
  request.omit = {"S"};
  CHECK(inputs.error(request).starts_with(refusal + "S"));
}

TEST_CASE("a virtual merge can select zones, and nothing in them") {
  Inputs inputs;
  inputs.rank("a.cgns", {zone("A", {solution("S")}), zone("B", {solution("T")})});
  auto request = only_links("out.cgns");
  request.omit = {"A"};
  CHECK(children(inputs.merged(request), "/Base") == Texts{"B"});
  request.omit = {"/Base/A*"};
  CHECK(children(inputs.merged(request), "/Base") == Texts{"B"});
  request.omit = {"T"};
  CHECK(inputs.error(request) == "/Base/B: --virtual only links to zones, and cannot leave out T");
  request.omit = {"Pressure"};
  CHECK(inputs.error(request) != "no error");
}
