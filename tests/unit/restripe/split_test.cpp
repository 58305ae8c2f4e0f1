#include "pcgns/restripe/plan/split.hpp"

#include "catch.hpp"
#include "fileset/build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;

std::vector<restripe::Piece> split(const Nodes& zones) {
  Inputs inputs;
  inputs.rank("/in/a.cgns", zones);
  return restripe::split(inputs.set, "/out/run.cgns");
}

}  // namespace

TEST_CASE("each step has a file, with the mesh linked, and links stand where the solutions were") {
  const auto pieces =
      split({zone("Z", {coordinates({1, 2}), solution("A"), solution("B"), solution("C"), solution("Mean"),
                        solution("CellA"),
                        zone_iterative({pointers("FlowSolutionPointers", {"A", "B", "A"}),
                                        pointers("FlowSolutionCellPointers", {"Null", "C", "Null"})})}),
             zone("Fixed", {coordinates({1, 2})})});
  REQUIRE(pieces.size() == 3);
  CHECK(pieces[0].output == "/out/run.cgns");
  CHECK(pieces[1].output == "/out/run_step0001.cgns");
  const auto* first = cgns::find(pieces[0].tree, "/Base/Z/A");
  REQUIRE(first != nullptr);
  REQUIRE(first->link);
  CHECK(*first->link == cgns::Link{"run_step0001.cgns", "/Base/Z/A"});
  CHECK(cgns::find(pieces[1].tree, "/Base/Z/CellA") != nullptr);
  CHECK_FALSE(cgns::find(pieces[0].tree, "/Base/Z/Mean")->link);  // no step names it
  CHECK(cgns::find(pieces[1].tree, "/Base/Fixed") == nullptr);
  const auto* zone_of_step = cgns::find(pieces[2].tree, "/Base/Z");
  REQUIRE(zone_of_step != nullptr);
  CHECK(names_of(zone_of_step->children) == Texts{"GridCoordinates", "B", "C"});
  CHECK(zone_of_step->children[0].link->file == "run.cgns");
  CHECK(zone_of_step->data == cgns::find(pieces[0].tree, "/Base/Z")->data);
  CHECK(pieces[2].tree.child("CGNSLibraryVersion") != nullptr);
}

TEST_CASE("solutions are of one step where no table says otherwise") {
  const auto pieces = split({zone("Y", {solution("A"), solution("B")}), zone("Z", {solution("A")})});
  REQUIRE(pieces.size() == 2);
  CHECK(cgns::find(pieces[1].tree, "/Base/Y/B") != nullptr);
  CHECK(cgns::find(pieces[1].tree, "/Base/Z/A") != nullptr);
  CHECK(split({zone("Z")}).size() == 1);
}

TEST_CASE("what is called as the file of a time step is known by its name") {
  const auto is_step = [](const char* name) { return restripe::is_step_name("/out/run.cgns", name); };
  for (const auto* name : {"run_step0001.cgns", "run_step9999.cgns", "run_step10000.cgns"})
    CHECK(is_step(name));
  for (const auto* name : {"run.cgns", "run_step.cgns", "run_step0000.cgns", "run_step001.cgns",
                           "run_step00001.cgns", "run_step0001.hdf", "run_step-001.cgns",
                           "run_step0001_a.cgns", "other_step0001.cgns", "run_step99999999999999999999.cgns"})
    CHECK_FALSE(is_step(name));
}

TEST_CASE("steps are found among the names of a folder, those of other files are not") {
  const std::vector<std::string> names = {"run.cgns",           "run_1_step0001.cgns", "run_step.cgns",
                                          "run_step0001.cgns",  "run_step0001.hdf",    "run_step0002.cgns",
                                          "run_step10000.cgns", "run_stepped.cgns",    "runs_step0001.cgns"};
  CHECK(restripe::step_names_among(names, "/out/run.cgns") ==
        std::vector<std::string>{"run_step0001.cgns", "run_step0002.cgns", "run_step10000.cgns"});
  CHECK(restripe::step_names_among(names, "run_1.cgns") == std::vector<std::string>{"run_1_step0001.cgns"});
  CHECK(restripe::step_names_among(names, "zone.cgns").empty());
}
