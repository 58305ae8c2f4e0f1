#include "pcgns/plan/plan.hpp"

#include <numeric>

namespace pcgns::plan {

namespace {

void add_dims(Hasher& hasher, const std::vector<std::int64_t>& dims) {
  hasher.add(static_cast<std::int64_t>(dims.size()));
  for (const auto extent : dims) hasher.add(extent);
}

void add_extra(Hasher& hasher, const tree::Extra& extra, const tree::InputSet& inputs) {
  hasher.add(static_cast<std::int64_t>(extra.kind));
  hasher.add(extra.name);
  hasher.add(inputs.files[static_cast<std::size_t>(extra.file)].path);
  hasher.add(extra.path);
}

void add_values(Hasher& hasher, const tree::Node& node) {
  hasher.add(tree::to_string(node.type));
  add_dims(hasher, node.dims);
  hasher.add(static_cast<std::int64_t>(node.array));
  hasher.add(static_cast<std::int64_t>(node.data.size()));
  hasher.add(node.data);
}

void add_node(Hasher& hasher, const tree::Node& node, const tree::InputSet& inputs) {
  hasher.add(node.name);
  hasher.add(node.label);
  add_values(hasher, node);
  hasher.add(static_cast<std::int64_t>(node.link != nullptr));
  if (node.link) hasher.add(node.link->file);
  if (node.link) hasher.add(node.link->path);
  hasher.add(static_cast<std::int64_t>(node.extras.size()));
  for (const auto& extra : node.extras) add_extra(hasher, extra, inputs);
  hasher.add(static_cast<std::int64_t>(node.children.size()));
  for (const auto& child : node.children) add_node(hasher, child, inputs);
}

void add_target(Hasher& hasher, const Target& target) {
  hasher.add(target.path);
  hasher.add(tree::to_string(target.type));
  add_dims(hasher, target.dims);
}

/// Where the values of an array lie, whatever its index is.
void add_source(Hasher& hasher, const tree::Array& array, const tree::InputSet& inputs) {
  hasher.add(inputs.files[static_cast<std::size_t>(array.file)].path);
  hasher.add(array.path);
  hasher.add(tree::to_string(array.type));
  add_dims(hasher, array.dims);
  hasher.add(array.offset);
  hasher.add(static_cast<std::int64_t>(array.swapped));
  add_dims(hasher, array.chunk);
}

void add_transfer(Hasher& hasher, const Transfer& transfer, const tree::InputSet& inputs) {
  add_source(hasher, inputs.arrays[static_cast<std::size_t>(transfer.source)], inputs);
  for (const auto number :
       {std::int64_t{transfer.target}, transfer.source_begin, transfer.target_begin, transfer.count}) {
    hasher.add(number);
  }
}

}  // namespace

std::int64_t Plan::bytes() const {
  return std::accumulate(targets.begin(), targets.end(), std::int64_t{0},
                         [](std::int64_t sum, const Target& target) { return sum + target.bytes(); });
}

Fingerprint fingerprint(const Plan& plan, const tree::InputSet& inputs) {
  Hasher hasher;
  add_node(hasher, plan.output, inputs);
  hasher.add(static_cast<std::int64_t>(plan.targets.size()));
  for (const auto& target : plan.targets) add_target(hasher, target);
  hasher.add(static_cast<std::int64_t>(plan.transfers.size()));
  for (const auto& transfer : plan.transfers) add_transfer(hasher, transfer, inputs);
  return hasher.value();
}

}  // namespace pcgns::plan
