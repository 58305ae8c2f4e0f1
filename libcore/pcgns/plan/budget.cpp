#include "pcgns/plan/budget.hpp"

#include "pcgns/plan/domains.hpp"

namespace pcgns::plan {

namespace {

/// A node in an HDF5 file: group, link, four attributes, dataset header (measured: 700 to 1000).
constexpr std::int64_t bytes_per_node_in_file = 900;

std::int64_t bytes_in_memory(const tree::Node& node) {
  auto bytes = static_cast<std::int64_t>(sizeof node + node.data.capacity() + node.name.capacity() +
                                         node.label.capacity() + node.dims.capacity() * sizeof node.dims[0] +
                                         node.extras.capacity() * sizeof(tree::Extra));
  for (const auto& child : node.children) bytes += bytes_in_memory(child);
  return bytes;
}

}  // namespace

Budget budget(const Plan& plan, const tree::InputSet& inputs, const Machine& machine) {
  std::int64_t trees = bytes_in_memory(plan.output);
  for (const auto& tree : inputs.trees) trees += bytes_in_memory(tree);
  const auto arrays = static_cast<std::int64_t>(inputs.arrays.size() * sizeof(tree::Array) +
                                                plan.targets.size() * sizeof(Target) +
                                                plan.transfers.size() * sizeof(Transfer));
  const auto in_file = plan.bytes() + tree::count_nodes(plan.output) * bytes_per_node_in_file;
  const auto buffer = domain_size(machine);
  return {.bytes_moved = plan.bytes(),
          .rounds = Domains(in_file, machine).rounds(),
          .bytes_per_round = buffer,
          // One domain to fill, one piece to send, and HDF5's chunks.
          .peak_bytes_per_rank = 2 * buffer + machine.memory / 4 + trees + arrays};
}

}  // namespace pcgns::plan
