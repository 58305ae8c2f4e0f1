// unstructured_line.hpp: a line of edges as a zone in two parts, and what lies on its points.
#pragma once

#include <string>
#include <utility>

#include "fileset/unstructured_build.hpp"

namespace pcgns::test::mesh {

inline constexpr int bar = 3;

/// A line of edges as a zone: part 0 has the edges 1 and 3, part 1 has 2.
inline Node first(Nodes more, std::string name = "zone") {
  Nodes children = {section("Bars", bar, {1, 2}, {1, 2, 3, 4}, {1, 3})};
  for (auto& child : more) children.push_back(std::move(child));
  return piece(0, {1, 2, 3, 4}, {1, 3}, std::move(children), std::move(name));
}

inline Node second(Nodes more, std::string name = "zone") {
  Nodes children = {section("Bars", bar, {1, 1}, {1, 2}, {2})};
  for (auto& child : more) children.push_back(std::move(child));
  return piece(1, {2, 3}, {2}, std::move(children), std::move(name));
}

inline Node data_set(std::string name, Nodes arrays, Nodes more = {}) {
  auto result = with(text(std::move(name), "BCDataSet_t", "BCWall"),
                     {node("DirichletData", "BCData_t", std::move(arrays))});
  for (auto& child : more) result.children.push_back(std::move(child));
  return result;
}

}  // namespace pcgns::test::mesh
