// whole_mesh.hpp: the files of the ranks of a solver as one mesh, in a plan.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/parts.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/plan/numbered_set.hpp"

namespace pcgns::tool {

/// The files that `words` mean; warns where the set is not complete. Throws as file::input_names.
/// @note Collective.
[[nodiscard]] plan::NumberedSet input_files(par::Session& session, const std::vector<std::string>& words,
                                            bool allow_missing);

/// The trees of the files; `read_one` as for file::read_trees. Throws the same Error on every rank.
/// @note Collective.
[[nodiscard]] tree::InputSet read_files(par::Session& session, const plan::NumberedSet& files,
                                        const file::ReadOptions& options, const file::ReadOne& read_one = {});

struct WholeMesh {
  plan::Plan plan;
  std::vector<AssembledZone> zones;  ///< Those that were in parts.
  /// Has arrays of the inputs, if parts were matched by coordinates: must live until the data are moved.
  std::unique_ptr<move::ScratchFile> scratch = {};
};

/// Makes one mesh of all files, and tells the notes of its plan; the plan needs the trees of `inputs` no
/// more. Throws Error{input} on every rank where they do not belong together, or if anything is lost that
/// `strict` forbids. @note Collective.
[[nodiscard]] WholeMesh put_together(par::Session& session, tree::InputSet& inputs, const PartOptions& parts,
                                     plan::MergeRequest request, std::int64_t memory, bool strict);

}  // namespace pcgns::tool
