// What is found in a damaged mesh is the same on every number of ranks, and with little memory.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "catch.hpp"
#include "pcgns/cgns/labels.hpp"
#include "pcgns/verify/check/run/subject.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using cgns::Node;
using test::session;
using Numbers = std::vector<std::int64_t>;

constexpr std::int64_t n = 5;  // cells in each direction

/// A tree whose bulk arrays are at hand.
struct Mesh {
  cgns::InputSet inputs = {};
  plan::Plan plan = {};

  explicit Mesh(Node root) : plan{.output = std::move(root)} { take_out(plan.output, "/", {}); }

  void take_out(Node& node, const std::string& path, cgns::Place place) {
    const auto bytes = static_cast<std::int64_t>(node.data.size());
    if (cgns::is_bulk(place, node.label, bytes)) {
      node.array = static_cast<int>(plan.targets.size());
      plan.targets.push_back({.path = path, .type = node.type, .dims = node.dims});
      plan.transfers.push_back(
          {.source = node.array, .target = node.array, .count = cgns::count_of(node.dims)});
      inputs.arrays.push_back(
          {.file = -1,
           .path = path,
           .type = node.type,
           .dims = node.dims,
           .values = std::make_shared<const std::vector<std::byte>>(std::move(node.data))});
      node.data.clear();
    }
    const auto below = cgns::descend(place, node.label);
    for (auto& child : node.children) take_out(child, cgns::join(path, child.name), below);
  }
};

Node integers(std::string name, std::string label, Numbers values, std::int64_t rows = 1) {
  const auto count = static_cast<std::int64_t>(values.size());
  std::vector<std::int64_t> dims = {count};
  if (rows == 2) dims = {count / 2, 2};
  if (label == "IndexArray_t") dims = {1, count};
  return cgns::integer_node(std::move(name), std::move(label), dims, values);
}

Node section(std::string name, int type, std::int64_t first, std::int64_t count, Numbers connectivity,
             std::vector<Node> more = {}) {
  auto node = cgns::integer_node(std::move(name), "Elements_t", {2}, {type, 0});
  node.children = {cgns::integer_node("ElementRange", "IndexRange_t", {2}, {first, first + count - 1}),
                   integers("ElementConnectivity", "DataArray_t", std::move(connectivity))};
  for (auto& child : more) node.children.push_back(std::move(child));
  return node;
}

Node condition(std::string name, std::string_view location, Numbers points) {
  auto node = cgns::text_node(std::move(name), "BC_t", "BCWall");
  node.children = {cgns::text_node("GridLocation", "GridLocation_t", location),
                   integers("PointList", "IndexArray_t", std::move(points))};
  return node;
}

/// Numbers 1 to `count` in an order that tells nothing; the same everywhere.
Numbers shuffled(std::int64_t count, unsigned seed) {
  Numbers numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 1);
  std::mt19937 random(seed);
  for (auto i = numbers.size() - 1; i > 0; --i) std::swap(numbers[i], numbers[random() % (i + 1)]);
  return numbers;
}

/// A cube of hexahedra, vertices numbered at will.
struct Cube {
  Numbers vertices = shuffled((n + 1) * (n + 1) * (n + 1), 1);
  std::vector<Numbers> cells = {};

  Cube() {
    const auto at = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
      return vertices[static_cast<std::size_t>((k * (n + 1) + j) * (n + 1) + i)];
    };
    for (const auto number : shuffled(n * n * n, 2)) {
      const auto i = (number - 1) % n, j = (number - 1) / n % n, k = (number - 1) / (n * n);
      cells.push_back({at(i, j, k), at(i + 1, j, k), at(i + 1, j + 1, k), at(i, j + 1, k), at(i, j, k + 1),
                       at(i + 1, j, k + 1), at(i + 1, j + 1, k + 1), at(i, j + 1, k + 1)});
    }
  }

  /// Of the vertices, and of `more` that no cell has.
  [[nodiscard]] Node coordinates(std::size_t more) const {
    std::array<std::vector<double>, 3> values;
    for (auto& direction : values) direction.resize(vertices.size() + more);
    for (std::size_t at = 0; at < vertices.size(); ++at) {
      const auto place = static_cast<std::int64_t>(at);
      const auto vertex = static_cast<std::size_t>(vertices[at] - 1);
      values[0][vertex] = static_cast<double>(place % (n + 1));
      values[1][vertex] = static_cast<double>(place / (n + 1) % (n + 1));
      values[2][vertex] = static_cast<double>(place / (n + 1) / (n + 1));
    }
    // Two vertices in one place, which makes cells flat or turns them.
    for (auto& direction : values) direction[30] = direction[60];
    Node grid{.name = "GridCoordinates", .label = "GridCoordinates_t"};
    const auto count = static_cast<std::int64_t>(vertices.size() + more);
    for (std::size_t d = 0; d < 3; ++d) {
      grid.children.push_back(
          cgns::real_node(fmt::format("Coordinate{}", "XYZ"[d]), "DataArray_t", {count}, values[d]));
    }
    return grid;
  }

  /// Every face once, with the cells that have it (from 0), as the first goes round it.
  struct Face {
    Numbers corners;
    Numbers cells;
  };
  [[nodiscard]] std::vector<Face> faces() const {
    constexpr int sides[6][4] = {{0, 3, 2, 1}, {0, 1, 5, 4}, {1, 2, 6, 5},
                                 {2, 3, 7, 6}, {0, 4, 7, 3}, {4, 5, 6, 7}};
    std::map<Numbers, Face> found;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      for (const auto& side : sides) {
        Numbers corners;
        for (const int k : side) corners.push_back(cells[cell][static_cast<std::size_t>(k)]);
        auto sorted = corners;
        std::sort(sorted.begin(), sorted.end());
        auto& face = found[sorted];
        if (face.cells.empty()) face.corners = corners;
        face.cells.push_back(static_cast<std::int64_t>(cell));
      }
    }
    std::vector<Face> faces;
    for (auto& [key, face] : found) faces.push_back(std::move(face));
    return faces;
  }
};

Node zone_with(std::string name, std::int64_t vertices, std::int64_t cells, std::vector<Node> children) {
  auto zone = cgns::integer_node(std::move(name), "Zone_t", {1, 3}, {vertices, cells, 0});
  zone.children = {cgns::text_node("ZoneType", "ZoneType_t", "Unstructured")};
  for (auto& child : children) zone.children.push_back(std::move(child));
  return zone;
}

void append(Numbers& values, const Numbers& more) { values.insert(values.end(), more.begin(), more.end()); }

Node damaged_elements() {
  Cube cube;
  auto& cells = cube.cells;
  cells[3][5] = 999;
  std::swap_ranges(cells[40].begin(), cells[40].begin() + 4, cells[40].begin() + 4);
  cells.push_back(cells[70]);
  Numbers connectivity;
  for (const auto& cell : cells) append(connectivity, cell);
  Numbers surface;
  Numbers points;
  const auto first = static_cast<std::int64_t>(cells.size()) + 1;
  auto number = first;
  for (const auto& face : Cube().faces()) {
    const bool is_inside = face.cells.size() == 2;
    if (is_inside && number % 7 != 0) continue;
    append(surface, face.corners);
    points.push_back(number++);
  }
  surface[0] = surface[4];
  points.push_back(points[5]);
  points.push_back(2);
  const auto vertices = static_cast<std::int64_t>(cube.vertices.size());
  Node conditions{.name = "ZoneBC", .label = "ZoneBC_t"};
  conditions.children = {condition("Faces", "FaceCenter", points),
                         condition("Some", "FaceCenter", {points[8], points[9], 9999}),
                         condition("Points", "Vertex", {1, 2, 3, 4, 5, 5, 6, 7, 8, 9999})};
  return zone_with("Elements", vertices + 2, static_cast<std::int64_t>(cells.size()),
                   {cube.coordinates(2), section("Hexa", 17, 1, first - 1, connectivity),
                    section("Quads", 7, first, number - first, surface), std::move(conditions)});
}

Node damaged_polyhedra() {
  const Cube cube;
  auto faces = cube.faces();
  std::reverse(faces.begin(), faces.end());
  const auto count = static_cast<std::int64_t>(faces.size());
  Numbers corners, left, right, offsets = {0}, cell_offsets = {0}, cells;
  std::vector<Numbers> rows(cube.cells.size());
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const auto number = static_cast<std::int64_t>(i) + 1;
    append(corners, faces[i].corners);
    offsets.push_back(static_cast<std::int64_t>(corners.size()));
    left.push_back(count + 1 + faces[i].cells[0]);
    right.push_back(faces[i].cells.size() == 2 ? count + 1 + faces[i].cells[1] : 0);
    for (std::size_t k = 0; k < faces[i].cells.size(); ++k) {
      rows[static_cast<std::size_t>(faces[i].cells[k])].push_back(k == 0 ? number : -number);
    }
  }
  for (const auto& row : rows) {
    append(cells, row);
    cell_offsets.push_back(static_cast<std::int64_t>(cells.size()));
  }
  left[7] = count + 9;
  std::swap(left[100], right[100]);
  std::swap(left[200], right[200]);
  right[300] = 5;
  append(left, right);
  Numbers wall(60);
  std::iota(wall.begin(), wall.end(), 1);
  Node conditions{.name = "ZoneBC", .label = "ZoneBC_t"};
  conditions.children = {condition("Wall", "FaceCenter", wall),
                         condition("Points", "Vertex", cube.cells[17])};
  const auto cell_count = static_cast<std::int64_t>(rows.size());
  return zone_with("Polyhedra", static_cast<std::int64_t>(cube.vertices.size()), cell_count,
                   {cube.coordinates(0),
                    section("Faces", 22, 1, count, corners,
                            {integers("ElementStartOffset", "DataArray_t", offsets),
                             integers("ParentElements", "DataArray_t", left, 2)}),
                    section("Cells", 23, count + 1, cell_count, cells,
                            {integers("ElementStartOffset", "DataArray_t", cell_offsets)}),
                    std::move(conditions)});
}

/// Cells in a section of MIXED without offsets, the last of which has a vertex that is not there.
Node old_mixed() {
  const Cube cube;
  Numbers values;
  for (const auto& cell : cube.cells) {
    values.push_back(17);
    append(values, cell);
  }
  values.back() = 0;
  const auto cells = static_cast<std::int64_t>(cube.cells.size());
  return zone_with("Old", static_cast<std::int64_t>(cube.vertices.size()), cells,
                   {cube.coordinates(0), section("Cells", 20, 1, cells, values)});
}

std::vector<std::string> lines_of(const Mesh& mesh, std::int64_t memory) {
  const verify::check::Subject subject{.data = {.plan = mesh.plan, .inputs = mesh.inputs, .memory = memory},
                                       .file = "f"};
  cgns::Findings findings;
  verify::check::check_mesh(session(), subject, findings);
  verify::check::check_boundary(session(), subject, findings);
  std::vector<std::string> lines;
  for (const auto& finding : verify::check::gathered(session(), findings)) {
    lines.push_back(fmt::format("{} {}: {}: {}, not {} ({})", finding.code, finding.path, finding.position,
                                finding.found, finding.expected, finding.count));
  }
  return lines;
}

Mesh damaged_mesh() {
  Node root{.name = "/", .label = "Root Node of HDF5 File"};
  root.children.push_back(cgns::integer_node("Base", "CGNSBase_t", {2}, {3, 3}));
  root.children.back().children = {damaged_elements(), damaged_polyhedra(), old_mixed()};
  return Mesh(std::move(root));
}

const std::vector<std::string> expected = {
    "B0102 /Base/Elements: element 9, side 4: , not  (6)",
    "B0103 /Base/Elements: element 46, side 2: Faces and Some, not one (2)",
    "M0601 /Base/Elements: vertex 61: that of vertex 31, not a place of its own (3)",
    "M0602 /Base/Elements: vertex 217: , not  (2)",
    "M0101 /Base/Elements/Hexa: element 4, node 6: 999, not 1 to 218 (1)",
    "M0301 /Base/Elements/Hexa: element 26, side 3: 3, the next is element 71, not two cells at most (6)",
    "M0302 /Base/Elements/Hexa: element 3, side 4: the same side as element 41, side 2, not the other side "
    "of element 41 (4)",
    "M0303 /Base/Elements/Hexa: element 126: those of element 71, not other vertices (1)",
    "M0501 /Base/Elements/Hexa: element 41: a negative one, not a positive size (1)",
    "M0102 /Base/Elements/Quads: element 127, nodes 1 and 2: 38 twice, not different vertices (1)",
    "M0304 /Base/Elements/Quads: element 127: , not  (2)",
    "B0105 /Base/Elements/ZoneBC/Faces: list, value 160: element 132 again, not  (1)",
    "B0106 /Base/Elements/ZoneBC/Faces: list, value 21: element 147 between two cells, not a face of one "
    "cell (9)",
    "B0107 /Base/Elements/ZoneBC/Faces: list, value 161: element 2 of Hexa, not an element of dimension 2 "
    "(1)",
    "B0110 /Base/Elements/ZoneBC/Faces: list, value 1: element 127, not  (2)",
    "B0104 /Base/Elements/ZoneBC/Points: list, value 10: 9999, not 1 to 218 (1)",
    "B0105 /Base/Elements/ZoneBC/Points: list, value 6: vertex 5 again, not  (1)",
    "B0109 /Base/Elements/ZoneBC/Points: list, value 1: vertex 1, not  (2)",
    "B0104 /Base/Elements/ZoneBC/Some: list, value 3: 9999, not 1 to 285 (1)",
    "B0101 /Base/Old: : 154 faces of its surface are free, not  (1)",
    "M0601 /Base/Old: vertex 61: that of vertex 31, not a place of its own (1)",
    "M0101 /Base/Old/Cells: element 125, node 8: 0, not 1 to 216 (1)",
    "M0214 /Base/Old/Cells: : , not  (1)",
    "B0102 /Base/Polyhedra: element 61: , not  (133)",
    "M0601 /Base/Polyhedra: vertex 61: that of vertex 31, not a place of its own (1)",
    "M0205 /Base/Polyhedra/Faces: element 301: 547 and 5, not 547 and 0 (1)",
    "M0206 /Base/Polyhedra/Faces: element 8: 459 and 570, not 526 and 570 (1)",
    "M0211 /Base/Polyhedra/Faces: element 101: 0 and 532, not 532 and 0 (2)",
    "B0109 /Base/Polyhedra/ZoneBC/Points: list, value 2: vertex 141, not  (2)",
    "B0106 /Base/Polyhedra/ZoneBC/Wall: list, value 1: element 1 between two cells, not a face of one cell "
    "(45)"};

}  // namespace

TEST_CASE("what is found in a mesh depends neither on the ranks nor on the memory") {
  const auto mesh = damaged_mesh();
  const auto found = lines_of(mesh, GENERATE(256 << 20, 20000));
  CHECK(found == expected);
}

TEST_CASE("the boundary is found without the check of the mesh, too") {
  const auto mesh = damaged_mesh();
  const verify::check::Subject subject{.data = {.plan = mesh.plan, .inputs = mesh.inputs}, .file = "f"};
  cgns::Findings findings;
  verify::check::check_boundary(session(), subject, findings);
  const auto all = verify::check::gathered(session(), findings);
  const auto of_boundary =
      std::count_if(expected.begin(), expected.end(), [](const auto& line) { return line[0] == 'B'; });
  CHECK(static_cast<std::ptrdiff_t>(all.size()) == of_boundary);
}
