// Elements of a section, whichever way they are stored, are those of all ranks in their order.
#include "pcgns/mesh/elements.hpp"

#include "catch.hpp"
#include "partition/all_of.hpp"
#include "verify/memory_mesh.hpp"

namespace {

using namespace pcgns;
using test::session;
using Numbers = std::vector<std::int64_t>;

constexpr std::int64_t mixed = cgns::element_type::mixed;
constexpr std::int64_t polygons = cgns::element_type::ngon;
constexpr std::int64_t triangle = 5;
constexpr std::int64_t quadrangle = 7;
constexpr std::int64_t count = 11;

/// A section whose elements are numbered from 5.
struct Case {
  test::MemoryMesh mesh;
  mesh::Section section{.first = 5, .last = 4 + count};

  Case(std::int64_t type, const Numbers& connectivity, const Numbers& offsets = {}) {
    section.type = type;
    section.connectivity = add("ElementConnectivity", connectivity);
    if (!offsets.empty()) section.offsets = add("ElementStartOffset", offsets);
  }
  int add(const std::string& name, const Numbers& values) {
    mesh.add_array(mesh.base(), "/Base", name, cgns::DataType::I8, {static_cast<std::int64_t>(values.size())},
                   std::as_bytes(std::span(values)));
    return static_cast<int>(mesh.plan.targets.size()) - 1;
  }
  [[nodiscard]] mesh::Elements read() const {
    return mesh::read_elements(session(), {.plan = mesh.plan, .inputs = mesh.inputs}, section);
  }
};

/// Triangles and quadrangles in turn: element i has the nodes 10 i, 10 i + 1, …
Numbers nodes_of(std::int64_t i) {
  Numbers nodes = {10 * i, 10 * i + 1, 10 * i + 2};
  if (i % 2 == 1) nodes.push_back(10 * i + 3);
  return nodes;
}

struct Stored {
  Numbers values = {};
  Numbers offsets = {0};
};

/// `lead`: what is before the nodes of an element, given their number.
template <typename Lead>
Stored stored(const Lead& lead) {
  Stored all;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto nodes = nodes_of(i);
    for (const auto value : lead(nodes.size())) all.values.push_back(value);
    all.values.insert(all.values.end(), nodes.begin(), nodes.end());
    all.offsets.push_back(static_cast<std::int64_t>(all.values.size()));
  }
  return all;
}

const auto nothing = [](std::size_t) { return Numbers(); };
const auto type = [](std::size_t nodes) { return Numbers{nodes == 3 ? triangle : quadrangle}; };
const auto size = [](std::size_t nodes) { return Numbers{static_cast<std::int64_t>(nodes)}; };

/// Number and nodes of the elements of all ranks.
Numbers elements_of_all(const mesh::Elements& elements) {
  Numbers mine;
  mesh::for_each_block(elements, [&](const mesh::Block& block) {
    for (std::int64_t i = 0; i < block.size(); ++i) {
      CHECK(elements.owner_of(block.number(i)) == session().rank());
      mine.push_back(block.element(i));
      const auto nodes = block.nodes(i);
      mine.insert(mine.end(), nodes.begin(), nodes.end());
    }
  });
  return test::all_of(mine);
}

Numbers expected() {
  Numbers all;
  for (std::int64_t i = 0; i < count; ++i) {
    all.push_back(5 + i);
    for (const auto node : nodes_of(i)) all.push_back(node);
  }
  return all;
}

/// What is wrong, and where: the same on all ranks.
void check_flaw(const Case& test, mesh::Flaw flaw, std::int64_t position) {
  const auto elements = test.read();
  CHECK(elements.flaw == flaw);
  CHECK(elements.position == position);
  CHECK(elements.values.empty());
}

}  // namespace

TEST_CASE("elements with offsets and without are the same on all ranks together") {
  const auto plain = stored(nothing);
  const auto with_types = stored(type);
  const auto with_sizes = stored(size);
  CHECK(elements_of_all(Case(polygons, plain.values, plain.offsets).read()) == expected());
  CHECK(elements_of_all(Case(polygons, with_sizes.values).read()) == expected());
  CHECK(elements_of_all(Case(mixed, with_types.values, with_types.offsets).read()) == expected());
  const Case old(mixed, with_types.values);
  const auto elements = old.read();
  CHECK(elements_of_all(elements) == expected());
  mesh::for_each_block(elements, [&](const mesh::Block& block) {
    for (std::int64_t i = 0; i < block.size(); ++i) {
      CHECK(block.type(i) == (block.number(i) % 2 == 1 ? quadrangle : triangle));
    }
  });
}

TEST_CASE("elements of one type have no offsets, and nobody has a part of one") {
  Numbers values(3 * count);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int64_t>(i) + 1;
  const Case test(triangle, values);
  const auto elements = test.read();
  CHECK(elements.values.size() == 3 * sizeof(std::int64_t) * static_cast<std::size_t>(elements.mine.size()));
  Numbers found;
  for (const auto value : elements_of_all(elements)) found.push_back(value);
  REQUIRE(found.size() == 4 * count);
  CHECK(Numbers(found.end() - 4, found.end()) == Numbers{4 + count, 31, 32, 33});
}

TEST_CASE("why elements cannot be told apart is known to all ranks, with the first place") {
  using mesh::Flaw;
  const auto good = stored(nothing);
  const auto changed = [&](std::size_t at, std::int64_t value) {
    auto offsets = good.offsets;
    offsets[at] = value;
    return Case(polygons, good.values, offsets);
  };
  check_flaw(changed(0, 1), Flaw::offset_begin, 0);
  check_flaw(changed(7, 1), Flaw::offset_order, 7);
  check_flaw(changed(count, 1000), Flaw::offset_end, count);
  check_flaw(Case(polygons, good.values, {0, 3}), Flaw::offset_count, 0);
  check_flaw(Case(triangle, Numbers(3 * count - 1)), Flaw::size, 0);
  check_flaw(Case(0, good.values), Flaw::absent, 0);
  auto values = stored(type).values;
  values[static_cast<std::size_t>(stored(type).offsets[6])] = 99;
  check_flaw(Case(mixed, values), Flaw::unknown_type, 6);
  values = stored(size).values;
  values.pop_back();
  check_flaw(Case(polygons, values), Flaw::size, count - 1);
}
