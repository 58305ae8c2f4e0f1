#include "pcgns/mesh/parents.hpp"

#include <algorithm>

#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"

namespace pcgns::mesh {

namespace {

/// A blank element, and the cell side that it lies on.
struct Blank {
  std::int64_t element = 0;
  CellSide side = {};
};

class Blanks {
 public:
  Blanks(par::Session& session, const Zone& zone, std::span<const Elements> sections)
      : session_(session), zone_(zone), sections_(sections) {}

  void collect(const Dataset& dataset, const Elements& elements) {
    std::int64_t count = 0;
    for_each_block(elements, [&](const Block& block) {
      for (std::int64_t i = 0; i < block.size(); ++i) count += is_blank(block.nodes(i)) ? 1 : 0;
    });
    if (par::all_sum(session_.comm(), count) == 0) return;
    const auto cells = parent_columns(session_, dataset, elements);
    const auto sides = side_columns(session_, dataset, elements);
    if (!cells || !sides) return;
    for_each_block(elements, [&](const Block& block) {
      for (std::int64_t i = 0; i < block.size(); ++i) {
        const auto at = static_cast<std::size_t>(block.number(i) - elements.mine.begin);
        const std::size_t column = (*cells)[0][at] != 0 ? 0 : 1;
        const CellSide side = {(*cells)[column][at], (*sides)[column][at]};
        if (is_blank(block.nodes(i)) && find_section(sections_, side.cell) != nullptr)
          found_.push_back({block.element(i), side});
      }
    });
  }

  std::vector<SurfaceElement> faces() {
    par::Exchange exchange(session_);
    std::vector<SurfaceElement> faces;
    par::scatter_to_owners(
        exchange, found_,
        [&](const Blank& blank) {
          const auto* elements = find_section(sections_, blank.side.cell);
          return elements->owner_of(blank.side.cell - elements->section->first);
        },
        [&](const Blank& blank) { add(blank, faces); });
    return faces;
  }

 private:
  void add(const Blank& blank, std::vector<SurfaceElement>& faces) const {
    const auto& elements = *find_section(sections_, blank.side.cell);
    const auto at = blank.side.cell - elements.section->first - elements.mine.begin;
    Block block;
    block.load(elements, {at, at + 1});
    if (!is_within(block.nodes(0), zone_.vertices)) return;
    each_side(block, 0, static_cast<int>(zone_.dimension),
              [&](const kernel::Face& face, int side, const auto&) {
                if (side + 1 == blank.side.side) faces.push_back({face.key, blank.element, face.nodes});
              });
  }

  par::Session& session_;
  const Zone& zone_;
  std::span<const Elements> sections_;
  std::vector<Blank> found_;
};

/// Two columns of `target`, from column `first` on.
std::optional<ParentColumns> columns_of(par::Session& session, const Dataset& dataset,
                                        const Elements& elements, int target, std::int64_t first) {
  if (target < 0) return std::nullopt;
  const auto count = elements.section->count();
  const auto all = elements.section->has_parent_data() ? 4 : 2;
  if (cgns::count_of(dataset.plan.targets[static_cast<std::size_t>(target)].dims) != all * count)
    return std::nullopt;
  const auto share = read_share(session, dataset, target);
  ParentColumns columns;
  for (std::size_t column = 0; column < 2; ++column) {
    const auto begin = (first + static_cast<std::int64_t>(column)) * count;
    Share part;
    part.type = share.type;
    part.bytes = fetch_range(session, share, {begin + elements.mine.begin, begin + elements.mine.end});
    columns[column] = integers_of(part);
  }
  return columns;
}

}  // namespace

std::optional<ParentColumns> parent_columns(par::Session& session, const Dataset& dataset,
                                            const Elements& elements) {
  return columns_of(session, dataset, elements, elements.section->parents, 0);
}

std::optional<ParentColumns> side_columns(par::Session& session, const Dataset& dataset,
                                          const Elements& elements) {
  const auto first = elements.section->has_parent_data() ? 2 : 0;
  return columns_of(session, dataset, elements, elements.section->positions, first);
}

bool may_be_blank(const Section& section, std::int64_t dimension) {
  return section.dimension() == dimension - 1 && section.type != cgns::element_type::ngon &&
         section.parents >= 0 && section.positions >= 0;
}

bool is_blank(std::span<const std::int64_t> nodes) {
  return std::all_of(nodes.begin(), nodes.end(), [](std::int64_t node) { return node == 0; });
}

std::vector<SurfaceElement> faces_of_blanks(par::Session& session, const Dataset& dataset, const Zone& zone,
                                            std::span<const Elements> sections) {
  Blanks blanks(session, zone, sections);
  for (const auto& elements : sections) {
    if (may_be_blank(*elements.section, zone.dimension)) blanks.collect(dataset, elements);
  }
  return blanks.faces();
}

}  // namespace pcgns::mesh
