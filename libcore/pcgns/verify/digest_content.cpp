#include <algorithm>
#include <array>
#include <string_view>

#include "pcgns/assemble/marks.hpp"
#include "pcgns/assemble/own_marks.hpp"
#include "pcgns/verify/digest.hpp"

namespace pcgns::verify {

namespace {

using tree::Node;

bool is_version(const Node& parent, const Node& child) {
  return parent.label.starts_with("Root Node") &&
         (child.name == "CGNSLibraryVersion" || child.name == "CGNSWritingLibraryVersion");
}

bool is_join_mark(const Node& parent, const Node& child) {
  return (parent.label == "GridConnectivity1to1_t" || parent.label == "GridConnectivity_t") &&
         child.label == "Descriptor_t" && (child.name == "Decomp" || child.name == "OriginalName");
}

/// Where the standard says Vertex for a location that is not given. (BCDataSet_t and ZoneSubRegion_t may take
/// it from elsewhere.)
bool is_default_location(const Node& parent, const Node& child) {
  constexpr std::array<std::string_view, 6> parents = {
      "FlowSolution_t",     "DiscreteData_t", "ArbitraryGridMotion_t",
      "GridConnectivity_t", "BC_t",           "OversetHoles_t"};
  return child.label == "GridLocation_t" && child.name == "GridLocation" && child.children.empty() &&
         child.type == tree::DataType::C1 && child.dims.size() == 1 && child.data.size() == 6 &&
         tree::text_of(child) == "Vertex" &&
         std::find(parents.begin(), parents.end(), parent.label) != parents.end();
}

/// What held nothing but marks.
bool is_emptied(const Node& node) {
  return node.label == "UserDefinedData_t" && node.type == tree::DataType::MT && !node.children.empty() &&
         std::all_of(node.children.begin(), node.children.end(),
                     [&](const Node& child) { return is_no_content(node, child); });
}

}  // namespace

bool is_no_content(const Node& parent, const Node& child) {
  return is_version(parent, child) || assemble::is_mark(parent, child) ||
         child.name == assemble::own_marks_name || is_join_mark(parent, child) ||
         is_default_location(parent, child) || is_emptied(child);
}

}  // namespace pcgns::verify
