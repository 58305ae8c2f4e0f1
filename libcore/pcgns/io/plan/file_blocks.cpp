#include "pcgns/io/file_blocks.hpp"

#include <algorithm>

#include "pcgns/base/bytes.hpp"

namespace pcgns::io {

namespace {

constexpr std::int64_t usual_buffer = 16 * mebi;
/// Limit, because a buffer is sent in one message.
constexpr std::int64_t largest_buffer = 1024 * mebi;
/// File blocks are multiples of it, so that an aligned value lies in one block.
constexpr std::int64_t smallest_file_block = 64;

bool is_striped(const plan::Machine& machine) { return machine.stripe_size > 0 && machine.stripe_count > 1; }

/// The largest number of stripes per file block that divides the stripe count and keeps the block within
/// `most` bytes.
std::int64_t stripes_per_file_block(const plan::Machine& machine, std::int64_t most) {
  std::int64_t stripes = std::clamp<std::int64_t>(most / machine.stripe_size, 1, machine.stripe_count);
  while (machine.stripe_count % stripes != 0) --stripes;
  return stripes;
}

}  // namespace

plan::Machine suited(plan::Machine machine, const plan::Plan& plan) {
  if (plan.indexed.empty()) return machine;
  machine.memory = machine.memory.without(bytes_of_program);
  if (machine.buffer == 0) machine.buffer = machine.memory.buffer(4, largest_buffer);
  return machine;
}

std::int64_t file_block_size(const plan::Machine& machine) {
  const std::int64_t wanted =
      std::min(largest_buffer, machine.buffer > 0 ? machine.buffer : machine.memory.buffer(4, usual_buffer));
  if (is_striped(machine) && machine.stripe_size <= wanted) {
    return stripes_per_file_block(machine, wanted) * machine.stripe_size;
  }
  const std::int64_t unit = std::max<std::int64_t>({machine.alignment, machine.stripe_size, 1});
  return std::max(smallest_file_block,
                  round_down(unit <= wanted ? round_down(wanted, unit) : wanted, smallest_file_block));
}

int aggregator_count(const plan::Machine& machine) {
  const std::int64_t size = file_block_size(machine);
  if (!is_striped(machine) || size % machine.stripe_size != 0) return machine.ranks;
  const auto per_pass = static_cast<int>(machine.stripe_count * machine.stripe_size / size);
  if (machine.ranks >= per_pass) return machine.ranks / per_pass * per_pass;
  int aggregators = machine.ranks;
  while (per_pass % aggregators != 0) --aggregators;
  return aggregators;
}

FileBlocks::FileBlocks(std::int64_t end, const plan::Machine& machine)
    : end_(end),
      size_(file_block_size(machine)),
      count_(divide_up(end, size_)),
      aggregators_(aggregator_count(machine)),
      blocked_(machine.blocked) {}

std::int64_t FileBlocks::rounds() const { return divide_up(count_, aggregators_); }

FileBlocks::Turn FileBlocks::turn_of(std::int64_t file_block) const {
  if (blocked_) return {static_cast<int>(file_block / rounds()), file_block % rounds()};
  return {static_cast<int>(file_block % aggregators_), file_block / aggregators_};
}

std::int64_t FileBlocks::file_block_of(int aggregator, std::int64_t round) const {
  if (aggregator >= aggregators_) return count_;
  if (!blocked_) return round * aggregators_ + aggregator;
  return round < rounds() ? aggregator * rounds() + round : count_;
}

Range FileBlocks::bytes_of(std::int64_t file_block) const {
  if (file_block >= count_) return {};
  return {file_block * size_, std::min(end_, (file_block + 1) * size_)};
}

Range FileBlocks::hull_of(std::int64_t round) const {
  if (blocked_) return {0, end_};
  return {bytes_before(round).end, bytes_before(round + 1).end};
}

Range FileBlocks::bytes_before(std::int64_t rounds) const {
  return {0, std::min(end_, rounds * aggregators_ * size_)};
}

namespace {

/// Bytes of a node in HDF5: group, link, four attributes, dataset header (measured: 700 to 1000).
constexpr std::int64_t bytes_per_node_in_file = 900;

std::int64_t bytes_in_memory(const cgns::Node& node) {
  auto bytes = static_cast<std::int64_t>(sizeof node + node.data.capacity() + node.name.capacity() +
                                         node.label.capacity() + node.dims.capacity() * sizeof node.dims[0] +
                                         node.extras.capacity() * sizeof(cgns::Extra));
  for (const auto& child : node.children) bytes += bytes_in_memory(child);
  return bytes;
}

}  // namespace

std::int64_t bytes_of_trees(const plan::Plan& plan, const cgns::InputSet& inputs) {
  auto bytes = bytes_in_memory(plan.output);
  for (const auto& tree : inputs.trees) bytes += bytes_in_memory(tree);
  return bytes;
}

MoveForecast forecast(const plan::Plan& plan, const cgns::InputSet& inputs, const plan::Machine& machine) {
  const auto trees = bytes_of_trees(plan, inputs);
  const auto arrays = static_cast<std::int64_t>(inputs.arrays.size() * sizeof(cgns::Array) +
                                                plan.targets.size() * sizeof(plan::Target) +
                                                plan.transfers.size() * sizeof(plan::Transfer));
  const auto in_file = plan.bytes() + cgns::count_nodes(plan.output) * bytes_per_node_in_file;
  const auto buffer = file_block_size(machine);
  return {.bytes_moved = plan.bytes(),
          .rounds = FileBlocks(in_file, machine).rounds(),
          .bytes_per_round = buffer,
          // One file block to fill, one piece to send, and HDF5's chunk cache.
          .peak_bytes_per_rank = 2 * buffer + machine.memory.share(4).bytes() + trees + arrays};
}

}  // namespace pcgns::io
