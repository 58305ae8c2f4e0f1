// The graph of a mesh is the same on every number of ranks, and its parts have the sizes that were asked for.
#include "pcgns/partition/run/graph_parts.hpp"

#include <algorithm>
#include <array>

#include "catch.hpp"
#include "partition/all_of.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/partition/run/distribution.hpp"
#include "pcgns/partition/run/scotch.hpp"
#include "session.hpp"

namespace {

using namespace pcgns;
using test::all_of;
using test::session;
using Numbers = std::vector<std::int64_t>;

/// A box of hexahedra (or without k of quadrangles, without j of bars) whose elements are dealt out unevenly.
class Grid {
 public:
  explicit Grid(std::array<std::int64_t, 3> cells) : cells_(cells) {
    const auto dimension = cells[1] == 0 ? 1 : cells[2] == 0 ? 2 : 3;
    const auto count = this->count();
    mesh_.zone.dimension = dimension;
    mesh_.zone.cells = count;
    mesh_.zone.vertices = (cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1);
    const std::int64_t type = dimension == 3 ? 17 : dimension == 2 ? 7 : 3;
    mesh_.zone.sections.push_back({.type = type, .first = 1, .last = count});
    mesh_.roles.push_back({.cells = true});
    auto& elements = mesh_.sections.emplace_back();
    elements.section = &mesh_.zone.sections.front();
    elements.begins = partition::equal_begins(count, session().size());
    elements.begins[session().size() > 1 ? 1 : 0] /= 2;
    const auto rank = static_cast<std::size_t>(session().rank());
    elements.mine = {elements.begins[rank], elements.begins[rank + 1]};
    elements.type = cgns::DataType::I8;
    elements.width = std::int64_t{1} << dimension;
    mesh_.roles.front().first_cell = elements.mine.begin;
    Numbers nodes;
    for (auto cell = elements.mine.begin; cell < elements.mine.end; ++cell) add_nodes(cell, dimension, nodes);
    const auto bytes = std::as_bytes(std::span(nodes));
    elements.values.assign(bytes.begin(), bytes.end());
    elements.all_within = true;
  }
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  [[nodiscard]] std::int64_t count() const {
    return cells_[0] * std::max<std::int64_t>(1, cells_[1]) * std::max<std::int64_t>(1, cells_[2]);
  }
  [[nodiscard]] const partition::ZoneMesh& mesh() const { return mesh_; }
  [[nodiscard]] mesh::Dataset dataset() const { return {.plan = plan_, .inputs = inputs_}; }

  /// Ascending.
  [[nodiscard]] Numbers neighbours(std::int64_t cell) const {
    Numbers found;
    std::int64_t step = 1;
    auto rest = cell;
    for (const auto size : cells_) {
      if (size == 0) continue;
      if (rest % size > 0) found.push_back(cell - step);
      if (rest % size + 1 < size) found.push_back(cell + step);
      rest /= size;
      step *= size;
    }
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  void add_nodes(std::int64_t cell, int dimension, Numbers& nodes) const {
    const auto i = cell % cells_[0];
    const auto j = dimension > 1 ? cell / cells_[0] % cells_[1] : 0;
    const auto k = dimension > 2 ? cell / cells_[0] / cells_[1] : 0;
    const auto next_j = cells_[0] + 1;
    const auto next_k = next_j * (cells_[1] + 1);
    const auto first = i + next_j * j + next_k * k + 1;
    if (dimension == 1) nodes.insert(nodes.end(), {first, first + 1});
    for (std::int64_t low = first; dimension > 1 && low <= first + (dimension > 2 ? next_k : 0);
         low += next_k)
      nodes.insert(nodes.end(), {low, low + 1, low + 1 + next_j, low + next_j});
  }

  std::array<std::int64_t, 3> cells_;
  partition::ZoneMesh mesh_;
  plan::Plan plan_;
  cgns::InputSet inputs_;
};

std::vector<std::int32_t> parts_of(const Grid& grid, const Numbers& sizes, std::int64_t most) {
  const auto begins = partition::equal_begins(grid.count(), session().size());
  return all_of(partition::graph_parts(session(), grid.dataset(), grid.mesh(), {}, begins, sizes, most));
}

std::int64_t cut_of(const Grid& grid, const std::vector<std::int32_t>& parts) {
  std::int64_t cut = 0;
  for (std::int64_t cell = 0; cell < grid.count(); ++cell) {
    for (const auto other : grid.neighbours(cell))
      cut += parts[static_cast<std::size_t>(cell)] < parts[static_cast<std::size_t>(other)] ? 1 : 0;
  }
  return cut;
}

}  // namespace

TEST_CASE("cells that share a face are neighbours") {
  for (const auto& cells : {std::array<std::int64_t, 3>{5, 4, 3}, {7, 5, 0}, {9, 0, 0}, {1, 0, 0}}) {
    const Grid grid(cells);
    // Of any distribution, also one with ranks that have nothing.
    auto begins = partition::equal_begins(grid.count(), session().size());
    for (std::size_t rank = 1; rank + 1 < begins.size(); rank += 2) begins[rank] = begins[rank + 1];
    const auto graph = partition::dual_graph(session(), grid.dataset(), grid.mesh(), begins);
    const auto rank = static_cast<std::size_t>(session().rank());
    REQUIRE(std::ssize(graph.starts) == begins[rank + 1] - begins[rank] + 1);
    for (std::size_t i = 0; i + 1 < graph.starts.size(); ++i) {
      const Numbers found(graph.neighbours.begin() + graph.starts[i],
                          graph.neighbours.begin() + graph.starts[i + 1]);
      CHECK(found == grid.neighbours(begins[rank] + static_cast<std::int64_t>(i)));
    }
  }
}

TEST_CASE("a graph is cut into parts of the sizes that are asked for") {
  if (partition::scotch_most() == 0) return;
  const Grid grid({24, 20, 16});
  const Numbers even(8, 960);
  const Numbers uneven = {3000, 1500, 1500, 1000, 500, 180};
  for (const auto& sizes : {even, uneven}) {
    for (const std::int64_t most : {std::int64_t{1000}, std::int64_t{1} << 40}) {
      CAPTURE(sizes, most);
      const auto parts = parts_of(grid, sizes, most);
      CHECK(parts == parts_of(grid, sizes, most));
      Numbers found(sizes.size(), 0);
      for (const auto part : parts) ++found.at(static_cast<std::size_t>(part));
      for (std::size_t p = 0; p < sizes.size(); ++p) {
        CHECK(static_cast<double>(found[p]) <= 1.03 * static_cast<double>(sizes[p]) + 2);
        CHECK(static_cast<double>(found[p]) >= 0.97 * static_cast<double>(sizes[p]) - 2);
      }
      CHECK(cut_of(grid, parts) < 1800);  // boxes of 12 x 10 x 8 would cut 1184
    }
  }
}

TEST_CASE("graphs of any small size are cut") {
  if (partition::scotch_most() == 0) return;
  for (const auto& cells :
       {std::array<std::int64_t, 3>{1, 0, 0}, {2, 0, 0}, {7, 0, 0}, {3, 2, 0}, {2, 2, 2}}) {
    const Grid grid(cells);
    for (const std::size_t count : {2, 5, 9}) {
      CAPTURE(cells, count);
      const auto parts = parts_of(grid, Numbers(count, 1), 1);
      REQUIRE(std::ssize(parts) == grid.count());
      for (const auto part : parts) CHECK((part >= 0 && part < static_cast<std::int32_t>(count)));
    }
  }
}
