#include "common/parts.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <set>

#include "common/choice.hpp"
#include "common/keep_parts.hpp"
#include "common/match_parts.hpp"
#include "common/options.hpp"
#include "common/output.hpp"
#include "common/text_file.hpp"
#include "pcgns/assemble/section_order.hpp"
#include "pcgns/assemble/zones.hpp"
#include "pcgns/move/box_numbers.hpp"
#include "pcgns/move/execute.hpp"
#include "pcgns/move/prove_numbers.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::tool {

namespace {

using assemble::Convention;

const Words<Convention> conventions = {
    {"own", Convention::own},       {"maia", Convention::maia},   {"cassiopee", Convention::cassiopee},
    {"seacas", Convention::seacas}, {"xcore", Convention::xcore}, {"assembly", Convention::assembly_file}};

const Words<plan::SharedPoints> shared_rules = {{"first", plan::SharedPoints::first},
                                                {"average", plan::SharedPoints::average},
                                                {"error", plan::SharedPoints::error}};

/// The assembly file, read once.
void read_assembly(par::Session& session, assemble::Request& request) {
  if (request.assembly_path.empty()) return;
  request.assembly = read_text(session, request.assembly_path, "the assembly file");
}

/// The word of --convention, or what took its place.
std::string word_of(Convention convention) {
  for (const auto& [word, meaning] : conventions) {
    if (meaning == convention) return word;
  }
  return std::string(assemble::to_string(convention));
}

std::vector<AssembledZone> zones_of(const assemble::PartSet& parts) {
  std::vector<AssembledZone> zones;
  for (const auto& original : parts.originals) {
    zones.push_back({tree::join("/" + original.base, original.name),
                     static_cast<std::int64_t>(original.parts.size()), word_of(original.convention),
                     original.evidence});
  }
  return zones;
}

/// A zone that is made up of others is nothing that a link can lead to.
void require_values(const assemble::PartSet& parts, const plan::MergeRequest& request) {
  if (!request.only_links || parts.originals.empty()) return;
  const auto& zone = parts.originals.front();
  throw Error(ErrorKind::usage,
              fmt::format("--virtual: /{}/{} is in {}, which links cannot put together", zone.base, zone.name,
                          plural(static_cast<std::int64_t>(zone.parts.size()), "part")));
}

void put_zones_in_order(const tree::InputSet& inputs, const assemble::PartSet& parts,
                        plan::MergeRequest& request) {
  for (const auto& original : parts.originals) {
    if (request.zone_order.contains(original.base)) continue;
    request.zone_order[original.base] = assemble::zone_order(inputs, parts, original.base);
  }
}

}  // namespace

CLI::Option_group* define(CLI::App& app, PartOptions& options) {
  auto* const group = add_group(app, "Zones in parts");
  add_choice(*group, "--convention", options.request.convention, conventions,
             "Whose marks count: own, maia, cassiopee, seacas, xcore, assembly")
      ->type_name("NAME");
  group
      ->add_option("--assembly", options.request.assembly_path,
                   "JSON that tells the parts: man pcgns-assembly")
      ->type_name("FILE");
  group
      ->add_flag("--match-coordinates", options.match,
                 "Fit parts without marks by their vertices: same bits, or within =TOL")
      ->type_name("");
  group->add_flag("--keep-zones", options.request.keep_zones, "Leave the parts zones of their own, joined");
  add_choice(*group, "--shared", options.shared, shared_rules,
             "Where parts differ in a shared point: first, average, error")
      ->type_name("RULE");
  return group;
}

void check(PartOptions& options) {
  if (options.request.convention == Convention::assembly_file && options.request.assembly_path.empty()) {
    throw Error(ErrorKind::usage,
                "--convention assembly needs --assembly FILE, which says what the parts are");
  }
  if (options.match.empty()) return;
  options.request.match_coordinates = true;
  if (options.match == "true") return;  // CLI11 has it so where no value was given
  const auto* const begin = options.match.data();
  const auto* const end = begin + options.match.size();
  const auto [behind, error] = std::from_chars(begin, end, options.tolerance);
  if (error != std::errc() || behind != end || !std::isfinite(options.tolerance) || options.tolerance < 0) {
    throw Error(ErrorKind::usage,
                fmt::format("--match-coordinates: '{}' is no distance, such as 1e-6", options.match));
  }
}

plan::Survey survey_of(par::Session& session, const tree::InputSet& inputs, const std::vector<int>& arrays,
                       std::int64_t memory) {
  const auto hashes = move::hash_arrays(session, inputs, arrays, memory);
  plan::Survey survey;
  for (std::size_t i = 0; i < arrays.size(); ++i) survey.contents[arrays[i]] = hashes[i];
  return survey;
}

void read_marks(par::Session& session, tree::InputSet& inputs, assemble::Request& request,
                std::int64_t memory) {
  std::vector<int> arrays;
  std::vector<assemble::ValueAt> numbers;
  par::collectively(session.comm(), "looking for parts of zones", [&] {
    arrays = assemble::arrays_to_read(inputs, request);
    numbers = assemble::numbers_to_read(inputs, request);
  });
  request.numbers = move::numbers_at(session, inputs, numbers, memory);
  assemble::put_values(inputs, arrays, move::values_of(session, inputs, arrays, memory));
}

Assembly assemble_inputs(par::Session& session, tree::InputSet& inputs, PartOptions options,
                         plan::MergeRequest& request, std::int64_t memory) {
  session.enter("looking for parts of zones");
  read_assembly(session, options.request);
  if (options.request.keep_zones) return keep_parts(session, inputs, options, request, memory);
  read_marks(session, inputs, options.request, memory);
  assemble::PartSet parts;
  plan::Notes notes;
  std::vector<assemble::NumberSet> sets;
  std::vector<assemble::BoxNumbers> boxes;
  Assembly assembly;
  par::collectively(session.comm(), "looking for parts of zones", [&] {
    with_code("S0104", [&] { parts = assemble::detect(inputs, options.request, notes); });
  });
  if (needs_matching(parts)) {
    assembly.scratch = std::make_unique<move::ScratchFile>(session, inputs, request.output);
    match_boxes(session, inputs, parts, *assembly.scratch, options.tolerance, memory);
  }
  par::collectively(session.comm(), "looking for parts of zones", [&] {
    with_code("S0104", [&] { assemble::require_complete(inputs, parts, options.request, notes); });
    require_values(parts, request);
    with_code("S0107", [&] { boxes = assemble::box_numbers(inputs, parts); });
  });
  with_code("S0107", [&] { move::check_box_numbers(session, inputs, boxes, memory); });
  if (assembly.scratch) {
    match_parts(session, inputs, parts, *assembly.scratch, options.tolerance, memory);
  }
  read_begins(session, inputs, assemble::arrays_to_begin(parts), memory);
  par::collectively(session.comm(), "looking for parts of zones",
                    [&] { with_code("S0107", [&] { sets = assemble::number_sets(inputs, parts); }); });
  const auto numbers = with_code("S0107", [&] { return move::prove_numbers(session, inputs, sets, memory); });
  const auto survey = survey_of(session, inputs, assemble::arrays_to_compare(parts), memory);
  assembly.zones = zones_of(parts);
  par::collectively(session.comm(), "assembling zones", [&] {
    with_code("S0108", [&] {
      put_zones_in_order(inputs, parts, request);
      assemble::assemble_zones(inputs, parts, sets, numbers, survey, request, notes, assembly.composites,
                               options.request.allow_missing);
    });
  });
  assembly.notes = notes.folded();
  request.shared_points = options.shared;
  request.has_holes = options.request.allow_missing;
  return assembly;
}

void describe(const std::vector<AssembledZone>& zones, bool explain, Report& report) {
  auto list = nlohmann::ordered_json::array();
  std::string text;
  for (const auto& zone : zones) {
    list.push_back({{"zone", zone.path},
                    {"parts", zone.parts},
                    {"convention", zone.convention},
                    {"evidence", zone.evidence}});
    text += fmt::format("{}: {}; {}\n", zone.path, plural(zone.parts, "part"), zone.evidence);
  }
  report.json["assembled"] = std::move(list);
  if (explain) report.text = (text.empty() ? "every zone is whole\n" : text) + report.text;
}

}  // namespace pcgns::tool
