#include "pcgns/repartition/plan/drawing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <iterator>

namespace pcgns::repartition {

namespace {

using partition::Block;
using partition::Mesh;

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
