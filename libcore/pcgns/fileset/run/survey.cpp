#include "pcgns/fileset/run/survey.hpp"

#include <algorithm>
#include <array>

#include "pcgns/base/bytes.hpp"
#include "pcgns/fileset/run/box_numbers.hpp"
#include "pcgns/fileset/run/match.hpp"
#include "pcgns/fileset/run/prove_numbers.hpp"
#include "pcgns/fileset/run/ranged_lists.hpp"
#include "pcgns/io/derived.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/number_table.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::fileset {

namespace {

Index3 place_in_box(std::int64_t number, const Index3& vertices) {
  const auto index = number - 1;
  return {index % vertices[0], index / vertices[0] % vertices[1], index / vertices[0] / vertices[1]};
}

BoxShift shift_of(io::Source& source, const cgns::InputSet& inputs, const BoxInterface& interface,
                  std::int64_t chunk) {
  std::vector<std::byte> scratch;
  std::vector<std::int64_t> here;
  std::vector<std::int64_t> there;
  BoxShift found;
  found.count = inputs.array(interface.here).dims.front();
  for (std::int64_t begin = 0; begin < found.count; begin += chunk) {
    const auto count = std::min(chunk, found.count - begin);
    io::read_integers(source, inputs, interface.here, begin, count, scratch, here);
    io::read_integers(source, inputs, interface.there, begin, count, scratch, there);
    for (std::size_t i = 0; i < here.size(); ++i) {
      const auto a = place_in_box(here[i], interface.vertices_a);
      const auto b = place_in_box(there[i], interface.vertices_b);
      const Index3 shift = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
      if (begin == 0 && i == 0) found.shift = shift;
      found.is_one = found.is_one && shift == found.shift;
    }
  }
  return found;
}

/// The offset of each interface, the same on all ranks. @note Collective.
std::vector<BoxShift> shifts_of(par::Session& session, const cgns::InputSet& inputs,
                                const std::vector<BoxInterface>& interfaces, Budget memory,
                                std::int64_t chunk = 65536) {
  const auto ranks = static_cast<std::size_t>(session.size());
  std::vector<BoxShift> mine;
  par::collectively(session.comm(), "matching pieces", [&] {
    io::Source source(inputs, memory.buffer(32, 8 * mebi));
    for (auto i = static_cast<std::size_t>(session.rank()); i < interfaces.size(); i += ranks) {
      mine.push_back(shift_of(source, inputs, interfaces[i], chunk));
      session.alive();
    }
  });
  const auto all = par::gather_all(session.comm(), mine);
  std::vector<BoxShift> shifts;
  for (std::size_t i = 0; i < interfaces.size(); ++i) shifts.push_back(all[i % ranks][i / ranks]);
  return shifts;
}

io::ScratchFile& file_of(par::Session& session, cgns::InputSet& inputs, Scratch& scratch) {
  if (!scratch.file)
    scratch.file = std::make_unique<io::ScratchFile>(session, inputs, scratch.output, scratch.listener);
  return *scratch.file;
}

/// The same for what all ranks of one node can keep in memory: it needs no folder that can be written.
io::ScratchFile& memory_of(par::Session& session, cgns::InputSet& inputs, Scratch& scratch) {
  if (!scratch.file && session.nodes() == 1)
    scratch.file = std::make_unique<io::ScratchFile>(session, inputs);
  return file_of(session, inputs, scratch);
}

/// A set that may be refused is proven alone: what it lacks says nothing about the others.
NumberFacts proven(par::Session& session, const cgns::InputSet& inputs, const NumberSet& set, Budget memory) {
  try {
    return prove_numbers(session, inputs, {set}, memory).front();
  } catch (const Error& error) {
    if (!set.may_be_refused || error.kind() != ErrorKind::input) throw;
    return {.total = 0, .ragged = {}, .refusal = error};
  }
}

std::vector<NumberFacts> proven(par::Session& session, const cgns::InputSet& inputs,
                                const std::vector<NumberSet>& sets, Budget memory) {
  if (std::ranges::none_of(sets, &NumberSet::may_be_refused))
    return prove_numbers(session, inputs, sets, memory);
  std::vector<NumberFacts> facts;
  for (const auto& set : sets) facts.push_back(proven(session, inputs, set, memory));
  return facts;
}

/// Reads only what is asked for.
Survey answered(par::Session& session, cgns::InputSet& inputs, const Needs& needs, Scratch& scratch,
                Budget memory) {
  Survey found;
  found.single_values = numbers_at(session, inputs, needs.single_values, memory);
  if (!needs.values.empty()) found.values = io::values_of(session, inputs, needs.values, memory);
  with_code("S0107", [&] { check_box_numbers(session, inputs, needs.boxes, memory); });
  if (!needs.old_sections.empty()) found.begins = io::begins_of(session, inputs, needs.old_sections, memory);
  if (!needs.matches.sets.empty()) {
    found.matched = match(session, inputs, needs.matches.sets, file_of(session, inputs, scratch),
                          {.tolerance = needs.matches.tolerance,
                           .finds_vertex_interfaces = needs.matches.finds_vertex_interfaces,
                           .memory = memory});
  }
  if (!needs.surfaces.empty()) {
    found.surfaces = match_surfaces(session, inputs, needs.surfaces, memory_of(session, inputs, scratch),
                                    {.memory = memory});
  }
  if (!needs.common.pairs.empty()) {
    found.common = count_common(session, inputs, needs.common, file_of(session, inputs, scratch),
                                {.tolerance = needs.common.tolerance, .memory = memory});
  }
  if (!needs.box_interfaces.empty()) found.shifts = shifts_of(session, inputs, needs.box_interfaces, memory);
  if (!needs.runs.empty()) found.runs = io::add_runs(session, file_of(session, inputs, scratch), needs.runs);
  if (!needs.numberings.empty()) {
    found.numberings = with_code("S0107", [&] { return proven(session, inputs, needs.numberings, memory); });
  }
  with_code("S0104", [&] { check_ranged_lists(session, inputs, needs.ranged_lists, memory); });
  if (!needs.contents.empty()) {
    const auto hashes = io::hash_arrays(session, inputs, needs.contents, memory);
    for (std::size_t i = 0; i < hashes.size(); ++i) found.contents[needs.contents[i]] = hashes[i];
  }
  return found;
}

}  // namespace

Survey survey(par::Session& session, cgns::InputSet& inputs, const Needs& needs, Scratch& scratch,
              Budget memory) {
  try {
    return answered(session, inputs, needs, scratch, memory);
  } catch (const Error& error) {
    if (!needs.may_be_refused || error.kind() != ErrorKind::input) throw;
    return {.refusal = error};
  }
}

}  // namespace pcgns::fileset
