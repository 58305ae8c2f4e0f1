#include "pcgns/sids/joins.hpp"

#include "catch.hpp"

namespace {

using namespace pcgns;
using tree::Node;

Node join_to(std::string name, std::string_view donor, std::string label = "GridConnectivity1to1_t") {
  return tree::text_node(std::move(name), std::move(label), donor);
}

Node zone(std::string name, std::vector<Node> joins) {
  Node connectivity{.name = "ZGC", .label = "ZoneGridConnectivity_t", .children = std::move(joins)};
  return {.name = std::move(name), .label = "Zone_t", .children = {std::move(connectivity)}};
}

Node base(std::string name, std::vector<Node> zones) {
  return {.name = std::move(name), .label = "CGNSBase_t", .children = std::move(zones)};
}

}  // namespace

TEST_CASE("a donor is a zone of the same base, or of the base that the join names") {
  const Node root{.children = {base("Fluid", {zone("A", {join_to("1", "B"), join_to("2", "Solid/C"),
                                                         join_to("3", "B   "), join_to("4", "A")}),
                                              zone("B", {})}),
                               base("Solid", {zone("C", {join_to("1", "Fluid/A", "GridConnectivity_t")})})}};
  CHECK(sids::donors_nowhere(root).empty());
}

TEST_CASE("a donor that is nowhere is named, with the join") {
  const Node root{.children = {base("Fluid", {zone("A", {join_to("1", "C"), join_to("2", "Fluid/X"),
                                                         join_to("3", "Y", "GridConnectivity_t"),
                                                         join_to("4", "Z", "OversetHoles_t")})}),
                               base("Solid", {zone("C", {})})}};
  CHECK(sids::donors_nowhere(root) == std::vector<sids::LostDonor>{{"/Fluid/A/ZGC/1", "C"},
                                                                   {"/Fluid/A/ZGC/2", "Fluid/X"},
                                                                   {"/Fluid/A/ZGC/3", "Y"}});
}

TEST_CASE("a zone that is a link can be a donor, and its own joins are not seen") {
  Node linked{.name = "B", .label = "Zone_t", .type = tree::DataType::LK};
  linked.link = std::make_shared<tree::Link>(tree::Link{"b.cgns", "/Base/B"});
  const Node root{.children = {base("Base", {zone("A", {join_to("1", "B")}), linked})}};
  CHECK(sids::donors_nowhere(root).empty());
}
