// assemble.hpp: inputs whose zones are cut into parts, on the way to whole zones.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "pcgns/fileset/fileset.hpp"
#include "pcgns/fileset/plan/conventions/detect.hpp"
#include "pcgns/fileset/plan/unite/merge.hpp"

namespace pcgns::fileset {

/// What a merge of whole zones must know of zones that were in parts.
struct Assembly {
  plan::Composites composites;
  std::vector<plan::Note> notes;
  std::vector<AssembledZone> zones;
  /// Has arrays of the inputs: must live until the data are moved.
  std::unique_ptr<io::ScratchFile> scratch = {};
};

/// What `arrays` of the inputs contain. Throws the same Error on every rank. @note Collective.
[[nodiscard]] Survey survey_of(par::Session& session, const cgns::InputSet& inputs,
                               const std::vector<int>& arrays, std::int64_t memory);

/// The small values that planning must look at come into the trees; those that `detect` needs of large arrays
/// are returned. @note Collective.
[[nodiscard]] SingleValues read_metadata(par::Session& session, cgns::InputSet& inputs,
                                         const Request& request, std::int64_t memory);

/// Replaces the parts of zones in `inputs` by whole zones, and gives `merge` the order of the zones.
/// Throws Error{input} on every rank where parts are missing or contradict each other. @note Collective.
[[nodiscard]] Assembly assemble_inputs(par::Session& session, cgns::InputSet& inputs, Request request,
                                       MergeRequest& merge, std::int64_t memory);

}  // namespace pcgns::fileset
