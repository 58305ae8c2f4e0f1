#include "pcgns/plan/readers.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace pcgns::plan {

namespace {

struct Node {
  std::vector<int> ranks = {};
  std::size_t readers = 0;

  [[nodiscard]] std::size_t most(int per_node) const {
    return per_node > 0 ? std::min(ranks.size(), static_cast<std::size_t>(per_node)) : ranks.size();
  }
};

/// `count` of the items, at equal distances.
template <typename Item>
std::vector<Item> evenly(const std::vector<Item>& items, std::size_t count) {
  std::vector<Item> some;
  for (std::size_t i = 0; i < count; ++i) some.push_back(items[i * items.size() / count]);
  return some;
}

/// One more reader for each node that has room, or for some of them if too few are left. Returns what is
/// left; 0 if no node has room.
std::size_t add_one_each(std::vector<Node>& nodes, int per_node, std::size_t left) {
  std::vector<Node*> open;
  for (auto& node : nodes) {
    if (node.readers < node.most(per_node)) open.push_back(&node);
  }
  const auto count = std::min(left, open.size());
  for (auto* node : evenly(open, count)) ++node->readers;
  return count == 0 ? 0 : left - count;
}

}  // namespace

std::vector<int> readers_among(const ReaderLimits& limits, std::span<const int> nodes) {
  std::map<int, Node> by_number;
  for (std::size_t rank = 0; rank < nodes.size(); ++rank)
    by_number[nodes[rank]].ranks.push_back(static_cast<int>(rank));
  std::vector<Node> all;
  for (auto& [number, node] : by_number) all.push_back(std::move(node));
  auto left = limits.ranks > 0 ? static_cast<std::size_t>(limits.ranks) : nodes.size();
  while (left > 0) left = add_one_each(all, limits.per_node, left);
  std::vector<int> readers;
  for (const auto& node : all) {
    const auto some = evenly(node.ranks, node.readers);
    readers.insert(readers.end(), some.begin(), some.end());
  }
  if (readers.size() == nodes.size()) return {};
  std::ranges::sort(readers);
  return readers;
}

}  // namespace pcgns::plan
