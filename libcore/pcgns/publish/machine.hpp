// machine.hpp: the machine that a plan is for, as far as it can be asked.
#pragma once

#include <cstdint>
#include <string>

#include "pcgns/base/budget.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"
#include "pcgns/publish/file_system.hpp"

namespace pcgns::publish {

/// What a user may say of it.
struct MachineRequest {
  Budget memory = {};          ///< Bytes that a rank may use for moving data.
  std::int64_t alignment = 0;  ///< As Machine::alignment; 0: what suits the file system.
  std::int64_t buffer = 0;     ///< As Machine::buffer; 0: chosen.
  Striping striping = {};      ///< Of the output, instead of that of its folder.
};

/// The ranks of `session`, with the file system that `output` will lie on; the same on every rank. Throws
/// Error{io} on every rank if the folder of `output` cannot be examined. @note Collective.
[[nodiscard]] plan::Machine machine_for(par::Session& session, const std::string& output,
                                        const MachineRequest& request);

}  // namespace pcgns::publish
