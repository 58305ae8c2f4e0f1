// check.hpp: what violates the standard or is wrong in a mesh.
//
// The inputs are taken as a file set (pcgns/fileset/fileset.hpp): each file is checked by itself, then all of
// them as one mesh, whichever way it was cut.
//
//   par::Session session({.program = "solver-pre"});
//   const auto report = verify::check::run(session, {.inputs = {.files = {.names = {"restart.cgns"}}}});
//   if (!report.judgement.is_valid(cgns::Severity::error)) …
#pragma once

#include "pcgns/base/listener.hpp"
#include "pcgns/fileset/open.hpp"
#include "pcgns/plan/memory_needs.hpp"
#include "pcgns/verify/check/judgement.hpp"

namespace pcgns::verify::check {

struct Request {
  fileset::OpenRequest inputs;
  Rules rules = {};
  /// Severity of the least finding that makes the mesh invalid. Files that cannot be merged or read are an
  /// Error unless a finding that says so is as severe.
  cgns::Severity fail_on = cgns::Severity::error;
  /// Severity of the least finding of interest: checks may skip what yields only lesser ones.
  cgns::Severity least = cgns::Severity::note;
};

struct Report {
  fileset::FileList inputs;
  Judgement judgement;
  plan::MemoryNeeds needs = {};  ///< Told before the mesh was looked at; nothing if it was not.
};

/// Checks `request.inputs`. The report is the same on every rank, and for any number of ranks.
///
/// Throws the same Error on every rank: of kind usage, input, io, or stopped.
/// @note Collective over `session.comm()`.
[[nodiscard]] Report run(par::Session& session, const Request& request, const Listener& listener = {});

}  // namespace pcgns::verify::check
