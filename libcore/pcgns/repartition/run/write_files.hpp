// write_files.hpp: writes many files and publishes them together.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pcgns/partition/distribute_zones.hpp"
#include "pcgns/repartition/repartition.hpp"

namespace pcgns::repartition {

struct PlannedFiles {
  const cgns::InputSet& inputs;
  std::vector<std::string> names;
  /// The plan of file `index` of `names`; the same on every rank.
  std::function<plan::Plan(std::size_t index)> plan;
  /// Writes Plan::direct of files that are laid out, as partition::write_direct does. May be empty if there
  /// is none.
  std::function<std::vector<io::RunHash>(const partition::LaidOutFiles& files,
                                         const std::function<void(std::int64_t bytes)>& progress)>
      fill = {};
  /// Looks at all files before they have their names; throws the same Error on every rank. May be empty.
  std::function<void(const std::vector<std::string>& paths)> check = {};
  std::int64_t bytes = 0;              ///< Approximately, of all files.
  const publish::StageOptions& stage;  ///< Its `output` names the files in messages.
  const publish::MachineRequest& machine;
};

/// Writes, checks and publishes the files, and adds to `seconds`. @note Collective.
Report::Written write_files(par::Session& session, const PlannedFiles& files, const Listener& listener,
                            Timer& timer, Report::Seconds& seconds);

}  // namespace pcgns::repartition
