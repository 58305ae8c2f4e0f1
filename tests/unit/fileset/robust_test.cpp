#include <functional>

#include "catch.hpp"
#include "fileset/pieces_build.hpp"

namespace {

using namespace pcgns;
using namespace pcgns::test;
using namespace pcgns::test::parted;

/// One way in which a node can be other than it should be; its values still fit its extents.
struct Damage {
  std::string what;
  std::function<void(Node&)> apply;
};

void set_values(Node& node, std::int64_t value) {
  const auto count = node.data.size() / (node.type == cgns::DataType::I8 ? 8 : 4);
  if (node.type != cgns::DataType::I4 && node.type != cgns::DataType::I8) return;
  node.data = cgns::integer_node("", "", node.dims, Numbers(count, value), node.type).data;
}

const std::vector<Damage> damages = {
    {"no values", [](Node& node) { node.type = cgns::DataType::MT, node.dims.clear(), node.data.clear(); }},
    {"no extent", [](Node& node) { node.dims = {0}, node.data.clear(); }},
    {"reals",
     [](Node& node) {
       node = with(cgns::real_node(node.name, node.label, {3}, {0.5, 1e300, -7}), node.children);
     }},
    {"text", [](Node& node) { node = with(cgns::text_node(node.name, node.label, "0 --"), node.children); }},
    {"minus one", [](Node& node) { set_values(node, -1); }},
    {"zero", [](Node& node) { set_values(node, 0); }},
    {"huge",
     [](Node& node) {
       node.type == cgns::DataType::I8 ? set_values(node, INT64_MAX) : set_values(node, INT32_MAX);
     }},
    {"least",
     [](Node& node) {
       node.type == cgns::DataType::I8 ? set_values(node, INT64_MIN) : set_values(node, INT32_MIN);
     }},
    {"another name", [](Node& node) { node.name = "_proc-.P.N/x"; }},
    {"another label", [](Node& node) { node.label = "UserDefinedData_t"; }},
    {"no children", [](Node& node) { node.children.clear(); }},
    {"a link",
     [](Node& node) {
       node.link = std::make_shared<cgns::Link>(cgns::Link{"x.cgns", "/x"});
       node.children.clear();
     }},
};

using Files = std::vector<Nodes>;

Files maia() {
  const auto metadata =
      user(":PCGNS#Partition", {descriptor("Version", "1"), integers("NumberOfPartitions", {2}),
                                user("Z", {integers("Order", {0}), integers("NumberOfParts", {2})})});
  return {{metadata, maia_piece("Z.P0.N0", {1, 1, 1}, {3, 2, 2}, {4, 2, 2})},
          {metadata, maia_piece("Z.P1.N0", {4, 1, 1}, {4, 2, 2}, {4, 2, 2})}};
}

Files seacas() {
  const Numbers imin = {1, 1, 1, 1, 2, 2};
  const Numbers imax = {3, 1, 1, 3, 2, 2};
  return {{structured("b_proc-0", {2, 1, 1}, interfaces({decomp("2--3", "b_proc-1", imax, imin)}))},
          {structured("b_proc-1", {2, 1, 1},
                      interfaces({interface_1to1("A", "b_proc-0", imin, imax, {transform({1, 2, 3})})}))}};
}

Files cassiopee() {
  auto low = window("d.5", {1, 3, 1, 3, 1, 3, 5, 3, 3}, 0);
  low.push_back(zone_rind({1, 0, 0, 0, 0, 0}));
  return {{structured("d.0", {3, 2, 2}, std::move(low))},
          {structured("d.7", {2, 2, 2}, window("d.5", {3, 5, 1, 3, 1, 3, 5, 3, 3}, 1)),
           structured("d.1", {3, 2, 2}, {zone_rind({1, 1, 0, 0, 0, 0})})}};
}

Files house() {
  const auto piece = [](std::string name, Numbers range) {
    return structured(std::move(name), {2, 2, 2},
                      {user("Where", {integers("Range", std::move(range)), integers("Size", {5, 3, 3}),
                                      integers("Ghosts", {0, 0, 0, 0, 0, 0})})});
  };
  return {{piece("Z_0", {1, 1, 1, 3, 3, 3})}, {piece("Z_1", {3, 1, 1, 5, 3, 3})}};
}

/// The nodes of a tree, from the base on.
void collect(Node& node, std::vector<Node*>& nodes) {
  nodes.push_back(&node);
  for (auto& child : node.children) collect(child, nodes);
}

std::vector<Node*> nodes_of(Files& files) {
  std::vector<Node*> nodes;
  for (auto& file : files) {
    for (auto& child : file) collect(child, nodes);
  }
  return nodes;
}

std::string outcome(const Files& files, const std::string& assembly) {
  PieceInputs inputs;
  inputs.request.assembly = assembly;
  for (const auto& children : files)
    inputs.rank("x.cgns.2." + std::to_string(inputs.set.files.size()), children);
  auto error = inputs.error();
  if (error == "no error") (void)fileset::zone_order(inputs.set, inputs.detected(), "Base");
  return error;
}

}  // namespace

TEST_CASE("whatever is wrong with a node, it is an error of the input or does no harm") {
  const std::string rule = R"({"rules": [{"zone": "Z_.", "original": "Z",
    "range": {"node": "Where/Range", "of": "vertices", "with_ghosts": true}, "ghosts": {"node": "Where/Ghosts"},
    "size": {"node": "Where/Size", "of": "vertices"}}]})";
  const auto make = GENERATE(maia, seacas, cassiopee, house);
  const auto assembly = make == house ? rule : std::string();
  REQUIRE(outcome(make(), assembly) == "no error");
  auto count = [&] {
    auto files = make();
    return nodes_of(files).size();
  }();
  for (std::size_t i = 0; i < count; ++i) {
    for (const auto& damage : damages) {
      auto files = make();
      auto* node = nodes_of(files)[i];
      INFO(damage.what << " at " << node->name);
      damage.apply(*node);
      CHECK_THAT(outcome(files, assembly), !Catch::Matchers::StartsWith("wrong kind"));
    }
  }
}
