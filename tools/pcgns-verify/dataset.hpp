// dataset.hpp: a file, or the files of many ranks, as one mesh.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/parts.hpp"
#include "pcgns/cgns/findings.hpp"
#include "pcgns/file/guard.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::tool {

/// How words of the command line become a mesh.
struct InputOptions {
  bool allow_missing = false;
  std::string steps = "all";
  PartOptions parts;
  std::shared_ptr<file::Guard> guard;  ///< Who reads files first; see `guarded`.
};

/// For Program::before_mpi: starts InputOptions::guard.
[[nodiscard]] std::function<void()> guarded(InputOptions& options);

void define(CLI::App& app, InputOptions& options);

/// One mesh: its tree with all values that are not bulk, and where the bulk is.
struct Dataset {
  std::vector<std::string> names;  ///< Of the files.
  cgns::InputSet inputs;           ///< Its trees have been taken out.
  plan::Plan plan;
  std::vector<fileset::AssembledZone> zones;  ///< Those that were in parts.
  std::int64_t memory = 0;
  bool whole = true;  ///< False: `findings` say what could not be read.
  /// Has arrays of the inputs, if parts were matched by coordinates.
  std::unique_ptr<io::ScratchFile> scratch = {};

  [[nodiscard]] mesh::Dataset view() const { return {.plan = plan, .inputs = inputs, .memory = memory}; }
  /// "out.cgns", or "out_0000.cgns (+7)" of several.
  [[nodiscard]] std::string name() const;
};

/// The trees of the files that `words` mean. Throws Error on every rank; but with `findings` (of this rank) a
/// file that is damaged is found, not an error. @note Collective.
[[nodiscard]] Dataset read_files(par::Session& session, const std::vector<std::string>& words,
                                 const InputOptions& options, const RunOptions& run,
                                 cgns::Findings* findings = nullptr);

/// Makes one mesh of them; Dataset::inputs loses its trees. Throws Error{input} on every rank where they do
/// not belong together. @note Collective.
void put_together(par::Session& session, Dataset& dataset, const InputOptions& options);

}  // namespace pcgns::tool
