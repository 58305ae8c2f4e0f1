// Faces between parts that both parts have from their own side.
#include "catch.hpp"
#include "part_files.hpp"

namespace {

using namespace pcgns;
using cgns::DataType;
using test::PartFiles;
using test::Run;
using test::Storage;
using Integers = std::vector<std::int64_t>;
using Shape = plan::Indexed::Shape;

/// Two cells with one face of four points between them, and a face of three points each. Part 0 has cell 2.
/// The shared face is face 2 of the zone; it is the last of part 0 and the first of part 1.
struct TwoCells : PartFiles {
  struct Part {
    int faces = 0;  ///< Arrays.
    int points = 0;
    int offsets = 0;
    int parents = 0;
    int cells = 0;
    int cell_faces = 0;
    int cell_offsets = 0;
    int border = 0;
  };
  std::array<Part, 2> parts;
  bool has_sides;  ///< ParentData instead of ParentElements.

  explicit TwoCells(Storage storage, bool with_sides = false) : has_sides(with_sides) {
    // The border, and the faces of the cell, are given together.
    add_part(storage, {3, 2}, {1, 2, 3, 7, 6, 5, 4}, {0, 3, 7}, {2, 1, 2}, {2});
    add_part(storage, {2, 1}, {4, 5, 6, 7, 3, 2, 1}, {0, 4, 7}, {1, 1, 2}, {1});
    plan.turned.push_back({{{.here = side(0), .there = side(1)}}});
    plan.turned.push_back({{{.here = side(1), .there = side(0)}}});
    add_connectivity();
    add_parents();
    add_cells();
    write_files();
  }

  void add_part(Storage storage, const Integers& faces, const Integers& points, const Integers& begins,
                const Integers& border_and_cell_faces, const Integers& cells) {
    const auto file = add_file();
    const auto add = [&](const Integers& values) {
      return add_integers(file, DataType::I4, values, storage);
    };
    auto& part = parts[static_cast<std::size_t>(file)];
    part.faces = add(faces);
    part.points = add(points);
    part.offsets = add(begins);
    const Integers sides = file == 0 ? Integers{1, 2, 0, 0} : Integers{5, 6, 0, 0};
    Integers parents = {3, 3, 0, 0};
    if (has_sides) parents.insert(parents.end(), sides.begin(), sides.end());
    part.parents = add(parents);
    inputs.arrays[static_cast<std::size_t>(part.parents)].dims = {2, has_sides ? 4 : 2};
    part.cells = add(cells);
    part.cell_faces = add({border_and_cell_faces[1], border_and_cell_faces[2]});
    part.cell_offsets = add({0, 2});
    part.border = add({border_and_cell_faces[0]});
    plan.numberings.push_back({{{.first = 1, .count = 2, .numbers = part.faces},
                                {.first = 3, .count = 1, .numbers = part.cells, .offset = 3}}});
  }

  [[nodiscard]] plan::Turned::Side side(int index) const {
    const auto& part = parts[static_cast<std::size_t>(index)];
    return {.faces = part.border, .first = 1, .parents = part.parents, .numbering = index};
  }

  void add_connectivity() {
    plan.ragged.push_back({3, 10, {0}});
    const auto target =
        add_target(DataType::I4, test::bytes_as(DataType::I4, {3, 2, 1, 4, 5, 6, 7, 1, 2, 3}));
    for (int part = 0; part < 2; ++part) {
      const auto& arrays = parts[static_cast<std::size_t>(part)];
      plan.indexed.push_back({.source = arrays.points,
                              .target = target,
                              .numbers = arrays.faces,
                              .count = 2,
                              .part = part,
                              .shape = Shape::ragged,
                              .ragged = 0,
                              .offsets = arrays.offsets,
                              .may_share = true,
                              .turned = part});
    }
  }

  void add_parents() {
    Integers whole = {4, 4, 5, 0, 5, 0};
    if (has_sides) whole.insert(whole.end(), {6, 5, 1, 0, 2, 0});
    const auto target = add_target(DataType::I8, test::bytes_as(DataType::I8, whole));
    for (int part = 0; part < 2; ++part) {
      const auto& arrays = parts[static_cast<std::size_t>(part)];
      plan.indexed.push_back({.source = arrays.parents,
                              .target = target,
                              .numbers = arrays.faces,
                              .count = 2,
                              .part = part,
                              .shape = Shape::columns,
                              .width = has_sides ? 4 : 2,
                              .numbered_columns = has_sides ? 2 : 0,
                              .numbering = part,
                              .may_share = true,
                              .fills_zeros = true,
                              .turned = part});
    }
  }

  void add_cells() {
    plan.ragged.push_back({2, 4, {0}});
    const auto target = add_target(DataType::I4, test::bytes_as(DataType::I4, {2, 1, 3, -2}));
    for (int part = 0; part < 2; ++part) {
      const auto& arrays = parts[static_cast<std::size_t>(part)];
      plan.indexed.push_back({.source = arrays.cell_faces,
                              .target = target,
                              .numbers = arrays.cells,
                              .count = 1,
                              .part = part,
                              .shape = Shape::ragged,
                              .ragged = 1,
                              .offsets = arrays.cell_offsets,
                              .numbering = part,
                              .turned_values = part});
    }
  }
};

}  // namespace

TEST_CASE("a face that two parts have each from its own side is turned in the one with the higher cell") {
  const auto storage = GENERATE(Storage::plain, Storage::swapped, Storage::hdf5, Storage::memory);
  const auto run = GENERATE(Run{}, Run{.buffer = 16, .chunk = 1, .memory = 1000});
  const TwoCells made(storage, GENERATE(false, true));
  CHECK((test::scatter(made, run).bytes == made.expected));
}

TEST_CASE("without ParentElements the signs in NFACE_n say which side of a face a cell is on") {
  const auto storage = GENERATE(Storage::plain, Storage::swapped, Storage::hdf5, Storage::memory);
  TwoCells made(storage);
  for (auto& turned : made.plan.turned) {
    for (auto* side : {&turned.borders[0].here, &turned.borders[0].there}) {
      const auto& part = made.parts[static_cast<std::size_t>(side->numbering)];
      side->parents = -1;
      side->cell_faces = part.cell_faces;
      side->cell_offsets = part.cell_offsets;
      side->first_cell = 3;
      side->cells = 1;
    }
  }
  CHECK((test::scatter(made, Run{}).bytes == made.expected));
  made.plan.turned[0].borders[0].here.cells = 2;
  CHECK_THROWS_AS(test::scatter(made, Run{}), Error);
  made.plan.turned[0].borders[0].here.cells = 1;
  const auto descending = made.parts[0].faces;
  made.plan.turned[0].borders[0].here.cell_offsets = descending;
  made.plan.turned[1].borders[0].there.cell_offsets = descending;
  CHECK_THROWS_AS(test::scatter(made, Run{}), Error);
}

TEST_CASE("a list of faces that names no face of its part is an error with file and node") {
  TwoCells made(Storage::memory);
  made.plan.turned[0].borders[0].here.first = 2;
  made.plan.turned[0].borders[0].here.faces = made.parts[1].border;
  CHECK_THROWS_AS(test::scatter(made, Run{}), Error);
}
