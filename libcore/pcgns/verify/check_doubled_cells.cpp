#include <fmt/format.h>

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/mesh/post.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/zone_check.hpp"

namespace pcgns::verify {

namespace {

using mesh::Elements;

constexpr std::int64_t memory_for_messages = 16 * mebi;

/// A cell by its vertices.
struct Cell {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  std::int64_t element = 0;

  friend auto operator<=>(const Cell&, const Cell&) = default;
};

Cell cell_of(std::span<const std::int64_t> nodes, std::int64_t element) {
  std::vector<std::int64_t> sorted(nodes.begin(), nodes.end());
  std::sort(sorted.begin(), sorted.end());
  Cell cell{.element = element};
  for (const auto node : sorted) {
    cell.high = kernel::mixed(cell.high + static_cast<std::uint64_t>(node));
    cell.low = kernel::mixed((cell.low ^ 0x9E3779B97F4A7C15ULL) + static_cast<std::uint64_t>(node));
  }
  return cell;
}

class Doubles {
 public:
  Doubles(const ZoneCheck& check, std::span<const Elements> sections)
      : check_(check), sections_(sections), exchange_(check.session, memory_for_messages) {}

  void run(std::span<const std::int64_t> suspects) {
    std::vector<std::int64_t> mine;
    mesh::post<std::int64_t>(
        check_.session, exchange_, suspects, [&](std::int64_t element) { return owner_of(element); },
        [&](std::int64_t element) { mine.push_back(element); });
    std::sort(mine.begin(), mine.end());
    mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
    std::vector<Cell> cells;
    for (const auto element : mine) add(element, cells);
    std::vector<Cell> gathered;
    const auto ranks = static_cast<std::uint64_t>(check_.session.size());
    mesh::post<Cell>(
        check_.session, exchange_, cells,
        [&](const Cell& cell) { return static_cast<int>(cell.high % ranks); },
        [&](const Cell& cell) { gathered.push_back(cell); });
    std::sort(gathered.begin(), gathered.end());
    for (std::size_t i = 1; i < gathered.size(); ++i) compare(gathered[i - 1], gathered[i]);
  }

 private:
  [[nodiscard]] const Elements* section_of(std::int64_t element) const {
    const auto found = std::find_if(sections_.begin(), sections_.end(), [&](const Elements& elements) {
      return elements.section->first <= element && element <= elements.section->last;
    });
    return found == sections_.end() ? nullptr : &*found;
  }

  [[nodiscard]] int owner_of(std::int64_t element) const {
    const auto* elements = section_of(element);
    return elements == nullptr ? 0 : elements->owner_of(element - elements->section->first);
  }

  void add(std::int64_t element, std::vector<Cell>& cells) const {
    const auto* elements = section_of(element);
    if (elements == nullptr) return;
    const auto at = element - elements->section->first - elements->mine.begin;
    mesh::Block block;
    block.load(*elements, {at, at + 1});
    cells.push_back(cell_of(block.nodes(0), element));
  }

  void compare(const Cell& first, const Cell& second) const {
    if (first.high != second.high || first.low != second.low || first.element == second.element) return;
    check_.tallies.add("M0303", check_.path_of(second.element), second.element, [&] {
      return Place{.position = fmt::format("element {}", second.element),
                   .expected = "other vertices",
                   .found = fmt::format("those of element {}", first.element)};
    });
  }

  const ZoneCheck& check_;
  std::span<const Elements> sections_;
  move::Exchange exchange_;
};

}  // namespace

void check_doubled_cells(const ZoneCheck& check, std::span<const Elements> sections,
                         std::vector<std::int64_t> suspects) {
  std::erase(suspects, 0);
  const auto all = par::all_sum(check.session.comm(), static_cast<std::int64_t>(suspects.size()));
  if (all > 0) Doubles(check, sections).run(suspects);
}

}  // namespace pcgns::verify
