#include "ring.hpp"

#include <numeric>

#include "../capi/ok.hpp"
#include "../session.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/pcgnslib.h"

namespace pcgns::test {

namespace {

using Numbers = std::vector<cgsize_t>;

constexpr Place vertices = {6, 5, 4};

cgsize_t vertex(cgsize_t i, cgsize_t j, cgsize_t k) { return 1 + i + vertices[0] * (j + vertices[1] * k); }

/// Visits indices up to `end`, the first one fastest.
template <typename Visit>
void each_index(const Place& end, const Visit& visit) {
  for (cgsize_t k = 0; k < end[2]; ++k)
    for (cgsize_t j = 0; j < end[1]; ++j)
      for (cgsize_t i = 0; i < end[0]; ++i) visit(i, j, k);
}

/// The four vertices of the face of a cell that is normal to `axis`, on its low side.
void add_face(Numbers& nodes, std::size_t axis, cgsize_t i, cgsize_t j, cgsize_t k) {
  const std::array<std::array<Place, 4>, 3> faces = {{{{{0, 0, 0}, {0, 1, 0}, {0, 1, 1}, {0, 0, 1}}},
                                                      {{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}}},
                                                      {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}}}};
  for (const auto& step : faces.at(axis)) nodes.push_back(vertex(i + step[0], j + step[1], k + step[2]));
}

/// The extent of the faces normal to an axis.
Place faces_of(std::size_t axis) {
  auto end = cells;
  ++end.at(axis);
  return end;
}

std::int64_t count_of(const Place& end) { return end[0] * end[1] * end[2]; }

/// The number of a face in the section of all polygons: those normal to x, to y, to z.
cgsize_t polygon(std::size_t axis, cgsize_t i, cgsize_t j, cgsize_t k) {
  cgsize_t first = 1;
  for (std::size_t before = 0; before < axis; ++before) first += count_of(faces_of(before));
  const auto end = faces_of(axis);
  return first + i + end[0] * (j + end[1] * k);
}

void write_polyhedra(int file, int zone) {
  Numbers faces;
  for (const std::size_t axis : {0, 1, 2})
    each_index(faces_of(axis), [&](auto i, auto j, auto k) { add_face(faces, axis, i, j, k); });
  Numbers bodies;
  each_index(cells, [&](auto i, auto j, auto k) {
    bodies.insert(bodies.end(), {-polygon(0, i, j, k), polygon(0, i + 1, j, k), -polygon(1, i, j, k),
                                 polygon(1, i, j + 1, k), -polygon(2, i, j, k), polygon(2, i, j, k + 1)});
  });
  const auto offsets = [](const Numbers& nodes, cgsize_t width) {
    Numbers begins;
    for (cgsize_t at = 0; at <= std::ssize(nodes); at += width) begins.push_back(at);
    return begins;
  };
  const auto last = std::ssize(faces) / 4;
  int section = 0;
  ok(cg_poly_section_write(file, 1, zone, "Faces", NGON_n, 1, last, 0, faces.data(), offsets(faces, 4).data(),
                           &section));
  ok(cg_poly_section_write(file, 1, zone, "Bodies", NFACE_n, last + 1, last + count_of(cells), 0,
                           bodies.data(), offsets(bodies, 6).data(), &section));
}

constexpr std::array<Side, 4> sides = {{{0, false}, {0, true}, {1, false}, {1, true}}};

/// The faces of a side: their extent, and where they begin.
template <typename Visit>
void each_face(const Side& side, const Visit& visit) {
  auto end = cells;
  end.at(side.axis) = 1;
  const auto shift = side.is_high ? cells.at(side.axis) : 0;
  each_index(
      end, [&](auto i, auto j, auto k) { visit(side.axis == 0 ? shift : i, side.axis == 1 ? shift : j, k); });
}

std::size_t index_of(const Side& side) { return 2 * side.axis + (side.is_high ? 1 : 0); }

/// The first element of a side: squares follow the hexahedra, side after side.
cgsize_t first_square(const Side& side) {
  auto first = count_of(cells) + 1;
  for (std::size_t before = 0; before < index_of(side); ++before)
    first += count_of(cells) / cells.at(sides.at(before).axis);
  return first;
}

void write_hexahedra(int file, int zone) {
  Numbers nodes;
  each_index(cells, [&](auto i, auto j, auto k) {
    for (const cgsize_t up : {0, 1}) add_face(nodes, 2, i, j, k + up);
  });
  int section = 0;
  ok(cg_section_write(file, 1, zone, "Hexa", HEXA_8, 1, count_of(cells), 0, nodes.data(), &section));
  for (const auto& side : sides) {
    Numbers faces;
    each_face(side, [&](auto i, auto j, auto k) { add_face(faces, side.axis, i, j, k); });
    const auto first = first_square(side);
    const auto name = "Side" + std::to_string(index_of(side));
    ok(cg_section_write(file, 1, zone, name.c_str(), QUAD_4, first, first + std::ssize(faces) / 4 - 1, 0,
                        faces.data(), &section));
  }
}

/// What an interface lists at a side, in the order of the plane.
Numbers points_of(Kind kind, const Side& side) {
  Numbers points;
  if (kind == Kind::by_faces) {
    points.resize(static_cast<std::size_t>(count_of(cells) / cells.at(side.axis)));
    std::iota(points.begin(), points.end(), first_square(side));
  } else if (kind == Kind::polyhedra) {
    each_face(side, [&](auto i, auto j, auto k) { points.push_back(polygon(side.axis, i, j, k)); });
  } else {
    auto end = vertices;
    end.at(side.axis) = 1;
    const auto at = side.is_high ? cells.at(side.axis) : 0;
    each_index(end, [&](auto i, auto j, auto k) {
      const Place index = {side.axis == 0 ? at : i, side.axis == 1 ? at : j, k};
      if (kind == Kind::structured_lists)
        points.insert(points.end(), {index[0] + 1, index[1] + 1, index[2] + 1});
      else
        points.push_back(vertex(index[0], index[1], index[2]));
    });
  }
  return points;
}

Numbers reversed(const Numbers& points, std::int64_t width) {
  Numbers turned;
  for (auto at = std::ssize(points) - width; at >= 0; at -= width)
    turned.insert(turned.end(), points.begin() + at, points.begin() + at + width);
  return turned;
}

constexpr std::array<const char*, 2> zone_names = {"First", "Second"};

std::array<cgsize_t, 6> range_of(const Side& side) {
  std::array<cgsize_t, 6> range = {1, 1, 1, vertices[0], vertices[1], vertices[2]};
  const auto at = side.is_high ? vertices.at(side.axis) : 1;
  range.at(side.axis) = range.at(side.axis + 3) = at;
  return range;
}

/// The two sides of an interface list their points in different orders.
void write_interface(int file, Kind kind, const RingInterface& interface) {
  const auto name = "At" + std::to_string(index_of(interface.side));
  const auto* donor = zone_names.at(static_cast<std::size_t>(interface.donor) - 1);
  std::array<float, 3> shift = {};
  shift.at(interface.side.axis) = static_cast<float>(interface.shift);
  const std::array<float, 3> none = {};
  int number = 0;
  if (kind == Kind::ranges) {
    const std::array<int, 3> transform = {1, 2, 3};
    ok(cg_1to1_write(file, 1, interface.zone, name.c_str(), donor, range_of(interface.side).data(),
                     range_of(interface.donor_side).data(), transform.data(), &number));
    if (interface.shift != 0)
      ok(cg_1to1_periodic_write(file, 1, interface.zone, number, none.data(), none.data(), shift.data()));
    return;
  }
  const std::int64_t width = kind == Kind::structured_lists ? 3 : 1;
  const bool is_turned = interface.side.is_high;
  const auto here = points_of(kind, interface.side);
  const auto there = points_of(kind, interface.donor_side);
  const auto count = std::ssize(here) / width;
  const bool has_faces = kind == Kind::by_faces || kind == Kind::polyhedra;
  ok(cg_conn_write(file, 1, interface.zone, name.c_str(), has_faces ? FaceCenter : Vertex, Abutting1to1,
                   PointList, count, (is_turned ? reversed(here, width) : here).data(), donor,
                   is_structured(kind) ? Structured : Unstructured, PointListDonor, LongInteger, count,
                   (is_turned ? reversed(there, width) : there).data(), &number));
  if (interface.shift != 0)
    ok(cg_conn_periodic_write(file, 1, interface.zone, number, none.data(), none.data(), shift.data()));
}

void write_zone(int file, Kind kind, int number) {
  const auto all = count_of(vertices);
  Numbers size = {all, count_of(cells), 0};
  if (is_structured(kind))
    size = {vertices[0], vertices[1], vertices[2], cells[0], cells[1], cells[2], 0, 0, 0};
  int zone = 0;
  int made = 0;
  ok(cg_zone_write(file, 1, zone_names.at(static_cast<std::size_t>(number) - 1), size.data(),
                   is_structured(kind) ? Structured : Unstructured, &zone));
  for (const std::size_t axis : {0, 1, 2}) {
    std::vector<double> values;
    for (cgsize_t v = 1; v <= all; ++v)
      values.push_back(static_cast<double>(place_of(number, v).at(axis)) / 8);
    const auto name = std::string("Coordinate") + "XYZ"[axis];
    ok(cg_coord_write(file, 1, zone, RealDouble, name.c_str(), values.data(), &made));
  }
  if (kind == Kind::polyhedra) {
    write_polyhedra(file, zone);
  } else if (!is_structured(kind)) {
    write_hexahedra(file, zone);
  }
  std::vector<int> owners;
  for (std::int64_t cell = 0; cell < count_of(cells); ++cell)
    owners.push_back(static_cast<int>(cell * 7 / 5 % session().size()));
  ok(cg_sol_write(file, 1, zone, "AtCells", CellCenter, &made));
  ok(cg_field_write(file, 1, zone, made, Integer, "Owner", owners.data(), &made));
}

}  // namespace

bool is_structured(Kind kind) { return kind == Kind::ranges || kind == Kind::structured_lists; }

Place place_of(int zone, std::int64_t number) {
  const auto at = number - 1;
  return {8 * (at % vertices[0] + (zone - 1) * cells[0]), 8 * (at / vertices[0] % vertices[1]),
          8 * (at / vertices[0] / vertices[1])};
}

std::vector<RingInterface> ring_interfaces() {
  const auto length = 2 * cells[0];
  std::vector<RingInterface> all = {{1, sides[1], 2, sides[0]},
                                    {2, sides[0], 1, sides[1]},
                                    {2, sides[1], 1, sides[0], -length},
                                    {1, sides[0], 2, sides[1], length}};
  for (const int zone : {1, 2}) {
    all.push_back({zone, sides[2], zone, sides[3], cells[1]});
    all.push_back({zone, sides[3], zone, sides[2], -cells[1]});
  }
  return all;
}

std::int64_t points_at(Kind kind, const Side& side) {
  return std::ssize(points_of(kind, side)) / (kind == Kind::structured_lists ? 3 : 1);
}

void write_ring(const std::string& path, Kind kind, int containers) {
  if (session().is_root()) {
    int file = 0;
    int base = 0;
    ok(cg_open(path.c_str(), CG_MODE_WRITE, &file));
    ok(cg_base_write(file, "Base", 3, 3, &base));
    for (const int zone : {1, 2}) write_zone(file, kind, zone);
    for (const auto& interface : ring_interfaces()) write_interface(file, kind, interface);
    for (const int zone : {1, 2}) {
      int container = 0;
      if (containers > 1) ok(cg_zconn_write(file, 1, zone, "Later", &container));
    }
    ok(cg_close(file));
  }
  (void)par::all_sum(session().comm(), 0);
}

}  // namespace pcgns::test
