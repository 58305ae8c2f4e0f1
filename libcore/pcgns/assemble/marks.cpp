#include "pcgns/assemble/marks.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace pcgns::assemble {

bool is_mark(const tree::Node& node) {
  constexpr std::array<std::string_view, 10> names = {
      ":CGNS#GlobalNumbering", ":CGNS#LocalNumbering", ":CGNS#Ppart",   ":CGNS#Distribution",
      "CellLoc2Glob",          "FaceLoc2Glob",         "PointLoc2Glob", "NeighbourProcessors",
      ".Solver#ownData",       ":PCGNS#Ghosts"};
  return node.name.starts_with("maia#") || (node.name == "ZoneRind" && node.label == "Rind_t") ||
         std::find(names.begin(), names.end(), node.name) != names.end();
}

bool is_mark(const tree::Node& parent, const tree::Node& node) {
  return is_mark(node) || (parent.name == ".Solver#Param" && node.name == "proc");
}

void remove_mark(tree::Node& node, std::string_view path) {
  const auto slash = path.find('/');
  auto* child = node.child(path.substr(0, slash));
  if (child == nullptr) return;
  if (slash != std::string_view::npos) {
    remove_mark(*child, path.substr(slash + 1));
    if (!child->children.empty() || child->label != "UserDefinedData_t") return;
  }
  std::erase_if(node.children, [&](const tree::Node& n) { return &n == child; });
}

}  // namespace pcgns::assemble
