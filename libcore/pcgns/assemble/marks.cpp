#include "pcgns/assemble/marks.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace pcgns::assemble {

bool is_mark(const tree::Node& node) {
  constexpr std::array<std::string_view, 9> names = {
      ":CGNS#GlobalNumbering", ":CGNS#LocalNumbering", ":CGNS#Ppart",
      ":CGNS#Distribution",    "CellLoc2Glob",         "FaceLoc2Glob",
      "PointLoc2Glob",         "NeighbourProcessors",  ".Solver#ownData"};
  return node.name.starts_with("maia#") || (node.name == "ZoneRind" && node.label == "Rind_t") ||
         std::find(names.begin(), names.end(), node.name) != names.end();
}

}  // namespace pcgns::assemble
