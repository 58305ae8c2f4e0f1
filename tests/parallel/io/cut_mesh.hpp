// cut_mesh.hpp: a mesh of polygons that is cut into parts.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

namespace pcgns::test {

using Integers = std::vector<std::int64_t>;

/// A mesh of faces and cells with random neighbours, and how it is cut into parts.
struct Mesh {
  static constexpr int parts = 5;
  std::int64_t points = 0;
  std::vector<Integers> faces;                       ///< Points of each.
  std::vector<std::array<std::int64_t, 2>> parents;  ///< Cells, from 1; 0: none.
  Integers part_of_cell;
  // By part: 1-based numbers of the whole mesh, in the order of the part.
  std::vector<Integers> part_points, part_faces, part_cells;

  Mesh(std::int64_t size, unsigned seed) : points(3 * size), part_of_cell(static_cast<std::size_t>(size)) {
    std::mt19937 random(seed);
    const auto below = [&](std::int64_t n) {
      return static_cast<std::int64_t>(random() % static_cast<unsigned>(n));
    };
    for (auto& part : part_of_cell) part = below(parts - 1);  // the last part is empty
    faces.resize(static_cast<std::size_t>(2 * size));
    parents.resize(faces.size());
    for (std::size_t f = 0; f < faces.size(); ++f) {
      faces[f].resize(static_cast<std::size_t>(3 + below(4)));
      for (auto& point : faces[f]) point = 1 + below(points);
      const auto left = below(size);
      parents[f] = {1 + left, f % 5 == 0 ? 0 : 1 + (left + 1 + below(size - 1)) % size};
    }
    cut(random);
  }

  [[nodiscard]] bool has_cell(int part, std::int64_t cell) const {
    return cell > 0 && part_of_cell[static_cast<std::size_t>(cell - 1)] == part;
  }

  void cut(std::mt19937& random) {
    part_points.resize(parts);
    part_faces.resize(parts);
    part_cells.resize(parts);
    std::vector<bool> used(static_cast<std::size_t>(points));
    for (int part = 0; part < parts; ++part) {
      auto& mine = part_points[static_cast<std::size_t>(part)];
      for (std::size_t f = 0; f < faces.size(); ++f) {
        if (!has_cell(part, parents[f][0]) && !has_cell(part, parents[f][1])) continue;
        part_faces[static_cast<std::size_t>(part)].push_back(static_cast<std::int64_t>(f) + 1);
        mine.insert(mine.end(), faces[f].begin(), faces[f].end());
      }
      for (const auto point : mine) used[static_cast<std::size_t>(point - 1)] = true;
      for (std::size_t c = 0; c < part_of_cell.size(); ++c) {
        if (part_of_cell[c] == part)
          part_cells[static_cast<std::size_t>(part)].push_back(static_cast<std::int64_t>(c) + 1);
      }
    }
    for (std::int64_t point = 1; point <= points; ++point) {
      if (!used[static_cast<std::size_t>(point - 1)])
        part_points[static_cast<std::size_t>(random() % 4)].push_back(point);
    }
    for (auto* lists : {&part_points, &part_faces, &part_cells}) {
      for (auto& list : *lists) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
        std::shuffle(list.begin(), list.end(), random);
      }
    }
  }
};

inline std::int64_t local(const Integers& numbers, std::int64_t number) {
  return std::find(numbers.begin(), numbers.end(), number) - numbers.begin() + 1;
}

}  // namespace pcgns::test
