#include "pcgns-verify/dataset.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "common/progress.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::tool {

std::function<void()> guarded(InputOptions& options) {
  return [&options] { options.guard = std::make_shared<file::Guard>(); };
}

std::string Dataset::name() const {
  return names.size() == 1 ? names.front() : fmt::format("{} (+{})", names.front(), names.size() - 1);
}

namespace {

/// Reads files by way of the guard; `whole` becomes false where an inspection could not read all of a file.
file::ReadOne reader(par::Session& session, file::Guard& guard, cgns::Findings* findings, bool& whole) {
  return [&session, &guard, findings, &whole](const std::string& path, std::int64_t number) {
    auto walked = guard.walk(session, {.path = path, .inspect = findings != nullptr, .number = number});
    if (findings != nullptr) findings->add(walked.findings);
    whole = whole && walked.whole;
    return std::move(walked.inputs);
  };
}

}  // namespace

Dataset read_files(par::Session& session, const std::vector<std::string>& words, const InputOptions& options,
                   const RunOptions& run, cgns::Findings* findings) {
  if (!options.guard) throw Error(ErrorKind::internal, "no guard was created (Program::before_mpi)");
  const auto files = fileset::input_files(session, words, options.allow_missing, log_listener());
  session.enter("reading the input files");
  bool whole = true;
  const auto read_one = reader(session, *options.guard, findings, whole);
  Dataset dataset{.names = files.names,
                  .inputs = fileset::read_files(session, files, {}, log_listener(), read_one),
                  .plan = {},
                  .zones = {},
                  .memory = run.memory_bytes()};
  dataset.whole = par::all_min(session.comm(), whole ? 1 : 0) == 1;
  return dataset;
}

namespace {

/// What stands for an output where a scratch file must have a name: in the current folder, and no one else's.
std::string scratch_name(par::Session& session) {
  const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
  auto name = fmt::format("pcgns-verify-{}-{}", ::getpid(), ticks);
  par::broadcast(session.comm(), name);
  return name;
}

}  // namespace

void put_together(par::Session& session, Dataset& dataset, const InputOptions& options) {
  fileset::MergeRequest request;
  request.steps = fileset::parse_steps(options.steps);
  auto parts = options.parts;
  check(parts);
  request.output = scratch_name(session);
  parts.request.allow_missing = options.allow_missing;
  auto whole = fileset::whole_mesh(session, dataset.inputs, parts.request, request,
                                   {.memory = dataset.memory}, log_listener());
  dataset.plan = std::move(whole.plan);
  dataset.zones = std::move(whole.zones);
  dataset.scratch = std::move(whole.scratch);
  dataset.inputs.trees = {};
}

}  // namespace pcgns::tool
