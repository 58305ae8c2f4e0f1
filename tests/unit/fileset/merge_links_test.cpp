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
