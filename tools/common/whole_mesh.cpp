#include "common/whole_mesh.hpp"

#include <spdlog/spdlog.h>

#include "common/output.hpp"
#include "pcgns/file/input_names.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::tool {

plan::NumberedSet input_files(par::Session& session, const std::vector<std::string>& words,
                              bool allow_missing) {
  auto files = file::input_names(session, words, allow_missing);
  if (!files.problem.empty()) spdlog::warn("{}", files.problem);
  return files;
}

tree::InputSet read_files(par::Session& session, const plan::NumberedSet& files,
                          const file::ReadOptions& options, const file::ReadOne& read_one) {
  spdlog::info("reading {}", plural(std::ssize(files.names), "file"));
  auto inputs = file::read_trees(session, files.names, options, read_one);
  for (std::size_t i = 0; i < files.names.size(); ++i) inputs.files[i].number = files.numbers[i];
  return inputs;
}

WholeMesh put_together(par::Session& session, tree::InputSet& inputs, const PartOptions& parts,
                       plan::MergeRequest request, std::int64_t memory, bool strict) {
  WholeMesh whole;
  auto assembly = assemble_inputs(session, inputs, parts, request, memory);
  const auto survey = survey_of(session, inputs, plan::arrays_to_compare(inputs), memory);
  par::collectively(session.comm(), "planning", [&] {
    whole.plan = with_code("S0201", [&] {
      return plan::merge(inputs, survey, request, std::move(assembly.composites), std::move(assembly.notes));
    });
    tell_notes(whole.plan, strict);
  });
  whole.zones = std::move(assembly.zones);
  whole.scratch = std::move(assembly.scratch);
  return whole;
}

}  // namespace pcgns::tool
