#include "pcgns-verify/dataset.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <chrono>
#include <span>

#include "common/output.hpp"
#include "pcgns/file/input_names.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/move/execute.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::verify {

void define(CLI::App& app, InputOptions& options) {
  auto* const group = tool::add_group(app, "Input");
  group->add_flag("--allow-missing", options.allow_missing, "A numbered set may have gaps");
  group->add_option("--steps", options.steps, "common, all, last, or A:B[:STRIDE], from 1")
      ->type_name("STEPS")
      ->capture_default_str();
  tool::define(app, options.parts);
}

std::string Dataset::name() const {
  return names.size() == 1 ? names.front() : fmt::format("{} (+{})", names.front(), names.size() - 1);
}

Dataset read_files(par::Session& session, const std::vector<std::string>& words, const InputOptions& options,
                   const tool::RunOptions& run) {
  auto set = file::input_names(session, words, options.allow_missing);
  if (!set.problem.empty()) spdlog::warn("{}", set.problem);
  spdlog::info("reading {}", tool::plural(static_cast<std::int64_t>(set.names.size()), "file"));
  Dataset dataset{.names = set.names,
                  .inputs = file::read_trees(session, set.names, {}),
                  .plan = {},
                  .zones = {},
                  .memory = run.memory_bytes()};
  for (std::size_t i = 0; i < set.names.size(); ++i) dataset.inputs.files[i].number = set.numbers[i];
  return dataset;
}

namespace {

/// What stands for an output where a scratch file must have a name: in the current folder, and no one else's.
std::string scratch_name(par::Session& session) {
  const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
  const auto text = fmt::format("pcgns-verify-{}-{}", ::getpid(), ticks);
  const auto own = std::as_bytes(std::span(text));
  std::vector<std::byte> bytes(own.begin(), own.end());
  par::broadcast(session.comm(), bytes);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void put_together(par::Session& session, Dataset& dataset, const InputOptions& options) {
  plan::MergeRequest request;
  request.steps = plan::parse_steps(options.steps);
  auto& inputs = dataset.inputs;
  auto parts = options.parts;
  tool::check(parts);
  request.output = scratch_name(session);
  parts.request.allow_missing = options.allow_missing;
  auto assembly = tool::assemble_inputs(session, inputs, parts, request, dataset.memory);
  const auto arrays = plan::arrays_to_compare(inputs);
  const auto hashes = move::hash_arrays(session, inputs, arrays, dataset.memory);
  plan::Survey survey;
  for (std::size_t i = 0; i < arrays.size(); ++i) survey.contents[arrays[i]] = hashes[i];
  par::collectively(session.comm(), "planning", [&] {
    dataset.plan = with_code("S0201", [&] {
      return plan::merge(inputs, survey, request, std::move(assembly.composites), std::move(assembly.notes));
    });
    tool::tell_notes(dataset.plan, false);
  });
  dataset.zones = std::move(assembly.zones);
  dataset.scratch = std::move(assembly.scratch);
  inputs.trees = {};
}

}  // namespace pcgns::verify
