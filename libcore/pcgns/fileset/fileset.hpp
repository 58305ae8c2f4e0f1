// fileset.hpp: any number of files as one mesh of whole zones.
//
// One file, the files of all ranks of a solver, pieces with anybody's partition metadata or with none: what
// belongs together is recognised, proven to be complete and free of contradictions, and becomes a plan that
// has every zone once and whole. Nobody who uses the plan has to know how the files were cut. No bulk value
// is read for it but those that the proof needs. Jobs that only read find both steps in open.hpp.
//
//   const fileset::Request request{.names = {"out_%04d.cgns"}};
//   const auto files = fileset::input_files(session, request.names, {.allow_missing = true});
//   auto inputs = fileset::read_files(session, files, {});
//   const auto mesh = fileset::whole_mesh(session, inputs, request, {.output = "out.cgns"}, {});
//   // mesh.plan: the tree, and for every array where its values lie
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/listener.hpp"
#include "pcgns/file/read_trees.hpp"
#include "pcgns/fileset/numbered_set.hpp"
#include "pcgns/fileset/request.hpp"
#include "pcgns/io/scratch_file.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::fileset {

struct WholeMesh {
  plan::Plan plan;
  std::vector<MergedZone> zones;  ///< Those that were in pieces.
  /// Has arrays of the inputs, if parts were matched by coordinates: must live until the data are moved.
  std::unique_ptr<io::ScratchFile> scratch = {};
};

struct WholeMeshOptions {
  Budget memory = {};   ///< Bytes that a rank may use.
  bool strict = false;  ///< What cannot be carried over is an error.
};

/// What a set of input files must be like.
struct InputRules {
  bool allow_missing = false;                 ///< A numbered set may have gaps.
  std::optional<std::int64_t> expected = {};  ///< Number of files.
  bool strict = false;                        ///< Signs of missing files are errors, unless allowed.
  bool takes_one = false;                     ///< One file whose name says that there are more is enough.
};
[[nodiscard]] InputRules rules_of(const Request& request, bool strict = false);

/// Expands `words` to files in natural order; warns where the set is not complete. A word is a file, "@list"
/// (a text file with one name per line, relative to the current folder), or a printf pattern such as
/// "out_%04d.cgns", matched in its folder. Throws Error{usage} on every rank if a pattern or list is empty, a
/// name is duplicated or, unless allowed, a numbered set has a gap or duplicate number; Error{input} if there
/// are not as many files as expected or, with `strict`, if files beside them look as if they belonged to the
/// set. One rank reads the folders. @note Collective.
[[nodiscard]] NumberedSet input_files(par::Session& session, const std::vector<std::string>& words,
                                      const InputRules& rules, const Listener& listener = {});

/// The trees of the files; `read_one` as for file::read_trees. Throws the same Error on every rank.
/// @note Collective.
[[nodiscard]] cgns::InputSet read_files(par::Session& session, const NumberedSet& files,
                                        const file::ReadOptions& options, const Listener& listener = {},
                                        const file::ReadOne& read_one = {});

/// Makes one mesh of all files, and tells the notes of its plan; the plan needs the trees of `inputs` no
/// more. Throws Error{input} on every rank where they do not belong together, or if anything is lost that
/// `options.strict` forbids. @note Collective.
[[nodiscard]] WholeMesh whole_mesh(par::Session& session, cgns::InputSet& inputs, const Request& request,
                                   MergeRequest merge, const WholeMeshOptions& options,
                                   const Listener& listener = {});

/// The plan of one file as it is, whatever its zones are parts of; links stay links. Local.
[[nodiscard]] plan::Plan plan_of_file(const cgns::InputSet& inputs, const std::string& path);

}  // namespace pcgns::fileset
