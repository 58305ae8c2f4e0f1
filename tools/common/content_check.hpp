// content_check.hpp: whether a file has the content that was planned.
#pragma once

#include <string>

#include "common/output.hpp"
#include "pcgns/plan/digest.hpp"

namespace pcgns::tool {

/// True if a node of the tree is a link: what it leads to has no digest here.
[[nodiscard]] bool has_links(const tree::Node& node);

/// The digest of the content of the file `path`: 32 digits, as pcgns-verify digest prints them for it and for
/// the inputs. Throws Error{io} on every rank, naming a node, if the plan has another content.
/// @note Collective.
[[nodiscard]] std::string check_content(par::Session& session, const Planned& planned,
                                        const std::string& path);

/// The digest of the content that `plan` makes of `inputs`, on every rank. `sums`: of arrays that need not be
/// read again. @note Collective.
[[nodiscard]] std::string content_digest(par::Session& session, const plan::Plan& plan,
                                         const tree::InputSet& inputs, std::int64_t memory,
                                         plan::ArraySums sums = {});

}  // namespace pcgns::tool
