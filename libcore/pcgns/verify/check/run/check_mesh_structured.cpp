#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "pcgns/par/collective.hpp"
#include "pcgns/plan/subplan.hpp"
#include "pcgns/verify/check/plan/cell_volume.hpp"
#include "pcgns/verify/check/plan/memory.hpp"
#include "pcgns/verify/check/run/ordered.hpp"
#include "pcgns/verify/check/run/zone_patches.hpp"

namespace pcgns::verify::check {

namespace {

using cgns::Index;
using cgns::ZoneShape;

/// The rows of vertices (along i) begin, …, end - 1 of a zone, without rind.
class VertexRows {
 public:
  VertexRows(std::int64_t begin, std::int64_t width, std::size_t rows)
      : begin_(begin), width_(width), points_(static_cast<std::size_t>(width) * rows) {}

  /// Stores the values of `rows`, in order, for one direction.
  void take(std::size_t direction, const std::vector<double>& values, std::int64_t stored_width,
            std::int64_t before) {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const auto row = static_cast<std::int64_t>(i) / width_;
      const auto column = static_cast<std::int64_t>(i) % width_;
      points_[i][direction] = values[static_cast<std::size_t>(row * stored_width + before + column)];
    }
  }
  [[nodiscard]] const cgns::Point& at(std::int64_t row, std::int64_t i) const {
    return points_[static_cast<std::size_t>((row - begin_) * width_ + i)];
  }

 private:
  std::int64_t begin_;
  std::int64_t width_;
  std::vector<cgns::Point> points_;
};

/// Counts of cells on this rank, then over all ranks.
struct CellCount {
  std::int64_t positive = 0;
  std::int64_t negative = 0;
  std::int64_t none = 0;
  std::int64_t flat_sides = 0;
  std::int64_t first_positive = -1;  ///< Cell numbers; for flat sides, six per cell.
  std::int64_t first_negative = -1;
  std::int64_t first_none = -1;
  std::int64_t first_flat_side = -1;
};

void count(std::int64_t& places, std::int64_t& first, std::int64_t place) {
  ++places;
  if (first < 0 || place < first) first = place;
}

CellCount united(MPI_Comm comm, const CellCount& mine) {
  std::vector<std::int64_t> sums = {mine.positive, mine.negative, mine.none, mine.flat_sides};
  std::vector<std::int64_t> firsts = {earliness(mine.first_positive), earliness(mine.first_negative),
                                      earliness(mine.first_none), earliness(mine.first_flat_side)};
  par::sum_over_ranks(comm, sums);
  par::max_over_ranks(comm, firsts);
  for (auto& first : firsts) first = from_earliness(first);
  return {sums[0], sums[1], sums[2], sums[3], firsts[0], firsts[1], firsts[2], firsts[3]};
}

/// Sides of a zone that may have no area, by 2 * axis + (high ? 1 : 0), as rectangles of faces.
using Collapsed = std::array<std::vector<Rectangle>, 6>;

/// Planes of cells of a zone that are looked at together, along its last direction.
struct Slab {
  mesh::Dataset data;       ///< The coordinates of its vertices, as targets 0, 1, ...
  ZoneShape shape;          ///< Of the slab alone.
  Coordinates coordinates;  ///< The same.
  std::int64_t first = 0;   ///< The plane of the zone that it begins with.
};

class SlabCells {
 public:
  /// `shape`: of the zone. `turn`: index of the zone, varies the rank that gets small slabs.
  SlabCells(par::Session& session, const Slab& slab, const ZoneShape& shape, std::int64_t turn)
      : session_(session),
        slab_(slab),
        zone_(shape),
        shape_(slab.shape),
        coordinates_(slab.coordinates),
        turn_(turn),
        rounding_(slab.coordinates.has_r4 ? std::numeric_limits<float>::epsilon()
                                          : std::numeric_limits<double>::epsilon()) {}

  void run(const Collapsed& collapsed, CellCount& found) {
    const auto share =
        mesh::read_share(session_, slab_.data, coordinates_.arrays.front(), coordinates_.extents[0]);
    const Range own = rows_of(share);
    const Range rows = {own.begin, own.empty() ? own.begin : std::min(row_count(), own.end + halo())};
    const auto points = read(rows, share);
    for (auto row = own.begin; row < own.end; ++row) {
      const auto j = row % shape_.vertices[1];
      const auto k = row / shape_.vertices[1];
      if (j >= shape_.cells[1] || (shape_.dimension == 3 && k >= shape_.cells[2])) continue;
      for (std::int64_t i = 0; i < shape_.cells[0]; ++i) add({i, j, k}, points, collapsed, found);
    }
  }

 private:
  [[nodiscard]] std::int64_t row_count() const { return shape_.vertices[1] * shape_.vertices[2]; }

  /// Rows that a cell needs beyond its first one.
  [[nodiscard]] std::int64_t halo() const { return shape_.dimension == 3 ? shape_.vertices[1] + 1 : 1; }

  /// This rank's rows of the zone; together, the ranks have each row once. Follows the distribution of
  /// `share`, without rind. Rows of small arrays go to a rank that depends on `turn`, because small shares
  /// are all on the first ranks.
  [[nodiscard]] Range rows_of(const mesh::Share& share) const {
    const std::int64_t ranks = session_.size();
    if (share.per_rank * (ranks - 1) >= share.count) {
      const auto parts = std::clamp<std::int64_t>(row_count() / halo(), 1, ranks);
      const auto part = std::min((session_.rank() + turn_) % ranks, parts);
      return {row_count() * part / parts, row_count() * std::min(part + 1, parts) / parts};
    }
    const auto width = coordinates_.extents[0];
    return {zone_rows_before(share.values.begin / width), zone_rows_before(share.values.end / width)};
  }
  [[nodiscard]] std::int64_t zone_rows_before(std::int64_t stored) const {
    const auto planes = stored / coordinates_.extents[1] - coordinates_.before[2];
    const auto row = stored % coordinates_.extents[1] - coordinates_.before[1];
    if (planes < 0) return 0;
    if (planes >= shape_.vertices[2]) return row_count();
    return planes * shape_.vertices[1] + std::clamp<std::int64_t>(row, 0, shape_.vertices[1]);
  }

  [[nodiscard]] VertexRows read(Range rows, const mesh::Share& first) const {
    std::vector<std::int64_t> stored;
    for (auto row = rows.begin; row < rows.end; ++row) {
      const auto j = row % shape_.vertices[1] + coordinates_.before[1];
      const auto k = row / shape_.vertices[1] + coordinates_.before[2];
      stored.push_back(k * coordinates_.extents[1] + j);
    }
    VertexRows points(rows.begin, shape_.vertices[0], stored.size());
    const auto width = coordinates_.extents[0];
    points.take(0, mesh::fetch_reals(session_, first, stored, width), width, coordinates_.before[0]);
    for (std::size_t direction = 1; direction < coordinates_.arrays.size(); ++direction) {
      const auto share = mesh::read_share(session_, slab_.data, coordinates_.arrays[direction], width);
      points.take(direction, mesh::fetch_reals(session_, share, stored, width), width,
                  coordinates_.before[0]);
    }
    return points;
  }

  void add(const Index& cell, const VertexRows& points, const Collapsed& collapsed, CellCount& found) const {
    Corners corners = {};
    for (int corner = 0; corner < (shape_.dimension == 3 ? 8 : 4); ++corner) {
      const auto row = cell[1] + (corner >> 1 & 1) + (cell[2] + (corner >> 2)) * shape_.vertices[1];
      corners[static_cast<std::size_t>(corner)] = points.at(row, cell[0] + (corner & 1));
    }
    const bool is_plane = coordinates_.arrays.size() == 2;
    const auto measure = shape_.dimension == 3 ? verify::check::volume_of(corners, rounding_)
                                               : verify::check::area_of(corners, is_plane, rounding_);
    auto in_zone = cell;
    in_zone[static_cast<std::size_t>(zone_.dimension) - 1] += slab_.first;
    const auto number = (in_zone[2] * zone_.cells[1] + in_zone[1]) * zone_.cells[0] + in_zone[0];
    if (measure.is_none()) {
      count(found.none, found.first_none, number);
    } else if (measure.value > 0) {
      count(found.positive, found.first_positive, number);
    } else {
      count(found.negative, found.first_negative, number);
    }
    if (shape_.dimension == 3) add_sides(in_zone, number, corners, collapsed, found);
  }

  void add_sides(const Index& cell, std::int64_t number, const Corners& corners, const Collapsed& collapsed,
                 CellCount& found) const {
    for (int side = 0; side < 6; ++side) {
      const int axis = side / 2;
      const bool is_high = side % 2 != 0;
      const auto place = cell[static_cast<std::size_t>(axis)];
      if (place != (is_high ? zone_.cells[static_cast<std::size_t>(axis)] - 1 : 0)) continue;
      if (!verify::check::side_area_of(corners, axis, is_high, rounding_).is_none()) continue;
      const auto [x, y] = verify::check::axes_of({axis, is_high});
      const auto i = cell[static_cast<std::size_t>(x)];
      const auto j = cell[static_cast<std::size_t>(y)];
      const auto& may = collapsed[static_cast<std::size_t>(side)];
      const bool is_known = std::any_of(may.begin(), may.end(), [&](const Rectangle& faces) {
        return i >= faces.x.begin && i < faces.x.end && j >= faces.y.begin && j < faces.y.end;
      });
      if (!is_known) count(found.flat_sides, found.first_flat_side, 6 * number + side);
    }
  }

  par::Session& session_;
  const Slab& slab_;
  const ZoneShape& zone_;
  const ZoneShape& shape_;
  const Coordinates& coordinates_;
  std::int64_t turn_;
  double rounding_;
};

/// Looks at the cells of a zone, slab by slab, so that the vertices of a slab fit into the memory of the
/// ranks.
CellCount cells_of(par::Session& session, const Subject& subject, const ZoneShape& shape,
                   const Coordinates& coordinates, std::int64_t turn, const Collapsed& collapsed) {
  const auto last = static_cast<std::size_t>(shape.dimension) - 1;
  const auto most = planes_at_once(shape, subject.data.memory.share(2), session.size());
  CellCount found;
  for (std::int64_t first = 0; first < shape.cells[last]; first += most) {
    const auto count = std::min(most, shape.cells[last] - first);
    const auto plane = coordinates.before[last] + first;
    const auto plan = plan::slab_of(subject.data.plan, coordinates.arrays, {plane, plane + count + 1});
    Slab slab{.data = {.plan = plan, .inputs = subject.data.inputs, .memory = subject.data.memory.share(2)},
              .shape = shape,
              .coordinates = coordinates,
              .first = first};
    slab.shape.cells[last] = count;
    slab.shape.vertices[last] = count + 1;
    std::iota(slab.coordinates.arrays.begin(), slab.coordinates.arrays.end(), 0);
    slab.coordinates.extents[last] = count + 1;
    slab.coordinates.before[last] = 0;
    SlabCells(session, slab, shape, turn).run(collapsed, found);
  }
  return united(session.comm(), found);
}

Collapsed collapsed_of(const ZonePatches& patches) {
  Collapsed collapsed;
  for (const auto& patch : patches.patches) {
    if (!patch.is_collapsed) continue;
    for (const auto& [side, faces] : patch.faces) {
      collapsed[static_cast<std::size_t>(2 * side.axis + (side.is_high ? 1 : 0))].push_back(faces);
    }
  }
  return collapsed;
}

/// Adds what the numbers say of the zone.
class CellJudge {
 public:
  CellJudge(const Subject& subject, std::string path, const ZoneShape& shape, cgns::Findings& findings)
      : subject_(subject), path_(std::move(path)), shape_(shape), findings_(findings) {}

  void judge(const CellCount& found) {
    const bool is_left_handed = found.negative > found.positive;
    if (is_left_handed) add("M0403", "", 0, 1);
    const auto turned = is_left_handed ? found.positive : found.negative;
    const auto first_turned = is_left_handed ? found.first_positive : found.first_negative;
    if (turned > 0) add("M0402", cell_text(first_turned), first_turned, turned);
    if (found.none > 0) add("M0401", cell_text(found.first_none), found.first_none, found.none);
    if (found.flat_sides == 0) return;
    const auto side = found.first_flat_side % 6;
    const auto position = fmt::format("{}{} of {}", "ijk"[side / 2], side % 2 != 0 ? "max" : "min",
                                      cell_text(found.first_flat_side / 6));
    add("B0209", position, found.first_flat_side, found.flat_sides);
  }

 private:
  void add(const char* code, const std::string& position, std::int64_t index, std::int64_t count) {
    findings_.add({.code = code,
                   .file = subject_.file,
                   .path = path_,
                   .position = position,
                   .index = index,
                   .count = count});
  }
  [[nodiscard]] std::string cell_text(std::int64_t number) const {
    const Index cell = {number % shape_.cells[0], number / shape_.cells[0] % shape_.cells[1],
                        number / shape_.cells[0] / shape_.cells[1]};
    return "cell " + cgns::text_of(cell, shape_.dimension);
  }

  const Subject& subject_;
  std::string path_;
  const ZoneShape& shape_;
  cgns::Findings& findings_;
};

}  // namespace

void check_structured_mesh(par::Session& session, const Subject& subject, const cgns::Node& base,
                           const cgns::Node& zone, cgns::Findings& findings) {
  const auto shape = zone.link ? std::nullopt : cgns::shape_of(zone);
  if (!shape || !shape->structured || shape->dimension < 2 || shape->cell_count() == 0) return;
  const auto dimensions = cgns::integers_in(&base);
  const auto physical = dimensions && dimensions->size() == 2 ? static_cast<int>((*dimensions)[1]) : 3;
  const auto coordinates = verify::check::coordinates_of(zone, *shape, physical);
  if (!coordinates || physical < shape->dimension) return;
  session.enter("checking cells");
  ZonePatches patches;
  par::collectively(session.comm(), "checking cells", [&] {
    cgns::Findings ignored;
    patches = verify::check::patches_of(
        base, zone, *shape, [](const cgns::Node&) { return std::vector<Index>(); }, subject.file, ignored);
  });
  const auto turn = place_in(base, zone);
  const auto found = cells_of(session, subject, *shape, *coordinates, turn, collapsed_of(patches));
  if (session.rank() != turn % session.size()) return;
  CellJudge(subject, cgns::join("/" + base.name, zone.name), *shape, findings).judge(found);
}

}  // namespace pcgns::verify::check
