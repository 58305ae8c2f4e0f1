// content.hpp: whether a file has the content that was planned.
#pragma once

#include <cstdint>
#include <string>

#include "pcgns/base/budget.hpp"
#include "pcgns/cgns/array_digest.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::digest {

/// What a file must contain.
struct WantedContent {
  const plan::Plan& plan;
  const cgns::InputSet& inputs;
  std::string output;  ///< The name of the file in messages.
  Budget memory = {};
  std::string source_digest = {};  ///< That the content must have, as marks of the inputs say; empty: any.
};

/// The digest of the content of the file `path`: 32 digits, as pcgns-verify digest prints them for it and for
/// the inputs; on rank 0, empty on the others. Empty where the plan has links: what they lead to has no
/// digest here. Throws Error{io} on every rank, naming a node, if the plan has another content.
/// @note Collective.
[[nodiscard]] std::string check_content(par::Session& session, const WantedContent& wanted,
                                        const std::string& path);

/// The digest of the content that `plan` makes of `inputs`, on every rank. `sums`: of arrays that need not be
/// read again. @note Collective.
[[nodiscard]] std::string content_digest(par::Session& session, const plan::Plan& plan,
                                         const cgns::InputSet& inputs, Budget memory,
                                         cgns::ArraySums sums = {});

}  // namespace pcgns::digest
