#include <utility>

#include "pcgns/base/words.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/fileset/run/assemble.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/plan/notes.hpp"

namespace pcgns::fileset {

cgns::InputSet read_files(par::Session& session, const NumberedSet& files, const file::ReadOptions& options,
                          const Listener& listener, const file::ReadOne& read_one) {
  listener.info("reading " + plural(std::ssize(files.names), "file"));
  auto inputs = file::read_trees(session, files.names, options, read_one);
  for (std::size_t i = 0; i < files.names.size(); ++i) inputs.files[i].number = files.numbers[i];
  return inputs;
}

WholeMesh whole_mesh(par::Session& session, cgns::InputSet& inputs, const Request& request,
                     MergeRequest merge_request, const WholeMeshOptions& options, const Listener& listener) {
  WholeMesh whole;
  auto assembly = assemble_inputs(session, inputs, request, merge_request, options.memory);
  const auto survey = survey_of(session, inputs, arrays_to_compare(inputs), options.memory);
  par::collectively(session.comm(), "planning", [&] {
    whole.plan = with_code("S0201", [&] {
      return merge(inputs, survey, merge_request, std::move(assembly.composites), std::move(assembly.notes));
    });
    plan::tell_notes(whole.plan, options.strict, listener);
  });
  whole.zones = std::move(assembly.zones);
  whole.scratch = std::move(assembly.scratch);
  return whole;
}

plan::Plan plan_of_file(const cgns::InputSet& inputs, const std::string& path) {
  return merge(inputs, {}, {.links = cgns::Links::keep, .output = path});
}

}  // namespace pcgns::fileset
