#include "meshes.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "../capi/ok.hpp"
#include "../session.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/file/skeleton.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/pcgnslib.h"
#include "pcgns/repartition/repartition.hpp"

namespace pcgns::test {

namespace {

using Numbers = std::vector<cgsize_t>;

std::vector<double> ramp(cgsize_t count, double from) {
  std::vector<double> values;
  for (cgsize_t i = 0; i < count; ++i) values.push_back(from + static_cast<double>(i) / 8);
  return values;
}

/// Opens a file on rank 0 alone, which writes it.
template <typename Write>
void on_one_rank(const std::string& path, const Write& write) {
  if (session().is_root()) {
    int file = 0;
    int base = 0;
    ok(cg_open(path.c_str(), CG_MODE_WRITE, &file));
    ok(cg_base_write(file, "Base", 3, 3, &base));
    write(file);
    ok(cg_close(file));
  }
  (void)par::all_sum(session().comm(), 0);
}

void write_fields(int file, int zone, const Numbers& vertices, const Numbers& cells) {
  const std::array<const char*, 2> names = {"AtVertices", "AtCells"};
  const std::array<CGNS_ENUMT(GridLocation_t), 2> locations = {Vertex, CellCenter};
  for (std::size_t i = 0; i < 2; ++i) {
    int solution = 0;
    int field = 0;
    cgsize_t count = 1;
    for (const auto extent : i == 0 ? vertices : cells) count *= extent;
    ok(cg_sol_write(file, 1, zone, names[i], locations[i], &solution));
    ok(cg_field_write(file, 1, zone, solution, RealDouble, "Pressure", ramp(count, 1000 * zone).data(),
                      &field));
    ok(cg_goto(file, 1, "Zone_t", zone, "FlowSolution_t", solution, "DataArray_t", field, "end"));
    ok(cg_descriptor_write("Note", "in Pascal"));
    const std::vector<float> density(static_cast<std::size_t>(count), 0.5F);
    ok(cg_field_write(file, 1, zone, solution, RealSingle, "Density", density.data(), &field));
  }
}

void write_block(int file, const char* name, const Numbers& vertices, double shift) {
  const Numbers cells = {vertices[0] - 1, vertices[1] - 1, vertices[2] - 1};
  const std::array<cgsize_t, 9> size = {vertices[0], vertices[1], vertices[2], cells[0], cells[1], cells[2]};
  int zone = 0;
  int number = 0;
  ok(cg_zone_write(file, 1, name, size.data(), Structured, &zone));
  const std::array<const char*, 3> names = {"CoordinateX", "CoordinateY", "CoordinateZ"};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<double> values;
    for (cgsize_t k = 0; k < vertices[2]; ++k)
      for (cgsize_t j = 0; j < vertices[1]; ++j)
        for (cgsize_t i = 0; i < vertices[0]; ++i)
          values.push_back(static_cast<double>(std::array{i, j, k}[axis]) + (axis == 0 ? shift : 0));
    ok(cg_coord_write(file, 1, zone, RealDouble, names[axis], values.data(), &number));
  }
  write_fields(file, zone, vertices, cells);
  const std::array<cgsize_t, 6> range = {1, 1, 1, vertices[0], vertices[1], 1};
  ok(cg_boco_write(file, 1, zone, "Bottom", BCWall, PointRange, 2, range.data(), &number));
}

Numbers hexahedra(std::int64_t n) {
  const auto vertex = [&](cgsize_t i, cgsize_t j, cgsize_t k) { return 1 + i + (n + 1) * (j + (n + 1) * k); };
  Numbers nodes;
  for (cgsize_t k = 0; k < n; ++k)
    for (cgsize_t j = 0; j < n; ++j)
      for (cgsize_t i = 0; i < n; ++i)
        for (const cgsize_t up : {0, 1})
          for (const auto& [di, dj] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
            nodes.push_back(vertex(i + di, j + dj, k + up));
  return nodes;
}

Numbers squares(std::int64_t n) {
  Numbers nodes;
  for (cgsize_t j = 0; j < n; ++j)
    for (cgsize_t i = 0; i < n; ++i)
      for (const auto at :
           {1 + i + (n + 1) * j, 1 + i + (n + 1) * (j + 1), 2 + i + (n + 1) * (j + 1), 2 + i + (n + 1) * j})
        nodes.push_back(at);
  return nodes;
}

void keep_inline(cgns::Node& node) {
  node.array = -1;
  for (auto& child : node.children) keep_inline(child);
}

/// A zone of particles.
cgns::Node drops(std::int64_t count, double shift) {
  auto zone = cgns::integer_node("Drops", "ParticleZone_t", {1}, {count});
  auto& places = zone.children.emplace_back();
  places = {.name = "ParticleCoordinates", .label = "ParticleCoordinates_t"};
  for (const int axis : {0, 1, 2}) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < count; ++i)
      values.push_back(shift + static_cast<double>(i * (2 * axis + 3) % 80) / 10);
    places.children.push_back(
        cgns::real_node(std::string("Coordinate") + "XYZ"[axis], "DataArray_t", {count}, values));
  }
  return zone;
}

/// The file `mesh` with what `change` makes of its base.
template <typename Change>
void rewrite(const std::string& mesh, const std::string& path, const Change& change) {
  if (session().is_root()) {
    plan::Plan plan{.output = file::read_tree(mesh, {.inline_limit = 1 << 30}).trees.front()};
    keep_inline(plan.output);
    change(*std::find_if(plan.output.children.begin(), plan.output.children.end(),
                         [](const cgns::Node& node) { return node.label == "CGNSBase_t"; }));
    (void)file::write_skeleton(path, plan, {}, 4096);
  }
  (void)par::all_sum(session().comm(), 0);
}

void add_zone(const std::string& mesh, const std::string& path, cgns::Node zone) {
  rewrite(mesh, path, [&](cgns::Node& base) { base.children.push_back(std::move(zone)); });
}

/// A value for each point of the conditions of all zones.
void add_condition_data(cgns::Node& base) {
  for (auto& zone : base.children) {
    auto* const conditions = zone.child("ZoneBC");
    if (conditions == nullptr) continue;
    for (auto& condition : conditions->children) {
      const auto range = cgns::integers_of(*condition.child("PointRange"));
      const auto count = (range[3] - range[0] + 1) * (range[4] - range[1] + 1);
      auto& set = condition.children.emplace_back();
      set = {.name = "BCDataSet", .label = "BCDataSet_t", .type = cgns::DataType::C1, .dims = {6}};
      for (const char letter : std::string("BCWall")) set.data.push_back(static_cast<std::byte>(letter));
      auto& data = set.children.emplace_back();
      data = {.name = "DirichletData", .label = "BCData_t"};
      data.children.push_back(cgns::real_node("Temperature", "DataArray_t", {count}, ramp(count, 300)));
    }
  }
}

}  // namespace

void write_blocks(const std::string& path) {
  const auto plain = path + ".plain";
  on_one_rank(plain, [](int file) {
    write_block(file, "First", {13, 9, 9}, 0);
    write_block(file, "Second", {7, 9, 9}, 12);
    const std::array<cgsize_t, 6> here = {13, 1, 1, 13, 9, 9};
    const std::array<cgsize_t, 6> there = {1, 1, 1, 1, 9, 9};
    const std::array<int, 3> transform = {1, 2, 3};
    int number = 0;
    ok(cg_1to1_write(file, 1, 1, "ToSecond", "Second", here.data(), there.data(), transform.data(), &number));
    ok(cg_1to1_write(file, 1, 2, "ToFirst", "First", there.data(), here.data(), transform.data(), &number));
  });
  rewrite(plain, path, add_condition_data);
}

void write_drops(const std::string& mesh, const std::string& path) { add_zone(mesh, path, drops(200, 0)); }

void write_numbered_drops(const std::string& path, double shift) {
  constexpr std::int64_t count = 20;
  const auto empty = path + ".empty";
  on_one_rank(empty, [](int) {});
  auto zone = drops(count, shift);
  auto& solution = zone.children.emplace_back();
  solution = {.name = "ParticleSolution", .label = "ParticleSolution_t"};
  std::vector<std::int64_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1);
  solution.children.push_back(cgns::integer_node("ParticleIdentifier", "DataArray_t", {count}, numbers));
  add_zone(empty, path, std::move(zone));
}

void write_hexahedra(const std::string& path, std::int64_t n) {
  on_one_rank(path, [n](int file) {
    const auto points = n + 1;
    const auto cells = n * n * n;
    const std::array<cgsize_t, 3> size = {points * points * points, cells, 0};
    int zone = 0;
    int number = 0;
    ok(cg_zone_write(file, 1, "Cube", size.data(), Unstructured, &zone));
    for (const int axis : {0, 1, 2}) {
      std::vector<double> values;
      for (cgsize_t v = 0; v < size[0]; ++v)
        values.push_back(
            static_cast<double>(std::array{v % points, v / points % points, v / points / points}.at(
                static_cast<std::size_t>(axis))));
      const std::string name = std::string("Coordinate") + "XYZ"[axis];
      ok(cg_coord_write(file, 1, zone, RealDouble, name.c_str(), values.data(), &number));
    }
    ok(cg_section_write(file, 1, zone, "Hexa", HEXA_8, 1, cells, 0, hexahedra(n).data(), &number));
    ok(cg_section_write(file, 1, zone, "Bottom", QUAD_4, cells + 1, cells + n * n, 0, squares(n).data(),
                        &number));
    write_fields(file, zone, {size[0]}, {cells});
    Numbers faces;
    for (cgsize_t face = 1; face <= n * n; ++face) faces.push_back(cells + face);
    ok(cg_boco_write(file, 1, zone, "Bottom", BCWall, PointList, n * n, faces.data(), &number));
    ok(cg_boco_gridlocation_write(file, 1, zone, number, FaceCenter));
  });
}

void write_parts(const std::string& whole, const std::string& parts,
                 const restart::PartitionRequest& request) {
  const auto& how = request.assignment;
  const auto report = repartition::run(session(), {.inputs = {.names = {whole}},
                                                   .partition = request.partition,
                                                   .field = how.field,
                                                   .weights = how.weights,
                                                   .order = how.order,
                                                   .keep_digest = false,
                                                   .output = {.output = parts}});
  CHECK(report.partitions == request.partition.partitions);
}

void exchange(const restart::Partition& parts, restart::Entity entity, std::vector<double>& values) {
  par::Messages messages(static_cast<std::size_t>(session().size()));
  for (const auto& list : parts.exchange_lists(entity)) {
    std::vector<double> sent;
    for (const auto at : list.send) sent.push_back(values[static_cast<std::size_t>(at)]);
    const auto bytes = std::as_bytes(std::span(sent));
    messages[static_cast<std::size_t>(list.rank)].assign(bytes.begin(), bytes.end());
  }
  const auto arrived = par::deliver(session().comm(), messages);
  for (const auto& list : parts.exchange_lists(entity)) {
    const auto& message = arrived[static_cast<std::size_t>(list.rank)];
    REQUIRE(message.size() == list.receive.size() * sizeof(double));
    std::size_t next = 0;
    par::for_each_record<double>(
        message, [&](double value) { values[static_cast<std::size_t>(list.receive[next++])] = value; });
  }
}

}  // namespace pcgns::test
