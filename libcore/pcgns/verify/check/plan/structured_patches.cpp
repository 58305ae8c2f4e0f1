#include "pcgns/verify/check/plan/structured_patches.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace pcgns::verify::check {

namespace {

/// Stacks the runs of strips, and merges equal runs of adjacent strips into one rectangle.
class Stack {
 public:
  void add(Range y, const std::vector<Range>& runs) {
    std::vector<std::size_t> below;
    for (const auto& run : runs) {
      const auto above = std::find_if(open_.begin(), open_.end(), [&](std::size_t i) {
        return rectangles_[i].x == run && rectangles_[i].y.end == y.begin;
      });
      if (above == open_.end()) {
        below.push_back(rectangles_.size());
        rectangles_.push_back({run, y});
      } else {
        rectangles_[*above].y.end = y.end;
        below.push_back(*above);
      }
    }
    open_ = std::move(below);
  }
  [[nodiscard]] std::vector<Rectangle> take() { return std::move(rectangles_); }

 private:
  std::vector<Rectangle> rectangles_;
  std::vector<std::size_t> open_;  ///< Rectangles of the last strip, which the next may extend.
};

/// Counts the patches over each interval between two cuts.
class Strip {
 public:
  explicit Strip(std::vector<std::int64_t> cuts) : cuts_(std::move(cuts)), steps_(cuts_.size()) {}

  void change(Range x, int by) {
    steps_[place_of(x.begin)] += by;
    steps_[place_of(x.end)] -= by;
  }
  template <typename Wanted>
  [[nodiscard]] std::vector<Range> runs(const Wanted& wanted) const {
    std::vector<Range> runs;
    int depth = 0;
    for (std::size_t i = 0; i + 1 < cuts_.size(); ++i) {
      depth += steps_[i];
      if (!wanted(depth)) continue;
      if (!runs.empty() && runs.back().end == cuts_[i]) {
        runs.back().end = cuts_[i + 1];
      } else {
        runs.push_back({cuts_[i], cuts_[i + 1]});
      }
    }
    return runs;
  }

 private:
  [[nodiscard]] std::size_t place_of(std::int64_t cut) const {
    return static_cast<std::size_t>(std::lower_bound(cuts_.begin(), cuts_.end(), cut) - cuts_.begin());
  }

  std::vector<std::int64_t> cuts_;
  std::vector<int> steps_;
};

std::vector<std::int64_t> cuts_of(const Rectangle& whole, const std::vector<Rectangle>& patches,
                                  Range Rectangle::*side) {
  std::vector<std::int64_t> cuts = {(whole.*side).begin, (whole.*side).end};
  for (const auto& patch : patches) {
    cuts.push_back((patch.*side).begin);
    cuts.push_back((patch.*side).end);
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

}  // namespace

Rectangle intersect(const Rectangle& a, const Rectangle& b) {
  return {pcgns::intersect(a.x, b.x), pcgns::intersect(a.y, b.y)};
}

Coverage coverage(const Rectangle& whole, std::span<const Rectangle> patches) {
  if (whole.empty()) return {};
  std::vector<Rectangle> inside;
  for (const auto& patch : patches) {
    const auto cut = intersect(whole, patch);
    if (!cut.empty()) inside.push_back(cut);
  }
  const auto rows = cuts_of(whole, inside, &Rectangle::y);
  Strip strip(cuts_of(whole, inside, &Rectangle::x));
  auto starting = inside;
  auto ending = inside;
  std::sort(starting.begin(), starting.end(),
            [](const auto& a, const auto& b) { return a.y.begin < b.y.begin; });
  std::sort(ending.begin(), ending.end(), [](const auto& a, const auto& b) { return a.y.end < b.y.end; });
  Stack none;
  Stack twice;
  std::size_t started = 0;
  std::size_t ended = 0;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    for (; started < starting.size() && starting[started].y.begin == rows[i]; ++started) {
      strip.change(starting[started].x, 1);
    }
    for (; ended < ending.size() && ending[ended].y.end == rows[i]; ++ended) {
      strip.change(ending[ended].x, -1);
    }
    none.add({rows[i], rows[i + 1]}, strip.runs([](int depth) { return depth == 0; }));
    twice.add({rows[i], rows[i + 1]}, strip.runs([](int depth) { return depth > 1; }));
  }
  return {none.take(), twice.take()};
}

std::vector<Rectangle> merged(std::vector<Rectangle> cells) {
  std::sort(cells.begin(), cells.end(), [](const auto& a, const auto& b) {
    return a.y.begin != b.y.begin ? a.y.begin < b.y.begin : a.x.begin < b.x.begin;
  });
  Stack stack;
  std::vector<Rectangle> repeated;
  for (std::size_t i = 0; i < cells.size();) {
    const auto row = cells[i].y;
    std::vector<Range> runs;
    for (; i < cells.size() && cells[i].y == row; ++i) {
      const auto x = cells[i].x;
      if (runs.empty() || runs.back().end < x.begin) {
        runs.push_back(x);
      } else if (runs.back().end == x.begin) {
        runs.back().end = x.end;
      } else {
        repeated.push_back(cells[i]);
      }
    }
    stack.add(row, runs);
  }
  auto rectangles = stack.take();
  rectangles.insert(rectangles.end(), repeated.begin(), repeated.end());
  return rectangles;
}

namespace {

std::size_t at_axis(int axis) { return static_cast<std::size_t>(axis); }

/// How entities at a location are indexed along an axis.
struct Counting {
  enum class Kind : std::uint8_t { vertices, faces, cells, unknown };
  Kind kind = Kind::unknown;
  int axis = -1;  ///< For faces: their normal axis; -1 if the location does not tell.
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
std::int64_t last_plane(Kind kind, const cgns::ZoneShape& shape, int axis) {
  return kind == Kind::cells ? shape.cells[at_axis(axis)] - 1 : shape.vertices[at_axis(axis)] - 1;
}

bool is_inside(const cgns::IndexRange& range, const Counting& counting, const cgns::ZoneShape& shape) {
  if (counting.kind == Kind::vertices) return range.is_inside(shape.vertices);
  if (counting.kind == Kind::cells) return range.is_inside(shape.cells);
  auto most = counting.axis < 0 ? shape.vertices : shape.cells;
  if (counting.axis >= 0) most[at_axis(counting.axis)] = shape.vertices[at_axis(counting.axis)];
  return range.is_inside(most);
}

/// What entities are that the zone does not have without its rind.
Placement beyond(cgns::IndexRange range, const Counting& counting, cgns::ZoneShape shape,
                 const std::vector<std::int64_t>& rind) {
  for (std::size_t i = 0; 2 * i + 1 < rind.size(); ++i) {
    range.first[i] += rind[2 * i];
    range.last[i] += rind[2 * i];
    shape.vertices[i] += rind[2 * i] + rind[2 * i + 1];
    shape.cells[i] += rind[2 * i] + rind[2 * i + 1];
  }
  return is_inside(range, counting, shape) ? Placement::in_rind : Placement::outside;
}

/// The cells of a range along an axis within the side.
Range cells_along(const cgns::IndexRange& range, int axis, Kind kind, const cgns::ZoneShape& shape) {
  if (axis >= shape.dimension) return {0, 1};
  const auto end = kind == Kind::vertices ? range.high(axis) : range.high(axis) + 1;
  return {range.low(axis), end};
}

Rectangle rectangle_of(const cgns::IndexRange& range, int axis, Kind kind, const cgns::ZoneShape& shape) {
  const auto [x, y] = axes_of({axis, false});
  return {cells_along(range, x, kind, shape), cells_along(range, y, kind, shape)};
}

/// Axes along which the range is one plane thick at a side, most likely first.
std::vector<int> thin_axes(const cgns::IndexRange& range, const Counting& counting,
                           const cgns::ZoneShape& shape) {
  std::vector<int> axes;
  for (int axis = 0; axis < shape.dimension; ++axis) {
    if (range.extent(axis) != 1 || (counting.axis >= 0 && counting.axis != axis)) continue;
    const auto place = range.low(axis);
    if (place == 0 || place == last_plane(counting.kind, shape, axis)) axes.push_back(axis);
  }
  // Along an axis with a single cell, every range is thin.
  std::stable_partition(axes.begin(), axes.end(), [&](int axis) { return shape.cells[at_axis(axis)] > 1; });
  return axes;
}

/// The axis along which a list is one plane at a side, if there is one: at an edge of the zone, a face alone
/// does not tell which side it is on.
std::optional<int> axis_of_list(const std::vector<cgns::Index>& list, const Counting& counting,
                                const cgns::ZoneShape& shape) {
  if (list.empty()) return {};
  cgns::IndexRange bounds{list.front(), list.front()};
  for (const auto& index : list) {
    for (std::size_t i = 0; i < index.size(); ++i) {
      bounds.first[i] = std::min(bounds.first[i], index[i]);
      bounds.last[i] = std::max(bounds.last[i], index[i]);
    }
  }
  const auto axes = thin_axes(bounds, counting, shape);
  return axes.empty() ? std::nullopt : std::optional(axes.front());
}

/// A face of a list (or the cell behind it) as a unit square on its side. `of_list`: the list's axis.
std::optional<PlacedFaces> square_of(const cgns::Index& index, std::optional<int> of_list,
                                     const Counting& counting, const cgns::ZoneShape& shape) {
  const cgns::IndexRange range{index, index};
  const auto axes = thin_axes(range, counting, shape);
  if (axes.empty()) return {};
  const auto axis = of_list.value_or(axes.front());
  const bool is_high = index[at_axis(axis)] != 0;
  return PlacedFaces{{axis, is_high}, rectangle_of(range, axis, counting.kind, shape)};
}

using Squares = std::map<std::pair<int, bool>, std::vector<Rectangle>>;

Squares squares_of_faces(const std::vector<cgns::Index>& list, const Counting& counting,
                         const cgns::ZoneShape& shape) {
  Squares squares;
  const auto axis = axis_of_list(list, counting, shape);
  for (const auto& index : list) {
    const auto square = square_of(index, axis, counting, shape);
    if (square) squares[{square->side.axis, square->side.is_high}].push_back(square->faces);
  }
  return squares;
}

Squares squares_of_vertices(const std::vector<cgns::Index>& list, const cgns::ZoneShape& shape) {
  Squares squares;
  for (const auto& side : sides_of(shape.dimension)) {
    const auto plane = side.is_high ? shape.vertices[at_axis(side.axis)] - 1 : 0;
    const auto [x, y] = axes_of(side);
    std::set<std::pair<std::int64_t, std::int64_t>> points;
    for (const auto& index : list) {
      if (index[at_axis(side.axis)] == plane) points.emplace(index[at_axis(y)], index[at_axis(x)]);
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

Rectangle faces_of(const Side& side, const cgns::ZoneShape& shape) {
  const auto [x, y] = axes_of(side);
  return {{0, shape.cells[at_axis(x)]}, {0, shape.cells[at_axis(y)]}};
}

cgns::IndexRange vertices_of(const Side& side, const Rectangle& faces, const cgns::ZoneShape& shape) {
  const auto [x, y] = axes_of(side);
  cgns::IndexRange range;
  range.first[at_axis(side.axis)] = side.is_high ? shape.vertices[at_axis(side.axis)] - 1 : 0;
  range.last = range.first;
  range.first[at_axis(x)] = faces.x.begin;
  range.last[at_axis(x)] = x < shape.dimension ? faces.x.end : 0;
  range.first[at_axis(y)] = faces.y.begin;
  range.last[at_axis(y)] = y < shape.dimension ? faces.y.end : 0;
  return range;
}

Placed placed(const cgns::IndexRange& range, const std::string& location, const cgns::ZoneShape& shape,
              const std::vector<std::int64_t>& rind) {
  const auto counting = counting_of(location, shape.dimension);
  if (counting.kind == Kind::unknown) return {};
  if (!is_inside(range, counting, shape)) return {beyond(range, counting, shape, rind), {}};
  const auto axes = thin_axes(range, counting, shape);
  if (axes.empty()) return {Placement::inside, {}};
  for (const auto axis : axes) {
    const auto faces = rectangle_of(range, axis, counting.kind, shape);
    if (!faces.empty()) return {Placement::on_side, {{{axis, range.low(axis) != 0}, faces}}};
  }
  return {Placement::thin, {}};
}

Placed placed_list(const std::vector<cgns::Index>& list, const std::string& location,
                   const cgns::ZoneShape& shape, const std::vector<std::int64_t>& rind) {
  const auto counting = counting_of(location, shape.dimension);
  if (counting.kind == Kind::unknown) return {};
  bool is_in_rind = false;
  for (const auto& index : list) {
    if (is_inside({index, index}, counting, shape)) continue;
    if (beyond({index, index}, counting, shape, rind) == Placement::outside) return {Placement::outside, {}};
    is_in_rind = true;
  }
  if (is_in_rind) return {Placement::in_rind, {}};
  const auto squares = counting.kind == Kind::vertices ? squares_of_vertices(list, shape)
                                                       : squares_of_faces(list, counting, shape);
  Placed result{list.empty() ? Placement::on_side : Placement::inside, {}};
  for (const auto& [side, cells] : squares) {
    result.placement = Placement::on_side;
    for (const auto& faces : merged(cells)) result.faces.push_back({{side.first, side.second}, faces});
  }
  return result;
}

}  // namespace pcgns::verify::check
