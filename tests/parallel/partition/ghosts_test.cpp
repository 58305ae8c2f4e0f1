// Ghosts are the cells around a part, layer by layer, whatever the number of ranks.
#include "pcgns/partition/run/ghosts.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <random>
#include <set>

#include "catch.hpp"
#include "pcgns/par/collective.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using partition::Pair;
using test::session;

/// Everybody's pairs, in order.
std::vector<Pair> all_of(const std::vector<Pair>& mine) {
  std::vector<Pair> all;
  for (const auto& bytes : par::gather_all(session().comm(), std::as_bytes(std::span(mine)))) {
    const auto before = all.size();
    all.resize(before + bytes.size() / sizeof(Pair));
    if (!bytes.empty()) std::memcpy(static_cast<void*>(all.data() + before), bytes.data(), bytes.size());
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// A plane of quadrilaterals in two sections, with vertices in any order.
class Plane {
 public:
  Plane(std::int64_t width, std::int64_t height, std::mt19937& random) {
    std::vector<std::int64_t> names(static_cast<std::size_t>((width + 1) * (height + 1)));
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = static_cast<std::int64_t>(i) + 1;
    std::shuffle(names.begin(), names.end(), random);
    const auto name = [&](std::int64_t i, std::int64_t j) {
      return names[static_cast<std::size_t>(j * (width + 1) + i)];
    };
    for (std::int64_t j = 0; j < height; ++j) {
      for (std::int64_t i = 0; i < width; ++i)
        cells.push_back({name(i, j), name(i + 1, j), name(i + 1, j + 1), name(i, j + 1)});
    }
    mesh.zone.dimension = 2;
    mesh.zone.vertices = std::ssize(names);
    mesh.zone.cells = std::ssize(cells);
    const auto split = mesh.zone.cells / 3 + 1;
    for (const Range range : {Range{0, split}, Range{split, mesh.zone.cells}}) {
      if (!range.empty())
        mesh.zone.sections.push_back({.type = 7, .first = range.begin + 1, .last = range.end});
    }
    for (const auto& section : mesh.zone.sections) add(section);
  }

  std::vector<std::vector<std::int64_t>> cells;
  partition::ZoneMesh mesh;

 private:
  void add(const mesh::Section& section) {
    mesh::Elements elements{.section = &section, .type = cgns::DataType::I8, .width = 4};
    elements.begins = partition::equal_begins(section.count(), session().size());
    const auto rank = static_cast<std::size_t>(session().rank());
    elements.mine = {elements.begins[rank], elements.begins[rank + 1]};
    elements.all_within = true;
    for (auto i = elements.mine.begin; i < elements.mine.end; ++i) {
      const auto bytes = std::as_bytes(std::span(cells[static_cast<std::size_t>(section.first - 1 + i)]));
      elements.values.insert(elements.values.end(), bytes.begin(), bytes.end());
    }
    mesh.roles.push_back({.cells = true, .first_cell = section.first - 1 + elements.mine.begin});
    mesh.sections.push_back(std::move(elements));
  }
};

/// Cells and vertices (from 0) around the cells of a part.
struct Layers {
  std::set<std::int64_t> cells;
  std::set<std::int64_t> vertices;
};

Layers layers_around(const Plane& plane, const std::vector<std::int32_t>& parts, std::int32_t part,
                     std::int64_t layers) {
  std::set<std::int64_t> own;
  const auto add = [&](std::set<std::int64_t>& to, std::size_t cell) {
    for (const auto node : plane.cells[cell]) to.insert(node - 1);
  };
  for (std::size_t cell = 0; cell < parts.size(); ++cell) {
    if (parts[cell] == part) add(own, cell);
  }
  Layers found;
  auto known = own;
  for (std::int64_t layer = 0; layer < layers; ++layer) {
    auto next = known;
    for (std::size_t cell = 0; cell < parts.size(); ++cell) {
      const auto& nodes = plane.cells[cell];
      const bool touches = std::any_of(nodes.begin(), nodes.end(),
                                       [&](std::int64_t node) { return known.contains(node - 1); });
      if (parts[cell] == part || !touches) continue;
      found.cells.insert(static_cast<std::int64_t>(cell));
      add(next, cell);
    }
    known = next;
  }
  std::set_difference(known.begin(), known.end(), own.begin(), own.end(),
                      std::inserter(found.vertices, found.vertices.end()));
  return found;
}

std::vector<Pair> ghosts_of(const partition::Distribution& distribution, std::int32_t part) {
  std::vector<Pair> found;
  for (const auto& pair : all_of(partition::pairs_of(partition::ghosts_alone(distribution)))) {
    if (pair.second == part) found.push_back(pair);
  }
  return found;
}

std::set<std::int64_t> entities_of(const std::vector<Pair>& pairs) {
  std::set<std::int64_t> entities;
  for (const auto& [entity, part] : pairs) entities.insert(entity);
  return entities;
}

/// What parts have stands in order, ghosts behind the rest.
void require_places(const partition::Distribution& distribution, std::int32_t parts) {
  std::vector<std::int64_t> entities;
  for (auto i = distribution.mine.begin; i < distribution.mine.end; ++i) entities.push_back(i);
  const auto indices = partition::local_indices_of(session(), distribution, entities);
  const auto own = partition::without_ghosts(distribution);
  for (std::size_t i = 0; i < entities.size(); ++i) {
    for (const auto& local : indices.of(i)) {
      const auto part = static_cast<std::size_t>(local.part);
      REQUIRE(local.part < parts);
      REQUIRE((local.index >= own.totals[part]) == local.is_ghost);
      REQUIRE(local.index < partition::counts_of(distribution)[part]);
    }
  }
}

}  // namespace

TEST_CASE("ghosts are the cells around a part") {
  const plan::Plan plan;
  const cgns::InputSet inputs;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    std::mt19937 random(seed);
    const auto width = static_cast<std::int64_t>(1 + random() % 9);
    const Plane plane(width, static_cast<std::int64_t>(1 + random() % 7), random);
    const auto count = static_cast<std::int32_t>(1 + random() % 5);
    std::vector<std::int32_t> parts(plane.cells.size());
    for (auto& part : parts) part = static_cast<std::int32_t>(random() % static_cast<unsigned>(count));
    if (seed % 2 == 0) std::sort(parts.begin(), parts.end());
    const auto begins = partition::equal_begins(plane.mesh.zone.cells, session().size());
    const auto rank = static_cast<std::size_t>(session().rank());
    auto cells = partition::distribution_of(
        session(), begins, std::vector(parts.begin() + begins[rank], parts.begin() + begins[rank + 1]),
        static_cast<std::size_t>(count));
    const mesh::Dataset dataset{.plan = plan, .inputs = inputs};
    const auto distributed = partition::distribute_elements(session(), dataset, plane.mesh, std::move(cells));
    for (std::int64_t layers = 0; layers <= 3; ++layers) {
      CAPTURE(seed, layers, count);
      const auto made = partition::add_ghosts(session(), dataset, plane.mesh, distributed, layers);
      require_places(made.cells, count);
      require_places(made.vertices, count);
      for (std::int32_t part = 0; part < count; ++part) {
        const auto expected = layers_around(plane, parts, part, layers);
        CHECK(entities_of(ghosts_of(made.cells, part)) == expected.cells);
        CHECK(entities_of(ghosts_of(made.vertices, part)) == expected.vertices);
        std::set<std::int64_t> elements;
        for (std::size_t s = 0; s < plane.mesh.sections.size(); ++s) {
          for (const auto& [element, p] : ghosts_of(made.elements.sections[s], part))
            elements.insert(element + plane.mesh.zone.sections[s].first - 1);
        }
        CHECK(elements == expected.cells);
      }
    }
  }
}
