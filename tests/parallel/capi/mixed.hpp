// mixed.hpp: a small file with a MIXED section and a field, in the trees of other writers.
#pragma once

#include <string>
#include <utility>

#include "../file/fixture.hpp"
#include "../session.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/pcgnslib.h"

namespace pcgns::test {

/// A zone with 6 vertices, a MIXED section of a tetrahedron and two triangles, in I4, and a field.
inline cgns::Node mixed_tree() {
  cgns::Node root;
  root.children = {
      cgns::real_node("CGNSLibraryVersion", "CGNSLibraryVersion_t", {1}, {4.0}, cgns::DataType::R4),
      cgns::integer_node("Base", "CGNSBase_t", {2}, {3, 3})};
  auto zone = cgns::integer_node("Zone", "Zone_t", {1, 3}, {6, 3, 0});
  zone.children.push_back(cgns::text_node("ZoneType", "ZoneType_t", "Unstructured"));
  auto section = cgns::integer_node("Mixed", "Elements_t", {2}, {MIXED, 0});
  section.children = {cgns::integer_node("ElementRange", "IndexRange_t", {2}, {1, 3}),
                      cgns::integer_node("ElementConnectivity", "DataArray_t", {13},
                                         {TETRA_4, 1, 2, 3, 4, TRI_3, 1, 2, 3, TRI_3, 4, 5, 6}),
                      cgns::integer_node("ElementStartOffset", "DataArray_t", {4}, {0, 5, 9, 13})};
  zone.children.push_back(std::move(section));
  cgns::Node flow{.name = "Flow", .label = "FlowSolution_t"};
  flow.children.push_back(cgns::real_node("Pressure", "DataArray_t", {6}, {1, 2, 3, 4, 5, 6}));
  zone.children.push_back(std::move(flow));
  root.children.back().children.push_back(std::move(zone));
  return root;
}

inline void make_file(const std::string& path, const cgns::Node& root, const Style& style = {}) {
  par::on_root(session().comm(), "making a file", [&] { write_file(path, root, style); });
}

}  // namespace pcgns::test
