#include "pcgns/cache/plan/list_groups.hpp"

#include <algorithm>
#include <numeric>

namespace pcgns::cache {

namespace {

/// Range of the blocks of a list, and whether they never descend.
struct Span {
  Range blocks;
  bool is_ascending = true;
};

Span span_of(const ValueList& list, const Blocks& blocks) {
  if (list.indices.empty()) return {};
  auto [least, largest] = std::pair(list.indices.front(), list.indices.front());
  bool is_ascending = true;
  auto before = list.indices.front();
  for (const auto index : list.indices) {
    least = std::min(least, index);
    largest = std::max(largest, index);
    is_ascending = is_ascending && index >= before;
    before = index;
  }
  const auto block_at = [&](std::int64_t index) { return blocks.of(list.address + (index - 1) * list.size); };
  return {{block_at(least), block_at(largest) + 1}, is_ascending};
}

bool is_divided(const ValueList& list, const Blocks& blocks, std::size_t position) {
  return blocks.place(list.at(position)) + list.size > blocks.bytes();
}

}  // namespace

void ListGroups::add(const ValueList& list, const Blocks& blocks, std::size_t position) {
  const auto address = list.at(position);
  if (is_divided(list, blocks, position)) {
    divided_.push_back(static_cast<std::uint32_t>(position));
    return;
  }
  const auto block = blocks.of(address);
  if (groups_.empty() || groups_.back().block != block)
    groups_.push_back({block, entries_.size(), entries_.size()});
  entries_.push_back(
      {static_cast<std::uint32_t>(blocks.place(address)), static_cast<std::uint32_t>(position)});
  groups_.back().end = entries_.size();
}

/// Two passes over the list, with a counter for each block in `range`.
void ListGroups::count_blocks(const ValueList& list, const Blocks& blocks, Range range) {
  // The first entry of a block is where the counters of those before it add up to.
  counts_.assign(static_cast<std::size_t>(range.size()) + 1, 0);
  const auto number_of = [&](std::size_t i) {
    return static_cast<std::size_t>(blocks.of(list.at(i)) - range.begin);
  };
  const bool may_divide = list.address % list.size != 0 || blocks.bytes() % list.size != 0;
  for (std::size_t i = 0; i < list.indices.size(); ++i) {
    if (may_divide && is_divided(list, blocks, i)) {
      divided_.push_back(static_cast<std::uint32_t>(i));
    } else {
      ++counts_[number_of(i) + 1];
    }
  }
  std::partial_sum(counts_.begin(), counts_.end(), counts_.begin());
  entries_.resize(counts_.back());
  for (std::size_t i = 0; i + 1 < counts_.size(); ++i) {
    if (counts_[i] < counts_[i + 1])
      groups_.push_back({range.begin + static_cast<std::int64_t>(i), counts_[i], counts_[i + 1]});
  }
  for (std::size_t i = 0; i < list.indices.size(); ++i) {
    if (may_divide && is_divided(list, blocks, i)) continue;
    entries_[counts_[number_of(i)]++] = {static_cast<std::uint32_t>(blocks.place(list.at(i))),
                                         static_cast<std::uint32_t>(i)};
  }
}

void ListGroups::sort_blocks(const ValueList& list, const Blocks& blocks) {
  std::vector<std::uint32_t> order(list.indices.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return blocks.of(list.at(a)) < blocks.of(list.at(b));
  });
  for (const auto position : order) add(list, blocks, position);
}

void ListGroups::assign(const ValueList& list, const Blocks& blocks) {
  entries_.clear();
  groups_.clear();
  divided_.clear();
  const auto span = span_of(list, blocks);
  if (span.is_ascending) {
    entries_.reserve(list.indices.size());
    for (std::size_t i = 0; i < list.indices.size(); ++i) add(list, blocks, i);
  } else if (span.blocks.size() <= 4 * std::ssize(list.indices) + 64) {
    count_blocks(list, blocks, span.blocks);
  } else {
    sort_blocks(list, blocks);
  }
}

std::int64_t first_outside(std::span<const std::int64_t> indices, std::int64_t count) {
  const auto is_outside = [&](std::int64_t index) { return index < 1 || index > count; };
  // Without a branch per index, the check of a sound list is a tenth of its transfer.
  bool all_inside = true;
  for (const auto index : indices) all_inside = all_inside & !is_outside(index);
  if (all_inside) return -1;
  return std::find_if(indices.begin(), indices.end(), is_outside) - indices.begin();
}

}  // namespace pcgns::cache
