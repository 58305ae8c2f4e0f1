#include "pcgns/partition/run/cell_points.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "pcgns/base/byte_stream.hpp"
#include "pcgns/mesh/coordinates.hpp"
#include "pcgns/mesh/parents.hpp"
#include "pcgns/mesh/zone_faces.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/request_reply.hpp"
#include "pcgns/partition/run/distribution.hpp"

namespace pcgns::partition {

namespace {

using kernel::GridPoint;

struct Box {
  GridPoint least = {std::numeric_limits<std::uint32_t>::max(), std::numeric_limits<std::uint32_t>::max(),
                     std::numeric_limits<std::uint32_t>::max()};
  GridPoint most = {};

  void add(const Box& other) {
    for (std::size_t d = 0; d < 3; ++d) {
      least[d] = std::min(least[d], other.least[d]);
      most[d] = std::max(most[d], other.most[d]);
    }
  }
  [[nodiscard]] GridPoint centre() const {
    GridPoint point = {};
    for (std::size_t d = 0; d < 3; ++d) {
      const auto sum = std::uint64_t{least[d]} + most[d];
      point[d] = static_cast<std::uint32_t>(sum / 2);
    }
    return point;
  }
};

struct CellBox {
  std::int64_t cell = 0;
  Box box = {};
};

/// A grid over all vertices.
kernel::SpaceGrid grid_of(const mesh::Coordinates& coordinates) {
  const auto box = coordinates.box();
  return {box.least, box.most};
}

bool is_polyhedral(const mesh::Elements& elements) {
  return elements.section->type == cgns::element_type::nface;
}

Range mine_of(const par::Session& session, const std::vector<std::int64_t>& begins) {
  const auto rank = static_cast<std::size_t>(session.rank());
  return {begins[rank], begins[rank + 1]};
}

class Boxes {
 public:
  Boxes(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
        const std::vector<std::int64_t>& begins)
      : session_(session),
        dataset_(dataset),
        mesh_(mesh),
        coordinates_(session, dataset, mesh.zone),
        grid_(grid_of(coordinates_)),
        exchange_(session),
        points_(static_cast<std::size_t>(mine_of(session, begins).size())) {
    cells_.begins = begins;
    cells_.mine = mine_of(session, begins);
    const bool has_polyhedra = std::any_of(mesh.sections.begin(), mesh.sections.end(), is_polyhedral);
    if (has_polyhedra || mesh.cells_are_implied) boxes_.resize(points_.size());
    faces_.resize(mesh.sections.size());
  }

  GridPoints run() {
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      const bool has_nodes = !is_polyhedral(mesh_.sections[s]);
      const auto& role = mesh_.roles[s];
      const bool counts = role.cells || role.mixed || role.polygons || mesh_.cells_are_implied;
      if (has_nodes && counts) add_nodes(s);
    }
    for (std::size_t s = 0; s < mesh_.sections.size(); ++s) {
      if (is_polyhedral(mesh_.sections[s])) add_faces(s);
      if (mesh_.cells_are_implied) add_parents(s);
    }
    for (std::size_t i = 0; i < boxes_.size(); ++i) points_.set(i, boxes_[i].centre());
    return std::move(points_);
  }
  [[nodiscard]] const kernel::SpaceGrid& grid() const { return grid_; }

 private:
  /// The vertices of a block on the grid; each vertex has several cells, so they are put there once. As
  /// doubles: the minimum of two is a single instruction, which leaves out NaN, a coordinate that is not a
  /// number.
  class BlockVertices {
   public:
    BlockVertices(const kernel::SpaceGrid& grid, mesh::Window window)
        : window_(std::move(window)), least_(place_at(grid, infinity)), most_(place_at(grid, -infinity)) {
      places_.reserve(window_.points().size());
      for (const auto& [x, y, z] : window_.points()) {
        const auto place = grid.at({x, y, z});
        places_.push_back(
            {std::isnan(x) ? x : place[0], std::isnan(y) ? y : place[1], std::isnan(z) ? z : place[2]});
      }
    }
    [[nodiscard]] Box box_of(std::span<const std::int64_t> nodes) const {
      if (const auto first = window_.first())
        return box_of(nodes, [&](std::int64_t node) { return static_cast<std::size_t>(node - *first); });
      return box_of(nodes, [&](std::int64_t node) { return window_.index_of(node); });
    }

   private:
    static constexpr auto infinity = std::numeric_limits<double>::infinity();

    template <typename IndexOf>
    [[nodiscard]] Box box_of(std::span<const std::int64_t> nodes, const IndexOf& index_of) const {
      // Named one by one, they stay in registers, unless `index_of` calls a function.
      auto [least_x, least_y, least_z] = least_;
      auto [most_x, most_y, most_z] = most_;
      for (const auto node : nodes) {
        const auto& [x, y, z] = places_[index_of(node)];
        least_x = std::min(least_x, x);
        least_y = std::min(least_y, y);
        least_z = std::min(least_z, z);
        most_x = std::max(most_x, x);
        most_y = std::max(most_y, y);
        most_z = std::max(most_z, z);
      }
      return {{grid_point(least_x), grid_point(least_y), grid_point(least_z)},
              {grid_point(most_x), grid_point(most_y), grid_point(most_z)}};
    }
    static kernel::Point place_at(const kernel::SpaceGrid& grid, double coordinate) {
      const auto place = grid.at({coordinate, coordinate, coordinate});
      return {double(place[0]), double(place[1]), double(place[2])};
    }
    static std::uint32_t grid_point(double place) { return static_cast<std::uint32_t>(place); }

    mesh::Window window_;
    kernel::Point least_;
    kernel::Point most_;
    std::vector<kernel::Point> places_;
  };
  [[nodiscard]] BlockVertices vertices_of(const mesh::Block& block, bool has_leads) const {
    if (!has_leads) return {grid_, coordinates_.window(block.values())};
    std::vector<std::int64_t> nodes;
    for (std::int64_t i = 0; i < block.size(); ++i)
      nodes.insert(nodes.end(), block.nodes(i).begin(), block.nodes(i).end());
    return {grid_, coordinates_.window(nodes)};
  }

  /// Adds the bounding boxes of the elements of a section, to cells or, for faces, to faces_.
  void add_nodes(std::size_t s) {
    const auto& elements = mesh_.sections[s];
    auto cell = mesh_.roles[s].first_cell;
    std::vector<CellBox> made;
    mesh::Block block;
    for (const auto& chunk : mesh::chunks_of(session_, std::span(&elements, 1))) {
      block.load(elements, chunk.range);
      const auto vertices = vertices_of(block, elements.lead > 0);
      for (std::int64_t i = 0; i < block.size(); ++i) {
        if (mesh_.is_cell(s, block, i)) {
          add({cell++, vertices.box_of(block.nodes(i))}, made);
        } else if (!mesh_.roles[s].mixed) {
          faces_[s].push_back(vertices.box_of(block.nodes(i)));
        }
      }
      send(made);
    }
  }

  /// Keeps the box of a cell of this rank, or adds it to those that are to be sent.
  void add(const CellBox& cell, std::vector<CellBox>& others) {
    const bool is_mine = cell.cell >= cells_.mine.begin && cell.cell < cells_.mine.end;
    is_mine ? keep(cell) : others.push_back(cell);
  }

  void keep(const CellBox& cell) {
    const auto i = static_cast<std::size_t>(cell.cell - cells_.mine.begin);
    if (boxes_.empty()) {
      points_.set(i, cell.box.centre());
    } else {
      boxes_[i].add(cell.box);
    }
  }

  void send(std::vector<CellBox>& made) {
    par::scatter_to_owners(
        exchange_, made, [&](const CellBox& cell) { return cells_.owner_of(cell.cell); },
        [&](const CellBox& cell) { keep(cell); });
    made.clear();
  }

  [[nodiscard]] const mesh::Elements& section_of(std::int64_t element) const {
    return mesh_.sections[static_cast<std::size_t>(mesh_.section_of(element))];
  }

  /// Adds the bounding boxes of polyhedra from those of their faces.
  void add_faces(std::size_t s) {
    const auto& elements = mesh_.sections[s];
    auto cell = mesh_.roles[s].first_cell;
    mesh::Block block;
    for (const auto& chunk : mesh::chunks_of(session_, std::span(&elements, 1))) {
      block.load(elements, chunk.range);
      std::vector<std::int64_t> asked;
      std::vector<std::size_t> cells;
      std::vector<CellBox> made;
      for (std::int64_t i = 0; i < block.size(); ++i) {
        for (const auto face : block.nodes(i)) {
          asked.push_back(std::abs(face));
          cells.push_back(made.size());
        }
        made.push_back({cell++, {}});
      }
      const auto boxes = par::ask_owners(
          session_, asked,
          [&](std::int64_t face) {
            const auto& section = section_of(face);
            return section.owner_of(face - section.section->first);
          },
          [&](std::int64_t face) {
            const auto at = static_cast<std::size_t>(mesh_.section_of(face));
            const auto index = face - mesh_.sections[at].section->first - mesh_.sections[at].mine.begin;
            return faces_[at][static_cast<std::size_t>(index)];
          });
      for (std::size_t i = 0; i < boxes.size(); ++i) made[cells[i]].box.add(boxes[i]);
      send(made);
    }
  }

  /// Adds the bounding boxes of cells that exist only in ParentElements.
  void add_parents(std::size_t s) {
    const auto& elements = mesh_.sections[s];
    const auto columns = mesh::parent_columns(session_, dataset_, elements);
    if (!columns) return;
    std::vector<CellBox> made;
    for (const auto& column : *columns) {
      for (std::size_t i = 0; i < column.size(); ++i) {
        const auto cell = column[i] - mesh_.last_element() - 1;
        if (cell >= 0 && cell < mesh_.zone.cells) made.push_back({cell, faces_[s][i]});
      }
    }
    send(made);
  }

  par::Session& session_;
  const mesh::Dataset& dataset_;
  const ZoneMesh& mesh_;
  mesh::Coordinates coordinates_;
  kernel::SpaceGrid grid_;
  par::Exchange exchange_;
  Distribution cells_;  ///< Only the ownership of cells is set.
  GridPoints points_;
  std::vector<Box> boxes_;               ///< Empty if each cell occurs once, with all its nodes.
  std::vector<std::vector<Box>> faces_;  ///< By section: this rank's faces.
};

}  // namespace

GridPoints vertex_points(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                         const std::vector<std::int64_t>& begins) {
  const mesh::Coordinates coordinates(session, dataset, mesh.zone);
  const auto grid = grid_of(coordinates);
  const auto mine = mine_of(session, begins);
  const auto count = static_cast<std::size_t>(mine.size());
  std::vector<std::array<double, 3>> points(count);
  for (std::size_t d = 0; d < coordinates.shares().size(); ++d) {
    mesh::Share part;
    part.type = coordinates.shares()[d].type;
    part.bytes = mesh::fetch_range(session, coordinates.shares()[d], mine);
    const auto values = mesh::reals_of(part);
    for (std::size_t i = 0; i < values.size(); ++i) points[i][d] = values[i];
  }
  GridPoints places(count);
  for (std::size_t i = 0; i < count; ++i) places.set(i, grid.at(points[i]));
  return places;
}

GridPoints cell_points(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                       const std::vector<std::int64_t>& begins) {
  return Boxes(session, dataset, mesh, begins).run();
}

std::vector<std::array<double, 3>> cell_centres(par::Session& session, const mesh::Dataset& dataset,
                                                const ZoneMesh& mesh,
                                                const std::vector<std::int64_t>& begins) {
  Boxes boxes(session, dataset, mesh, begins);
  const auto points = boxes.run();
  std::vector<std::array<double, 3>> centres;
  for (std::size_t i = 0; i < points.size(); ++i) centres.push_back(boxes.grid().corner(points.at(i)));
  return centres;
}

}  // namespace pcgns::partition
