#include "pcgns/cgns/interfaces.hpp"

#include "catch.hpp"

namespace {

using namespace pcgns;
using cgns::Node;

Node interface_to(std::string name, std::string_view donor, std::string label = "GridConnectivity1to1_t") {
  return cgns::text_node(std::move(name), std::move(label), donor);
}

Node zone(std::string name, std::vector<Node> interfaces) {
  Node connectivity{.name = "ZGC", .label = "ZoneGridConnectivity_t", .children = std::move(interfaces)};
  return {.name = std::move(name), .label = "Zone_t", .children = {std::move(connectivity)}};
}

Node base(std::string name, std::vector<Node> zones) {
  return {.name = std::move(name), .label = "CGNSBase_t", .children = std::move(zones)};
}

}  // namespace

TEST_CASE("a donor is a zone of the same base, or of the base that the join names") {
  const Node root{
      .children = {base("Fluid", {zone("A", {interface_to("1", "B"), interface_to("2", "Solid/C"),
                                             interface_to("3", "B   "), interface_to("4", "A")}),
                                  zone("B", {})}),
                   base("Solid", {zone("C", {interface_to("1", "Fluid/A", "GridConnectivity_t")})})}};
  CHECK(cgns::donors_nowhere(root).empty());
}

TEST_CASE("a donor that is nowhere is named, with the join") {
  const Node root{.children = {base("Fluid", {zone("A", {interface_to("1", "C"), interface_to("2", "Fluid/X"),
                                                         interface_to("3", "Y", "GridConnectivity_t"),
                                                         interface_to("4", "Z", "OversetHoles_t")})}),
                               base("Solid", {zone("C", {})})}};
  CHECK(cgns::donors_nowhere(root) == std::vector<cgns::LostDonor>{{"/Fluid/A/ZGC/1", "C"},
                                                                   {"/Fluid/A/ZGC/2", "Fluid/X"},
                                                                   {"/Fluid/A/ZGC/3", "Y"}});
}

TEST_CASE("a zone that is a link can be a donor, and its own joins are not seen") {
  Node linked{.name = "B", .label = "Zone_t", .type = cgns::DataType::LK};
  linked.link = std::make_shared<cgns::Link>(cgns::Link{"b.cgns", "/Base/B"});
  const Node root{.children = {base("Base", {zone("A", {interface_to("1", "B")}), linked})}};
  CHECK(cgns::donors_nowhere(root).empty());
}

TEST_CASE("several donors of an overset interface, and families in place of zones, are donors") {
  const auto lost_of = [](const char* donors, const char* label = "GridConnectivity_t") {
    const Node root{.children = {base("Fluid", {zone("A", {interface_to("1", donors, label)}), zone("B", {}),
                                                Node{.name = "Rotor", .label = "Family_t"}})}};
    std::vector<std::string> names;
    for (const auto& [path, donor] : cgns::donors_nowhere(root)) names.push_back(donor);
    return names;
  };
  CHECK(lost_of("A,B").empty());
  CHECK(lost_of("B,Fluid/A,Rotor").empty());
  CHECK(lost_of("/Fluid/B", "GridConnectivity1to1_t").empty());
  CHECK(lost_of("B,C,D") == std::vector<std::string>{"C", "D"});
  CHECK(lost_of("A,B", "GridConnectivity1to1_t") == std::vector<std::string>{"A,B"});
}
