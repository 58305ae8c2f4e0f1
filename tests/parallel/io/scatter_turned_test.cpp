#include <algorithm>

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
using test::Storage;
using Shape = plan::Indexed::Shape;

/// NGON_n and NFACE_n of parts each of which has the faces at its borders with its own cell on the left.
struct BorderCase : PartFiles {
  Mesh mesh;
  Storage storage;
  std::vector<int> face_numbers, cell_numbers, parents;

  explicit BorderCase(Storage with) : mesh(40, 5), storage(with) {
    for (int part = 0; part < Mesh::parts; ++part) {
      const auto p = index(part);
      add_file();
      face_numbers.push_back(add_integers(part, DataType::I8, mesh.part_faces[p], storage));
      cell_numbers.push_back(add_integers(part, DataType::I4, mesh.part_cells[p], storage));
      const auto points = add_integers(part, DataType::I4, mesh.part_points[p], storage);
      const auto faces = std::ssize(mesh.part_faces[p]);
      plan.numberings.push_back(
          {{{.first = 1, .count = std::ssize(mesh.part_points[p]), .numbers = points}}});
      plan.numberings.push_back({{{.first = 1, .count = faces, .numbers = face_numbers[p]},
                                  {.first = faces + 1,
                                   .count = std::ssize(mesh.part_cells[p]),
                                   .numbers = cell_numbers[p],
                                   .offset = 80}}});
    }
    add_parents();
    for (int part = 0; part < Mesh::parts; ++part) add_borders(part);
    for (auto& move : plan.indexed) move.turned = move.part;
    add_ragged(false);
    add_ragged(true);
    write_files();
  }

  static std::size_t index(std::int64_t number) { return static_cast<std::size_t>(number); }
  [[nodiscard]] int part_of(std::int64_t cell) const {
    return cell == 0 ? -1 : static_cast<int>(mesh.part_of_cell[index(cell - 1)]);
  }
  /// Cells on both sides, as a part has them or (-1) the whole zone; and whether that is not how `mesh` has
  /// them.
  struct Sides {
    std::int64_t left, right;
    bool swapped;
  };
  [[nodiscard]] Sides sides(int part, std::int64_t face) const {
    const auto [left, right] = mesh.parents[index(face - 1)];
    const bool is_border = right != 0 && part_of(left) != part_of(right);
    const bool swapped = is_border && (part < 0 ? right < left : part_of(left) != part);
    return swapped ? Sides{right, left, true} : Sides{left, right, false};
  }
  [[nodiscard]] Integers nodes(int part, std::int64_t face) const {
    auto result = mesh.faces[index(face - 1)];
    if (sides(part, face).swapped) std::reverse(result.begin(), result.end());
    return result;
  }
  /// The faces of a cell, with signs.
  [[nodiscard]] Integers around(int part, std::int64_t cell) const {
    Integers result;
    for (std::int64_t face = 1; face <= std::ssize(mesh.faces); ++face) {
      const auto [left, right, swapped] = sides(part, face);
      if (left == cell) result.push_back(face);
      if (right == cell) result.push_back(-face);
    }
    return result;
  }

  plan::Indexed move(int part, int source, bool cells) const {
    const auto& numbers = cells ? mesh.part_cells : mesh.part_faces;
    return {.source = source,
            .target = static_cast<int>(plan.targets.size()) - 1,
            .numbers = (cells ? cell_numbers : face_numbers)[index(part)],
            .count = std::ssize(numbers[index(part)]),
            .part = part,
            .may_share = !cells};
  }

  void add_parents() {
    const auto count = mesh.faces.size();
    Integers all(2 * count);
    for (std::size_t f = 0; f < count; ++f) {
      const auto [left, right, swapped] = sides(-1, static_cast<std::int64_t>(f) + 1);
      all[f] = left + 80;
      all[count + f] = right == 0 ? 0 : right + 80;
    }
    add_target(DataType::I8, test::bytes_of(all));
    for (int part = 0; part < Mesh::parts; ++part) {
      const auto& faces = mesh.part_faces[index(part)];
      Integers mine(2 * faces.size());
      for (std::size_t i = 0; i < faces.size(); ++i) {
        const auto [left, right, swapped] = sides(part, faces[i]);
        mine[i] = std::ssize(faces) + local(mesh.part_cells[index(part)], left);
        if (mesh.has_cell(part, right))
          mine[faces.size() + i] = std::ssize(faces) + local(mesh.part_cells[index(part)], right);
      }
      parents.push_back(add_integers(part, DataType::I4, mine, storage));
      inputs.arrays[index(parents.back())].dims = {std::ssize(mine) / 2, 2};
      auto& added = plan.indexed.emplace_back(move(part, parents.back(), false));
      added.shape = Shape::columns;
      added.width = 2;
      added.numbering = 2 * part + 1;
      added.fills_zeros = true;
    }
  }

  void add_borders(int part) {
    auto& turned = plan.turned.emplace_back();
    for (int other = 0; other < Mesh::parts; ++other) {
      Integers here;
      Integers there;
      for (const auto face : mesh.part_faces[index(part)]) {
        const auto [left, right, swapped] = sides(part, face);
        if (other == part || right == 0 || part_of(right) != other) continue;
        here.push_back(local(mesh.part_faces[index(part)], face));
        there.push_back(local(mesh.part_faces[index(other)], face));
      }
      const auto side = [&](int of, const Integers& faces) {
        return plan::Turned::Side{
            .faces = add_integers(part, DataType::I4, faces, faces.empty() ? Storage::plain : storage),
            .first = 1,
            .parents = parents[index(of)],
            .numbering = 2 * of + 1};
      };
      turned.borders.push_back({.here = side(part, here), .there = side(other, there)});
    }
  }

  /// NGON_n, or with `cells` NFACE_n.
  void add_ragged(bool cells) {
    Integers all;
    const auto count = cells ? std::ssize(mesh.part_of_cell) : std::ssize(mesh.faces);
    for (std::int64_t entity = 1; entity <= count; ++entity) {
      const auto values = cells ? around(-1, entity) : nodes(-1, entity);
      all.insert(all.end(), values.begin(), values.end());
    }
    add_target(DataType::I4, test::bytes_as(DataType::I4, all));
    plan.ragged.push_back({count, std::ssize(all), {0}});
    for (int part = 0; part < Mesh::parts; ++part) {
      Integers mine;
      Integers begins = {0};
      for (const auto entity : (cells ? mesh.part_cells : mesh.part_faces)[index(part)]) {
        for (const auto value : cells ? around(part, entity) : nodes(part, entity)) {
          const auto number =
              local((cells ? mesh.part_faces : mesh.part_points)[index(part)], std::abs(value));
          mine.push_back(value < 0 ? -number : number);
        }
        begins.push_back(std::ssize(mine));
      }
      auto added = move(part, add_integers(part, DataType::I8, mine, storage), cells);
      added.shape = Shape::ragged;
      added.ragged = static_cast<int>(plan.ragged.size()) - 1;
      added.offsets = add_integers(part, DataType::I8, begins, storage);
      added.numbering = 2 * part + (cells ? 1 : 0);
      (cells ? added.turned_values : added.turned) = part;
      plan.indexed.push_back(added);
    }
  }
};

}  // namespace

TEST_CASE("faces between pieces get one direction, in nodes, parents and signs") {
  const auto storage = GENERATE(Storage::plain, Storage::hdf5);
  const BorderCase made(storage);
  const auto run = GENERATE(test::Run{}, test::Run{.buffer = 500, .chunk = 7, .memory = 10'000});
  const auto result = test::scatter(made, run);
  CHECK((result.bytes == made.expected));
  CHECK(result.differences.differing == 0);
}

TEST_CASE("without borders the parts contradict each other") {
  BorderCase made(Storage::plain);
  for (auto& move : made.plan.indexed) move.turned = move.turned_values = -1;
  CHECK((test::scatter(made, {}).bytes != made.expected));
}

TEST_CASE("a border with faces of a section that does not tell their cells turns none of them") {
  BorderCase made(Storage::plain);
  for (auto& turned : made.plan.turned)
    for (auto& border : turned.borders) border.here.first = 1000;
  CHECK_NOTHROW(test::scatter(made, {}));
}

TEST_CASE("a border with a face that the part has not is an error on every rank") {
  BorderCase made(Storage::plain);
  auto& side = made.plan.turned[1].borders[2].here;
  side.first = 1000;
  side.numbering = static_cast<int>(made.plan.numberings.size());
  made.plan.numberings.emplace_back();
  CHECK_THROWS_WITH(test::scatter(made, {}),
                    Catch::Contains("part_1.cgns") && Catch::Contains("is not a face of the piece"));
}
