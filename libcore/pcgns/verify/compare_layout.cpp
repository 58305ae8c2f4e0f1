#include "pcgns/verify/compare_layout.hpp"

#include <algorithm>

namespace pcgns::verify {

namespace {

template <typename Move>
bool has_any(const std::vector<Move>& moves, int target) {
  const auto found = std::lower_bound(moves.begin(), moves.end(), target,
                                      [](const Move& move, int wanted) { return move.target < wanted; });
  return found != moves.end() && found->target == target;
}

}  // namespace

CompareLayout::CompareLayout(const CompareSide& side, std::int64_t memory)
    : side_(side), source_(side.inputs, memory) {}

std::span<const plan::Transfer> CompareLayout::transfers_of(int target) const {
  const auto& all = side_.plan.transfers;
  const auto begin =
      std::lower_bound(all.begin(), all.end(), target,
                       [](const plan::Transfer& move, int wanted) { return move.target < wanted; });
  const auto end =
      std::find_if(begin, all.end(), [&](const plan::Transfer& move) { return move.target != target; });
  return {begin, end};
}

bool CompareLayout::is_plain(int target) const {
  if (has_any(side_.plan.boxes, target) || has_any(side_.plan.indexed, target)) return false;
  std::int64_t values = 0;
  for (const auto& transfer : transfers_of(target)) {
    if (!source_.is_plain(transfer.source) || transfer.target_begin != values) return false;
    values += transfer.count;
  }
  return values == tree::count_of(side_.plan.targets[static_cast<std::size_t>(target)].dims);
}

void CompareLayout::read(int target, Range bytes, std::span<std::byte> to) {
  const std::int64_t size = tree::size_of(side_.plan.targets[static_cast<std::size_t>(target)].type);
  for (const auto& transfer : transfers_of(target)) {
    const auto at = transfer.target_begin * size;
    const auto part = intersect(bytes, {at, at + transfer.count * size});
    if (part.empty()) continue;
    const auto from = transfer.source_begin * size - at;
    source_.read(transfer.source, {part.begin + from, part.end + from},
                 to.subspan(static_cast<std::size_t>(part.begin - bytes.begin),
                            static_cast<std::size_t>(part.size())));
  }
}

void give_target(const CompareSide& side, const std::string& path, plan::ArrayPair::Place& place) {
  if (place.target >= 0) return;
  const auto& node = *place.node;
  place.target = static_cast<int>(side.plan.targets.size());
  const auto source = static_cast<int>(side.inputs.arrays.size());
  side.inputs.arrays.push_back({.file = -1,
                                .path = path,
                                .type = node.type,
                                .dims = node.dims,
                                .values = std::make_shared<const std::vector<std::byte>>(node.data)});
  side.plan.targets.push_back({.path = path, .type = node.type, .dims = node.dims});
  side.plan.transfers.push_back(
      {.source = source, .target = place.target, .count = tree::count_of(node.dims)});
}

int target_of(const CompareSide& side, const std::string& path, const tree::Node& node) {
  plan::ArrayPair::Place place{
      .target = node.array, .node = node.is_bulk() ? nullptr : &node, .type = node.type};
  give_target(side, path, place);
  return place.target;
}

}  // namespace pcgns::verify
