#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pcgns/cgns/elements.hpp"
#include "pcgns/cgns/locations.hpp"
#include "pcgns/mesh/marks.hpp"
#include "pcgns/mesh/parents.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/verify/check/run/zone_check.hpp"

namespace pcgns::verify::check {

namespace {

using mesh::Block;
using mesh::Elements;
using Nodes = std::span<const std::int64_t>;

constexpr std::size_t most_to_compare = 12;

bool has_repetition(Nodes nodes) {
  if (nodes.size() > most_to_compare) {
    std::vector<std::int64_t> sorted(nodes.begin(), nodes.end());
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
  }
  bool same = false;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::size_t j = i + 1; j < nodes.size(); ++j) same |= nodes[i] == nodes[j];
  }
  return same;
}

/// Indices of the first two equal nodes, 0-based.
std::pair<std::size_t, std::size_t> repetition_in(Nodes nodes) {
  for (std::size_t j = 1; j < nodes.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (nodes[i] == nodes[j]) return {i, j};
    }
  }
  return {0, 0};
}

/// Checks the elements of one section after the other.
class ElementCheck {
 public:
  explicit ElementCheck(const ZoneCheck& check)
      : check_(check),
        counts_unused_(has_vertices(check)),
        marks_(check.session, counts_unused_ ? check.zone.vertices : 0) {}

  void run(std::span<Elements> sections) {
    for (auto& elements : sections) elements.all_within = !elements.is_mixed();
    constexpr std::int64_t elements_at_once = 1 << 20;
    for (const auto& chunk : mesh::chunks_of(check_.session, sections, elements_at_once)) {
      if (chunk.elements != nullptr && chunk.elements->section->type != cgns::element_type::nface) {
        auto& elements = sections[static_cast<std::size_t>(chunk.elements - sections.data())];
        mesh::for_each_block(elements, chunk.range,
                             [&](const Block& block) { elements.all_within &= look_at(elements, block); });
      }
      if (par::all_max(check_.session.comm(), marks_.is_full() ? 1 : 0) != 0) marks_.settle();
    }
    marks_.settle();
    tell_unused(sections);
  }

  /// Number of elements per dimension in sections of MIXED, without ghosts.
  [[nodiscard]] const std::array<std::int64_t, 4>& counts() const { return counts_; }

 private:
  /// False if neither coordinates nor elements show that the zone has as many vertices as it says: a wrong
  /// number must not take the memory of so many.
  static bool has_vertices(const ZoneCheck& check) {
    std::int64_t values = 0;
    for (const auto& section : check.zone.sections) {
      if (section.connectivity < 0) continue;
      const auto& target = check.subject.data.plan.targets[static_cast<std::size_t>(section.connectivity)];
      values += cgns::count_of(target.dims);
    }
    return check.zone.vertices <= values || has_coordinates(check.zone);
  }

  /// Coordinates of any system.
  static bool has_coordinates(const mesh::Zone& zone) {
    const auto* grid = zone.node->child("GridCoordinates");
    return grid != nullptr && std::ranges::any_of(grid->children, [&](const cgns::Node& array) {
             return array.label == "DataArray_t" && cgns::is_real(array.type) &&
                    cgns::count_of(array.dims) == zone.vertices;
           });
  }

  /// True if all vertices exist.
  bool look_at(const Elements& elements, const Block& block) {
    const auto& path = elements.section->path;
    const bool all_within =
        !elements.is_mixed() && mesh::is_within(block.values(), check_.zone.vertices) && elements.lead == 0;
    for (std::int64_t i = 0; i < block.size(); ++i) {
      const auto nodes = block.nodes(i);
      if (elements.is_mixed() && !is_sound(*elements.section, block, i)) continue;
      if (!all_within && (is_left_out(*elements.section, block.element(i), nodes) ||
                          !is_within(path, block.element(i), nodes))) {
        continue;
      }
      if (elements.section->type == cgns::element_type::ngon && nodes.size() < 3) {
        tell_polygon(path, block.element(i), nodes);
      }
      for (std::size_t k = 0; counts_unused_ && k < nodes.size(); ++k) marks_.set(nodes[k] - 1);
      if (has_repetition(nodes)) tell_repetition(path, block.element(i), nodes);
    }
    return all_within;
  }

  /// True for a face that only ParentElements defines.
  bool is_left_out(const mesh::Section& section, std::int64_t element, Nodes nodes) {
    if (!mesh::may_be_blank(section, check_.zone.dimension) || !mesh::is_blank(nodes)) return false;
    check_.tallies.add("M0112", section.path, element, [&] {
      return Place{.position = fmt::format("element {}", element), .expected = {}, .found = "zeros"};
    });
    return true;
  }

  /// Checks an element of MIXED.
  bool is_sound(const mesh::Section& section, const Block& block, std::int64_t i) {
    const auto& path = section.path;
    const auto* type = cgns::element_type_of(block.type(i));
    if (type == nullptr || type->nodes == 0) {
      check_.tallies.add("M0103", path, block.element(i), [&] {
        return Place{.position = fmt::format("element {}", block.element(i)),
                     .expected = "the type of an element with a number of nodes",
                     .found = fmt::format("{}", block.type(i))};
      });
      return false;
    }
    if (!section.is_ghost(block.element(i))) ++counts_[static_cast<std::size_t>(type->dimension)];
    if (std::ssize(block.nodes(i)) == type->nodes) return true;
    check_.tallies.add("M0105", path, block.element(i), [&] {
      return Place{.position = fmt::format("element {}", block.element(i)),
                   .expected = fmt::format("{} values for {}", 1 + type->nodes, type->name),
                   .found = fmt::format("{}", block.all(i).size())};
    });
    return false;
  }

  bool is_within(const std::string& path, std::int64_t element, Nodes nodes) {
    if (mesh::is_within(nodes, check_.zone.vertices)) return true;
    const auto most = check_.zone.vertices;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      if (nodes[k] >= 1 && nodes[k] <= most) continue;
      check_.tallies.add("M0101", path, element, [&] {
        return Place{.position = fmt::format("element {}, node {}", element, k + 1),
                     .expected = fmt::format("1 to {}", most),
                     .found = fmt::format("{}", nodes[k])};
      });
    }
    return false;
  }

  void tell_polygon(const std::string& path, std::int64_t element, Nodes nodes) {
    check_.tallies.add("M0201", path, element, [&] {
      return Place{.position = fmt::format("element {}", element),
                   .expected = "3 or more",
                   .found = fmt::format("{}", nodes.size())};
    });
  }

  void tell_repetition(const std::string& path, std::int64_t element, Nodes nodes) {
    check_.tallies.add("M0102", path, element, [&] {
      const auto [i, j] = repetition_in(nodes);
      return Place{.position = fmt::format("element {}, nodes {} and {}", element, i + 1, j + 1),
                   .expected = "different vertices",
                   .found = fmt::format("{} twice", nodes[i])};
    });
  }

  void tell_unused(std::span<const Elements> sections) {
    if (sections.empty() || !counts_unused_) return;
    const auto unset = marks_.unset();
    if (unset.count == 0) return;
    check_.tallies.add_many("M0602", check_.zone.path, unset.first, unset.count,
                            {.position = fmt::format("vertex {}", unset.first + 1)});
  }

  const ZoneCheck& check_;
  bool counts_unused_;
  mesh::Marks marks_;
  std::array<std::int64_t, 4> counts_ = {};
};

/// Number of elements of the base's dimension over all ranks; -1 if unknown.
std::int64_t count_cells(const ZoneCheck& check, std::span<const Elements> sections,
                         const std::array<std::int64_t, 4>& in_mixed) {
  const auto dimension = check.zone.dimension;
  std::int64_t count = par::all_sum(check.session.comm(), in_mixed[static_cast<std::size_t>(dimension)]);
  bool has_polygons = false;
  bool has_polyhedra = false;
  for (const auto& elements : sections) {
    has_polygons |= elements.section->type == cgns::element_type::ngon;
    has_polyhedra |= elements.section->type == cgns::element_type::nface;
    const auto& section = *elements.section;
    if (section.dimension() == dimension) count += section.count() - section.rind[0] - section.rind[1];
  }
  const bool only_parents_tell = has_polygons && !has_polyhedra && dimension == 3;
  return only_parents_tell ? -1 : count;
}

/// ICEM CFD counts the elements of boundaries among the cells; nothing depends on it without fields at cells.
bool counts_boundaries(const mesh::Zone& zone) {
  std::int64_t all = 0;
  for (const auto& section : zone.sections) all += section.count() - section.rind[0] - section.rind[1];
  return all == zone.cells && !cgns::has_fields_of_cells(*zone.node);
}

void check_count(const ZoneCheck& check, std::int64_t count) {
  const auto cells = check.zone.cells;
  if (count < 0 || count == cells) return;
  const auto* const more = counts_boundaries(check.zone) ? "M0113" : "M0110";
  check.tallies.add(count == 0 ? "M0109" : more, check.zone.path, 0, [&] {
    return Place{.position = "",
                 .expected = fmt::format("{} elements of dimension {}", cells, check.zone.dimension),
                 .found = fmt::format("{}", count)};
  });
}

}  // namespace

void check_elements(const ZoneCheck& check, std::span<Elements> sections) {
  ElementCheck elements(check);
  elements.run(sections);
  const auto dimension = check.zone.dimension;
  if (dimension < 1 || dimension > 3 || sections.size() != check.zone.sections.size()) return;
  const auto count = count_cells(check, sections, elements.counts());
  if (check.tells()) check_count(check, count);
}

namespace {

using mesh::Elements;
using mesh::Flaw;
std::string range_text(const mesh::Section& section) {
  return fmt::format("{} to {}", section.first, section.last);
}

void check_numbers(const ZoneCheck& check) {
  std::int64_t end = 0;
  const mesh::Section* before = nullptr;
  for (const auto& section : check.zone.sections) {
    if (section.first <= end && before != nullptr) {
      check.tallies.add("M0107", section.path, section.first, [&] {
        return Place{.position = fmt::format("elements {}", range_text(section)),
                     .expected = fmt::format("numbers that {} does not have", before->node->name),
                     .found = fmt::format("{} has {}", before->node->name, range_text(*before))};
      });
    } else if (section.first > end + 1) {
      check.tallies.add("M0108", section.path, section.first, [&] {
        return Place{.position = "ElementRange",
                     .expected = fmt::format("{} as the first", end + 1),
                     .found = fmt::format("{}", section.first)};
      });
    }
    if (section.last > end) before = &section;
    end = std::max(end, section.last);
  }
}

void check_types(const ZoneCheck& check) {
  for (const auto& section : check.zone.sections) {
    constexpr std::int64_t user_defined = 1;
    if (cgns::element_type_of(section.type) == nullptr && section.type != user_defined) {
      check.tallies.add("M0103", section.path, 0, [&] {
        return Place{
            .position = "the section", .expected = "2 to 56", .found = fmt::format("{}", section.type)};
      });
    }
    if (section.dimension() <= check.zone.dimension) continue;
    // On a surface, NGON_n and NFACE_n would themselves be cells.
    check.tallies.add("M0111", section.path, 0, [&] {
      return Place{.position = "the section",
                   .expected = fmt::format("dimension {} at most", check.zone.dimension),
                   .found = fmt::format("{}, of dimension {}", cgns::element_type_of(section.type)->name,
                                        section.dimension())};
    });
  }
}

std::string_view code_of(Flaw flaw) {
  switch (flaw) {
    case Flaw::size:
      return "M0106";
    case Flaw::unknown_type:
      return "M0103";
    default:
      return "M0104";
  }
}

Place place_of(const Elements& elements) {
  const bool is_offset = code_of(elements.flaw) == "M0104" && elements.flaw != Flaw::offset_count;
  Place place{.position = {},
              .expected = fmt::format("{}", elements.expected),
              .found = fmt::format("{}", elements.found)};
  if (is_offset) place.position = fmt::format("ElementStartOffset, value {}", elements.position + 1);
  if (elements.flaw == Flaw::offset_order) place.expected = fmt::format("{} or more", elements.expected);
  if (elements.flaw == Flaw::unknown_type) {
    place.position = fmt::format("element {}", elements.section->first + elements.position);
    place.expected = elements.is_mixed() ? "2 to 56" : "1 or more nodes";
  }
  if (elements.flaw == Flaw::size || elements.flaw == Flaw::offset_count) {
    place.expected += " values";
    place.found += " values";
  }
  return place;
}

bool was_walked(const Elements& elements) { return elements.lead == 1 && elements.section->offsets < 0; }

}  // namespace

void check_sections(const ZoneCheck& check) {
  if (!check.tells()) return;
  check_types(check);
  check_numbers(check);
}

std::vector<Elements> read_sound_elements(const ZoneCheck& check) {
  std::vector<Elements> sound;
  for (const auto& section : check.zone.sections) {
    auto elements = mesh::read_elements(check.session, check.subject.data, section);
    if (elements.flaw == Flaw::none) {
      if (check.tells() && was_walked(elements))
        check.tallies.add("M0214", section.path, 0, [] { return Place{}; });
      sound.push_back(std::move(elements));
    } else if (check.tells() && elements.flaw != Flaw::absent) {
      check.tallies.add(code_of(elements.flaw), section.path, elements.position,
                        [&] { return place_of(elements); });
    }
  }
  return sound;
}

}  // namespace pcgns::verify::check
