// clonable.hpp: whether outputs in a folder can share blocks of the device with the inputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/publish/stage_options.hpp"

namespace pcgns::publish {

struct Clonable {
  std::int64_t block = 1;        ///< Bytes of a block of the file system.
  std::vector<bool> files = {};  ///< By index into InputSet::files; empty: none.
  std::string refusal = {};      ///< Why there is none, in the system's words.

  [[nodiscard]] bool any() const { return !files.empty(); }
};

/// Tries it for one input of each device, with a file without a name in the folder of `output`. None if
/// `options` rule it out. Throws Error{usage} if they ask for it always, and no input qualifies.
/// @note Collective.
[[nodiscard]] Clonable clonable(par::Session& session, const StageOptions& options, const std::string& output,
                                const cgns::InputSet& inputs);

}  // namespace pcgns::publish
