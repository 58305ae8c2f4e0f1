#include "pcgns/check/coverage.hpp"

#include <algorithm>

namespace pcgns::check {

namespace {

/// Puts the runs of one strip below those of the strips above, and makes equal ones one rectangle.
class Stack {
 public:
  void add(Range y, const std::vector<Range>& runs) {
    std::vector<std::size_t> below;
    for (const auto& run : runs) {
      const auto above = std::find_if(open_.begin(), open_.end(), [&](std::size_t i) {
        return rectangles_[i].x == run && rectangles_[i].y.end == y.begin;
      });
      if (above == open_.end()) {
        below.push_back(rectangles_.size());
        rectangles_.push_back({run, y});
      } else {
        rectangles_[*above].y.end = y.end;
        below.push_back(*above);
      }
    }
    open_ = std::move(below);
  }
  [[nodiscard]] std::vector<Rectangle> take() { return std::move(rectangles_); }

 private:
  std::vector<Rectangle> rectangles_;
  std::vector<std::size_t> open_;  ///< That end at the bottom of the last strip.
};

/// How many patches lie over each interval between two cuts.
class Strip {
 public:
  explicit Strip(std::vector<std::int64_t> cuts) : cuts_(std::move(cuts)), steps_(cuts_.size()) {}

  void change(Range x, int by) {
    steps_[place_of(x.begin)] += by;
    steps_[place_of(x.end)] -= by;
  }
  template <typename Wanted>
  [[nodiscard]] std::vector<Range> runs(const Wanted& wanted) const {
    std::vector<Range> runs;
    int depth = 0;
    for (std::size_t i = 0; i + 1 < cuts_.size(); ++i) {
      depth += steps_[i];
      if (!wanted(depth)) continue;
      if (!runs.empty() && runs.back().end == cuts_[i]) {
        runs.back().end = cuts_[i + 1];
      } else {
        runs.push_back({cuts_[i], cuts_[i + 1]});
      }
    }
    return runs;
  }

 private:
  [[nodiscard]] std::size_t place_of(std::int64_t cut) const {
    return static_cast<std::size_t>(std::lower_bound(cuts_.begin(), cuts_.end(), cut) - cuts_.begin());
  }

  std::vector<std::int64_t> cuts_;
  std::vector<int> steps_;
};

std::vector<std::int64_t> cuts_of(const Rectangle& whole, const std::vector<Rectangle>& patches,
                                  Range Rectangle::*side) {
  std::vector<std::int64_t> cuts = {(whole.*side).begin, (whole.*side).end};
  for (const auto& patch : patches) {
    cuts.push_back((patch.*side).begin);
    cuts.push_back((patch.*side).end);
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

}  // namespace

Rectangle intersect(const Rectangle& a, const Rectangle& b) {
  return {pcgns::intersect(a.x, b.x), pcgns::intersect(a.y, b.y)};
}

Coverage coverage(const Rectangle& whole, std::span<const Rectangle> patches) {
  if (whole.empty()) return {};
  std::vector<Rectangle> inside;
  for (const auto& patch : patches) {
    const auto cut = intersect(whole, patch);
    if (!cut.empty()) inside.push_back(cut);
  }
  const auto rows = cuts_of(whole, inside, &Rectangle::y);
  Strip strip(cuts_of(whole, inside, &Rectangle::x));
  auto starting = inside;
  auto ending = inside;
  std::sort(starting.begin(), starting.end(),
            [](const auto& a, const auto& b) { return a.y.begin < b.y.begin; });
  std::sort(ending.begin(), ending.end(), [](const auto& a, const auto& b) { return a.y.end < b.y.end; });
  Stack none;
  Stack twice;
  std::size_t started = 0;
  std::size_t ended = 0;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    for (; started < starting.size() && starting[started].y.begin == rows[i]; ++started) {
      strip.change(starting[started].x, 1);
    }
    for (; ended < ending.size() && ending[ended].y.end == rows[i]; ++ended) {
      strip.change(ending[ended].x, -1);
    }
    none.add({rows[i], rows[i + 1]}, strip.runs([](int depth) { return depth == 0; }));
    twice.add({rows[i], rows[i + 1]}, strip.runs([](int depth) { return depth > 1; }));
  }
  return {none.take(), twice.take()};
}

std::vector<Rectangle> merged(std::vector<Rectangle> cells) {
  std::sort(cells.begin(), cells.end(), [](const auto& a, const auto& b) {
    return a.y.begin != b.y.begin ? a.y.begin < b.y.begin : a.x.begin < b.x.begin;
  });
  Stack stack;
  std::vector<Rectangle> repeated;
  for (std::size_t i = 0; i < cells.size();) {
    const auto row = cells[i].y;
    std::vector<Range> runs;
    for (; i < cells.size() && cells[i].y == row; ++i) {
      const auto x = cells[i].x;
      if (runs.empty() || runs.back().end < x.begin) {
        runs.push_back(x);
      } else if (runs.back().end == x.begin) {
        runs.back().end = x.end;
      } else {
        repeated.push_back(cells[i]);
      }
    }
    stack.add(row, runs);
  }
  auto rectangles = stack.take();
  rectangles.insert(rectangles.end(), repeated.begin(), repeated.end());
  return rectangles;
}

}  // namespace pcgns::check
