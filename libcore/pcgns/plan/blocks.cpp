#include "pcgns/plan/blocks.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace pcgns::plan {

namespace {

/// Finds blocks near a block with a coarse grid, each cell of which lists the blocks that touch it.
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

  /// Blocks added so far that may overlap `block`, by ascending index.
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
  /// Uses cells of about the mean block extent, limited to about the number of blocks.
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

/// Removes `taken` from `left`; returns what was removed.
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

/// Merges neighbours in direction `d`; true if there were any.
bool coalesce(std::vector<Block>& blocks, std::size_t d, std::int64_t overlap) {
  const auto e = (d + 1) % 3;
  const auto f = (d + 2) % 3;
  const auto across = [=](const Block& b) { return std::tuple(b.begin[e], b.end[e], b.begin[f], b.end[f]); };
  std::sort(blocks.begin(), blocks.end(), [&](const Block& a, const Block& b) {
    return std::pair(across(a), a.begin[d]) < std::pair(across(b), b.begin[d]);
  });
  std::vector<Block> result;
  for (const auto& block : blocks) {
    const bool interfaces = !result.empty() && across(result.back()) == across(block) &&
                            block.begin[d] <= result.back().end[d] - overlap;
    if (interfaces) {
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
  // Slowest direction first, so that boxes stay long in the fastest one.
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

namespace {

__extension__ typedef unsigned __int128 UnsignedVolume;  // NOLINT(modernize-use-using)

Box3 intersection(const Box3& a, const Box3& b) {
  return {intersect(a[0], b[0]), intersect(a[1], b[1]), intersect(a[2], b[2])};
}

/// The direction with the most distinct begins, because sweeping along it has the fewest boxes active.
std::size_t sweep_direction(const std::vector<Box3>& boxes) {
  std::array<std::size_t, 3> places = {};
  for (std::size_t d = 0; d < places.size(); ++d) {
    std::set<std::int64_t> begins;
    for (const auto& box : boxes) begins.insert(box[d].begin);
    places[d] = begins.size();
  }
  return static_cast<std::size_t>(std::max_element(places.begin(), places.end()) - places.begin());
}

/// Bisects a box along faces of the boxes in it until each half is full or empty.
class HoleFinder {
 public:
  explicit HoleFinder(std::size_t most) : most_(most) {}

  void look(const Box3& whole, const std::vector<Box3>& boxes) {
    if (found_.size() >= most_ || volume_of(boxes) == volume_of(whole)) return;
    if (boxes.empty()) {
      found_.push_back(whole);
      return;
    }
    const auto [direction, at] = cut(whole, boxes);
    auto low = whole;
    auto high = whole;
    low[direction].end = at;
    high[direction].begin = at;
    look(low, within(low, boxes));
    look(high, within(high, boxes));
  }

  [[nodiscard]] std::vector<Box3> take() { return std::move(found_); }

 private:
  struct Cut {
    std::size_t direction = 0;
    std::int64_t at = 0;
  };

  /// The face nearest to the middle, in the direction with most faces. It exists because the boxes neither
  /// fill `whole` nor are absent.
  static Cut cut(const Box3& whole, const std::vector<Box3>& boxes) {
    std::array<std::vector<std::int64_t>, 3> faces;
    for (const auto& box : boxes) {
      for (std::size_t d = 0; d < faces.size(); ++d) {
        if (box[d].begin > whole[d].begin) faces[d].push_back(box[d].begin);
        if (box[d].end < whole[d].end) faces[d].push_back(box[d].end);
      }
    }
    const auto most = std::max_element(faces.begin(), faces.end(),
                                       [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const auto middle = most->begin() + static_cast<std::ptrdiff_t>(most->size() / 2);
    std::nth_element(most->begin(), middle, most->end());
    return {static_cast<std::size_t>(most - faces.begin()), *middle};
  }

  static std::vector<Box3> within(const Box3& whole, const std::vector<Box3>& boxes) {
    std::vector<Box3> result;
    for (const auto& box : boxes) {
      if (overlap(whole, box)) result.push_back(intersection(whole, box));
    }
    return result;
  }

  std::size_t most_;
  std::vector<Box3> found_;
};

}  // namespace

Volume volume_of(const Box3& box) {
  constexpr auto largest = static_cast<Volume>((~static_cast<UnsignedVolume>(0)) >> 1);
  Volume volume = static_cast<Volume>(box[0].size()) * box[1].size();
  return __builtin_mul_overflow(volume, static_cast<Volume>(box[2].size()), &volume) ? largest : volume;
}

Volume volume_of(const std::vector<Box3>& boxes) {
  return std::accumulate(boxes.begin(), boxes.end(), Volume{0},
                         [](Volume sum, const Box3& box) { return sum + volume_of(box); });
}

bool overlap(const Box3& a, const Box3& b) {
  const auto common = intersection(a, b);
  return !common[0].empty() && !common[1].empty() && !common[2].empty();
}

Box3 hull_of(const std::vector<Box3>& boxes) {
  auto hull = boxes.front();
  for (const auto& box : boxes) {
    for (std::size_t d = 0; d < hull.size(); ++d) {
      hull[d] = {std::min(hull[d].begin, box[d].begin), std::max(hull[d].end, box[d].end)};
    }
  }
  return hull;
}

std::optional<std::pair<std::size_t, std::size_t>> first_overlap(const std::vector<Box3>& boxes) {
  const auto along = sweep_direction(boxes);
  std::vector<std::size_t> order(boxes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return boxes[a][along].begin < boxes[b][along].begin;
  });
  std::vector<std::size_t> open;
  for (const auto box : order) {
    const auto begin = boxes[box][along].begin;
    std::erase_if(open, [&](std::size_t other) { return boxes[other][along].end <= begin; });
    for (const auto other : open) {
      if (overlap(boxes[box], boxes[other])) return std::pair(std::min(box, other), std::max(box, other));
    }
    open.push_back(box);
  }
  return std::nullopt;
}

std::vector<Box3> holes(const Box3& whole, const std::vector<Box3>& boxes, std::size_t most) {
  HoleFinder finder(most);
  finder.look(whole, boxes);
  return finder.take();
}

bool has_extents(const cgns::Node& node, const Block& block) {
  auto dims = node.dims;
  while (dims.size() > 3 && dims.back() == 1) dims.pop_back();
  if (dims.empty() || dims.size() > 3) return false;
  dims.resize(3, 1);
  return std::equal(dims.begin(), dims.end(), block.sizes().begin());
}

std::optional<std::vector<std::int64_t>> extents_at(const Block& points, const Block& whole,
                                                    std::size_t dimension, std::size_t rank) {
  if (rank == 1) return std::vector{points.count()};
  std::vector<std::int64_t> all;
  std::vector<std::int64_t> several;
  for (std::size_t d = 0; d < dimension; ++d) {
    all.push_back(points.size(d));
    if (whole.size(d) > 1) several.push_back(points.size(d));
  }
  if (rank == all.size()) return all;
  return rank == several.size() ? std::optional(several) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> extents_of_list(std::vector<std::int64_t> dims, std::int64_t count) {
  const auto is_long = [](std::int64_t extent) { return extent != 1; };
  if (dims.size() == 1) return std::vector{count};
  if (std::ranges::count_if(dims, is_long) != 1) return std::nullopt;
  *std::ranges::find_if(dims, is_long) = count;
  return dims;
}

}  // namespace pcgns::plan
