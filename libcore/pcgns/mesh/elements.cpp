#include "pcgns/mesh/elements.hpp"

#include <cstring>
#include <limits>

#include "pcgns/par/collective.hpp"

namespace pcgns::mesh {

namespace {

/// State of a walk through all values; it passes from rank to rank.
struct Walk {
  std::int64_t value = 0;    ///< Start of the next element.
  std::int64_t element = 0;  ///< Number of the next element.
  std::int64_t broken = 0;
};

/// Number of values of an element that begins with `first`; 0 if `first` is invalid.
std::int64_t length_of(std::int64_t section_type, std::int64_t first) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  if (section_type != cgns::element_type::mixed) return first >= 1 && first < most ? 1 + first : 0;
  const auto* type = cgns::element_type_of(first);
  return type == nullptr || type->nodes == 0 ? 0 : 1 + type->nodes;
}

void set_flaw(Elements& elements, Flaw flaw, std::int64_t element, std::int64_t expected,
              std::int64_t found) {
  elements.flaw = flaw;
  elements.position = element;
  elements.expected = expected;
  elements.found = found;
}

/// Finds the elements that begin in this rank's values; `walk` ends after the last one.
void walk_through(Elements& elements, const Share& share, std::span<const std::int64_t> values, Walk& walk) {
  elements.mine = {walk.element, walk.element};
  const auto begin = walk.value;
  while (walk.broken == 0 && walk.value < share.values.end) {
    const auto first = values[static_cast<std::size_t>(walk.value - share.values.begin)];
    const auto length = length_of(elements.section->type, first);
    if (length == 0 || length > share.count - walk.value || walk.element >= elements.section->count()) {
      const bool too_long = length > share.count - walk.value || length != 0;
      set_flaw(elements, too_long ? Flaw::size : Flaw::unknown_type, walk.element, share.count,
               too_long ? walk.value + length : first);
      walk.broken = 1;
      return;
    }
    elements.offsets.push_back(walk.value - begin);
    walk.value += length;
    ++walk.element;
  }
  elements.offsets.push_back(walk.value - begin);
  elements.mine.end = walk.element;
}

/// Reads MIXED, NGON_n or NFACE_n without ElementStartOffset. A flaw found is local to this rank. @note
/// Collective.
Elements walk_elements(par::Session& session, const Dataset& dataset, const Section& section) {
  const auto share = read_share(session, dataset, section.connectivity);
  Elements elements{.section = &section};
  Walk walk;
  Range mine;
  {
    const auto values = integers_of(share);
    par::in_rank_order(session.comm(), std::as_writable_bytes(std::span(&walk, 1)), [&] {
      mine.begin = walk.value;
      walk_through(elements, share, values, walk);
      mine.end = walk.value;
    });
  }
  elements.lead = 1;
  elements.type = share.type;
  elements.values = fetch_range(session, share, walk.broken != 0 ? Range{} : mine);
  elements.begins = par::gather_each(session.comm(), elements.mine.begin);
  elements.begins.push_back(section.count());
  const bool ends = session.rank() + 1 == session.size() && walk.broken == 0;
  if (ends && walk.element != section.count()) {
    set_flaw(elements, Flaw::size, walk.element, section.count(), walk.element);
  }
  return elements;
}

using cgns::element_type_of;

std::int64_t size_of_target(const Dataset& dataset, int target) {
  return cgns::count_of(dataset.plan.targets[static_cast<std::size_t>(target)].dims);
}

Elements flawed(const Section& section, Flaw flaw, std::int64_t expected = 0, std::int64_t found = 0) {
  Elements elements{.section = &section};
  elements.flaw = flaw;
  elements.expected = expected;
  elements.found = found;
  return elements;
}

Elements read_fixed(par::Session& session, const Dataset& dataset, const Section& section,
                    std::int64_t width) {
  const auto size = size_of_target(dataset, section.connectivity);
  if (size / width != section.count() || size % width != 0) {
    return flawed(section, Flaw::size, section.count() * width, size);
  }
  auto share = read_share(session, dataset, section.connectivity, width);
  Elements elements{.section = &section, .mine = {share.values.begin / width, share.values.end / width}};
  elements.width = width;
  elements.type = share.type;
  elements.values = std::move(share.bytes);
  for (int rank = 0; rank <= session.size(); ++rank) {
    elements.begins.push_back(std::min(section.count(), rank * (share.per_rank / width)));
  }
  return elements;
}

/// Checks this rank's offsets and the one after them.
void judge_offsets(Elements& elements, std::int64_t size) {
  const auto& offsets = elements.offsets;
  const auto set = [&](Flaw flaw, std::size_t at, std::int64_t expected, std::int64_t found) {
    elements.flaw = flaw;
    elements.position = elements.mine.begin + static_cast<std::int64_t>(at);
    elements.expected = expected;
    elements.found = found;
  };
  if (elements.mine.begin == 0 && offsets.front() != 0) return set(Flaw::offset_begin, 0, 0, offsets.front());
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    if (offsets[i + 1] < offsets[i]) return set(Flaw::offset_order, i + 1, offsets[i], offsets[i + 1]);
  }
  if (elements.mine.end == elements.section->count() && offsets.back() != size) {
    set(Flaw::offset_end, offsets.size() - 1, size, offsets.back());
  }
}

/// Sets the first flaw of any rank on all ranks.
void agree_on_flaw(par::Session& session, Elements& elements) {
  constexpr auto none = std::numeric_limits<std::int64_t>::max();
  const auto mine = elements.flaw == Flaw::none ? none : elements.position;
  const auto first = par::all_min(session.comm(), mine);
  if (first == none) return;
  const auto tell = [&](std::int64_t value) {
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    return par::all_max(session.comm(), mine == first ? value : least);
  };
  const auto flaw = static_cast<Flaw>(tell(static_cast<std::int64_t>(elements.flaw)));
  const auto expected = tell(elements.expected);
  const auto found = tell(elements.found);
  elements = flawed(*elements.section, flaw, expected, found);
  elements.position = first;
}

/// Reads this rank's offsets and the next one.
Elements read_offsets(par::Session& session, const Dataset& dataset, const Section& section) {
  const auto count = section.count();
  const auto share = read_share(session, dataset, section.offsets);
  const auto cut = [&](std::int64_t value) { return std::min(value, count); };
  Elements elements{.section = &section, .mine = {cut(share.values.begin), cut(share.values.end)}};
  for (int rank = 0; rank <= session.size(); ++rank) elements.begins.push_back(cut(rank * share.per_rank));
  elements.offsets = integers_of(share);
  elements.offsets.resize(static_cast<std::size_t>(elements.mine.size()));
  const std::vector<std::int64_t> next(elements.mine.empty() ? 0 : 1, elements.mine.end);
  const auto last = fetch_integers(session, share, next);
  elements.offsets.insert(elements.offsets.end(), last.begin(), last.end());
  return elements;
}

Elements read_with_offsets(par::Session& session, const Dataset& dataset, const Section& section) {
  const auto offsets = size_of_target(dataset, section.offsets);
  if (offsets != section.count() + 1)
    return flawed(section, Flaw::offset_count, section.count() + 1, offsets);
  auto elements = read_offsets(session, dataset, section);
  if (!elements.mine.empty()) judge_offsets(elements, size_of_target(dataset, section.connectivity));
  agree_on_flaw(session, elements);
  if (elements.flaw != Flaw::none) return elements;
  const auto share = read_share(session, dataset, section.connectivity);
  Range wanted;
  if (!elements.mine.empty()) wanted = {elements.offsets.front(), elements.offsets.back()};
  elements.type = share.type;
  elements.values = fetch_range(session, share, wanted);
  for (auto& offset : elements.offsets) offset -= wanted.begin;
  elements.lead = elements.is_mixed() ? 1 : 0;
  return elements;
}

template <typename Integer>
void convert(std::span<const std::byte> bytes, std::vector<std::int64_t>& values) {
  values.resize(bytes.size() / sizeof(Integer));
  for (std::size_t i = 0; i < values.size(); ++i) {
    Integer value;
    std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
    values[i] = static_cast<std::int64_t>(value);
  }
}

}  // namespace

const Elements* find_section(std::span<const Elements> sections, std::int64_t element) {
  const auto found = std::find_if(sections.begin(), sections.end(), [&](const Elements& elements) {
    return elements.section->first <= element && element <= elements.section->last;
  });
  return found == sections.end() ? nullptr : &*found;
}

Elements read_elements(par::Session& session, const Dataset& dataset, const Section& section) {
  const auto* type = element_type_of(section.type);
  if (type == nullptr || section.connectivity < 0) return flawed(section, Flaw::absent);
  if (!cgns::is_ragged(section.type)) return read_fixed(session, dataset, section, type->nodes);
  if (section.offsets >= 0) return read_with_offsets(session, dataset, section);
  auto elements = walk_elements(session, dataset, section);
  agree_on_flaw(session, elements);
  return elements;
}

void Block::load(const Elements& elements, Range range) {
  elements_ = &elements;
  range_ = range;
  const auto value_at = [&](std::int64_t i) {
    return elements.width > 0 ? i * elements.width : elements.offsets[static_cast<std::size_t>(i)];
  };
  begin_ = range.empty() ? 0 : value_at(range.begin);
  const auto end = range.empty() ? 0 : value_at(range.end);
  const auto size = cgns::size_of(elements.type);
  const auto bytes =
      std::span(elements.values)
          .subspan(static_cast<std::size_t>(begin_ * size), static_cast<std::size_t>((end - begin_) * size));
  if (elements.type == cgns::DataType::B1) return convert<std::uint8_t>(bytes, values_);
  if (elements.type == cgns::DataType::I4) return convert<std::int32_t>(bytes, values_);
  if (elements.type == cgns::DataType::U4) return convert<std::uint32_t>(bytes, values_);
  convert<std::int64_t>(bytes, values_);
}

}  // namespace pcgns::mesh
