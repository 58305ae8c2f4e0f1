#include "pcgns/fileset/plan/structured/offsets.hpp"

#include <algorithm>
#include <set>

#include "pcgns/plan/blocks.hpp"

namespace pcgns::fileset {

namespace {

/// Pieces to visit before the search gives up.
constexpr std::size_t most_work = 4'000'000;

Index3 sum(const Index3& a, const Index3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Index3 difference(const Index3& a, const Index3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// The pieces that equations reach from each piece, in both directions.
struct Step {
  int to = 0;
  Index3 shift = {};
};
using Steps = std::vector<std::vector<Step>>;

Steps steps_of(std::size_t pieces, const std::vector<Equation>& equations) {
  Steps steps(pieces);
  for (const auto& [from, to, shift] : equations) {
    steps[static_cast<std::size_t>(from)].push_back({to, shift});
    steps[static_cast<std::size_t>(to)].push_back({from, difference({}, shift)});
  }
  return steps;
}

void move_to_zero(std::vector<Index3>& begins) {
  auto lowest = begins.front();
  for (const auto& begin : begins) {
    for (std::size_t d = 0; d < lowest.size(); ++d) lowest[d] = std::min(lowest[d], begin[d]);
  }
  for (auto& begin : begins) begin = difference(begin, lowest);
}

plan::Box3 box_of(const Index3& begin, const Index3& cells) {
  plan::Box3 box;
  for (std::size_t d = 0; d < box.size(); ++d) box[d] = {begin[d], begin[d] + cells[d]};
  return box;
}

std::vector<plan::Box3> boxes_of(const std::vector<Index3>& cells, const std::vector<Index3>& begins) {
  std::vector<plan::Box3> boxes;
  for (std::size_t i = 0; i < cells.size(); ++i) boxes.push_back(box_of(begins[i], cells[i]));
  return boxes;
}

/// Backtracking search over the positions that equations give each piece.
class PlacementSearch {
 public:
  PlacementSearch(const std::vector<Index3>& cells, const std::vector<Equation>& equations)
      : cells_(cells), steps_(steps_of(cells.size(), equations)), begins_(cells.size()) {}

  [[nodiscard]] std::optional<std::vector<std::vector<Index3>>> run() {
    begins_[0] = Index3{};
    place_next(1);
    if (work_ > most_work) return std::nullopt;
    return std::vector(found_.begin(), found_.end());
  }

 private:
  void place_next(std::size_t placed) {
    work_ += cells_.size();
    if (work_ > most_work || found_.size() > 1) return;
    if (placed == cells_.size()) return keep();
    const auto [piece, places] = next_piece();
    if (places.empty()) return;
    for (const auto& place : places) {
      if (!is_free(piece, place)) continue;
      begins_[piece] = place;
      place_next(placed + 1);
      begins_[piece].reset();
    }
  }

  struct Choice {
    std::size_t piece = 0;
    std::set<Index3> places;
  };

  /// The reachable piece with the fewest candidate positions.
  [[nodiscard]] Choice next_piece() const {
    std::vector<std::set<Index3>> places(cells_.size());
    for (std::size_t from = 0; from < cells_.size(); ++from) {
      if (!begins_[from]) continue;
      for (const auto& [to, shift] : steps_[from]) {
        if (!begins_[static_cast<std::size_t>(to)])
          places[static_cast<std::size_t>(to)].insert(sum(*begins_[from], shift));
      }
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < places.size(); ++i) {
      if (!places[i].empty() && (places[best].empty() || places[i].size() < places[best].size())) best = i;
    }
    return {best, std::move(places[best])};
  }

  [[nodiscard]] bool is_free(std::size_t piece, const Index3& place) const {
    const auto box = box_of(place, cells_[piece]);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (begins_[i] && plan::overlap(box, box_of(*begins_[i], cells_[i]))) return false;
    }
    return true;
  }

  void keep() {
    std::vector<Index3> begins;
    for (const auto& begin : begins_) begins.push_back(*begin);
    move_to_zero(begins);
    const auto boxes = boxes_of(cells_, begins);
    if (plan::volume_of(plan::hull_of(boxes)) == plan::volume_of(boxes)) found_.insert(std::move(begins));
  }

  const std::vector<Index3>& cells_;
  Steps steps_;
  std::vector<std::optional<Index3>> begins_;
  std::set<std::vector<Index3>> found_;
  std::size_t work_ = 0;
};

}  // namespace

Placement placed(std::size_t pieces, const std::vector<Equation>& equations) {
  const auto steps = steps_of(pieces, equations);
  std::vector<std::optional<Index3>> begins(pieces);
  std::vector<std::size_t> queue = {0};
  begins[0] = Index3{};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    for (const auto& [to, shift] : steps[queue[next]]) {
      auto& begin = begins[static_cast<std::size_t>(to)];
      if (begin) continue;
      begin = sum(*begins[queue[next]], shift);
      queue.push_back(static_cast<std::size_t>(to));
    }
  }
  Placement placement;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    const auto& from = begins[static_cast<std::size_t>(equations[i].from)];
    const auto& to = begins[static_cast<std::size_t>(equations[i].to)];
    if (!from || !to || sum(*from, equations[i].shift) == *to) continue;
    placement.wrong = i;
    return placement;
  }
  for (std::size_t i = 0; i < pieces; ++i) {
    if (begins[i]) {
      placement.begins.push_back(*begins[i]);
    } else if (!placement.unplaced) {
      placement.unplaced = i;
    }
  }
  if (!placement.unplaced) move_to_zero(placement.begins);
  return placement;
}

std::optional<std::vector<std::vector<Index3>>> exact_placements(const std::vector<Index3>& cells,
                                                                 const std::vector<Equation>& equations) {
  return PlacementSearch(cells, equations).run();
}

bool are_disjoint(const std::vector<Index3>& cells, const std::vector<Index3>& begins) {
  return !plan::first_overlap(boxes_of(cells, begins));
}

void set_places(const cgns::InputSet& inputs, Original& original, const std::vector<Index3>& begins) {
  original.cells = {0, 0, 0};
  for (std::size_t i = 0; i < original.pieces.size(); ++i) {
    auto& piece = original.pieces[i];
    const auto cells = extents_of(inputs, view_of(piece)).cells;
    for (std::size_t d = 0; d < cells.size(); ++d) {
      piece.cells[d] = {begins[i][d], begins[i][d] + cells[d]};
      original.cells[d] = std::max(original.cells[d], piece.cells[d].end);
    }
  }
}

}  // namespace pcgns::fileset
