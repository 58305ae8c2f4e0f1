#include "pcgns/check/structured_patches.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace pcgns::check {

namespace {

std::size_t at(int axis) { return static_cast<std::size_t>(axis); }

/// How entities at a location are counted along an axis.
struct Counting {
  enum class Kind : std::uint8_t { vertices, faces, cells, unknown };
  Kind kind = Kind::unknown;
  int axis = -1;  ///< Of faces: the one across which they are; -1 if the location does not say.
};
using Kind = Counting::Kind;

Counting counting_of(const std::string& location, int dimension) {
  if (location == "Vertex") return {Kind::vertices};
  if (location == "CellCenter") return {Kind::cells};
  if (location == "FaceCenter" || (location == "EdgeCenter" && dimension == 2)) return {Kind::faces};
  const auto axis = std::string_view("IJK").find(location.empty() ? ' ' : location.front());
  if (axis < 3 && location.substr(1) == "FaceCenter") return {Kind::faces, static_cast<int>(axis)};
  return {};
}

/// Index of the last plane on the high side.
std::int64_t last_plane(Kind kind, const ZoneShape& shape, int axis) {
  return kind == Kind::cells ? shape.cells[at(axis)] - 1 : shape.vertices[at(axis)] - 1;
}

bool is_inside(const IndexRange& range, const Counting& counting, const ZoneShape& shape) {
  if (counting.kind == Kind::vertices) return range.is_inside(shape.vertices);
  if (counting.kind == Kind::cells) return range.is_inside(shape.cells);
  auto most = counting.axis < 0 ? shape.vertices : shape.cells;
  if (counting.axis >= 0) most[at(counting.axis)] = shape.vertices[at(counting.axis)];
  return range.is_inside(most);
}

/// The cells of a range along an axis that lies in the side.
Range cells_along(const IndexRange& range, int axis, Kind kind, const ZoneShape& shape) {
  if (axis >= shape.dimension) return {0, 1};
  const auto end = kind == Kind::vertices ? range.high(axis) : range.high(axis) + 1;
  return {range.low(axis), end};
}

Rectangle rectangle_of(const IndexRange& range, int axis, Kind kind, const ZoneShape& shape) {
  const auto [x, y] = axes_of({axis, false});
  return {cells_along(range, x, kind, shape), cells_along(range, y, kind, shape)};
}

/// Axes across which the range is one plane thick, at a side; the likelier ones first.
std::vector<int> thin_axes(const IndexRange& range, const Counting& counting, const ZoneShape& shape) {
  std::vector<int> axes;
  for (int axis = 0; axis < shape.dimension; ++axis) {
    if (range.extent(axis) != 1 || (counting.axis >= 0 && counting.axis != axis)) continue;
    const auto place = range.low(axis);
    if (place == 0 || place == last_plane(counting.kind, shape, axis)) axes.push_back(axis);
  }
  // Where there is only one cell along an axis, every range is thin there.
  std::stable_partition(axes.begin(), axes.end(), [&](int axis) { return shape.cells[at(axis)] > 1; });
  return axes;
}

/// A face (or a cell behind it) of a list as a square on its side.
std::optional<PlacedFaces> square_of(const Index& index, const Counting& counting, const ZoneShape& shape) {
  const IndexRange range{index, index};
  const auto axes = thin_axes(range, counting, shape);
  if (axes.empty()) return {};
  const auto axis = axes.front();
  const bool is_high = index[at(axis)] != 0;
  return PlacedFaces{{axis, is_high}, rectangle_of(range, axis, counting.kind, shape)};
}

using Squares = std::map<std::pair<int, bool>, std::vector<Rectangle>>;

Squares squares_of_faces(const std::vector<Index>& list, const Counting& counting, const ZoneShape& shape) {
  Squares squares;
  for (const auto& index : list) {
    const auto square = square_of(index, counting, shape);
    if (square) squares[{square->side.axis, square->side.is_high}].push_back(square->faces);
  }
  return squares;
}

Squares squares_of_vertices(const std::vector<Index>& list, const ZoneShape& shape) {
  Squares squares;
  for (const auto& side : sides_of(shape.dimension)) {
    const auto plane = side.is_high ? shape.vertices[at(side.axis)] - 1 : 0;
    const auto [x, y] = axes_of(side);
    std::set<std::pair<std::int64_t, std::int64_t>> points;
    for (const auto& index : list) {
      if (index[at(side.axis)] == plane) points.emplace(index[at(y)], index[at(x)]);
    }
    const auto step = [&](int axis) { return axis < shape.dimension ? 1 : 0; };
    for (const auto& [j, i] : points) {
      if (points.contains({j, i + step(x)}) && points.contains({j + step(y), i}) &&
          points.contains({j + step(y), i + step(x)})) {
        squares[{side.axis, side.is_high}].push_back({{i, i + 1}, {j, j + 1}});
      }
    }
  }
  return squares;
}

}  // namespace

std::vector<Side> sides_of(int dimension) {
  std::vector<Side> sides;
  for (int axis = 0; axis < dimension; ++axis) {
    sides.push_back({axis, false});
    sides.push_back({axis, true});
  }
  return sides;
}

std::array<int, 2> axes_of(const Side& side) { return {side.axis == 0 ? 1 : 0, side.axis == 2 ? 1 : 2}; }

Rectangle faces_of(const Side& side, const ZoneShape& shape) {
  const auto [x, y] = axes_of(side);
  return {{0, shape.cells[at(x)]}, {0, shape.cells[at(y)]}};
}

IndexRange vertices_of(const Side& side, const Rectangle& faces, const ZoneShape& shape) {
  const auto [x, y] = axes_of(side);
  IndexRange range;
  range.first[at(side.axis)] = side.is_high ? shape.vertices[at(side.axis)] - 1 : 0;
  range.last = range.first;
  range.first[at(x)] = faces.x.begin;
  range.last[at(x)] = x < shape.dimension ? faces.x.end : 0;
  range.first[at(y)] = faces.y.begin;
  range.last[at(y)] = y < shape.dimension ? faces.y.end : 0;
  return range;
}

Placed placed(const IndexRange& range, const std::string& location, const ZoneShape& shape) {
  const auto counting = counting_of(location, shape.dimension);
  if (counting.kind == Kind::unknown) return {};
  if (!is_inside(range, counting, shape)) return {Placement::outside, {}};
  const auto axes = thin_axes(range, counting, shape);
  if (axes.empty()) return {Placement::inside, {}};
  for (const auto axis : axes) {
    const auto faces = rectangle_of(range, axis, counting.kind, shape);
    if (!faces.empty()) return {Placement::on_side, {{{axis, range.low(axis) != 0}, faces}}};
  }
  return {Placement::thin, {}};
}

Placed placed_list(const std::vector<Index>& list, const std::string& location, const ZoneShape& shape) {
  const auto counting = counting_of(location, shape.dimension);
  if (counting.kind == Kind::unknown) return {};
  for (const auto& index : list) {
    if (!is_inside({index, index}, counting, shape)) return {Placement::outside, {}};
  }
  const auto squares = counting.kind == Kind::vertices ? squares_of_vertices(list, shape)
                                                       : squares_of_faces(list, counting, shape);
  Placed result{list.empty() ? Placement::on_side : Placement::inside, {}};
  for (const auto& [side, cells] : squares) {
    result.placement = Placement::on_side;
    for (const auto& faces : merged(cells)) result.faces.push_back({{side.first, side.second}, faces});
  }
  return result;
}

}  // namespace pcgns::check
