#include <cmath>

#include "catch.hpp"
#include "fileset/evaluate.hpp"

using namespace pcgns;
using namespace pcgns::test;
using fileset::Convention;

namespace {

/// Vertices o of one zone are the vertices sign * o[axis] + shift of another one.
struct Map {
  std::array<std::int64_t, 3> transform = {1, 2, 3};
  Index3 shift = {};

  [[nodiscard]] static std::size_t axis(std::int64_t t) { return static_cast<std::size_t>(std::abs(t) - 1); }

  [[nodiscard]] Index3 operator()(const Index3& point) const {
    Index3 result = {};
    for (std::size_t d = 0; d < 3; ++d) {
      result[axis(transform[d])] = (transform[d] < 0 ? -1 : 1) * point[d] + shift[axis(transform[d])];
    }
    return result;
  }
  [[nodiscard]] Map inverse() const {
    Map result;
    for (std::size_t d = 0; d < 3; ++d) {
      const auto sign = transform[d] < 0 ? -1 : 1;
      result.transform[axis(transform[d])] = sign * static_cast<std::int64_t>(d + 1);
      result.shift[d] = -sign * shift[axis(transform[d])];
    }
    return result;
  }
};

/// Two points as a 1-based range of the zone, or of a slice of it.
Node range_between(std::string name, const Index3& first, const Index3& last, const Slice& slice,
                   int dimension) {
  Numbers values;
  for (const auto* point : {&first, &last}) {
    for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) {
      values.push_back((*point)[d] - slice.cells.begin[d] + slice.ghosts[2 * d] + 1);
    }
  }
  return range(std::move(name), values);
}

Node transform_node(const std::array<std::int64_t, 3>& transform, int dimension) {
  return cgns::integer_node("Transform", "\"int[IndexDimension]\"", {dimension},
                            {transform.begin(), transform.begin() + dimension});
}

Node interface_node(std::string name, const std::string& donor, Nodes children) {
  return with(cgns::text_node(std::move(name), "GridConnectivity1to1_t", donor), std::move(children));
}

Block vertices_of(const Slice& slice, int dimension) {
  return located(slice.cells, dimension, {true, true, true});
}

/// The corner of `block` at which a range begins or ends that runs backwards where `backwards` says.
Index3 corner(const Block& block, const std::array<bool, 3>& backwards, bool last) {
  Index3 point = {};
  for (std::size_t d = 0; d < 3; ++d) point[d] = backwards[d] == last ? block.begin[d] : block.end[d] - 1;
  return point;
}

Block image(const Map& map, const Block& block) {
  auto a = map(corner(block, {}, false));
  auto b = map(corner(block, {}, true));
  Block result;
  for (std::size_t d = 0; d < 3; ++d) {
    result.begin[d] = std::min(a[d], b[d]);
    result.end[d] = std::max(a[d], b[d]) + 1;
  }
  return result;
}

/// A zone cut, and the join that it has.
struct Side {
  std::string zone;
  std::vector<Slice> slices;
  Block interface;
  std::array<bool, 3> backwards = {};
};

/// The pieces of a join that `slice` has, named by `name` from the number and the donor's slice.
Nodes pieces_of(const Side& owner, const Slice& slice, const Side& donor, const Map& map, int dimension,
                const std::function<std::string(int)>& name, const std::function<Nodes(int)>& more) {
  Nodes interfaces;
  for (const auto& other : donor.slices) {
    const auto common = plan::intersect(plan::intersect(vertices_of(slice, dimension), owner.interface),
                                        image(map.inverse(), vertices_of(other, dimension)));
    bool has_faces = !common.empty();
    for (std::size_t d = 0; d < 3; ++d)
      has_faces = has_faces && (owner.interface.size(d) == 1 || common.size(d) > 1);
    if (!has_faces) continue;
    const auto first = corner(common, owner.backwards, false);
    const auto last = corner(common, owner.backwards, true);
    const auto number = static_cast<int>(interfaces.size());
    auto children = Nodes{range_between("PointRange", first, last, slice, dimension),
                          range_between("PointRangeDonor", map(first), map(last), other, dimension),
                          transform_node(map.transform, dimension)};
    for (auto& child : more(number)) children.push_back(std::move(child));
    interfaces.push_back(interface_node(name(number), other.name, std::move(children)));
  }
  return interfaces;
}

/// The joins of `slice` to the other slices of its zone.
Nodes between_slices(const Slice& slice, const std::vector<Slice>& slices, int dimension, Nodes more) {
  Nodes interfaces;
  for (const auto& other : slices) {
    const auto common = plan::intersect(vertices_of(slice, dimension), vertices_of(other, dimension));
    if (common.empty() || &other == &slice || other.name == slice.name) continue;
    auto children = Nodes{
        range_between("PointRange", corner(common, {}, false), corner(common, {}, true), slice, dimension),
        range_between("PointRangeDonor", corner(common, {}, false), corner(common, {}, true), other,
                      dimension),
        transform_node({1, 2, 3}, dimension)};
    children.insert(children.end(), more.begin(), more.end());
    interfaces.push_back(interface_node("JN." + slice.name + ".LT." + other.name, other.name, children));
  }
  return interfaces;
}

Nodes connectivity(Nodes interfaces, Nodes more) {
  interfaces.insert(interfaces.end(), more.begin(), more.end());
  return {node("ZoneGridConnectivity", "ZoneGridConnectivity_t", std::move(interfaces))};
}

Map random_map(std::mt19937& random, int dimension) {
  Map map;
  std::shuffle(map.transform.begin(), map.transform.begin() + dimension, random);
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) {
    if (random() % 2 == 0) map.transform[d] = -map.transform[d];
  }
  return map;
}

}  // namespace

TEST_CASE("pieces of a join become one join, whatever its Transform and directions") {
  std::mt19937 random(6);
  for (int round = 0; round < 120; ++round) {
    const int dimension = 2 + round % 2;
    const auto convention = std::array{Convention::maia, Convention::seacas,
                                       Convention::cassiopee}[static_cast<std::size_t>(round / 2 % 3)];
    auto map = random_map(random, dimension);
    // The donor lies as the image of the owner, moved so that it begins at 0, and the join is all of a face.
    Index3 cells = {1, 1, 1};
    for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d)
      cells[d] = 2 + static_cast<std::int64_t>(random() % 5);
    const auto box = located({{0, 0, 0}, cells}, dimension, {true, true, true});
    const auto moved = image(map, box);
    for (std::size_t d = 0; d < 3; ++d) map.shift[d] = -moved.begin[d];
    Index3 donor_cells = {1, 1, 1};
    for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d) donor_cells[d] = moved.size(d) - 1;

    Side owner{.zone = "A", .slices = random_slices(random, cells, dimension, 5), .interface = box};
    Side donor{.zone = "B", .slices = random_slices(random, donor_cells, dimension, 5), .interface = {}};
    const auto normal = random() % static_cast<unsigned>(dimension);
    if (random() % 2 == 0) owner.interface.begin[normal] = owner.interface.end[normal] - 1;
    owner.interface.end[normal] = owner.interface.begin[normal] + 1;
    for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d)
      owner.backwards[d] = d != normal && random() % 2 == 0;
    for (auto& slice : donor.slices) slice.name = "D" + slice.name;

    const bool is_maia = convention == Convention::maia;
    const auto name = [&](int number) {
      if (is_maia) return "match." + std::to_string(number);
      if (convention == Convention::cassiopee)
        return number == 0 ? std::string("match") : "match." + std::to_string(number);
      return number == 0 ? std::string("joint") : std::string("joint") + static_cast<char>('A' + number);
    };
    const auto more = [&](int number) -> Nodes {
      if (is_maia) return {descriptor("GridConnectivityDonorName", "back." + std::to_string(number))};
      if (convention == Convention::seacas && number > 0) return {descriptor("OriginalName", "joint")};
      return {};
    };
    Assembly assembly(convention);
    const auto decomp = convention == Convention::seacas ? Nodes{descriptor("Decomp", "is_decomp")} : Nodes{};
    assembly.zone("A", dimension, cells, owner.slices, [&](const Slice& slice) {
      return connectivity(between_slices(slice, owner.slices, dimension, decomp),
                          pieces_of(owner, slice, donor, map, dimension, name, more));
    });
    assembly.zone("B", dimension, donor_cells, donor.slices, [](const Slice&) -> Nodes { return {}; });
    assembly.run();
    const auto& interfaces = assembly.at("ZoneGridConnectivity").children;
    REQUIRE(interfaces.size() == 1);
    const auto expected_name = convention == Convention::seacas ? "joint" : "match";
    // Of the pieces of Cassiopée the first one names the join.
    if (convention != Convention::cassiopee) CHECK(interfaces[0].name == expected_name);
    CHECK(cgns::text_of(interfaces[0]) == "B");
    const Slice whole;
    const auto first = corner(owner.interface, owner.backwards, false);
    const auto last = corner(owner.interface, owner.backwards, true);
    CHECK(cgns::integers_of(*interfaces[0].child("PointRange")) ==
          cgns::integers_of(range_between("", first, last, whole, dimension)));
    CHECK(cgns::integers_of(*interfaces[0].child("PointRangeDonor")) ==
          cgns::integers_of(range_between("", map(first), map(last), whole, dimension)));
    CHECK(cgns::integers_of(*interfaces[0].child("Transform")) ==
          cgns::integers_of(transform_node(map.transform, dimension)));
    CHECK(interfaces[0].children.size() == (is_maia ? 4 : 3));
    if (is_maia) CHECK(cgns::text_of(*interfaces[0].child("GridConnectivityDonorName")) == "back");
  }
}

TEST_CASE("a zone that is joined to itself keeps that join, however it was cut") {
  std::mt19937 random(7);
  for (int round = 0; round < 40; ++round) {
    const int dimension = 1 + round % 3;
    Index3 cells = {1, 1, 1};
    for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d)
      cells[d] = 2 + static_cast<std::int64_t>(random() % 6);
    const auto box = located({{0, 0, 0}, cells}, dimension, {true, true, true});
    Side low{.zone = "Z", .slices = random_slices(random, cells, dimension, 5), .interface = box};
    auto high = low;
    low.interface.end[0] = 1;
    high.interface.begin[0] = high.interface.end[0] - 1;
    const Map up{.shift = {cells[0], 0, 0}};
    const auto convention = round % 2 == 0 ? Convention::seacas : Convention::cassiopee;
    const auto decomp = round % 2 == 0 ? Nodes{descriptor("Decomp", "is_decomp")} : Nodes{};
    Assembly assembly(convention);
    assembly.zone("Z", dimension, cells, low.slices, [&](const Slice& slice) {
      auto interfaces = pieces_of(
          low, slice, high, up, dimension,
          [](int n) { return "low" + std::string(static_cast<std::size_t>(n), 'x'); },
          [](int n) { return n > 0 ? Nodes{descriptor("OriginalName", "low")} : Nodes{}; });
      for (auto& interface : pieces_of(
               high, slice, low, up.inverse(), dimension, [](int n) { return "high" + std::to_string(n); },
               [](int) { return Nodes{descriptor("OriginalName", "high")}; }))
        interfaces.push_back(interface);
      return connectivity(between_slices(slice, low.slices, dimension, decomp), interfaces);
    });
    assembly.run();
    const auto& interfaces = assembly.at("ZoneGridConnectivity");
    CHECK(interfaces.children.size() == 2);
    const Slice whole;
    CHECK(assembly.integers("ZoneGridConnectivity/low/PointRange") ==
          cgns::integers_of(range_between("", corner(low.interface, {}, false),
                                          corner(low.interface, {}, true), whole, dimension)));
    CHECK(assembly.integers("ZoneGridConnectivity/low/PointRangeDonor") ==
          assembly.integers("ZoneGridConnectivity/high/PointRange"));
    CHECK(cgns::text_of(*interfaces.child("low")) == "Z");
  }
}

namespace {

const std::vector<Slice> two = {{.name = "A", .cells = {{0, 0, 0}, {2, 3, 1}}},
                                {.name = "B", .cells = {{2, 0, 0}, {5, 3, 1}}}};

/// Joins of the slices of `two` as a table.
Assembly with_interfaces(Nodes of_a, Nodes of_b, Convention convention = Convention::seacas) {
  Assembly assembly(convention);
  assembly.zone("Z", 2, {5, 3, 1}, two,
                [=](const Slice& slice) { return connectivity(slice.name == "A" ? of_a : of_b, {}); });
  assembly.whole(zone("Other", {}));
  return assembly;
}

Node to_other(std::string name, Numbers points, Numbers donors, Nodes more = {}) {
  Nodes children = {range("PointRange", points), range("PointRangeDonor", donors),
                    transform_node({1, 2, 3}, 2)};
  children.insert(children.end(), more.begin(), more.end());
  return interface_node(std::move(name), "Other", children);
}

}  // namespace

TEST_CASE("joins to zones that are whole stay, with the owner's points moved") {
  const std::string donor = GENERATE("Other", "Base/Other", "/Base/Other");
  const auto first = interface_node("low", donor, to_other("", {1, 1, 3, 1}, {1, 9, 3, 9}).children);
  auto assembly = with_interfaces({first}, {to_other("low", {1, 1, 4, 1}, {3, 9, 6, 9})});
  assembly.run();
  CHECK(assembly.integers("ZoneGridConnectivity/low/PointRange") == Numbers{1, 1, 6, 1});
  CHECK(assembly.integers("ZoneGridConnectivity/low/PointRangeDonor") == Numbers{1, 9, 6, 9});
  CHECK(names_of(assembly.at("ZoneGridConnectivity").children) == Texts{"low"});
}

TEST_CASE("pieces that make no range stay pieces, under names of their own") {
  auto assembly = with_interfaces({to_other("low", {1, 1, 2, 1}, {1, 9, 2, 9})},
                                  {to_other("low", {2, 1, 4, 1}, {4, 9, 6, 9})});
  assembly.run();
  CHECK(names_of(assembly.at("ZoneGridConnectivity").children) == Texts{"low", "low.1"});
  CHECK(assembly.integers("ZoneGridConnectivity/low/PointRange") == Numbers{1, 1, 2, 1});
  CHECK(assembly.integers("ZoneGridConnectivity/low.1/PointRange") == Numbers{4, 1, 6, 1});
  CHECK(assembly.integers("ZoneGridConnectivity/low.1/PointRangeDonor") == Numbers{4, 9, 6, 9});
}

TEST_CASE("joins of one name that are periodic in different ways are two") {
  const auto periodic = [](double angle) {
    return Nodes{node("GridConnectivityProperty", "GridConnectivityProperty_t",
                      {node("Periodic", "Periodic_t", {reals("RotationAngle", {angle, 0, 0})})})};
  };
  auto assembly = with_interfaces({to_other("low", {1, 1, 3, 1}, {1, 9, 3, 9}, periodic(1))},
                                  {to_other("low", {1, 1, 4, 1}, {3, 9, 6, 9}, periodic(2))});
  assembly.run();
  CHECK(names_of(assembly.at("ZoneGridConnectivity").children) == Texts{"low", "low.1"});
}

TEST_CASE("joins that contradict their zones are errors") {
  const auto error_of = [](Node interface) { return with_interfaces({std::move(interface)}, {}).error(); };
  CHECK(error_of(interface_node("j", "Nobody", {})) ==
        "p0.cgns:/Base/A/ZoneGridConnectivity/j: the donor zone 'Nobody' does not exist");
  CHECK(error_of(to_other("j", {1, 1, 3, 1}, {1, 9, 4, 9})) ==
        "p0.cgns:/Base/A/ZoneGridConnectivity/j: PointRange, PointRangeDonor and Transform are inconsistent");
  CHECK(error_of(to_other("j", {1, 1, 4, 1}, {1, 9, 4, 9})) ==
        "p0.cgns:/Base/A/ZoneGridConnectivity/j/PointRange: has points outside its zone");
  CHECK(error_of(interface_node("j", "Other", {})) ==
        "p0.cgns:/Base/A/ZoneGridConnectivity/j: has no PointRange");
  CHECK(error_of(interface_node("j", "Other",
                                {range("PointRange", {1, 1, 3, 1}), range("PointRangeDonor", {1, 1, 3, 1}),
                                 transform_node({1, 1, 3}, 2)})) ==
        "p0.cgns:/Base/A/ZoneGridConnectivity/j/Transform: is not a permutation of the directions");
  // Between two parts, but not the same points.
  CHECK(error_of(interface_node("j", "B",
                                {range("PointRange", {3, 1, 3, 4}), range("PointRangeDonor", {2, 1, 2, 4}),
                                 descriptor("Decomp", "is_decomp")})) ==
        "p0.cgns:/Base/A/ZoneGridConnectivity/j: is an interface between two pieces of one zone, but its "
        "points differ in the whole zone");
}

TEST_CASE("lists of points with donors are put together with the values that go with them") {
  const auto general = [](const std::string& donor, Numbers owners, Numbers donors, Reals weights) {
    const auto count = static_cast<std::int64_t>(weights.size()) / 2;
    return with(cgns::text_node("over", "GridConnectivity_t", donor),
                {cgns::text_node("GridConnectivityType", "GridConnectivityType_t", "Overset"),
                 list("PointList", 2, std::move(owners)), list("PointListDonor", 2, std::move(donors)),
                 cgns::real_node("InterpolantsDonor", "DataArray_t", {2, count}, weights)});
  };
  auto assembly = with_interfaces({general("Other", {3, 2, 1, 1}, {7, 7, 8, 8}, {0.1, 0.2, 0.3, 0.4})},
                                  {general("Other", {2, 4, 1, 2}, {9, 9, 7, 7}, {0.5, 0.6, 0.1, 0.2})});
  assembly.run();
  CHECK(assembly.integers("ZoneGridConnectivity/over/PointList") == Numbers{1, 1, 3, 2, 4, 4});
  CHECK(assembly.integers("ZoneGridConnectivity/over/PointListDonor") == Numbers{8, 8, 7, 7, 9, 9});
  CHECK(assembly.reals("ZoneGridConnectivity/over/InterpolantsDonor") == Reals{0.3, 0.4, 0.1, 0.2, 0.5, 0.6});
  CHECK(assembly.at("ZoneGridConnectivity/over/InterpolantsDonor").dims == Numbers{2, 3});

  // A donor that is a part has its points moved too; points joined to themselves were between parts.
  auto moved = with_interfaces({general("B", {1, 1}, {1, 1}, {0.1, 0.2})}, {});
  moved.run();
  CHECK(moved.integers("ZoneGridConnectivity/over/PointListDonor") == Numbers{3, 1});
  auto between = with_interfaces({general("B", {3, 1}, {1, 1}, {0.1, 0.2})}, {});
  between.run();
  CHECK_FALSE(between.has("ZoneGridConnectivity"));
}

TEST_CASE("joins that cannot be mapped are kept as the parts have them, and noted") {
  auto assembly =
      with_interfaces({with(cgns::text_node("odd", "GridConnectivity_t", "Other"),
                            {list("PointList", 2, {1, 1}), list("PointListDonor", 2, {1, 1, 2, 2})})},
                      {});
  assembly.run();
  CHECK(assembly.has(":PCGNS#PerRank/0/ZoneGridConnectivity/odd"));
  CHECK(assembly.notes(plan::Note::Kind::loss).size() == 1);
}

TEST_CASE("an interface without donors has the points of all pieces, and names the whole zone") {
  const auto mismatched = [](Numbers points, const char* donor) {
    return with(cgns::text_node("mix", "GridConnectivity_t", donor),
                {cgns::text_node("GridConnectivityType", "GridConnectivityType_t", "Abutting"),
                 range("PointRange", std::move(points))});
  };
  auto assembly =
      with_interfaces({mismatched({1, 1, 3, 1}, "Z")}, {mismatched({1, 1, 4, 1}, "Z")}, Convention::maia);
  assembly.run();
  CHECK(assembly.notes(plan::Note::Kind::loss).empty());
  CHECK(names_of(assembly.at("ZoneGridConnectivity").children) == Texts{"mix"});
  CHECK(cgns::text_of(assembly.at("ZoneGridConnectivity/mix")) == "Z");
  CHECK(assembly.integers("ZoneGridConnectivity/mix/PointRange") == Numbers{1, 1, 6, 1});
}

TEST_CASE("an interface of which only some pieces have donors is kept as the parts have it") {
  const auto general = [](Nodes points) {
    return with(cgns::text_node("over", "GridConnectivity_t", "Other"), std::move(points));
  };
  const auto points = list("PointList", 2, {2, 1, 3, 1});
  auto assembly =
      with_interfaces({general({points, list("PointListDonor", 2, {1, 1, 2, 2})})}, {general({points})});
  assembly.run();
  CHECK(assembly.has(":PCGNS#PerRank/1/ZoneGridConnectivity/over"));
  CHECK_FALSE(assembly.has("ZoneGridConnectivity/over"));
  CHECK(assembly.notes(plan::Note::Kind::loss).size() == 1);
}

TEST_CASE("a single donor of Cassiopée beside several points stands for none") {
  const auto overset = [](std::string name, const char* donor, Numbers points, Nodes more = {}) {
    more.push_back(cgns::text_node("GridConnectivityType", "GridConnectivityType_t", "Overset"));
    more.push_back(range("PointRange", std::move(points)));
    more.push_back(list("CellListDonor", 2, {1, 1}));
    return with(cgns::text_node(std::move(name), "GridConnectivity_t", donor), std::move(more));
  };
  // The zone had the name Z.7 for a while.
  auto assembly =
      with_interfaces({overset("overlap", "A", {1, 1, 3, 1}), overset("overlap.1", "A", {1, 1, 1, 4})},
                      {overset("overlap.1", "Z.7", {1, 1, 4, 1})}, Convention::cassiopee);
  assembly.run();
  CHECK(assembly.notes(plan::Note::Kind::loss).empty());
  CHECK(names_of(assembly.at("ZoneGridConnectivity").children) == Texts{"overlap", "overlap.1"});
  CHECK(cgns::text_of(assembly.at("ZoneGridConnectivity/overlap")) == "Z");
  CHECK(assembly.integers("ZoneGridConnectivity/overlap/PointRange") == Numbers{1, 1, 6, 1});
  CHECK(assembly.integers("ZoneGridConnectivity/overlap/CellListDonor") == Numbers{1, 1});
  CHECK(assembly.integers("ZoneGridConnectivity/overlap.1/PointRange") == Numbers{1, 1, 1, 4});

  // Donors that are named, as zones and as a family, keep their names, but those of pieces.
  const Nodes named = {user("UserDefinedData", {integers("doubly_defined", {1})})};
  auto listed =
      with_interfaces({overset("near", "Other,A,B,ROTOR", {1, 1, 3, 1}, named)}, {}, Convention::cassiopee);
  listed.run();
  CHECK(cgns::text_of(listed.at("ZoneGridConnectivity/near")) == "Other,Z,ROTOR");
}

TEST_CASE("a zone in one part that is joined to parts is joined to the original") {
  Assembly assembly(Convention::cassiopee);
  assembly.zone("Z", 2, {5, 3, 1}, two, [](const Slice&) -> Nodes { return {}; });
  // Pieces as Cassiopée cuts them: the donor's range from low to high, though Transform turns it.
  const auto piece = [](std::string name, const char* donor, Numbers points, Numbers donors) {
    return interface_node(
        std::move(name), donor,
        {range("PointRange", points), range("PointRangeDonor", donors), transform_node({2, -1, 3}, 2)});
  };
  const Slice other = {.name = "Other", .cells = {{0, 0, 0}, {3, 5, 1}}};
  assembly.zone("Other", 2, {3, 5, 1}, {other}, [&](const Slice&) {
    return connectivity({piece("match.4", "B", {1, 1, 1, 4}, {1, 4, 4, 4}),
                         piece("match.5", "A", {1, 4, 1, 6}, {1, 4, 3, 4})},
                        {});
  });
  const auto& interfaces = assembly.run(1).child("ZoneGridConnectivity")->children;
  REQUIRE(interfaces.size() == 1);
  CHECK(interfaces[0].name == "match.4");
  CHECK(cgns::text_of(interfaces[0]) == "Z");
  CHECK(cgns::integers_of(*interfaces[0].child("PointRange")) == Numbers{1, 1, 1, 6});
  CHECK(cgns::integers_of(*interfaces[0].child("PointRangeDonor")) == Numbers{6, 4, 1, 4});
}
