// pipeline.hpp: what pcgns-merge and pcgns-repartition do, within this program.
#pragma once

#include <string>
#include <vector>

#include "common/options.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/wisdom.hpp"

namespace pcgns::bench {

/// Makes one file of the files of a set, with `settings`, and otherwise as `run` says. @note Collective.
void merge_files(par::Session& session, const std::vector<std::string>& inputs, const std::string& output,
                 const plan::Settings& settings = {}, const tool::RunOptions& run = {});

/// Cuts the zones of a file for outputs.size() processes, as `run` says. @note Collective.
void cut_file(par::Session& session, const std::string& input, const std::vector<std::string>& outputs,
              const tool::RunOptions& run = {});

/// The bytes of the inputs one after another in one file, each rank its share, in large pieces: the least
/// that moving them can cost. Synced, as what the others write is. @note Collective.
void copy_files(par::Session& session, const std::vector<std::string>& inputs, const std::string& output);

/// The same, into files of equal sizes.
void copy_apart(par::Session& session, const std::string& input, const std::vector<std::string>& outputs);

}  // namespace pcgns::bench
