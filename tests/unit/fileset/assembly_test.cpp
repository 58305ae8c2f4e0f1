#include "catch.hpp"
#include "fileset/pieces_build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::parted;
using Catch::Contains;
using fileset::Convention;

using Layers = std::array<std::int64_t, 6>;

/// A zone that says which vertices it has of 5 x 3 x 3, in a node of its own.
Node house_part(std::string name, const Numbers& cells, const Numbers& vertices, Nodes more = {}) {
  more.push_back(user("Where", {integers("Range", vertices), integers("Size", {5, 3, 3})}));
  return structured(std::move(name), cells, std::move(more));
}

class HouseInputs : public PieceInputs {
 public:
  HouseInputs() {
    rank("run/out_0.cgns", {house_part("Z_rank0", {2, 2, 2}, {1, 1, 1, 3, 3, 3})});
    rank("run/out_1.cgns", {house_part("Z_rank1", {2, 2, 2}, {3, 1, 1, 5, 3, 3}), zone("Other")});
  }
  HouseInputs& says(std::string text) {
    request.assembly = std::move(text);
    request.assembly_path = "how.json";
    return *this;
  }
};

std::map<std::string, std::string> paths_of_numbers(const fileset::Piece& piece) {
  std::map<std::string, std::string> paths;
  for (const auto& [what, numbers] : piece.number_nodes) paths.emplace(what, numbers.path);
  return paths;
}

const std::string rule_of_house =
    R"json({"rules": [{"zone": "(.*)_rank([0-9]+)", "original": "$1", "rank": "$2",
    "range": {"node": "Where/Range", "of": "vertices"}}]})json";

}  // namespace

TEST_CASE("an assembly file names parts") {
  HouseInputs inputs;
  inputs.says(R"({ // With a comment.
    "parts": [
      {"file": "out_1.cgns", "zone": "/Base/Z_rank1", "original": "Z", "cells": [[3,4],[1,2],[1,2]], "rank": 7},
      {"zone": "Base/Z_rank0", "original": "Z", "cells": [[1,2],[1,2],[1,2]]}],
    "originals": [{"name": "Z", "order": 3}]})");
  const auto pieces = inputs.complete();
  REQUIRE(shown(pieces) == Texts{"Z: Z_rank0 0-2 0-2 0-2 Z_rank1 2-4 0-2 0-2"});
  const auto& original = pieces.originals.front();
  CHECK(original.convention == Convention::assembly_file);
  CHECK(original.cells == std::array<std::int64_t, 3>{4, 2, 2});
  CHECK(original.order == 3);
  CHECK(original.pieces[0].rank == 0);
  CHECK(original.pieces[1].rank == 7);
  CHECK(original.evidence == "assembly file how.json: 2 pieces");
}

TEST_CASE("an assembly file has rules for conventions of a house") {
  HouseInputs inputs;
  SECTION("vertices, begins and ends") {
    inputs.says(rule_of_house);
    const auto pieces = inputs.complete();
    CHECK(shown(pieces) == Texts{"Z: Z_rank0 0-2 0-2 0-2 Z_rank1 2-4 0-2 0-2"});
    CHECK(pieces.originals[0].pieces[1].rank == 1);
  }
  SECTION("cells from 0 on, interleaved, with ghosts and a size") {
    PieceInputs house;
    house.rank("a.cgns", {house_part("Z_0", {3, 2, 2}, {0, 2, 0, 1, 0, 1},
                                     {user("Ghosts", {integers("Layers", {0, 1, 0, 0, 0, 0})})})});
    house.rank("b.cgns", {house_part("Z_1", {3, 2, 2}, {1, 3, 0, 1, 0, 1},
                                     {user("Ghosts", {integers("Layers", {1, 0, 0, 0, 0, 0})})})});
    house.request.assembly =
        R"({"rules": [{"zone": "Z_.", "base": "B.*", "file": "[ab].cgns", "original": "Z",
      "range": {"node": "Where/Range", "of": "cells", "base": 0, "layout": "interleaved", "with_ghosts": true},
      "size": {"node": "Where/Size", "of": "vertices"}, "ghosts": {"node": "Ghosts/Layers"}}]})";
    const auto pieces = house.complete();
    CHECK(shown(pieces) == Texts{"Z: Z_0 0-2 0-2 0-2 Z_1 2-4 0-2 0-2"});
    CHECK(pieces.originals[0].pieces[0].ghosts == Layers{0, 1, 0, 0, 0, 0});
    CHECK(pieces.originals[0].cells == std::array<std::int64_t, 3>{4, 2, 2});
  }
  SECTION("a part that is named counts before a rule") {
    inputs.says(R"({"parts": [{"zone": "/Base/Z_rank1", "original": "Y", "cells": [[1,2],[1,2],[1,2]]}],)" +
                rule_of_house.substr(1));
    CHECK(shown(inputs.complete()) == Texts{"Z: Z_rank0 0-2 0-2 0-2", "Y: Z_rank1 0-2 0-2 0-2"});
  }
  SECTION("the extents that it says must be filled") {
    inputs.says(rule_of_house.substr(0, rule_of_house.size() - 1) +
                R"(, "originals": [{"base": "Base", "name": "Z", "cells": [5, 2, 2]}]})");
    CHECK_THAT(inputs.error(), Contains("4 of 20 cells are in no piece: [5:5]"));
  }
}

TEST_CASE("a range with ghosts in an assembly file may begin before the first cell") {
  const auto part = [](std::string name, const Numbers& range) {
    return structured(std::move(name), {6, 2, 2}, {user("Where", {integers("Range", range)})});
  };
  PieceInputs inputs;
  inputs.rank("0.cgns", {part("Z_0", {-1, 1, 1, 4, 2, 2})}).rank("1.cgns", {part("Z_1", {1, 1, 1, 6, 2, 2})});
  inputs.request.assembly =
      R"json({"rules": [{"zone": "Z_([01])", "original": "Z", "rank": "$1", "ghosts": [2, 2, 0, 0, 0, 0],
      "range": {"node": "Where/Range", "of": "cells", "with_ghosts": true}}]})json";
  CHECK(shown(inputs.complete()) == Texts{"Z: Z_0 0-2 0-2 0-2 Z_1 2-4 0-2 0-2"});
}

TEST_CASE("an assembly file says where numbers of unstructured parts lie") {
  PieceInputs inputs;
  inputs.rank("a.cgns", {unstructured("Z", {user("Ids", {integers("V", {0, 1})})})});
  inputs.rank("b.cgns", {unstructured("Z", {user("Ids", {integers("V", {1, 2})})}, {9, 2, 0})});
  inputs.request.assembly =
      R"({"rules": [{"zone": "Z", "original": "Z", "numbers": {"base": 0, "Vertex": "Ids/V", "Hexa": "Ids/H"}}]})";
  const auto pieces = inputs.complete();
  REQUIRE(pieces.originals.size() == 1);
  const auto& piece = pieces.originals[0].pieces[1];
  CHECK(piece.file == 1);
  CHECK(piece.first_number == 0);
  CHECK(paths_of_numbers(piece) ==
        std::map<std::string, std::string>{{"Vertex", "Ids/V"}, {"Hexa", "Ids/H"}});

  inputs.request.assembly = R"({"rules": [{"zone": "Z", "original": "Z", "numbers": {"Cell": "Ids/C"}}]})";
  CHECK_THAT(inputs.error(), Contains("/rules/0/numbers/Cell: a.cgns:/Base/Z has no Ids/C"));
}

TEST_CASE("an assembly file says how many there are in the whole unstructured zone") {
  const auto ids = [](Numbers all) {
    return user("Ids", {integers("V", {1, 2}), integers("All", std::move(all))});
  };
  PieceInputs inputs;
  inputs.rank("a.cgns", {unstructured("Z", {ids({3})})});
  inputs.rank("b.cgns", {unstructured("Z", {ids({3})}, {9, 2, 0})});
  const auto with_totals = [&](const std::string& totals) {
    inputs.request.assembly =
        R"({"rules": [{"zone": "Z", "original": "Z", "numbers": {"Vertex": "Ids/V", "totals": )" + totals +
        "}}]}";
  };
  with_totals(R"({"Vertex": "Ids/All", "Cell": 7})");
  const auto pieces = inputs.complete();
  for (const auto& piece : pieces.originals.at(0).pieces) {
    CHECK(piece.totals == std::map<std::string, std::int64_t>{{"Vertex", 3}, {"Cell", 7}});
    CHECK(piece.metadata_nodes == std::vector<std::string>{"Ids/All"});
  }
  with_totals(R"({"Vertex": -1})");
  CHECK_THAT(inputs.error(), Contains("/rules/0/numbers/totals/Vertex: is not from 0"));
  with_totals(R"({"Vertex": "Ids/None"})");
  CHECK_THAT(inputs.error(), Contains("/rules/0/numbers/totals/Vertex: a.cgns:/Base/Z has no Ids/None"));
  with_totals(R"({"Vertex": "Ids/V"})");
  CHECK_THAT(inputs.error(), Contains("a.cgns:/Base/Z/Ids/V"));
  with_totals("3");
  CHECK_THAT(inputs.error(), Contains("/rules/0/numbers/totals: is not an object"));
}

TEST_CASE("what is wrong in an assembly file is named by its place") {
  struct Case {
    std::string text;
    std::string error;
  };
  const auto piece = [](const std::string& rest) {
    return R"({"parts": [{"zone": "/Base/Z_rank0", )" + rest + "}]}";
  };
  const auto rule = [](const std::string& rest) {
    return R"({"rules": [{"zone": "Z_.*", "original": "Z")" + rest + "}]}";
  };
  const std::vector<Case> cases = {
      {"{", "how.json:1: is not valid JSON"},
      {std::string(200000, '['), "how.json:1: is not valid JSON"},
      {R"({"rules": [8e9999]})", "how.json:1: is not valid JSON"},
      {R"({"rules": [{"zone": ")" + std::string(100000, '(') + R"(", "original": "Z"}]})",
       "how.json:1: /rules/0/zone: has 100000 characters, at most 1000 are allowed"},
      {"[]", "how.json:1: /: is not an object"},
      {"{}", "how.json:1: /: has neither 'parts' nor 'rules'"},
      {R"({"part": []})",
       "how.json:1: /part: is not a known key; these are parts, rules, originals; did you mean 'parts'?"},
      {R"({"parts": {}})", "how.json:1: /parts: is not an array"},
      {R"({"parts": [3]})", "how.json:1: /parts/0: is not an object"},
      {R"({"parts": [{"zone": "/Base/None", "original": "Z"}]})",
       "how.json:1: /parts/0: the inputs have no zone /Base/None"},
      {piece(R"("file": "x.cgns", "original": "Z")"), "the inputs have no zone /Base/Z_rank0 x.cgns"},
      {piece(R"("cells": [])"), "how.json:1: /parts/0: key 'original' is missing"},
      {piece(R"("original": "")"), "how.json:1: /parts/0/original: is empty"},
      {piece(R"("original": "123456789_123456789_123456789_123")"),
       "how.json:1: /parts/0/original: is longer than 32 bytes"},
      {piece(R"("original": "Z/Y")"), "how.json:1: /parts/0/original: has a slash"},
      {piece(R"("original": " data")"), "how.json:1: /parts/0/original: means something else in HDF5"},
      {piece(R"("original": "Z\u0000")"), "how.json:1: /parts/0/original: has control characters"},
      {piece(R"("original": "Z", "cells": [[1,2]], "cells": [[1,2]])"), "/parts/0/cells: is there twice"},
      {R"({"parts": [], "rules": [], "parts": []})", "how.json:1: /parts: is there twice"},
      {piece(R"("original": 1)"), "how.json:1: /parts/0/original: is not a string"},
      {piece(R"("original": "Z")"), "how.json:1: /parts/0: run/out_0.cgns:/Base/Z_rank0 is structured"},
      {piece(R"("original": "Z", "cells": [[1,2]])"),
       "how.json:1: /parts/0/cells: run/out_0.cgns:/Base/Z_rank0 is"},
      {piece(R"("original": "Z", "cells": [[2,1]])"), "how.json:1: /parts/0/cells/0: is not [first, last]"},
      {piece(R"("original": "Z", "cells": [[0,1]])"), "how.json:1: /parts/0/cells/0/0: is not from 1 to"},
      {piece(R"("original": "Z", "cells": [[1,18446744073709551615]])"),
       "/parts/0/cells/0/1: is not from 1 to"},
      {piece(R"("original": "Z", "cells": [[1,2.5]])"), "/parts/0/cells/0/1: is not an integer"},
      {piece(R"("original": "Z", "ghosts": [1])"),
       "/parts/0/ghosts: does not have two numbers for each direction"},
      {piece(R"("original": "Z", "ghosts": {"node": "X"})"), "/parts/0/ghosts: is not an array"},
      {R"({"parts": [{"zone": "/Base/Z_rank0", "original": "Z"}, {"zone": "/Base/Z_rank0", "original": "Z"}]})",
       "how.json:1: /parts/1: is the zone of /parts/0"},
      {R"({"rules": [{"zone": "(", "original": "Z"}]})",
       "how.json:1: /rules/0/zone: is not a regular expression"},
      {R"({"rules": [{"zone": "Y", "original": "Z"}]})",
       "how.json:1: /rules/0: no zone of the inputs matches"},
      {R"({"rules": [{"zone": "Z_(x)?.*", "original": "$1"}]})", "how.json:1: /rules/0/original: gives ''"},
      {R"({"rules": [{"zone": "(Z_).*", "original": "$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1$1"}]})",
       "for run/out_0.cgns:/Base/Z_rank0, which is longer than 32 bytes"},
      {rule(R"(, "rank": "x")"), "how.json:1: /rules/0/rank: gives 'x'"},
      {rule(""), "how.json:1: /rules/0: has no 'range'"},
      {rule(R"(, "range": {"node": "Where/Range"})"), "how.json:1: /rules/0/range: key 'of' is missing"},
      {rule(R"(, "range": {"node": "Where/Range", "of": "faces"})"),
       "/rules/0/range/of: is 'faces', not one of: cells, vertices"},
      {rule(R"(, "range": {"node": "Where/Range", "of": "cells", "base": 2})"),
       "/rules/0/range/base: is neither 0 nor 1"},
      {rule(R"(, "range": {"node": "None", "of": "cells"})"),
       "/rules/0/range: run/out_0.cgns:/Base/Z_rank0 has no None"},
      {rule(R"(, "range": {"node": "Where/Size", "of": "cells"})"),
       "run/out_0.cgns:/Base/Z_rank0/Where/Size: is not 6 integers"},
      {rule(R"(, "range": {"node": "Where/Range", "of": "cells", "with_ghosts": 1})"),
       "/rules/0/range/with_ghosts: is neither true nor false"},
      {rule(R"(, "numbers": {})"), "/rules/0/numbers: names no nodes"},
      {rule(R"(, "numbers": {"Z*/B*": "Ids/*"})"), "/rules/0/numbers/Z*/B*: has more than one *"},
      {rule(R"(, "numbers": {"totals": {"**": 4}})"), "/rules/0/numbers/totals/**: has more than one *"},
      {R"({"originals": [{"name": "Y"}], )" + rule_of_house.substr(1),
       "how.json:1: /originals/0: it has no pieces"},
      {R"({"originals": [{"name": "Z"}, {"name": "Z"}], )" + rule_of_house.substr(1),
       "how.json:1: /originals/1: exists twice"},
  };
  for (const auto& [text, error] : cases) {
    HouseInputs inputs;
    INFO(text);
    CHECK_THAT(inputs.says(text).error(), Contains(error));
  }
}

TEST_CASE("a pattern of nested repetitions that no name fits has an end") {
  HouseInputs inputs;
  inputs.rank("run/out_2.cgns", {zone(std::string(32, 'Z'))});
  CHECK_THAT(inputs.says(R"({"rules": [{"zone": "(Z+)+_", "original": "Z"}]})").error(),
             Contains("/rules/0: no zone of the inputs matches"));
  CHECK_THAT(inputs.says(R"({"rules": [{"zone": "(Z)\\1", "original": "Z"}]})").error(),
             Contains("/rules/0: no zone of the inputs matches"));
}

TEST_CASE("a zone that several files have must be told by its file, and other marks beside are refused") {
  HouseInputs inputs;
  SECTION("several files") {
    inputs.rank("run/out_2.cgns", {zone("Z_rank1")});
    inputs.says(R"({"parts": [{"zone": "/Base/Z_rank1", "original": "Z"}]})");
    CHECK_THAT(
        inputs.error(),
        Contains("/Base/Z_rank1 is in run/out_1.cgns and in run/out_2.cgns: 'file' must select one of them"));
  }
  SECTION("marks of Maia") {
    inputs.rank("run/out_2.cgns", {maia_piece("Y.P0.N0", {1, 1, 1}, {1, 1, 1}, {1, 1, 1})});
    CHECK_THAT(inputs.says(rule_of_house).error(),
               Contains("run/out_2.cgns:/Base/Y.P0.N0: mixed conventions: has partition metadata of Maia"));
  }
}

TEST_CASE("errors cite the line of the assembly file") {
  struct Case {
    std::string text;
    std::string error;
  };
  const std::vector<Case> cases = {
      {"{\n  // A comment.\n  \"parts\": [\n    { \"zone\": \"Z\" } ]\n}",
       "how.json:4: /parts/0: key 'original'"},
      {"{\n\"parts\": [],\n\"part\": 7\n}", "how.json:3: /part: is not a known key"},
      {"{\n\"parts\": [ {\n\"zone\": \"Z\", \"original\":\n\"Z\", \"rank\":\n-1\n}\n]}",
       "how.json:5: /parts/0/rank: is not from 0"},
      {"{\n\"parts\": [\n{\"zone\": \"/Base/Z_rank0\", \"original\": \"Z\",\n\"cells\": [[1, 2]]},\n{}]}",
       "how.json:5: /parts/1: key 'zone' is missing"},
      {"{\n\"rules\": [\n{\"zone\": \"None\", \"original\": \"Z\"}]}",
       "how.json:3: /rules/0: no zone of the"},
      {"{\n\"rules\": [\n7,\n}", "how.json:4: is not valid JSON"},
      {"{\n\"rules\": [\n8e9999\n]}", "how.json:3: is not valid JSON"},
  };
  for (const auto& [text, error] : cases) {
    HouseInputs inputs;
    INFO(text);
    CHECK_THAT(inputs.says(text).error(), Contains(error));
  }
}

TEST_CASE("a * in a key of numbers stands for any part of a name") {
  PieceInputs inputs;
  const auto list = [](const std::string& name) {
    return node(name, "BC_t", {integers("Ids", {1}), integers("All", {7})});
  };
  inputs.rank("a.cgns",
              {unstructured("Z", {node("ZoneBC", "ZoneBC_t", {list("Wall_1"), list("Wall_2"), list("Far")}),
                                  node("ZoneGridConnectivity", "ZoneGridConnectivity_t", {list("to 3")})})});
  inputs.request.assembly =
      R"({"rules": [{"zone": "Z", "original": "Z", "numbers": {
            "ZoneBC/Wall_*": "ZoneBC/Wall_*/Ids", "ZoneBC/Wall_2": "Elsewhere", "ZoneBC/F*r": "ZoneBC/F*r/None",
            "Zone*Connectivity/to 3": "Zone*Connectivity/to 3/Ids",
            "totals": {"ZoneBC/Wall_*": "ZoneBC/Wall_*/All"}}}]})";
  const auto pieces = inputs.complete();
  const auto& piece = pieces.originals.at(0).pieces.at(0);
  CHECK(paths_of_numbers(piece) ==
        std::map<std::string, std::string>{{"ZoneBC/Wall_1", "ZoneBC/Wall_1/Ids"},
                                           {"ZoneBC/Wall_2", "Elsewhere"},
                                           {"ZoneGridConnectivity/to 3", "ZoneGridConnectivity/to 3/Ids"}});
  CHECK(piece.totals == std::map<std::string, std::int64_t>{{"ZoneBC/Wall_1", 7}, {"ZoneBC/Wall_2", 7}});
}

TEST_CASE("a rule that names a group which its pattern does not have is refused") {
  HouseInputs inputs;
  for (const auto& [original, rank, why] :
       {std::tuple{"$3x", "$2", "how.json:1: /rules/0/original: names the group $3, but 'zone' has 2"},
        std::tuple{"$1", "$12", "how.json:1: /rules/0/rank: names the group $12, but 'zone' has 2"},
        std::tuple{"$1$$3", "$02", "no error"}}) {
    inputs.says(std::string(R"json({"rules": [{"zone": "(.*)_rank([0-9]+)", "original": ")json") + original +
                R"(", "rank": ")" + rank + R"(", "range": {"node": "Where/Range", "of": "vertices"}}]})");
    CHECK(inputs.error() == why);
  }
}

TEST_CASE("a rule for which no zone is left gives a warning") {
  HouseInputs inputs;
  inputs.says(rule_of_house.substr(0, rule_of_house.size() - 2) +
              ",\n{\"zone\": \"Z_rank.\", \"original\": \"Y\"}]}");
  CHECK(shown(inputs.complete()) == Texts{"Z: Z_rank0 0-2 0-2 0-2 Z_rank1 2-4 0-2 0-2"});
  CHECK(inputs.noted() ==
        Texts{"how.json:3: /rules/1: has no effect: its zones are in 'parts' or match a rule before it"});
}

TEST_CASE("an unstructured zone has no extents in an assembly file") {
  PieceInputs inputs;
  inputs.rank("a.cgns", {unstructured("Z_0")});
  inputs.request.assembly =
      R"({"rules": [{"zone": "Z_.", "original": "Z"}], "originals": [{"name": "Z", "cells": [7]}]})";
  inputs.request.assembly_path = "how.json";
  CHECK(inputs.error() == "how.json:1: /originals/0: has cells, but Z is unstructured");
}

TEST_CASE("time steps do not name what an assembly file drops") {
  PieceInputs inputs;
  inputs.rank("a.cgns",
              {unstructured("Z", {solution("S1"), solution("S2"),
                                  zone_iterative({pointers("FlowSolutionPointers", {"S1", "S2"})})})});
  inputs.request.assembly = R"({"rules": [{"zone": "Z", "original": "Z", "drop": ["S1"]}]})";
  const auto pieces = inputs.complete();
  fileset::drop_nodes(inputs.set, pieces, inputs.notes);
  const auto& zone = *inputs.set.trees[0].child("Base")->child("Z");
  CHECK(zone.child("S1") == nullptr);
  CHECK(cgns::rows_of(*cgns::find(zone, "ZoneIterativeData/FlowSolutionPointers")) == Texts{"Null", "S2"});
}

TEST_CASE("nodes that an assembly file drops are removed, and a pattern that finds none is refused") {
  const auto dropping = [](HouseInputs& inputs, const std::string& patterns) -> HouseInputs& {
    return inputs.says(rule_of_house.substr(0, rule_of_house.size() - 3) + ",\n\"drop\": " + patterns +
                       "}]}");
  };
  HouseInputs inputs;
  dropping(inputs, R"(["Where/S*e", "Range"])");
  const auto pieces = inputs.complete();
  CHECK(pieces.originals.at(0).pieces.at(1).dropped_nodes == Texts{"Where/Range", "Where/Size"});
  fileset::drop_nodes(inputs.set, pieces, inputs.notes);
  CHECK(pieces.originals[0].pieces[1].zone->child("Where") == nullptr);
  CHECK(inputs.noted() == Texts{"4 nodes dropped by the assembly file"});

  HouseInputs others;
  CHECK_THAT(dropping(others, "[\"Size\",\n\"Siz\"]").error(),
             Contains("how.json:4: /rules/0/drop/1: 'Siz' matches no node below the zones"));
}
