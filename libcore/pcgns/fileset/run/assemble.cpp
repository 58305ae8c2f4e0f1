#include "pcgns/fileset/run/assemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/words.hpp"
#include "pcgns/file/text_file.hpp"
#include "pcgns/fileset/plan/conventions/keep_zones.hpp"
#include "pcgns/fileset/plan/match/match.hpp"
#include "pcgns/fileset/plan/match/match_boxes.hpp"
#include "pcgns/fileset/plan/parts.hpp"
#include "pcgns/fileset/plan/unstructured/section_order.hpp"
#include "pcgns/fileset/plan/zones.hpp"
#include "pcgns/fileset/run/box_numbers.hpp"
#include "pcgns/fileset/run/match.hpp"
#include "pcgns/fileset/run/prove_numbers.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/io/number_table.hpp"
#include "pcgns/io/scratch_file.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::fileset {

namespace {

/// The offset of each border, the same on all ranks. @note Collective.
[[nodiscard]] std::vector<BorderShift> shifts_of(par::Session& session, const cgns::InputSet& inputs,
                                                 const std::vector<BorderBoxes>& borders,
                                                 std::int64_t chunk = 65536);

Offset place_in_box(std::int64_t number, const Offset& vertices) {
  const auto index = number - 1;
  return {index % vertices[0], index / vertices[0] % vertices[1], index / vertices[0] / vertices[1]};
}

BorderShift shift_of(io::Source& source, const cgns::InputSet& inputs, const BorderBoxes& border,
                     std::int64_t chunk) {
  std::vector<std::byte> scratch;
  std::vector<std::int64_t> here;
  std::vector<std::int64_t> there;
  BorderShift found;
  found.count = inputs.arrays[static_cast<std::size_t>(border.here)].dims.front();
  for (std::int64_t begin = 0; begin < found.count; begin += chunk) {
    const auto count = std::min(chunk, found.count - begin);
    io::read_integers(source, inputs, border.here, begin, count, scratch, here);
    io::read_integers(source, inputs, border.there, begin, count, scratch, there);
    for (std::size_t i = 0; i < here.size(); ++i) {
      const auto a = place_in_box(here[i], border.vertices_a);
      const auto b = place_in_box(there[i], border.vertices_b);
      const Offset shift = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
      if (begin == 0 && i == 0) found.shift = shift;
      found.is_one = found.is_one && shift == found.shift;
    }
  }
  return found;
}

std::vector<BorderShift> shifts_of(par::Session& session, const cgns::InputSet& inputs,
                                   const std::vector<BorderBoxes>& borders, std::int64_t chunk) {
  const auto ranks = static_cast<std::size_t>(session.size());
  std::vector<BorderShift> mine;
  par::collectively(session.comm(), "matching pieces", [&] {
    io::Source source(inputs, 8 * mebi);
    for (auto i = static_cast<std::size_t>(session.rank()); i < borders.size(); i += ranks) {
      mine.push_back(shift_of(source, inputs, borders[i], chunk));
      session.alive();
    }
  });
  const auto all = par::gather_all(session.comm(), mine);
  std::vector<BorderShift> shifts;
  for (std::size_t i = 0; i < borders.size(); ++i) shifts.push_back(all[i % ranks][i / ranks]);
  return shifts;
}

constexpr auto matching_step = "matching pieces";

/// The first values of `arrays` come into cgns::Array::first. @note Collective.
void read_begins(par::Session& session, cgns::InputSet& inputs, const std::vector<int>& arrays,
                 std::int64_t memory) {
  if (arrays.empty()) return;
  const auto values = io::first_values(session, inputs, arrays, memory);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    inputs.arrays[static_cast<std::size_t>(arrays[i])].first = values[i];
  }
}

/// Numbers that need no comparing.
void add_runs(par::Session& session, cgns::InputSet& inputs, Matching& matching, io::ScratchFile& scratch,
              std::int64_t memory) {
  read_begins(session, inputs, matching.arrays_to_begin(), memory);
  std::vector<std::vector<plan::NumberRun>> runs;
  par::collectively(session.comm(), matching_step, [&] { runs = matching.runs(); });
  const auto arrays = io::add_runs(session, scratch, runs);
  par::collectively(session.comm(), matching_step, [&] { matching.take_runs(arrays); });
}

bool has_polygons(const MatchSet& set) {
  return set.kind == MatchSet::Kind::surfaces &&
         std::any_of(set.members.begin(), set.members.end(), [](const MatchSet::Member& member) {
           return !member.references.empty() && member.references.front().offsets >= 0;
         });
}

/// True if there is something to do for the others.
bool needs_matching(const PartSet& parts) {
  return std::any_of(parts.originals.begin(), parts.originals.end(),
                     [](const auto& original) { return original.convention == Convention::coordinates; });
}

/// Finds out where structured parts lie. Throws Error{input} on every rank where that cannot be told.
/// @note Collective.
void match_boxes(par::Session& session, cgns::InputSet& inputs, PartSet& parts, io::ScratchFile& scratch,
                 double tolerance, std::int64_t memory) {
  std::vector<MatchSet> sets;
  par::collectively(session.comm(), matching_step, [&] { sets = box_vertices(inputs, parts); });
  if (sets.empty()) return;
  const auto matched = match(session, inputs, parts, sets, scratch,
                             {.tolerance = tolerance, .finds_vertex_borders = true, .memory = memory});
  std::vector<BorderBoxes> borders;
  par::collectively(session.comm(), matching_step,
                    [&] { borders = border_boxes(inputs, parts, sets, matched); });
  const auto shifts = shifts_of(session, inputs, borders);
  par::collectively(session.comm(), matching_step,
                    [&] { place_boxes(inputs, parts, sets, matched, shifts); });
  explain(parts, sets, matched, tolerance);
}

/// Finds out what unstructured parts share, and gives them numbers, as if they had them. `tolerance`: 0 means
/// exact bits. Throws Error{input} on every rank where that cannot be told. @note Collective.
void match_parts(par::Session& session, cgns::InputSet& inputs, PartSet& parts, io::ScratchFile& scratch,
                 double tolerance, std::int64_t memory) {
  Matching matching(inputs, parts);
  for (int step = 0; step < Matching::steps; ++step) {
    std::vector<MatchSet> sets;
    par::collectively(session.comm(), matching_step, [&] { sets = matching.sets(step); });
    const auto matched = match(session, inputs, parts, sets, scratch,
                               {.tolerance = step == 0 ? tolerance : 0, .memory = memory});
    par::collectively(session.comm(), matching_step, [&] {
      if (step == 0) require_contact(inputs, parts, sets, matched, tolerance);
      matching.take(sets, matched);
    });
    if (step == 0) explain(parts, sets, matched, tolerance);
    if (step == Matching::steps - 2) add_runs(session, inputs, matching, scratch, memory);
  }
}

/// The joins between unstructured parts that stay zones of their own: by polygons where there are any, else
/// by vertices. Throws as `match_parts`. @note Collective.
std::vector<PartInterface> matched_interfaces(par::Session& session, cgns::InputSet& inputs, PartSet& parts,
                                              io::ScratchFile& scratch, double tolerance,
                                              std::int64_t memory) {
  Matching matching(inputs, parts);
  std::vector<MatchSet> sets;
  par::collectively(session.comm(), matching_step, [&] { sets = matching.sets(0); });
  const auto vertices = match(session, inputs, parts, sets, scratch,
                              {.tolerance = tolerance, .finds_vertex_borders = true, .memory = memory});
  matching.take(sets, vertices, false);
  explain(parts, sets, vertices, tolerance);
  const auto by_vertices = border_interfaces(sets, vertices.borders, "Vertex");

  par::collectively(session.comm(), matching_step, [&] {
    sets = matching.sets(1);
    std::erase_if(sets, [](const MatchSet& set) { return !has_polygons(set); });
  });
  const auto faces = match(session, inputs, parts, sets, scratch, {.memory = memory});
  auto interfaces = border_interfaces(sets, faces.borders, "FaceCenter");
  const auto by_faces = interfaces.size();
  for (const auto& interface : by_vertices) {
    const auto end = interfaces.begin() + static_cast<std::ptrdiff_t>(by_faces);
    const bool has_faces = std::any_of(interfaces.begin(), end, [&](const PartInterface& other) {
      return other.here.original == interface.here.original && other.here.part == interface.here.part &&
             other.there.part == interface.there.part;
    });
    if (!has_faces) interfaces.push_back(interface);
  }
  return interfaces;
}

constexpr auto keeping_zones = "keeping pieces as zones";

/// Who is a part of what, by marks or by an assembly file. Parts that cannot be understood can be kept all
/// the same: then a note says why there are no joins.
PartSet known_parts(par::Session& session, cgns::InputSet& inputs, const Request& given, std::int64_t memory,
                    Notes& notes) {
  auto request = given;
  request.keep_zones = false;
  PartSet parts;
  Notes unheeded;
  try {
    const auto values = read_metadata(session, inputs, request, memory);
    par::collectively(session.comm(), keeping_zones,
                      [&] { parts = detect(inputs, request, unheeded, values); });
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    notes.add(plan::Note::Kind::info, "pieces without new interfaces",
              fmt::format("no interfaces were added between pieces: {}", error.what()));
    return {};
  }
  return parts;
}

void append(std::vector<PartInterface>& interfaces, std::vector<PartInterface> more) {
  interfaces.insert(interfaces.end(), std::make_move_iterator(more.begin()),
                    std::make_move_iterator(more.end()));
}

/// By the global numbers of vertices.
std::vector<PartInterface> numbered_interfaces(par::Session& session, cgns::InputSet& inputs,
                                               const PartSet& parts, const std::vector<MatchSet>& sets,
                                               io::ScratchFile& scratch, std::int64_t memory, Notes& notes) {
  try {
    const auto matched = match(session, inputs, parts, sets, scratch, {.memory = memory});
    return border_interfaces(sets, matched.borders, "Vertex");
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    notes.add(plan::Note::Kind::info, "pieces without new interfaces",
              fmt::format("no interfaces were added between pieces: {}", error.what()));
    return {};
  }
}

/// Gives zones of one name in several files names of their own, and joins parts where it is known how they
/// fit together. Throws Error on every rank. @note Collective.
Assembly keep_parts(par::Session& session, cgns::InputSet& inputs, const Request& request,
                    const MergeRequest& merge, std::int64_t memory) {
  session.enter(keeping_zones);
  Notes notes;
  Assembly assembly;
  const auto survey = survey_of(session, inputs, arrays_to_tell_apart(inputs), memory);
  std::vector<PartInterface> interfaces;
  auto parts = merge.only_links ? PartSet() : known_parts(session, inputs, request, memory, notes);
  if (needs_matching(parts)) {
    assembly.scratch = std::make_unique<io::ScratchFile>(session, inputs, merge.output);
    match_boxes(session, inputs, parts, *assembly.scratch, request.tolerance, memory);
  }
  std::vector<MatchSet> numbered;
  par::collectively(session.comm(), keeping_zones, [&] {
    interfaces = box_interfaces(parts);
    numbered = numbered_vertices(inputs, parts);
  });
  if (!assembly.scratch && !numbered.empty()) {
    assembly.scratch = std::make_unique<io::ScratchFile>(session, inputs, merge.output);
  }
  if (!numbered.empty()) {
    append(interfaces,
           numbered_interfaces(session, inputs, parts, numbered, *assembly.scratch, memory, notes));
  }
  if (needs_matching(parts)) {
    append(interfaces,
           matched_interfaces(session, inputs, parts, *assembly.scratch, request.tolerance, memory));
  }
  par::collectively(session.comm(), keeping_zones, [&] {
    rename_namesakes(inputs, survey, !merge.only_links, notes);
    add_interfaces(inputs, parts, interfaces);
  });
  assembly.notes = notes.folded();
  return assembly;
}

/// The assembly file, read once.
void read_assembly(par::Session& session, Request& request) {
  if (request.assembly_path.empty()) return;
  request.assembly = file::read_text(session, request.assembly_path, "the assembly file");
}

std::vector<AssembledZone> zones_of(const PartSet& parts) {
  std::vector<AssembledZone> zones;
  for (const auto& original : parts.originals) {
    zones.push_back({cgns::join("/" + original.base, original.name),
                     static_cast<std::int64_t>(original.parts.size()), original.convention,
                     original.evidence});
  }
  return zones;
}

/// A zone that is made up of others is nothing that a link can lead to.
void require_values(const PartSet& parts, const MergeRequest& request) {
  if (!request.only_links || parts.originals.empty()) return;
  const auto& zone = parts.originals.front();
  throw Error(ErrorKind::usage,
              fmt::format("--virtual: /{}/{} is split into {}, which links cannot merge", zone.base,
                          zone.name, plural(static_cast<std::int64_t>(zone.parts.size()), "piece")));
}

void put_zones_in_order(const cgns::InputSet& inputs, const PartSet& parts, MergeRequest& request) {
  for (const auto& original : parts.originals) {
    if (request.zone_order.contains(original.base)) continue;
    request.zone_order[original.base] = zone_order(inputs, parts, original.base);
  }
}

}  // namespace

Survey survey_of(par::Session& session, const cgns::InputSet& inputs, const std::vector<int>& arrays,
                 std::int64_t memory) {
  const auto hashes = io::hash_arrays(session, inputs, arrays, memory);
  Survey survey;
  for (std::size_t i = 0; i < arrays.size(); ++i) survey.contents[arrays[i]] = hashes[i];
  return survey;
}

SingleValues read_metadata(par::Session& session, cgns::InputSet& inputs, const Request& request,
                           std::int64_t memory) {
  std::vector<int> arrays;
  std::vector<ValueAt> numbers;
  par::collectively(session.comm(), "recognising split zones", [&] {
    arrays = arrays_to_read(inputs, request);
    numbers = numbers_to_read(inputs, request);
  });
  auto values = numbers_at(session, inputs, numbers, memory);
  put_values(inputs, arrays, io::values_of(session, inputs, arrays, memory));
  return values;
}

Assembly assemble_inputs(par::Session& session, cgns::InputSet& inputs, Request request, MergeRequest& merge,
                         std::int64_t memory) {
  session.enter("recognising split zones");
  read_assembly(session, request);
  if (request.keep_zones) return keep_parts(session, inputs, request, merge, memory);
  const auto values = read_metadata(session, inputs, request, memory);
  PartSet parts;
  Notes notes;
  std::vector<NumberSet> sets;
  std::vector<BoxNumbers> boxes;
  Assembly assembly;
  par::collectively(session.comm(), "recognising split zones",
                    [&] { with_code("S0104", [&] { parts = detect(inputs, request, notes, values); }); });
  if (needs_matching(parts)) {
    assembly.scratch = std::make_unique<io::ScratchFile>(session, inputs, merge.output);
    match_boxes(session, inputs, parts, *assembly.scratch, request.tolerance, memory);
  }
  par::collectively(session.comm(), "recognising split zones", [&] {
    with_code("S0104", [&] { require_complete(inputs, parts, request, notes); });
    require_values(parts, merge);
    with_code("S0107", [&] { boxes = box_numbers(inputs, parts); });
  });
  with_code("S0107", [&] { check_box_numbers(session, inputs, boxes, memory); });
  if (assembly.scratch) {
    match_parts(session, inputs, parts, *assembly.scratch, request.tolerance, memory);
  }
  read_begins(session, inputs, arrays_to_begin(parts), memory);
  par::collectively(session.comm(), "recognising split zones",
                    [&] { with_code("S0107", [&] { sets = number_sets(inputs, parts); }); });
  const auto numbers = with_code("S0107", [&] { return prove_numbers(session, inputs, sets, memory); });
  const auto survey = survey_of(session, inputs, arrays_to_compare(parts), memory);
  assembly.zones = zones_of(parts);
  par::collectively(session.comm(), "assembling zones", [&] {
    with_code("S0108", [&] {
      put_zones_in_order(inputs, parts, merge);
      assemble_zones(inputs, parts, sets, numbers, survey, merge, notes, assembly.composites,
                     request.allow_missing);
    });
  });
  assembly.notes = notes.folded();
  merge.shared_points = request.shared;
  merge.has_holes = request.allow_missing;
  return assembly;
}

}  // namespace pcgns::fileset
