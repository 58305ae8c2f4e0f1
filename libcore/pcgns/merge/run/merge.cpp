#include "pcgns/merge/merge.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "pcgns/base/listener.hpp"
#include "pcgns/digest/content.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/fileset/metadata.hpp"
#include "pcgns/io/file_blocks.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/publish/preflight.hpp"
#include "pcgns/publish/real_path.hpp"

namespace pcgns::merge {

namespace {

std::span<const std::string> outputs_of(const Request& request) { return {&request.output.output, 1}; }

cgns::InputSet read(par::Session& session, const Request& request, const Listener& listener) {
  const auto& inputs = request.inputs;
  auto files =
      fileset::input_files(session, inputs.names, fileset::rules_of(inputs, request.strict), listener);
  if (request.output.is_examined) {
    auto read = fileset::files_named(inputs);
    read.insert(read.end(), files.names.begin(), files.names.end());
    publish::preflight(session, request.output, outputs_of(request), read);
  }
  const bool follows_links = request.select.links == cgns::Links::copy && !request.select.only_links;
  if (!follows_links) {
    // The way from the output to an input is found from absolute paths.
    for (auto& name : files.names)
      name = name.find("..") == std::string::npos ? std::filesystem::absolute(name).string()
                                                  : publish::real_path(name);
  }
  file::ReadOptions options{.follow_links = follows_links, .guard = request.guard};
  if (!follows_links) {
    options.look_for.assign(fileset::metadata_of_pieces.begin(), fileset::metadata_of_pieces.end());
    options.look_at_solutions = fileset::selects(request.select);
  }
  return fileset::read_files(session, files, options, listener);
}

/// An assembly file may leave out nodes, and other conventions do not know of the digest.
bool knows_digest(const fileset::Request& inputs) {
  const bool has_assembly = !inputs.assembly.empty() || !inputs.assembly_path.empty();
  return !has_assembly && inputs.convention.value_or(fileset::Convention::own) == fileset::Convention::own;
}

/// The digest that the merged content must have: if all of it is merged, and pcgns-repartition has left one.
std::string digest_to_expect(par::Session& session, const Request& request, const cgns::InputSet& inputs) {
  const auto& select = request.select;
  const bool is_all = select.only.empty() && select.omit.empty() &&
                      select.steps.which != fileset::Steps::Which::range && !request.inputs.keep_zones &&
                      !request.inputs.allow_missing && !request.inputs.fill_holes;
  std::string digest;
  if (is_all && knows_digest(request.inputs))
    par::collectively(session.comm(), "planning", [&] { digest = fileset::source_digest(inputs); });
  return digest;
}

fileset::WholeMesh whole_mesh(par::Session& session, const Request& request, cgns::InputSet& inputs,
                              const Listener& listener) {
  auto select = request.select;
  select.is_final = true;
  select.output = publish::real_path(session, request.output.output);
  return fileset::whole_mesh(session, inputs, request.inputs, std::move(select),
                             {.memory = request.machine.memory, .strict = request.strict}, listener);
}

/// Links may lead to the output, which only reading shows.
void preflight(par::Session& session, const Request& request, const cgns::InputSet& inputs) {
  auto read = cgns::paths_of(inputs);
  for (auto& name : fileset::files_named(request.inputs)) read.push_back(std::move(name));
  publish::preflight(session, request.output, outputs_of(request), read);
}

void write(par::Session& session, const Request& request, const publish::PlannedOutputs& planned,
           Timer& timer, const Listener& listener, Report& report) {
  publish::Outputs outputs(session, request.output, listener);
  outputs.write(planned, report.written.emplace(), timer, listener);
  file::require_unchanged(session, planned.inputs);
  outputs.publish();
  report.seconds.publishing = timer.lap();
  report.seconds.total = timer.total();
}

}  // namespace

Report run(par::Session& session, const Request& request, const Listener& listener) {
  Timer timer;
  Report report;
  auto inputs = read(session, request, listener);
  report.seconds.reading = timer.lap();
  const auto source_digest = digest_to_expect(session, request, inputs);
  auto whole = whole_mesh(session, request, inputs, listener);
  report.seconds.planning = timer.lap();

  const auto& plan = whole.plan;
  const publish::PlannedOutputs planned{
      .names = outputs_of(request),
      .plans = {&plan, 1},
      .inputs = inputs,
      .machine = io::suited(publish::machine_for(session, request.output.output, request.machine), plan),
      .striping = request.machine.striping,
      .check_content = [&](const std::string& path) {
        return digest::check_content(session,
                                     {.plan = plan,
                                      .inputs = inputs,
                                      .output = request.output.output,
                                      .memory = request.machine.memory,
                                      .source_digest = source_digest},
                                     path);
      }};
  report.summary = publish::summary_of(plan, inputs, planned.machine);
  report.zones = std::move(whole.zones);
  // The plan has what it needs of them, and memory is for the data.
  inputs.trees = {};
  if (!request.dry_run || request.output.is_examined) preflight(session, request, inputs);
  if (!request.dry_run) write(session, request, planned, timer, listener, report);
  return report;
}

}  // namespace pcgns::merge
