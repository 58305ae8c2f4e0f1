#include "pcgns/partition/piece_index.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace pcgns::partition {

namespace {

constexpr int most_in_leaf = 8;

bool touch(const Block& a, const Block& b) {
  for (std::size_t d = 0; d < 3; ++d) {
    if (a.begin[d] > b.end[d] || b.begin[d] > a.end[d]) return false;
  }
  return true;
}

void widen(Block& bounds, const Block& by) {
  for (std::size_t d = 0; d < 3; ++d) {
    bounds.begin[d] = std::min(bounds.begin[d], by.begin[d]);
    bounds.end[d] = std::max(bounds.end[d], by.end[d]);
  }
}

}  // namespace

PieceIndex::PieceIndex(const std::vector<StructuredPiece>& pieces, const std::vector<int>& members) {
  for (const int member : members)
    members_.push_back({member, pieces[static_cast<std::size_t>(member)].cells});
  if (!members_.empty()) (void)build(0, static_cast<int>(members_.size()));
}

int PieceIndex::build(int begin, int end) {
  Node node{.bounds = members_[static_cast<std::size_t>(begin)].cells, .begin = begin, .end = end};
  for (int i = begin; i < end; ++i) widen(node.bounds, members_[static_cast<std::size_t>(i)].cells);
  if (end - begin > most_in_leaf) {
    std::size_t longest = 0;
    for (std::size_t d = 1; d < 3; ++d) {
      if (node.bounds.size(d) > node.bounds.size(longest)) longest = d;
    }
    const int middle = std::midpoint(begin, end);
    std::nth_element(members_.begin() + begin, members_.begin() + middle, members_.begin() + end,
                     [&](const Member& a, const Member& b) {
                       return std::tie(a.cells.begin[longest], a.piece) <
                              std::tie(b.cells.begin[longest], b.piece);
                     });
    node.left = build(begin, middle);
    node.right = build(middle, end);
  }
  nodes_.push_back(node);
  return static_cast<int>(nodes_.size()) - 1;
}

void PieceIndex::visit(const Block& box, const std::function<void(const Member&)>& found) const {
  std::vector<int> waiting;
  if (!nodes_.empty()) waiting.push_back(static_cast<int>(nodes_.size()) - 1);
  while (!waiting.empty()) {
    const auto& node = nodes_[static_cast<std::size_t>(waiting.back())];
    waiting.pop_back();
    if (!touch(node.bounds, box)) continue;
    if (node.left >= 0) {
      waiting.insert(waiting.end(), {node.left, node.right});
      continue;
    }
    for (int i = node.begin; i < node.end; ++i) {
      const auto& member = members_[static_cast<std::size_t>(i)];
      if (touch(member.cells, box)) found(member);
    }
  }
}

std::vector<int> PieceIndex::touching(const Block& box) const {
  std::vector<int> pieces;
  visit(box, [&](const Member& member) { pieces.push_back(member.piece); });
  std::sort(pieces.begin(), pieces.end());
  return pieces;
}

std::optional<int> PieceIndex::owner_of(const Index3& cell) const {
  std::optional<int> owner;
  bool has_it = false;
  visit({cell, cell}, [&](const Member& member) {
    const bool contains = member.cells.contains(cell);
    if (contains || (!has_it && member.piece > owner.value_or(-1))) owner = member.piece;
    has_it = has_it || contains;
  });
  return owner;
}

}  // namespace pcgns::partition
