#include "pcgns/fileset/open.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <utility>

#include "pcgns/par/collective.hpp"
#include "pcgns/par/node.hpp"

namespace pcgns::fileset {

namespace {

/// Reads one file, and adds to `files` what an inspection finds in it.
file::ReadOne reader(par::Session& session, const OpenRequest& request, bool inspects, Files& files) {
  auto* const guard = request.guard;
  if (guard == nullptr && !inspects) return {};
  return [&session, guard, memory = request.memory, inspects, &files](const std::string& path,
                                                                      std::int64_t number) {
    const file::WalkOrder order{.paths = {path}, .inspect = inspects, .memory = memory, .number = number};
    auto walked = guard != nullptr ? guard->walk(session, order) : file::walk_unguarded(order);
    files.findings.insert(files.findings.end(), walked.findings.begin(), walked.findings.end());
    files.complete = files.complete && walked.whole;
    return std::move(walked.inputs);
  };
}

}  // namespace

std::string scratch_name(par::Session& session) {
  const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
  auto name = fmt::format("{}-{}-{}", session.program(), ::getpid(), ticks);
  par::broadcast(session.comm(), name);
  return name;
}

std::string FileList::name() const {
  return names.size() == 1 ? names.front() : fmt::format("{} (+{})", names.front(), names.size() - 1);
}

Files open(par::Session& session, const OpenRequest& request, OnDamage on_damage, const Listener& listener) {
  const auto set = input_files(session, request.files.names, rules_of(request.files), listener);
  session.enter("reading the input files");
  Files files;
  if (request.readers != plan::ReaderLimits{})
    files.readers = plan::readers_among(request.readers, par::nodes_of_ranks(session.comm()));
  const bool inspects = on_damage == OnDamage::finding;
  const bool one_by_one = inspects || request.values;
  const auto read_one = one_by_one ? reader(session, request, inspects, files) : file::ReadOne();
  files.inputs =
      read_files(session, set, {.readers = files.readers, .guard = one_by_one ? nullptr : request.guard},
                 listener, read_one);
  files.list = {.names = set.names, .guarded = request.guard != nullptr};
  files.complete = par::all_min(session.comm(), files.complete ? 1 : 0) == 1;
  return files;
}

std::variant<WholeMesh, Error> whole_zones(par::Session& session, Files& files, const OpenRequest& request,
                                           const Listener& listener) {
  try {
    auto mesh = whole_mesh(session, files.inputs, request.files,
                           {.steps = request.steps, .output = scratch_name(session)},
                           {.memory = request.memory}, listener);
    files.inputs.trees = {};
    return mesh;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    return error;
  }
}

WholeMesh required(std::variant<WholeMesh, Error> outcome) {
  if (const auto* refusal = std::get_if<Error>(&outcome)) throw *refusal;
  return std::get<WholeMesh>(std::move(outcome));
}

}  // namespace pcgns::fileset
