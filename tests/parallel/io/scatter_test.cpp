#include "pcgns/io/run/scatter.hpp"

#include <algorithm>
#include <numeric>

#include "catch.hpp"
#include "cut_mesh.hpp"
#include "part_files.hpp"

namespace {

using namespace pcgns;
using cgns::DataType;
using test::Integers;
using test::local;
using test::Mesh;
using test::PartFiles;
using test::Run;
using test::Storage;
using Shape = plan::Indexed::Shape;

constexpr std::array storages = {Storage::plain, Storage::swapped, Storage::hdf5, Storage::memory};

DataType integer_type(int part) { return part % 2 == 0 ? DataType::I8 : DataType::I4; }

/// A value of a point or cell.
double value_of(std::int64_t number) { return 0.1 * static_cast<double>(number) + 1e-9; }

/// The output of a mesh in parts: coordinates, a field of cells, quadrangles, NGON_n with offsets and
/// parents.
struct MeshCase : PartFiles {
  Mesh mesh;
  std::vector<int> point_numbers, face_numbers, cell_numbers;  ///< Arrays, by part.

  MeshCase(std::int64_t size, unsigned seed, DataType type) : mesh(size, seed) {
    for (int part = 0; part < Mesh::parts; ++part) {
      add_file();
      const auto p = static_cast<std::size_t>(part);
      point_numbers.push_back(add_integers(part, integer_type(part), mesh.part_points[p], storage(part)));
      face_numbers.push_back(
          add_integers(part, integer_type(part + 1), mesh.part_faces[p], storage(part + 1)));
      cell_numbers.push_back(add_integers(part, integer_type(part), mesh.part_cells[p], storage(part)));
      plan.numberings.push_back(
          {{{.first = 1, .count = std::ssize(mesh.part_points[p]), .numbers = point_numbers[p]}}});
      plan.numberings.push_back({{{.first = std::ssize(mesh.part_faces[p]) + 1,
                                   .count = std::ssize(mesh.part_cells[p]),
                                   .numbers = cell_numbers[p],
                                   .offset = std::ssize(mesh.faces)}}});
    }
    add_points(DataType::R8);
    add_points(DataType::R4);
    add_cells();
    add_polygons(type);
    add_parents(type == DataType::I4 ? DataType::I8 : DataType::I4, false);
    add_parents(type, true);
    write_files();
  }

  static Storage storage(int part) { return storages[static_cast<std::size_t>(part) % storages.size()]; }

  static std::vector<std::byte> reals(DataType type, const Integers& numbers) {
    std::vector<double> values(numbers.size());
    std::transform(numbers.begin(), numbers.end(), values.begin(), value_of);
    return type == DataType::R8 ? test::bytes_of(values)
                                : test::bytes_of(std::vector<float>(values.begin(), values.end()));
  }

  void add_points(DataType type) {
    Integers all(static_cast<std::size_t>(mesh.points));
    std::iota(all.begin(), all.end(), 1);
    const auto target = add_target(type, reals(type, all));
    for (int part = 0; part < Mesh::parts; ++part) {
      const auto& numbers = mesh.part_points[static_cast<std::size_t>(part)];
      plan.indexed.push_back({.source = add_array(part, type, reals(type, numbers), storage(part)),
                              .target = target,
                              .numbers = point_numbers[static_cast<std::size_t>(part)],
                              .count = std::ssize(numbers),
                              .part = part,
                              .may_share = true});
    }
  }

  /// Three values a cell.
  void add_cells() {
    Integers values;
    for (std::int64_t cell = 1; cell <= std::ssize(mesh.part_of_cell); ++cell)
      values.insert(values.end(), {cell, -cell, 7 * cell});
    const auto target = add_target(DataType::I4, test::bytes_as(DataType::I4, values));
    for (int part = 0; part < Mesh::parts; ++part) {
      const auto& numbers = mesh.part_cells[static_cast<std::size_t>(part)];
      Integers mine;
      for (const auto cell : numbers) mine.insert(mine.end(), {cell, -cell, 7 * cell});
      plan.indexed.push_back({.source = add_integers(part, integer_type(part), mine, storage(part)),
                              .target = target,
                              .numbers = cell_numbers[static_cast<std::size_t>(part)],
                              .count = std::ssize(numbers),
                              .part = part,
                              .width = 3});
    }
  }

  /// The lowest part that has a face, and whether that part has turned it: only its right cell is there.
  [[nodiscard]] bool is_turned(int part, std::size_t face) const {
    return !mesh.has_cell(part, mesh.parents[face][0]);
  }
  [[nodiscard]] int lowest_part(std::size_t face) const {
    int part = 0;
    while (!mesh.has_cell(part, mesh.parents[face][0]) && !mesh.has_cell(part, mesh.parents[face][1])) ++part;
    return part;
  }
  [[nodiscard]] Integers points_of(int part, std::size_t face) const {
    auto points = mesh.faces[face];
    if (is_turned(part, face)) std::reverse(points.begin(), points.end());
    return points;
  }

  void add_polygons(DataType type) {
    Integers connectivity;
    Integers begins = {0};
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
      const auto points = points_of(lowest_part(f), f);
      connectivity.insert(connectivity.end(), points.begin(), points.end());
      begins.push_back(std::ssize(connectivity));
    }
    plan.ragged.push_back({std::ssize(mesh.faces), std::ssize(connectivity), {0}});
    const auto target = add_target(type, test::bytes_as(type, connectivity));
    const auto target_offsets = add_target(type, test::bytes_as(type, begins));
    for (int part = 0; part < Mesh::parts; ++part) {
      const auto p = static_cast<std::size_t>(part);
      Integers mine;
      Integers my_begins = {0};
      for (const auto face : mesh.part_faces[p]) {
        for (const auto point : points_of(part, static_cast<std::size_t>(face - 1)))
          mine.push_back(local(mesh.part_points[p], point));
        my_begins.push_back(std::ssize(mine));
      }
      plan::Indexed move{.source = add_integers(part, integer_type(part), mine, storage(part)),
                         .target = target,
                         .numbers = face_numbers[p],
                         .count = std::ssize(mesh.part_faces[p]),
                         .part = part,
                         .shape = Shape::ragged,
                         .ragged = 0,
                         .offsets = add_integers(part, integer_type(part + 1), my_begins, storage(part + 2)),
                         .numbering = 2 * part,
                         .may_share = true};
      plan.indexed.push_back(move);
      move.source = move.offsets;
      move.target = target_offsets;
      move.shape = Shape::ragged_offsets;
      move.numbering = -1;
      plan.indexed.push_back(move);
    }
  }

  /// ParentElements or, with `sides`, ParentElementsPosition: each cell has its faces on its side 3.
  void add_parents(DataType type, bool sides) {
    const auto count = mesh.faces.size();
    const auto cells = std::ssize(mesh.faces);
    const auto value = [&](std::int64_t number) {
      return sides ? std::min(number, std::int64_t{3}) : number;
    };
    Integers values(2 * count);
    for (std::size_t f = 0; f < count; ++f) {
      auto [left, right] = mesh.parents[f];
      if (is_turned(lowest_part(f), f)) std::swap(left, right);
      values[f] = value(left + cells);
      values[count + f] = right == 0 ? 0 : value(right + cells);
    }
    const auto target = add_target(type, test::bytes_as(type, values));
    for (int part = 0; part < Mesh::parts; ++part) {
      const auto p = static_cast<std::size_t>(part);
      const auto& faces = mesh.part_faces[p];
      Integers mine(2 * faces.size());
      for (std::size_t i = 0; i < faces.size(); ++i) {
        auto [left, right] = mesh.parents[static_cast<std::size_t>(faces[i] - 1)];
        if (!mesh.has_cell(part, left)) std::swap(left, right);
        mine[i] = value(std::ssize(faces) + local(mesh.part_cells[p], left));
        mine[faces.size() + i] =
            mesh.has_cell(part, right) ? value(std::ssize(faces) + local(mesh.part_cells[p], right)) : 0;
      }
      const auto stored = sides ? type : integer_type(part + 1);
      plan.indexed.push_back({.source = add_integers(part, stored, mine, storage(part)),
                              .target = target,
                              .numbers = face_numbers[p],
                              .count = std::ssize(faces),
                              .part = part,
                              .shape = Shape::columns,
                              .width = 2,
                              .numbering = sides ? -1 : 2 * part + 1,
                              .may_share = true,
                              .fills_zeros = true});
    }
  }
};

}  // namespace

TEST_CASE("every entity arrives where its number says, whatever the domains, the chunks and the memory") {
  const auto run =
      GENERATE(Run{.buffer = 1 << 20}, Run{.buffer = 1000, .chunk = 7}, Run{.buffer = 64, .chunk = 100},
               Run{.buffer = 3000, .chunk = 11, .memory = 1000});
  const auto type = GENERATE(DataType::I4, DataType::I8);
  const MeshCase made(run.buffer == 64 ? 12 : 60, 1, type);
  const auto result = test::scatter(made, run);
  CHECK((result.bytes == made.expected));
  CHECK(result.differences.differing == 0);
}

TEST_CASE("a list of one part is renumbered by numbers that lie, compressed, in the file of another part") {
  // Reader of part 0 is rank 0, of part 1 rank 1: none of them has walked both files.
  const auto list_storage = GENERATE(Storage::hdf5, Storage::plain);
  PartFiles files;
  const std::array<Integers, 2> cells = {Integers{4, 1, 6}, Integers{5, 2, 3}};
  std::array<int, 2> numbers = {};
  for (int part = 0; part < 2; ++part) {
    files.add_file();
    const auto p = static_cast<std::size_t>(part);
    numbers[p] = files.add_integers(part, DataType::I8, cells[p], Storage::hdf5);
    files.plan.numberings.push_back({{{.first = 1, .count = 3, .numbers = numbers[p]}}});
  }
  // Point i of the list is cell i of the other part.
  const auto target = files.add_target(DataType::I8, test::bytes_of(Integers{2, 6, 1, 5, 4, 3}));
  const std::array<Integers, 2> donors = {Integers{1, 2, 3}, Integers{1, 3, 2}};
  const std::array<Integers, 2> places = {Integers{4, 1, 6}, Integers{5, 2, 3}};
  for (int part = 0; part < 2; ++part) {
    const auto p = static_cast<std::size_t>(part);
    files.plan.indexed.push_back({.source = files.add_integers(part, DataType::I4, donors[p], list_storage),
                                  .target = target,
                                  .numbers = files.add_integers(part, DataType::I8, places[p], Storage::hdf5),
                                  .count = 3,
                                  .part = part,
                                  .numbering = 1 - part});
  }
  files.write_files();
  CHECK((test::scatter(files, {}).bytes == files.expected));
}
