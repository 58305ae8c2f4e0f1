// content.hpp: whether a file has the content that was planned, and digests of planned content.
#pragma once

#include <map>
#include <string>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/fingerprint.hpp"
#include "pcgns/cgns/array_digest.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/io/shared_points.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::digest {

/// What a file must contain.
struct WantedContent {
  const plan::Plan& plan;
  const cgns::InputSet& inputs;
  std::string output;  ///< The name of the file in messages.
  Budget memory = {};
  std::string source_digest = {};  ///< That the content must have, as `recorded` in the inputs; empty: any.
};

/// A digest as files record it: with the version of its definition. Empty if `digest` is.
[[nodiscard]] std::string recorded(const std::string& digest);

/// The digest of the content of the file `path`: 32 digits, as pcgns-verify digest prints them for it and for
/// the inputs; on rank 0, empty on the others. Empty where the plan has links: what they lead to has no
/// digest here. Throws Error{io} on every rank, naming a node, if the plan has another content, and
/// Error{input} if WantedContent::source_digest is another one, or of another version.
/// @note Collective.
[[nodiscard]] std::string check_content(par::Session& session, const WantedContent& wanted,
                                        const std::string& path);

/// The digest of the content that `plan` makes of `inputs`, on every rank. `sums`: of arrays that need not be
/// read again; `shared`: as Dataset::shared. @note Collective.
[[nodiscard]] std::string content_digest(par::Session& session, const plan::Plan& plan,
                                         const cgns::InputSet& inputs, Budget memory,
                                         cgns::ArraySums sums = {}, io::SharedSummaries* shared = nullptr);

/// The digests of the interfaces of a mesh, without their names, and of all nodes below and above, by path (a
/// PointList of all points of a range is called PointRange); on every rank. @note Collective.
[[nodiscard]] std::map<std::string, Fingerprint> interface_digests(par::Session& session,
                                                                   const plan::Plan& plan,
                                                                   const cgns::InputSet& inputs,
                                                                   Budget memory);

}  // namespace pcgns::digest
