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

class Boxes {
 public:
  Boxes(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
        const std::vector<std::int64_t>& begins)
      : session_(session),
        dataset_(dataset),
        mesh_(mesh),
        coordinates_(session, dataset, mesh.zone),
        grid_(grid_of(coordinates_)),
        exchange_(session) {
    cells_.begins = begins;
    const auto rank = static_cast<std::size_t>(session.rank());
    cells_.mine = {begins[rank], begins[rank + 1]};
    const bool has_polyhedra = std::any_of(mesh.sections.begin(), mesh.sections.end(), is_polyhedral);
    const auto count = static_cast<std::size_t>(cells_.mine.size());
    resize_in_room(points_, count);
    if (has_polyhedra || mesh.cells_are_implied) boxes_.resize(count);
    faces_.resize(mesh.sections.size());
  }

  std::vector<GridPoint> run() {
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
    for (std::size_t i = 0; i < boxes_.size(); ++i) points_[i] = boxes_[i].centre();
    return std::move(points_);
  }
  [[nodiscard]] const kernel::SpaceGrid& grid() const { return grid_; }

 private:
  /// Coordinates that are not numbers are left out.
  [[nodiscard]] Box box_of(std::span<const kernel::Point> points) const {
    constexpr auto infinity = std::numeric_limits<double>::infinity();
    std::array<double, 3> least = {infinity, infinity, infinity};
    std::array<double, 3> most = {-infinity, -infinity, -infinity};
    for (const auto& point : points) {
      const std::array<double, 3> at = {point.x, point.y, point.z};
      for (std::size_t d = 0; d < 3; ++d) {
        least[d] = std::min(least[d], at[d]);
        most[d] = std::max(most[d], at[d]);
      }
    }
    return {grid_.at(least), grid_.at(most)};
  }
  /// The boxes of the vertices of a block; each vertex has several cells, so they are put on the grid once.
  class VertexBoxes {
   public:
    VertexBoxes(const Boxes& boxes, mesh::Window window)
        : window_(std::move(window)), nothing_(boxes.box_of({})) {
      for (const auto& point : window_.points()) all_.push_back(boxes.box_of({&point, 1}));
    }
    [[nodiscard]] Box around(std::span<const std::int64_t> nodes) const {
      auto box = nothing_;
      for (const auto node : nodes) box.add(all_[window_.index_of(node)]);
      return box;
    }

   private:
    mesh::Window window_;
    Box nothing_;
    std::vector<Box> all_;
  };
  [[nodiscard]] VertexBoxes boxes_of_vertices(const mesh::Block& block, bool has_leads) const {
    if (!has_leads) return {*this, coordinates_.window(block.values())};
    std::vector<std::int64_t> nodes;
    for (std::int64_t i = 0; i < block.size(); ++i)
      nodes.insert(nodes.end(), block.nodes(i).begin(), block.nodes(i).end());
    return {*this, coordinates_.window(nodes)};
  }

  /// Adds the bounding boxes of the elements of a section, to cells or, for faces, to faces_.
  void add_nodes(std::size_t s) {
    const auto& elements = mesh_.sections[s];
    auto cell = mesh_.roles[s].first_cell;
    std::vector<CellBox> made;
    mesh::Block block;
    for (const auto& chunk : mesh::chunks_of(session_, std::span(&elements, 1))) {
      block.load(elements, chunk.range);
      const auto boxes = boxes_of_vertices(block, elements.lead > 0);
      for (std::int64_t i = 0; i < block.size(); ++i) {
        if (mesh_.is_cell(s, block, i)) {
          add({cell++, boxes.around(block.nodes(i))}, made);
        } else if (!mesh_.roles[s].mixed) {
          faces_[s].push_back(boxes.around(block.nodes(i)));
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
      points_[i] = cell.box.centre();
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
  std::vector<GridPoint> points_;
  std::vector<Box> boxes_;               ///< Empty if each cell occurs once, with all its nodes.
  std::vector<std::vector<Box>> faces_;  ///< By section: this rank's faces.
};

}  // namespace

std::vector<GridPoint> vertex_points(par::Session& session, const mesh::Dataset& dataset,
                                     const ZoneMesh& mesh, const std::vector<std::int64_t>& begins) {
  const mesh::Coordinates coordinates(session, dataset, mesh.zone);
  const auto grid = grid_of(coordinates);
  const auto rank = static_cast<std::size_t>(session.rank());
  const Range mine = {begins[rank], begins[rank + 1]};
  std::vector<std::array<double, 3>> points(static_cast<std::size_t>(mine.size()));
  for (std::size_t d = 0; d < coordinates.shares().size(); ++d) {
    mesh::Share part;
    part.type = coordinates.shares()[d].type;
    part.bytes = mesh::fetch_range(session, coordinates.shares()[d], mine);
    const auto values = mesh::reals_of(part);
    for (std::size_t i = 0; i < values.size(); ++i) points[i][d] = values[i];
  }
  std::vector<GridPoint> places;
  for (const auto& point : points) places.push_back(grid.at(point));
  return places;
}

std::vector<GridPoint> cell_points(par::Session& session, const mesh::Dataset& dataset, const ZoneMesh& mesh,
                                   const std::vector<std::int64_t>& begins) {
  return Boxes(session, dataset, mesh, begins).run();
}

std::vector<std::array<double, 3>> cell_centres(par::Session& session, const mesh::Dataset& dataset,
                                                const ZoneMesh& mesh,
                                                const std::vector<std::int64_t>& begins) {
  Boxes boxes(session, dataset, mesh, begins);
  std::vector<std::array<double, 3>> centres;
  for (const auto& point : boxes.run()) centres.push_back(boxes.grid().corner(point));
  return centres;
}

}  // namespace pcgns::partition
