#include "pcgns/assemble/blocks.hpp"

#include <algorithm>
#include <tuple>

namespace pcgns::assemble {

namespace {

/// Finds the blocks near a block: a coarse grid over all of them, each cell of which lists those that touch
/// it.
class Neighbours {
 public:
  explicit Neighbours(const std::vector<Block>& blocks) : bounds_(bounds(blocks)) {
    choose_cells(blocks);
    cells_.resize(static_cast<std::size_t>(number_[0] * number_[1] * number_[2]));
    seen_.assign(blocks.size(), -1);
  }

  void add(int index, const Block& block) {
    for_each_cell(block, [&](std::vector<int>& cell) { cell.push_back(index); });
  }

  /// Those added so far that may overlap `block`, in the order of their indices.
  [[nodiscard]] std::vector<int> near(int index, const Block& block) {
    std::vector<int> found;
    for_each_cell(block, [&](std::vector<int>& cell) {
      for (const int other : cell) {
        auto& seen = seen_[static_cast<std::size_t>(other)];
        if (seen != index) found.push_back(other);
        seen = index;
      }
    });
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  /// Cells of about the mean extent of a block, but not many more cells than blocks.
  void choose_cells(const std::vector<Block>& blocks) {
    Index3 sums = {};
    for (const auto& block : blocks) {
      for (std::size_t d = 0; d < 3; ++d) sums[d] += std::max<std::int64_t>(block.size(d), 0);
    }
    const auto most = static_cast<std::int64_t>(4 * blocks.size() + 8);
    const auto count = static_cast<std::int64_t>(blocks.size());
    for (std::size_t d = 0; d < 3; ++d) {
      step_[d] = std::max<std::int64_t>(1, sums[d] / count);
      number_[d] = (bounds_.size(d) + step_[d] - 1) / step_[d];
    }
    for (;;) {
      const auto d =
          static_cast<std::size_t>(std::max_element(number_.begin(), number_.end()) - number_.begin());
      if (number_[d] <= 1 || fits(most)) return;
      step_[d] *= 2;
      number_[d] = (bounds_.size(d) + step_[d] - 1) / step_[d];
    }
  }

  [[nodiscard]] bool fits(std::int64_t most) const {
    if (number_[0] > most || number_[1] > most / number_[0]) return false;
    return number_[2] <= most / (number_[0] * number_[1]);
  }

  template <typename Action>
  void for_each_cell(const Block& block, const Action& action) {
    Block cells;
    for (std::size_t d = 0; d < 3; ++d) {
      cells.begin[d] = (block.begin[d] - bounds_.begin[d]) / step_[d];
      cells.end[d] = (block.end[d] - 1 - bounds_.begin[d]) / step_[d] + 1;
    }
    for (auto k = cells.begin[2]; k < cells.end[2]; ++k) {
      for (auto j = cells.begin[1]; j < cells.end[1]; ++j) {
        for (auto i = cells.begin[0]; i < cells.end[0]; ++i) {
          action(cells_[static_cast<std::size_t>((k * number_[1] + j) * number_[0] + i)]);
        }
      }
    }
  }

  Block bounds_;
  Index3 step_ = {1, 1, 1};
  Index3 number_ = {1, 1, 1};
  std::vector<std::vector<int>> cells_;
  std::vector<int> seen_;
};

/// Takes `taken` out of `left`, and gives what that was.
std::vector<Block> take(std::vector<Block>& left, const Block& taken) {
  std::vector<Block> found;
  std::vector<Block> rest;
  for (const auto& block : left) {
    const auto common = intersect(block, taken);
    if (common.empty()) {
      rest.push_back(block);
      continue;
    }
    found.push_back(common);
    for (auto& piece : minus(block, taken)) rest.push_back(piece);
  }
  left = std::move(rest);
  return found;
}

/// Joins neighbours in direction `d`; true if there were any.
bool coalesce(std::vector<Block>& blocks, std::size_t d, std::int64_t overlap) {
  const auto e = (d + 1) % 3;
  const auto f = (d + 2) % 3;
  const auto across = [=](const Block& b) { return std::tuple(b.begin[e], b.end[e], b.begin[f], b.end[f]); };
  std::sort(blocks.begin(), blocks.end(), [&](const Block& a, const Block& b) {
    return std::pair(across(a), a.begin[d]) < std::pair(across(b), b.begin[d]);
  });
  std::vector<Block> result;
  for (const auto& block : blocks) {
    const bool joins = !result.empty() && across(result.back()) == across(block) &&
                       block.begin[d] <= result.back().end[d] - overlap;
    if (joins) {
      result.back().end[d] = std::max(result.back().end[d], block.end[d]);
    } else {
      result.push_back(block);
    }
  }
  const bool changed = result.size() < blocks.size();
  blocks = std::move(result);
  return changed;
}

}  // namespace

Block intersect(const Block& a, const Block& b) {
  Block common;
  for (std::size_t d = 0; d < 3; ++d) {
    common.begin[d] = std::max(a.begin[d], b.begin[d]);
    common.end[d] = std::min(a.end[d], b.end[d]);
  }
  return common;
}

Block bounds(const std::vector<Block>& blocks) {
  Block result = blocks.front();
  for (const auto& block : blocks) {
    for (std::size_t d = 0; d < 3; ++d) {
      result.begin[d] = std::min(result.begin[d], block.begin[d]);
      result.end[d] = std::max(result.end[d], block.end[d]);
    }
  }
  return result;
}

std::vector<Block> minus(const Block& whole, const Block& taken) {
  if (whole.empty()) return {};
  const auto common = intersect(whole, taken);
  if (common.empty()) return {whole};
  std::vector<Block> pieces;
  Block rest = whole;
  // Slowest direction first, so that pieces are long in the fastest one.
  for (std::size_t d = 3; d-- > 0;) {
    Block before = rest;
    Block after = rest;
    before.end[d] = common.begin[d];
    after.begin[d] = common.end[d];
    if (!before.empty()) pieces.push_back(before);
    if (!after.empty()) pieces.push_back(after);
    rest.begin[d] = common.begin[d];
    rest.end[d] = common.end[d];
  }
  return pieces;
}

std::vector<Share> shares(const std::vector<Block>& blocks) {
  std::vector<Share> result;
  if (blocks.empty()) return result;
  Neighbours neighbours(blocks);
  for (int index = 0; index < static_cast<int>(blocks.size()); ++index) {
    const auto& block = blocks[static_cast<std::size_t>(index)];
    if (block.empty()) continue;
    std::vector<Block> fresh = {block};
    std::vector<Block> shared;
    for (const int other : neighbours.near(index, block)) {
      for (const auto& common : take(fresh, blocks[static_cast<std::size_t>(other)]))
        shared.push_back(common);
    }
    for (const auto& what : fresh) result.push_back({index, what, false});
    for (const auto& what : shared) result.push_back({index, what, true});
    neighbours.add(index, block);
  }
  return result;
}

std::optional<Block> united_block(const std::vector<Block>& blocks) {
  std::vector<Block> filled;
  std::copy_if(blocks.begin(), blocks.end(), std::back_inserter(filled),
               [](const Block& block) { return !block.empty(); });
  if (filled.empty()) return std::nullopt;
  const auto whole = bounds(filled);
  std::int64_t count = 0;
  for (const auto& share : shares(filled)) count += share.shared ? 0 : share.what.count();
  return count == whole.count() ? std::optional(whole) : std::nullopt;
}

std::vector<Block> coalesced(std::vector<Block> blocks, std::int64_t overlap) {
  int unchanged = 0;
  for (std::size_t d = 0; unchanged < 3; d = (d + 1) % 3) {
    unchanged = coalesce(blocks, d, overlap) ? 0 : unchanged + 1;
  }
  return blocks;
}

}  // namespace pcgns::assemble
