// survey.hpp: reads what planning asks for; the only place that does.
#pragma once

#include <memory>
#include <string>

#include "pcgns/base/budget.hpp"
#include "pcgns/fileset/plan/survey.hpp"
#include "pcgns/io/scratch_file.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::fileset {

/// Where answers in bulk go: a scratch file beside `output`, made when the first one comes.
struct Scratch {
  std::string output = {};
  Listener listener = {};  ///< Of the file.
  std::unique_ptr<io::ScratchFile> file = {};
};

/// Answers `needs` with at most `memory` bytes on this rank. Arrays in the scratch file are added to
/// `inputs`. Throws the same Error on every rank. @note Collective.
[[nodiscard]] Survey survey(par::Session& session, cgns::InputSet& inputs, const Needs& needs,
                            Scratch& scratch, Budget memory);

}  // namespace pcgns::fileset
