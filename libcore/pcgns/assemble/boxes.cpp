#include "pcgns/assemble/boxes.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace pcgns::assemble {

namespace {

__extension__ typedef unsigned __int128 UnsignedVolume;  // NOLINT(modernize-use-using)

Box3 intersection(const Box3& a, const Box3& b) {
  return {intersect(a[0], b[0]), intersect(a[1], b[1]), intersect(a[2], b[2])};
}

/// The direction in which boxes begin at the most places: sweeping along it meets the fewest at once.
std::size_t sweep_direction(const std::vector<Box3>& boxes) {
  std::array<std::size_t, 3> places = {};
  for (std::size_t d = 0; d < places.size(); ++d) {
    std::set<std::int64_t> begins;
    for (const auto& box : boxes) begins.insert(box[d].begin);
    places[d] = begins.size();
  }
  return static_cast<std::size_t>(std::max_element(places.begin(), places.end()) - places.begin());
}

/// Halves a box along the faces of the boxes in it until it is full or empty.
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

  /// The face nearest to the middle in the direction that has most of them. There is one, for the boxes
  /// neither fill `whole` nor are absent.
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

}  // namespace pcgns::assemble
