// Sections whose elements differ, lists of points, and arrays at any node.
#include <array>

#include "../session.hpp"
#include "ok.hpp"
#include "pcgns/par/collective.hpp"

namespace {

using namespace pcgns;
using Catch::Contains;
using test::ok;
using Numbers = std::vector<cgsize_t>;

constexpr cgsize_t faces = 23;

/// Face f has 3 + f % 4 nodes: its number, and then the ones after.
Numbers offsets_of(cgsize_t first, cgsize_t last) {
  Numbers offsets;
  cgsize_t at = 0;
  for (cgsize_t face = 1; face <= last + 1; ++face) {
    if (face >= first) offsets.push_back(at);
    at += 3 + face % 4;
  }
  return offsets;
}

Numbers nodes_of(cgsize_t first, cgsize_t last) {
  Numbers nodes;
  for (cgsize_t face = first; face <= last; ++face) {
    for (cgsize_t i = 0; i < 3 + face % 4; ++i) nodes.push_back(face + i);
  }
  return nodes;
}

/// Two columns: the face's number, and ten times that.
Numbers parents_of(cgsize_t first, cgsize_t last) {
  Numbers parents;
  for (const cgsize_t factor : {1, 10}) {
    for (cgsize_t face = first; face <= last; ++face) parents.push_back(factor * face);
  }
  return parents;
}

struct Share {
  cgsize_t first = 1;
  cgsize_t last = 0;

  [[nodiscard]] bool empty() const { return last < first; }
};

/// Of rank 0 nothing, where there are others.
Share share_of(cgsize_t count) {
  const auto ranks = std::max(test::session().size() - 1, 1);
  const auto rank = test::session().rank() - (test::session().size() > 1 ? 1 : 0);
  if (rank < 0) return {};
  return {count * rank / ranks + 1, count * (rank + 1) / ranks};
}

template <typename T>
T* unless(bool empty, std::vector<T>& values) {
  return empty ? nullptr : values.data();
}

int make_zone(const std::string& path, CGNS_ENUMT(ZoneType_t) type = Unstructured) {
  int fn = 0;
  int number = 0;
  const cgsize_t unstructured[3] = {40, 7, 0};
  const cgsize_t structured[9] = {4, 5, 6, 3, 4, 5, 0, 0, 0};
  ok(cgp_mpi_comm(test::session().comm()));
  ok(cgp_open(path.c_str(), CG_MODE_WRITE, &fn));
  ok(cg_base_write(fn, "Base", 3, 3, &number));
  ok(cg_zone_write(fn, 1, "Zone", type == Structured ? structured : unstructured, type, &number));
  return fn;
}

void write_faces(int fn) {
  int section = 0;
  const auto end = offsets_of(1, faces).back();
  ok(cgp_poly_section_write(fn, 1, 1, "Faces", NGON_n, 1, faces, end, 0, &section));
  const auto [first, last] = share_of(faces);
  const bool empty = last < first;
  auto offsets = offsets_of(first, last);
  auto nodes = nodes_of(first, last);
  auto parents = parents_of(first, last);
  ok(cgp_poly_elements_write_data(fn, 1, 1, section, first, last, unless(empty, nodes),
                                  unless(empty, offsets)));
  ok(cgp_parentelements_write_data(fn, 1, 1, section, first, last, unless(empty, parents)));
}

}  // namespace

TEST_CASE("ranks write polygons with what is on both sides, and read others' share") {
  const test::Scratch scratch;
  int fn = make_zone(scratch.path("out.cgns"));
  float version = 0;
  ok(cg_version(fn, &version));
  CHECK(version == 3.3F);
  write_faces(fn);
  ok(cg_version(fn, &version));
  CHECK(version == 4.0F);
  ok(cgp_close(fn));

  ok(cgp_open(scratch.path("out.cgns").c_str(), CG_MODE_READ, &fn));
  ok(cg_version(fn, &version));
  CHECK(version == 4.0F);
  const cgsize_t first = 1 + test::session().rank();
  const cgsize_t last = faces - 3;
  const auto count = static_cast<std::size_t>(last - first + 1);
  Numbers offsets(count + 1);
  ok(cgp_poly_elements_read_data_offsets(fn, 1, 1, 1, first, last, offsets.data()));
  CHECK(offsets == offsets_of(first, last));
  Numbers nodes(static_cast<std::size_t>(offsets.back() - offsets.front()));
  ok(cgp_poly_elements_read_data_elements(fn, 1, 1, 1, first, last, offsets.data(), nodes.data()));
  CHECK(nodes == nodes_of(first, last));
  Numbers parents(2 * count);
  ok(cgp_parentelements_read_data(fn, 1, 1, 1, first, last, parents.data()));
  CHECK(parents == parents_of(first, last));
  ok(cgp_close(fn));
}

TEST_CASE("offsets that a rank counts anew are refused before they overwrite others' polygons") {
  const test::Scratch scratch;
  const int fn = make_zone(scratch.path("out.cgns"));
  int section = 0;
  ok(cgp_poly_section_write(fn, 1, 1, "Faces", NGON_n, 5, 8, 12, 0, &section));
  const Numbers nodes = {1, 2, 3, 4, 5, 6};
  const auto write = [&](cgsize_t first, const Numbers& offsets) {
    const bool is_first = test::session().rank() == 0;
    return cgp_poly_elements_write_data(fn, 1, 1, section, first, first + 1,
                                        is_first ? nodes.data() : nullptr, offsets.data());
  };
  CHECK(write(7, {0, 3, 6}) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("Faces/ElementStartOffset: expected an offset above 0 for element 7, "
                                       "counted from the first element of the section, found 0"));
  CHECK(write(5, {3, 6, 9}) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("expected an offset of 0 for element 5"));
  CHECK(write(7, {6, 12, 9}) == CG_ERROR);
  CHECK_THAT(cgp_get_error(), Contains("the offsets of elements are not ascending"));
  ok(write(5, {0, 3, 6}));
  ok(write(7, {6, 9, 12}));
  ok(cgp_close(fn));
}

TEST_CASE("points of a structured zone keep all their indices") {
  const test::Scratch scratch;
  int fn = make_zone(scratch.path("out.cgns"), Structured);
  int number = 0;
  constexpr cgsize_t points = 9;
  ok(cg_boco_write(fn, 1, 1, "Wall", BCWall, PointList, points, nullptr, &number));
  ok(cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", 1, "end"));
  const auto [first, last] = share_of(points);
  Numbers own;
  for (auto point = first; point <= last; ++point) {
    for (const cgsize_t index : {1, 2, 3}) own.push_back(10 * point + index);
  }
  ok(cgp_ptlist_write_data(fn, first, last, unless(last < first, own)));
  ok(cgp_close(fn));

  ok(cgp_open(scratch.path("out.cgns").c_str(), CG_MODE_READ, &fn));
  Numbers all(3 * points);
  ok(cg_boco_read(fn, 1, 1, 1, all.data(), nullptr));
  bool right = true;
  for (std::size_t i = 0; i < all.size(); ++i)
    right = right && all[i] == static_cast<cgsize_t>(10 * (i / 3 + 1) + i % 3 + 1);
  CHECK(right);
  ok(cg_goto(fn, 1, "Zone_t", 1, "ZoneBC_t", 1, "BC_t", 1, "end"));
  std::array<cgsize_t, 3> third = {};
  ok(cgp_ptlist_read_data(fn, 3, 3, third.data()));
  CHECK(third == std::array<cgsize_t, 3>{31, 32, 33});
  ok(cgp_close(fn));
}

TEST_CASE("several arrays in one call, one, two or more, and some ranks without any") {
  const test::Scratch scratch;
  int fn = make_zone(scratch.path("out.cgns"));
  std::array<int, 3> numbers = {};
  for (std::size_t i = 0; i < 3; ++i)
    ok(cgp_coord_write(fn, 1, 1, RealDouble,
                       ("Coordinate" + std::string(1, static_cast<char>('X' + i))).c_str(), &numbers[i]));
  const auto [first, last] = share_of(40);
  std::array<std::vector<double>, 3> values;
  for (std::size_t i = 0; i < 3; ++i) {
    for (auto point = first; point <= last; ++point)
      values[i].push_back(static_cast<double>(point) + 0.25 * static_cast<double>(i));
  }
  std::array<const void*, 3> from = {values[0].data(), values[1].data(), values[2].data()};
  const bool empty = last < first;
  ok(cgp_coord_multi_write_data(fn, 1, 1, numbers.data(), &first, &last, 1, empty ? nullptr : from.data()));
  ok(cgp_coord_multi_write_data(fn, 1, 1, numbers.data() + 1, &first, &last, 2,
                                empty ? nullptr : from.data() + 1));
  ok(cgp_close(fn));

  ok(cgp_open(scratch.path("out.cgns").c_str(), CG_MODE_READ, &fn));
  std::array<std::vector<double>, 3> all;
  for (auto& one : all) one.resize(40);
  std::array<void*, 3> to = {all[0].data(), all[1].data(), nullptr};  // one rank, one array less
  if (test::session().is_root()) to[2] = all[2].data();
  const cgsize_t one = 1;
  const cgsize_t end = 40;
  ok(cgp_coord_multi_read_data(fn, 1, 1, numbers.data(), &one, &end, 3, to.data()));
  for (std::size_t i = 0; i < 3; ++i) {
    const bool is_read = i < 2 || test::session().is_root();
    CHECK(all[i].front() == (is_read ? 1.0 + 0.25 * static_cast<double>(i) : 0.0));
    CHECK(all[i].back() == (is_read ? 40.0 + 0.25 * static_cast<double>(i) : 0.0));
  }
  ok(cgp_close(fn));
}

TEST_CASE("arrays and texts at the current node") {
  const test::Scratch scratch;
  int fn = make_zone(scratch.path("out.cgns"));
  int A = 0;
  ok(cg_goto(fn, 1, "end"));
  ok(cg_dataclass_write(Dimensional));
  ok(cg_units_write(Kilogram, Meter, Second, Kelvin, Degree));
  ok(cg_state_write("far away"));
  ok(cg_equationset_write(3));
  ok(cg_gorel(fn, "FlowEquationSet_t", 1, "end"));
  ok(cg_delete_node("EquationDimension"));
  ok(cg_goto(fn, 1, "Zone_t", 1, "end"));
  ok(cg_descriptor_write("Note", "made by a test"));
  ok(cg_user_data_write("Private"));
  ok(cg_gorel(fn, "UserDefinedData_t", 1, "end"));
  const std::array<cgsize_t, 2> extents = {5, 8};
  ok(cgp_array_write("Table", Integer, 2, extents.data(), &A));
  const auto [first, last] = share_of(8);
  const std::array<cgsize_t, 2> min = {1, first};
  const std::array<cgsize_t, 2> max = {5, last};
  std::vector<int> own;
  for (auto j = first; j <= last; ++j) {
    for (int i = 1; i <= 5; ++i) own.push_back(static_cast<int>(10 * j) + i);
  }
  ok(cgp_array_write_data(A, min.data(), max.data(), unless(last < first, own)));
  const cgsize_t three = 3;
  const std::array<double, 3> small = {0.5, 1.5, 2.5};
  ok(cg_array_write("Small", RealDouble, 1, &three, small.data()));
  ok(cgp_close(fn));

  ok(cg_open(scratch.path("out.cgns").c_str(), CG_MODE_READ, &fn));
  ok(cg_gopath(fn, "/Base/Zone/Private"));
  std::vector<cgsize_t> table(40);
  ok(cg_array_read_as(1, LongInteger, table.data()));
  CHECK(table.front() == 11);
  CHECK(table.back() == 85);
  std::array<double, 3> again = {};
  ok(cg_array_read(2, again.data()));
  CHECK(again == small);
  ok(cg_gorel(fn, "..", 0, "end"));
  char name[33];
  char* text = nullptr;
  ok(cg_descriptor_read(1, name, &text));
  CHECK(std::string(text) == "made by a test");
  ok(cg_free(text));
  ok(cg_goto(fn, 1, "end"));
  CGNS_ENUMT(DataClass_t) dataclass = DataClassNull;
  ok(cg_dataclass_read(&dataclass));
  CHECK(dataclass == Dimensional);
  ok(cg_equationset_read(&A, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr));
  CHECK(A == 0);  // the set does not say it
  CHECK(cg_goto(fn, 1, "Zone_t", 2, "end") == CG_NODE_NOT_FOUND);
  CHECK(cg_ordinal_read(&A) == CG_ERROR);  // There is no current node.
  ok(cg_close(fn));
}

TEST_CASE("joins, and what a structured zone says of itself") {
  const test::Scratch scratch;
  int fn = make_zone(scratch.path("out.cgns"), Structured);
  int number = 0;
  const std::array<cgsize_t, 6> range = {1, 1, 1, 1, 5, 6};
  const std::array<cgsize_t, 6> donor = {4, 1, 1, 4, 5, 6};
  const std::array<int, 3> transform = {1, 2, 3};
  ok(cg_1to1_write(fn, 1, 1, "Turn", "Zone", range.data(), donor.data(), transform.data(), &number));
  ok(cg_conn_write(fn, 1, 1, "General", FaceCenter, Abutting1to1, PointList, 1,
                   std::array<cgsize_t, 3>{1, 2, 3}.data(), "Zone", Structured, PointListDonor, LongInteger,
                   1, std::array<cgsize_t, 3>{4, 5, 6}.data(), &number));
  ok(cg_simulation_type_write(fn, 1, TimeAccurate));
  const std::string far_zone(30, 'z');
  ok(cg_1to1_write(fn, 1, 1, "Near", ("Base/" + far_zone).c_str(), range.data(), donor.data(),
                   transform.data(), &number));
  ok(cg_1to1_write(fn, 1, 1, "Other", ("Other/" + far_zone).c_str(), range.data(), donor.data(),
                   transform.data(), &number));
  ok(cgp_close(fn));

  ok(cg_open(scratch.path("out.cgns").c_str(), CG_MODE_READ, &fn));
  char name[33];
  char zone[33];
  std::array<cgsize_t, 6> own = {};
  std::array<cgsize_t, 6> other = {};
  std::array<int, 3> turned = {};
  ok(cg_1to1_read(fn, 1, 1, 1, name, zone, own.data(), other.data(), turned.data()));
  CHECK(std::string(zone) == "Zone");
  CHECK(own == range);
  CHECK(other == donor);
  CHECK(turned == transform);
  ok(cg_1to1_read(fn, 1, 1, 2, name, zone, own.data(), other.data(), turned.data()));
  CHECK(std::string(zone) == far_zone);
  CHECK(cg_1to1_read(fn, 1, 1, 3, name, zone, own.data(), other.data(), turned.data()) == CG_ERROR);
  CHECK_THAT(cg_get_error(), Catch::Contains("Other: the name of the donor zone, Other/zzz"));
  std::array<cgsize_t, 3> one = {};
  std::array<cgsize_t, 3> two = {};
  ok(cg_conn_read(fn, 1, 1, 1, one.data(), LongInteger, two.data()));
  CHECK(one == std::array<cgsize_t, 3>{1, 2, 3});
  CHECK(two == std::array<cgsize_t, 3>{4, 5, 6});
  CGNS_ENUMT(SimulationType_t) type = SimulationTypeNull;
  ok(cg_simulation_type_read(fn, 1, &type));
  CHECK(type == TimeAccurate);
  ok(cg_close(fn));
}
