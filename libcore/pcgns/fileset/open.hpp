// open.hpp: a file set for jobs that only read it, in two steps: the files, then their whole zones.
//
//   const fileset::OpenRequest request{.files = {.names = {"out_%04d.cgns"}}};
//   auto files = fileset::open(session, request, fileset::OnDamage::error);
//   const auto mesh = fileset::required(fileset::whole_zones(session, files, request));
//   // mesh.plan, files.inputs: the tree, and for every array where its values lie
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/listener.hpp"
#include "pcgns/cgns/findings.hpp"
#include "pcgns/file/guard.hpp"
#include "pcgns/fileset/fileset.hpp"
#include "pcgns/plan/readers.hpp"

namespace pcgns::fileset {

/// Files that are read as one mesh.
struct OpenRequest {
  Request files;  ///< Which files, partition metadata, what may be missing.
  Steps steps = {.which = Steps::Which::all};
  Budget memory = {};               ///< Bytes that a rank may use.
  plan::ReaderLimits readers = {};  ///< Of the trees; of values where a job heeds Files::readers.
  /// Reads every file first, and must outlive the job. Null: files are read directly, and a damaged one may
  /// crash this process.
  file::Guard* guard = nullptr;
  /// False: only trees are of interest. Then one child process reads all files of a rank.
  bool values = true;
};

/// What becomes of damage in a file.
enum class OnDamage : std::uint8_t { error, finding };

/// The files of a set, for reports.
struct FileList {
  std::vector<std::string> names;
  bool guarded = false;  ///< A crash-isolated child process read them first.

  /// "out.cgns", or "out_0000.cgns (+7)" of several.
  [[nodiscard]] std::string name() const;
};

/// The first step: files by themselves.
struct Files {
  FileList list;
  cgns::InputSet inputs;                ///< Without trees once `whole_zones` has succeeded.
  std::vector<int> readers = {};        ///< The ranks that read, ascending; empty: all do.
  std::vector<cgns::Finding> findings;  ///< With OnDamage::finding: in the files that this rank read.
  bool complete = true;                 ///< False: some could not be read; findings say why.
};

/// Reads the trees of the files. Throws the same Error on every rank. @note Collective.
[[nodiscard]] Files open(par::Session& session, const OpenRequest& request, OnDamage on_damage,
                         const Listener& listener = {});

/// The second step: one mesh of all files, or the Error{input} that says why they do not belong together; the
/// same on every rank. Throws any other Error on every rank. @note Collective.
[[nodiscard]] std::variant<WholeMesh, Error> whole_zones(par::Session& session, Files& files,
                                                         const OpenRequest& request,
                                                         const Listener& listener = {});

/// The zones that are in pieces, by their partition metadata alone, or the Error{input} that says why these
/// contradict each other; the same on every rank. The trees stay. Throws any other Error on every rank.
/// @note Collective.
[[nodiscard]] std::variant<std::vector<RecognisedZone>, Error> recognise(par::Session& session, Files& files,
                                                                         const OpenRequest& request);

/// In place of an output's name, for a scratch file: in the current folder, and no one else's.
/// @note Collective.
[[nodiscard]] std::string scratch_name(par::Session& session);

/// The mesh, for jobs that cannot continue without it. Throws the Error otherwise.
[[nodiscard]] WholeMesh required(std::variant<WholeMesh, Error> outcome);

}  // namespace pcgns::fileset
