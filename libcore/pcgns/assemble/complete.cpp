#include <fmt/format.h>

#include <algorithm>

#include "pcgns/assemble/boxes.hpp"
#include "pcgns/assemble/conventions.hpp"

namespace pcgns::assemble {

namespace {

/// Holes that a message names.
constexpr std::size_t most_holes = 4;

std::string path_of(const Original& original) { return fmt::format("/{}/{}", original.base, original.name); }

/// Checks one structured original.
class Cover {
 public:
  Cover(const Search& search, const Original& original)
      : search_(search), original_(original), directions_(static_cast<std::size_t>(original.dimension)) {
    for (const auto& part : original.parts) boxes_.push_back(part.cells);
  }

  void check() const {
    require_countable();
    for (const auto& part : original_.parts) {
      require_inside(part);
      require_extents(part);
    }
    require_no_overlap();
    require_no_hole();
  }

 private:
  /// The vertices of the whole zone can be counted in 63 bits: all that comes after may multiply extents.
  void require_countable() const {
    std::int64_t vertices = 1;
    for (std::size_t d = 0; d < directions_; ++d) {
      std::int64_t along = 0;
      const bool too_many = __builtin_add_overflow(original_.cells[d], 1, &along) ||
                            __builtin_mul_overflow(vertices, along, &vertices);
      if (original_.cells[d] >= 1 && !too_many) continue;
      throw error_at(search_.inputs, view_of(original_.parts.front()), "",
                     fmt::format("is a part of {}, whose extents make no sense: {} cells", original_.name,
                                 text_of_extents(original_.cells, original_.dimension)));
    }
  }

  void require_inside(const Part& part) const {
    for (std::size_t d = 0; d < part.cells.size(); ++d) {
      const auto& cells = part.cells[d];
      const auto extent = d < directions_ ? original_.cells[d] : 1;
      if (cells.begin >= 0 && !cells.empty() && cells.end <= extent) continue;
      throw error_at(search_.inputs, view_of(part), "",
                     fmt::format("has the cells {} of {}, which has only {}", text_of_cells(part.cells, 3),
                                 original_.name, text_of_extents(original_.cells, original_.dimension)));
    }
  }

  void require_extents(const Part& part) const {
    const auto extents = extents_of(search_.inputs, view_of(part));
    for (std::size_t d = 0; d < directions_; ++d) {
      std::int64_t expected = part.cells[d].size();
      const bool too_many = __builtin_add_overflow(expected, part.ghosts[2 * d], &expected) ||
                            __builtin_add_overflow(expected, part.ghosts[2 * d + 1], &expected);
      if (!too_many && expected == extents.cells[d]) continue;
      throw error_at(search_.inputs, view_of(part), "",
                     fmt::format("has {} cells in direction {}, but should have {} of {} and {} ghosts",
                                 extents.cells[d], d + 1, part.cells[d].size(), original_.name,
                                 part.ghosts[2 * d] + part.ghosts[2 * d + 1]));
    }
  }

  [[nodiscard]] std::string text_of(std::size_t part) const {
    return fmt::format("{} ({})", place_of(search_.inputs, view_of(original_.parts[part])),
                       text_of_cells(boxes_[part], original_.dimension));
  }

  void require_no_overlap() const {
    const auto found = first_overlap(boxes_);
    if (!found) return;
    throw Error(ErrorKind::input,
                fmt::format("{}: two parts have the same cells: {} and {}", path_of(original_),
                            text_of(found->first), text_of(found->second)),
                {.code = "S0103"});
  }

  void require_no_hole() const {
    Box3 whole;
    for (std::size_t d = 0; d < whole.size(); ++d) whole[d] = {0, d < directions_ ? original_.cells[d] : 1};
    const auto missing = volume_of(whole) - volume_of(boxes_);
    if (missing == 0) return;
    std::string where;
    const auto open = holes(whole, boxes_, most_holes);
    for (const auto& hole : open) {
      where += (where.empty() ? "" : ", ") + text_of_cells(hole, original_.dimension);
    }
    report_missing(
        search_, fmt::format("{}: {} of {} cells are in no part: {}{}", path_of(original_),
                             static_cast<std::int64_t>(missing), static_cast<std::int64_t>(volume_of(whole)),
                             where, open.size() < most_holes ? "" : ", …"));
  }

  const Search& search_;
  const Original& original_;
  std::size_t directions_;
  std::vector<Box3> boxes_;
};

}  // namespace

void require_complete(const tree::InputSet& inputs, const PartSet& parts, const Request& request,
                      plan::Notes& notes) {
  const Search search{inputs, request, notes};
  for (const auto& original : parts.originals) {
    if (original.structured && !original.parts.empty()) Cover(search, original).check();
  }
}

}  // namespace pcgns::assemble
