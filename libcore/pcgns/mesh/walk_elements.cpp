#include "pcgns/mesh/walk_elements.hpp"

#include <array>
#include <cstring>

#include "pcgns/par/collective.hpp"

namespace pcgns::mesh {

namespace {

constexpr int tag = 7;

/// Where a walk through all values stands: it goes from rank to rank.
struct Walk {
  std::int64_t value = 0;    ///< Where the next element begins.
  std::int64_t element = 0;  ///< Its number.
  std::int64_t broken = 0;
};

Walk from_before(par::Session& session) {
  std::array<std::int64_t, 3> state = {};
  if (session.rank() > 0) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(state.data(), 3, MPI_INT64_T, session.rank() - 1, tag, session.comm(), &request);
    par::wait(request);
  }
  return {state[0], state[1], state[2]};
}

void to_next(par::Session& session, const Walk& walk) {
  if (session.rank() + 1 == session.size()) return;
  const std::array<std::int64_t, 3> state = {walk.value, walk.element, walk.broken};
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Isend(state.data(), 3, MPI_INT64_T, session.rank() + 1, tag, session.comm(), &request);
  par::wait(request);
}

/// Values of an element that begins with `first`; 0 if that says nothing.
std::int64_t length_of(std::int64_t section_type, std::int64_t first) {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  if (section_type != sids::element_type::mixed) return first >= 1 && first < most ? 1 + first : 0;
  const auto* type = sids::element_type_of(first);
  return type == nullptr || type->nodes == 0 ? 0 : 1 + type->nodes;
}

void set_flaw(Elements& elements, Flaw flaw, std::int64_t element, std::int64_t expected,
              std::int64_t found) {
  elements.flaw = flaw;
  elements.position = element;
  elements.expected = expected;
  elements.found = found;
}

/// The elements that begin in this rank's values; the walk ends behind the last of them.
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

}  // namespace

Elements walk_elements(par::Session& session, const Dataset& dataset, const Section& section) {
  const auto share = read_share(session, dataset, section.connectivity);
  Elements elements{.section = &section};
  auto walk = from_before(session);
  const auto begin = walk.value;
  {
    const auto values = integers_of(share);
    walk_through(elements, share, values, walk);
  }
  to_next(session, walk);
  elements.lead = 1;
  elements.type = share.type;
  elements.values = fetch_range(session, share, walk.broken != 0 ? Range{} : Range{begin, walk.value});
  for (const auto& bytes :
       par::gather_all(session.comm(), std::as_bytes(std::span(&elements.mine.begin, 1)))) {
    std::int64_t first = 0;
    std::memcpy(&first, bytes.data(), sizeof first);
    elements.begins.push_back(first);
  }
  elements.begins.push_back(section.count());
  const bool ends = session.rank() + 1 == session.size() && walk.broken == 0;
  if (ends && walk.element != section.count()) {
    set_flaw(elements, Flaw::size, walk.element, section.count(), walk.element);
  }
  return elements;
}

}  // namespace pcgns::mesh
