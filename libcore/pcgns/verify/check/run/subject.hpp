// subject.hpp: the mesh to check, and the checks: one function per group of rules.
//
// Each check adds the findings of this rank; `gathered` merges those of all ranks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pcgns/cgns/findings.hpp"
#include "pcgns/mesh/share.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::verify::check {

/// Surfaces of zones that one check finds and another reuses; initially empty.
struct KnownSurfaces;
[[nodiscard]] std::shared_ptr<KnownSurfaces> no_surfaces_yet();

/// A mesh to check.
struct Subject {
  mesh::Dataset data;
  std::string file;             ///< For findings: its file name if it is a single file, otherwise empty.
  bool may_lack_zones = false;  ///< True with --allow-missing.
  bool wants_notes = true;      ///< If false, checks may skip what yields only notes.
  std::shared_ptr<KnownSurfaces> surfaces = no_surfaces_yet();
};

/// Rules M. @note Collective.
void check_mesh(par::Session& session, const Subject& subject, cgns::Findings& findings);
/// Rules J. @note Collective.
void check_interfaces(par::Session& session, const Subject& subject, cgns::Findings& findings);
/// Rules B. @note Collective.
void check_boundary(par::Session& session, const Subject& subject, cgns::Findings& findings);
/// B0209, a note, which check_mesh finds on its way through the cells of structured zones. @note Collective.
void check_flat_sides(par::Session& session, const Subject& subject, cgns::Findings& findings);
/// Rules V, and S05: values that several parts share at common points are compared while streaming.
/// @note Collective.
void check_values(par::Session& session, const Subject& subject, cgns::Findings& findings);

/// Rules M04 and B0209 of one zone; no effect unless it is structured. `zone` is a child of `base`. @note
/// Collective.
void check_structured_mesh(par::Session& session, const Subject& subject, const cgns::Node& base,
                           const cgns::Node& zone, cgns::Findings& findings);
/// M0701. @note Collective.
void check_point_lists(par::Session& session, const Subject& subject, cgns::Findings& findings);
/// Findings of all ranks, on every rank, ordered by file, path and code. @note Collective.
[[nodiscard]] std::vector<cgns::Finding> gathered(par::Session& session, const cgns::Findings& mine);

}  // namespace pcgns::verify::check
