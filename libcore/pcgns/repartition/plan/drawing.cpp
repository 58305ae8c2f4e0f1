#include "pcgns/repartition/plan/drawing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace pcgns::repartition {

namespace {

using partition::Block;
using partition::Index3;
using partition::Mesh;
using partition::StructuredPiece;

struct Point {
  double x = 0;
  double y = 0;
};

/// A corner in the plane: i to the right and down, j to the left and down, k up.
Point projected(const Index3& corner) {
  const auto i = static_cast<double>(corner[0]);
  const auto j = static_cast<double>(corner[1]);
  return {std::sqrt(0.75) * (i - j), 0.5 * (i + j) - static_cast<double>(corner[2])};
}

/// Neighbouring numbers have colours far apart.
std::string colour_of(std::int64_t rank) {
  const double turn = std::fmod(static_cast<double>(rank) * 0.618033988749895, 1.0);
  return fmt::format("hsl({:.0f},65%,{}%)", 360 * turn, 45 + 12 * (rank % 3));
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return result;
}

/// The corners of the side of `cells` at its end in direction `d`, all the way round.
std::array<Index3, 4> side_of(const Block& cells, std::size_t d) {
  const auto a = (d + 1) % 3;
  const auto b = (d + 2) % 3;
  std::array<Index3, 4> corners = {cells.end, cells.end, cells.end, cells.end};
  corners[1][a] = corners[2][a] = cells.begin[a];
  corners[2][b] = corners[3][b] = cells.begin[b];
  return corners;
}

class Picture {
 public:
  explicit Picture(const Mesh& mesh) : mesh_(mesh) {}

  std::string draw() {
    for (std::size_t zone = 0; zone < mesh_.zones.size(); ++zone) add_zone(zone);
    const double across = std::max(1.0, right_);
    const double height = std::max(1.0, bottom_);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.2f} {1:.2f}\" width=\"{2:.0f}\" "
        "height=\"{3:.0f}\" stroke=\"#222\" stroke-width=\"{4:.3f}\" stroke-linejoin=\"round\">\n{5}</svg>\n",
        across, height, 1200.0, 1200.0 * height / across, across / 2000, body_);
  }

 private:
  /// Beside the zones before it.
  void add_zone(std::size_t zone) {
    const auto& cells = mesh_.decomposition.zones[zone].cells;
    const double left = right_ + std::sqrt(0.75) * static_cast<double>(cells[1]);
    const auto top = static_cast<double>(cells[2]);
    for (const int index : mesh_.pieces_of_zone[zone]) {
      const auto& piece = mesh_.piece(index);
      for (std::size_t d = 0; d < 3; ++d) {
        if (piece.cells.end[d] == cells[d]) add_side(piece, d, {left, top});
      }
    }
    right_ += std::sqrt(0.75) * static_cast<double>(cells[0] + cells[1]) * 1.1;
    bottom_ = std::max(bottom_, top + 0.5 * static_cast<double>(cells[0] + cells[1]));
  }

  void add_side(const StructuredPiece& piece, std::size_t d, Point origin) {
    fmt::format_to(std::back_inserter(body_), "<path fill=\"{}\" d=\"M", colour_of(piece.rank));
    for (const auto& corner : side_of(piece.cells, d)) {
      const auto point = projected(corner);
      fmt::format_to(std::back_inserter(body_), "{:.2f},{:.2f} ", origin.x + point.x, origin.y + point.y);
    }
    fmt::format_to(std::back_inserter(body_), "z\"><title>{}, rank {}</title></path>\n",
                   escaped(partition::name_of(mesh_, piece)), piece.rank);
  }

  const Mesh& mesh_;
  std::string body_;
  double right_ = 0;
  double bottom_ = 0;
};

/// The corners of a hexahedron in the order of VTK.
constexpr std::array<std::array<int, 3>, 8> corners = {
    {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};

template <typename Value>
std::string numbers(const Mesh& mesh, const char* open, const Value& value) {
  std::string text = fmt::format("<DataArray {} format=\"ascii\">\n", open);
  for (std::size_t i = 0; i < mesh.decomposition.pieces.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{}\n", value(i));
  return text + "</DataArray>\n";
}

std::string corners_of(const Block& cells, std::int64_t shift) {
  std::string text;
  for (const auto& corner : corners) {
    for (std::size_t d = 0; d < 3; ++d) {
      const auto at = corner[d] == 0 ? cells.begin[d] : cells.end[d];
      fmt::format_to(std::back_inserter(text), "{} ", at + (d == 0 ? shift : 0));
    }
  }
  return text;
}

}  // namespace

std::string svg_of(const Mesh& mesh) { return Picture(mesh).draw(); }

std::string vtu_of(const Mesh& mesh) {
  const auto& pieces = mesh.decomposition.pieces;
  std::vector<std::int64_t> shifts = {0};
  for (const auto& zone : mesh.decomposition.zones)
    shifts.push_back(shifts.back() + zone.cells[0] + zone.cells[0] / 10 + 1);
  const auto eight = [](std::size_t i) {
    std::array<std::size_t, 8> numbers = {};
    for (std::size_t c = 0; c < 8; ++c) numbers[c] = 8 * i + c;
    return fmt::format("{}", fmt::join(numbers, " "));
  };
  auto text = fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\">\n<UnstructuredGrid>\n"
      "<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n<Points>\n",
      8 * pieces.size(), pieces.size());
  text += numbers(mesh, "type=\"Float64\" NumberOfComponents=\"3\"", [&](std::size_t i) {
    return corners_of(pieces[i].cells, shifts[static_cast<std::size_t>(pieces[i].zone)]);
  });
  text += "</Points>\n<Cells>\n" + numbers(mesh, "type=\"Int64\" Name=\"connectivity\"", eight);
  text += numbers(mesh, "type=\"Int64\" Name=\"offsets\"", [](std::size_t i) { return 8 * (i + 1); });
  text += numbers(mesh, "type=\"UInt8\" Name=\"types\"", [](std::size_t) { return 12; });
  text += "</Cells>\n<CellData Scalars=\"Rank\">\n";
  text += numbers(mesh, "type=\"Int64\" Name=\"Rank\"", [&](std::size_t i) { return pieces[i].rank; });
  text += numbers(mesh, "type=\"Int64\" Name=\"Zone\"", [&](std::size_t i) { return pieces[i].zone; });
  text +=
      numbers(mesh, "type=\"Int64\" Name=\"Cells\"", [&](std::size_t i) { return pieces[i].cells.count(); });
  return text + "</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
}

}  // namespace pcgns::repartition
