#include "pcgns/partition/run/scotch.hpp"

#include <algorithm>

#include "pcgns/base/error.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::partition {

bool are_even(const std::vector<std::int64_t>& sizes) {
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  return *most - *least <= 1;
}

}  // namespace pcgns::partition

#if PCGNS_HAS_PTSCOTCH

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

// Needs the includes above.
#include <scotch.h>

#include <ptscotch.h>

namespace {

/// First error message of PT-Scotch.
std::string complaint;  // NOLINT: the library's error functions take no context

}  // namespace

// Replaces the functions of libptscotcherr, which print. Warnings are dropped.
extern "C" {
void SCOTCH_errorProg(const char* const /*program*/) {}
void SCOTCH_errorPrint(const char* const text, ...) {
  if (!complaint.empty()) return;
  std::array<char, 512> line = {};
  va_list values;
  va_start(values, text);
  (void)std::vsnprintf(line.data(), line.size(), text, values);
  va_end(values);
  complaint = line.data();
}
void SCOTCH_errorPrintW(const char* const /*text*/, ...) {}
}

namespace pcgns::partition {

namespace {

using Num = SCOTCH_Num;

/// Allowed relative imbalance.
constexpr double tolerance = 0.01;
constexpr Num seed = 1;

void require(int status, std::string_view what) {
  if (status == 0) return;
  const auto why = std::exchange(complaint, {});
  throw Error(ErrorKind::io, fmt::format("PT-Scotch could not {}{}{}", what, why.empty() ? "" : ": ", why));
}

/// Never null, even if empty: all ranks must pass the same set of arrays.
std::vector<Num> narrowed(const std::vector<std::int64_t>& numbers) {
  std::vector<Num> narrow;
  narrow.reserve(numbers.size() + 1);
  for (const auto number : numbers) narrow.push_back(static_cast<Num>(number));
  return narrow;
}

/// An object of the library, made by Init and released by Exit.
template <typename Object, auto Init, auto Exit>
class Handle {
 public:
  Handle() { require(Init(&object_), "begin"); }
  ~Handle() { Exit(&object_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  [[nodiscard]] Object* get() { return &object_; }

 private:
  Object object_;
};

using Arch = Handle<SCOTCH_Arch, SCOTCH_archInit, SCOTCH_archExit>;
using Strategy = Handle<SCOTCH_Strat, SCOTCH_stratInit, SCOTCH_stratExit>;
using Graph = Handle<SCOTCH_Graph, SCOTCH_graphInit, SCOTCH_graphExit>;

/// Single-threaded and deterministic, independent of the arrival order of messages.
class Context {
 public:
  Context() {
    require(SCOTCH_contextInit(context_.get()), "begin");
    require(SCOTCH_contextThreadSpawn(context_.get(), 1, nullptr), "begin");
    require(SCOTCH_contextOptionSetNum(context_.get(), SCOTCH_OPTIONNUMDETERMINISTIC, 1), "begin");
    // The generator must exist before it can be seeded.
    SCOTCH_randomReset();
    SCOTCH_randomSeed(seed);
    SCOTCH_randomReset();
  }
  [[nodiscard]] SCOTCH_Context* get() { return context_.get(); }

 private:
  Handle<SCOTCH_Context, SCOTCH_contextInit, SCOTCH_contextExit> context_;
};

/// Target sizes. The library uses whole weights per unit of size, which limits the number of units.
class Target {
 public:
  explicit Target(const std::vector<std::int64_t>& sizes) {
    const auto count = static_cast<Num>(sizes.size());
    if (are_even(sizes)) {
      require(SCOTCH_archCmplt(arch_.get(), count), "get the parts");
      return;
    }
    double sum = 0;
    for (const auto size : sizes) sum += static_cast<double>(size);
    const double scale = std::min<double>(units_of_part * static_cast<double>(count), most_units) / sum;
    std::vector<Num> units;
    for (const auto size : sizes)
      units.push_back(std::max<Num>(1, static_cast<Num>(std::lround(static_cast<double>(size) * scale))));
    require(SCOTCH_archCmpltw(arch_.get(), count, units.data()), "set the target sizes");
  }
  [[nodiscard]] SCOTCH_Arch* get() { return arch_.get(); }

 private:
  static constexpr double units_of_part = 2000;
  static constexpr double most_units = 1 << 20;

  Arch arch_;
};

/// Bisection on one rank: takes the better of two tries.
std::string halving() {
  const auto once = fmt::format(
      "m{{vert=120,low=h{{pass=10}}f{{bal={0},move=120}},"
      "asc=b{{bnd=(d{{pass=40}}|)f{{bal={0},move=120}},org=f{{bal={0},move=120}}}}}}",
      tolerance);
  return once + "|" + once;
}

/// Recursive bisection: on boxes of hexahedra it cuts up to 8 % fewer faces than the default of gpart, which
/// refines all parts together.
std::string serial_strategy() {
  return fmt::format("r{{job=t,map=t,poli=S,bal={},sep={}}}", tolerance, halving());
}

/// The strategy of SCOTCH_stratDgraphMapBuild, with ours for subgraphs on one rank.
std::string parallel_strategy(int processes) {
  return fmt::format(
      "r{{bal={0},sep=m{{vert={1},asc=b{{bnd=(d{{pass=40}}|)q{{strat=f}}x{{bal={0}}},org=q{{strat=f}}x{{bal={"
      "0}}}}},"
      "low=q{{strat=({2})}},seq=q{{strat=({2})}}}},seq={3}}}",
      tolerance, std::clamp(2000 * processes, 10000, 100000), halving(), serial_strategy());
}

/// Arrays passed to and filled by the library.
struct Arrays {
  std::vector<Num> starts;
  std::vector<Num> neighbours;
  std::vector<Num> weights;
  std::vector<Num> parts;
  Num cells = 0;

  Arrays(DualGraph graph, const std::vector<std::int64_t>& of_cells)
      : starts(narrowed(std::exchange(graph.starts, {}))),
        neighbours(narrowed(std::exchange(graph.neighbours, {}))),
        weights(narrowed(of_cells)),
        parts(starts.size()),
        cells(static_cast<Num>(starts.size() - 1)) {}
  [[nodiscard]] Num edges() const { return static_cast<Num>(neighbours.size()); }
};

void cut_alone(Arrays& arrays, bool has_weights, Target& target) {
  Context context;
  Graph graph;
  SCOTCH_Graph bound;
  Strategy strategy;
  require(SCOTCH_stratGraphMap(strategy.get(), serial_strategy().c_str()), "set the strategy");
  require(SCOTCH_graphBuild(graph.get(), 0, arrays.cells, arrays.starts.data(), nullptr,
                            has_weights ? arrays.weights.data() : nullptr, nullptr, arrays.edges(),
                            arrays.neighbours.data(), nullptr),
          "set the graph");
  require(SCOTCH_contextBindGraph(context.get(), graph.get(), &bound), "begin");
  require(SCOTCH_graphMap(&bound, target.get(), strategy.get(), arrays.parts.data()), "partition the graph");
}

/// A graph distributed over several ranks.
class DistributedGraph {
 public:
  explicit DistributedGraph(MPI_Comm comm) { require(SCOTCH_dgraphInit(&graph_, comm), "begin"); }
  ~DistributedGraph() { SCOTCH_dgraphExit(&graph_); }
  DistributedGraph(const DistributedGraph&) = delete;
  DistributedGraph& operator=(const DistributedGraph&) = delete;
  [[nodiscard]] SCOTCH_Dgraph* get() { return &graph_; }

 private:
  SCOTCH_Dgraph graph_;
};

void cut_together(MPI_Comm comm, Arrays& arrays, bool has_weights, Target& target) {
  const int processes = par::size_of(comm);
  Context context;
  DistributedGraph graph(comm);
  SCOTCH_Dgraph bound;
  Strategy strategy;
  require(SCOTCH_stratDgraphMap(strategy.get(), parallel_strategy(processes).c_str()), "set the strategy");
  require(SCOTCH_dgraphBuild(graph.get(), 0, arrays.cells, arrays.cells, arrays.starts.data(), nullptr,
                             has_weights ? arrays.weights.data() : nullptr, nullptr, arrays.edges(),
                             arrays.edges(), arrays.neighbours.data(), nullptr, nullptr),
          "set the graph");
  require(SCOTCH_contextBindDgraph(context.get(), graph.get(), &bound), "begin");
  require(SCOTCH_dgraphMap(&bound, target.get(), strategy.get(), arrays.parts.data()), "partition the graph");
}

}  // namespace

std::int64_t scotch_most() { return std::numeric_limits<Num>::max() / 2; }

std::vector<std::int32_t> scotch_parts(MPI_Comm comm, DualGraph graph, std::vector<std::int64_t> weights,
                                       const std::vector<std::int64_t>& sizes) {
  const int processes = par::size_of(comm);
  complaint.clear();
  const bool has_weights = !weights.empty();
  Target target(sizes);
  Arrays arrays(std::move(graph), weights);
  if (processes == 1)
    cut_alone(arrays, has_weights, target);
  else
    cut_together(comm, arrays, has_weights, target);
  return {arrays.parts.begin(), arrays.parts.begin() + arrays.cells};
}

}  // namespace pcgns::partition

#else

namespace pcgns::partition {

std::int64_t scotch_most() { return 0; }

std::vector<std::int32_t> scotch_parts(MPI_Comm /*comm*/, DualGraph /*graph*/,
                                       std::vector<std::int64_t> /*weights*/,
                                       const std::vector<std::int64_t>& /*sizes*/) {
  throw Error(ErrorKind::usage, "this program is built without PT-Scotch");
}

}  // namespace pcgns::partition

#endif
