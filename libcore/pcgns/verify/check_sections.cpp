#include <fmt/format.h>

#include "pcgns/par/collective.hpp"
#include "pcgns/sids/elements.hpp"
#include "pcgns/verify/zone_check.hpp"

namespace pcgns::verify {

namespace {

using mesh::Elements;
using mesh::Flaw;
using mesh::Section;

std::string range_text(const Section& section) {
  return fmt::format("{} to {}", section.first, section.last);
}

void check_numbers(const ZoneCheck& check) {
  std::int64_t end = 0;
  const Section* before = nullptr;
  for (const auto& section : check.zone.sections) {
    if (section.first <= end && before != nullptr) {
      check.tallies.add("M0107", section.path, section.first, [&] {
        return Place{.position = fmt::format("elements {}", range_text(section)),
                     .expected = fmt::format("numbers that {} has not", before->node->name),
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
    if (sids::element_type_of(section.type) == nullptr && section.type != user_defined) {
      check.tallies.add("M0103", section.path, 0, [&] {
        return Place{
            .position = "the section", .expected = "2 to 56", .found = fmt::format("{}", section.type)};
      });
    }
    if (section.dimension() <= check.zone.dimension) continue;
    // NGON_n and NFACE_n of a surface would be cells of their own.
    check.tallies.add("M0111", section.path, 0, [&] {
      return Place{.position = "the section",
                   .expected = fmt::format("dimension {} at most", check.zone.dimension),
                   .found = fmt::format("{}, of dimension {}", sids::element_type_of(section.type)->name,
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

}  // namespace pcgns::verify
