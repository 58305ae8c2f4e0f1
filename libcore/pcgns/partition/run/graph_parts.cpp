#include "pcgns/partition/run/graph_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/partition/distribute_zones.hpp"
#include "pcgns/partition/run/scotch.hpp"

namespace pcgns::partition {

namespace {

/// Distributes the graph over the first ranks, none of which is empty.
std::vector<std::int64_t> begins_of_graph(std::int64_t cells, int ranks, std::int64_t most) {
  const auto each = divide_up(cells, holders_of_graph(cells, ranks, most));
  std::vector<std::int64_t> begins;
  for (int rank = 0; rank <= ranks; ++rank) begins.push_back(std::min(cells, rank * each));
  return begins;
}

void require_room(par::Session& session, const ZoneMesh& mesh, const DualGraph& graph) {
  const auto edges = par::all_sum(session.comm(), std::ssize(graph.neighbours));
  const auto most = scotch_most();
  if (std::max(edges, mesh.zone.cells) <= most) return;
  throw Error(ErrorKind::usage, fmt::format("{}: has {} cells that share {} faces, too many for this "
                                            "PT-Scotch: use one with 64-bit integers, or another --method",
                                            mesh.zone.path, mesh.zone.cells, edges / 2));
}

/// Weights of the cells `mine`, scaled so that PT-Scotch can sum them and finer than its units of size; empty
/// if not needed.
std::vector<std::int64_t> fitted_weights(par::Session& session, const mesh::Dataset& dataset,
                                         const ZoneMesh& mesh, const CellWeights& given, Range mine,
                                         const std::vector<std::int64_t>& sizes) {
  if (given.field.empty() && are_even(sizes)) return {};
  auto weights = weights_of(session, dataset, mesh, given, mine);
  if (given.field.empty()) weights.assign(static_cast<std::size_t>(mine.size()), 1);
  const auto sum =
      par::all_sum(session.comm(), std::accumulate(weights.begin(), weights.end(), std::int64_t{0}));
  const double scale =
      static_cast<double>(scotch_most() / 2) / static_cast<double>(std::max<std::int64_t>(1, sum));
  for (auto& weight : weights)
    weight = std::llround(static_cast<double>(weight) * (scale > 1 ? std::floor(scale) : scale));
  return weights;
}

/// Communicator of the ranks that have the graph; null on the others.
class Processes {
 public:
  Processes(par::Session& session, bool has_cells) {
    MPI_Comm_split(session.comm(), has_cells ? 0 : MPI_UNDEFINED, session.rank(), &comm_);
  }
  ~Processes() {
    if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  }
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;
  [[nodiscard]] MPI_Comm comm() const { return comm_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

/// Sends results from the ranks that have the graph to those that have the cells.
std::vector<std::int32_t> brought(par::Session& session, const std::vector<std::int32_t>& parts,
                                  const std::vector<std::int64_t>& from,
                                  const std::vector<std::int64_t>& to) {
  const auto rank = static_cast<std::size_t>(session.rank());
  mesh::Share share;
  share.type = cgns::DataType::I4;
  share.count = from.back();
  share.per_rank = std::max<std::int64_t>(1, from[1]);
  share.values = {from[rank], from[rank + 1]};
  const auto bytes = std::as_bytes(std::span(parts));
  share.bytes.assign(bytes.begin(), bytes.end());
  const auto fetched = mesh::fetch_range(session, share, {to[rank], to[rank + 1]});
  std::vector<std::int32_t> mine(fetched.size() / sizeof(std::int32_t));
  if (!mine.empty()) std::memcpy(mine.data(), fetched.data(), fetched.size());
  return mine;
}

}  // namespace

std::vector<std::int32_t> graph_parts(par::Session& session, const mesh::Dataset& dataset,
                                      const ZoneMesh& mesh, const CellWeights& weights,
                                      const std::vector<std::int64_t>& begins,
                                      const std::vector<std::int64_t>& sizes, std::int64_t most) {
  if (!has_graph_partitioner()) throw Error(ErrorKind::usage, "this program is built without PT-Scotch");
  const auto own = begins_of_graph(mesh.zone.cells, session.size(), most);
  const auto rank = static_cast<std::size_t>(session.rank());
  auto graph = dual_graph(session, dataset, mesh, own);
  require_room(session, mesh, graph);
  const Range mine = {own[rank], own[rank + 1]};
  auto of_cells = fitted_weights(session, dataset, mesh, weights, mine, sizes);
  // From here on, ranks block within MPI without serving others. All have read what they need: the last sum
  // over ranks came after that.
  const Processes processes(session, own[rank + 1] > own[rank]);
  std::vector<std::int32_t> parts;
  session.enter("partitioning the graph");
  auto unwatched = std::make_unique<par::Unwatched>(session);  // PT-Scotch may run long without a word.
  const auto failure = par::failure_of(
      [&] {
        if (processes.comm() == MPI_COMM_NULL) return;
        par::fault_point("graph", session.rank());
        parts = scotch_parts(processes.comm(), std::move(graph), std::move(of_cells), sizes);
      },
      "partitioning the graph");
  if (failure) {
    // Other ranks may wait for this one inside PT-Scotch; the watchdog then ends them.
    session.enter(fmt::format("partitioning the graph, which failed ({})", failure->what()));
    unwatched.reset();
  }
  par::agree(session.comm(), "partitioning the graph", failure);
  return brought(session, parts, own, begins);
}

bool has_graph_partitioner() { return scotch_most() > 0; }

std::int64_t most_in_graph(const Budget& memory) {
  constexpr std::int64_t bytes_of_cell = 160;  // our representation plus PT-Scotch's
  return std::max<std::int64_t>(1, memory.bytes() / bytes_of_cell);
}

std::int64_t holders_of_graph(std::int64_t cells, int ranks, std::int64_t most) {
  return std::clamp<std::int64_t>(divide_up(cells, most), 1, ranks);
}

}  // namespace pcgns::partition
