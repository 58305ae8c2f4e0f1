// layers.hpp: the checks of a mesh, layer by layer. Each adds what it finds on this rank; `gathered` makes it
// what all have found.
#pragma once

#include <vector>

#include "pcgns/check/findings.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::verify {

/// What is checked as one mesh, and how it is called.
struct Subject {
  mesh::Dataset data;
  std::string file;  ///< For findings: the one file that it is, or empty.
};

/// Rules M. @note Collective.
void check_mesh(par::Session& session, const Subject& subject, check::Findings& findings);
/// Rules J. @note Collective.
void check_joins(par::Session& session, const Subject& subject, check::Findings& findings);
/// Rules B. @note Collective.
void check_boundary(par::Session& session, const Subject& subject, check::Findings& findings);
/// Rules V, and S05: parts are compared at the points that they share while values are looked at.
/// @note Collective.
void check_values(par::Session& session, const Subject& subject, check::Findings& findings);

/// Rules M04 of one zone; nothing unless it is structured. `zone` is a child of `base`. @note Collective.
void check_structured_mesh(par::Session& session, const Subject& subject, const tree::Node& base,
                           const tree::Node& zone, check::Findings& findings);
/// Rules B02 of one zone; nothing unless it is structured. `zone` is a child of `base`. @note Collective.
void check_structured_boundary(par::Session& session, const Subject& subject, const tree::Node& base,
                               const tree::Node& zone, check::Findings& findings);

/// What all ranks have found, the same on every rank, by file, path and code. @note Collective.
[[nodiscard]] std::vector<check::Finding> gathered(par::Session& session, const check::Findings& mine);

}  // namespace pcgns::verify
