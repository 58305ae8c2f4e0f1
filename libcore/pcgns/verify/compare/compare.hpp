// compare.hpp: whether two meshes are the same, and where they differ.
//
// Each side is a file set (pcgns/fileset/fileset.hpp), so that the files of many ranks and the file that was
// merged from them are the same mesh.
//
//   par::Session session({.program = "solver-test"});
//   const auto report = verify::compare::run(session, {.a = {.files = {.names = {"out_%04d.cgns"}}},
//                                                      .b = {.files = {.names = {"expected.cgns"}}},
//                                                      .criteria = {.tolerance = {.relative = 1e-12}}});
//   if (report.different() > 0) …
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/base/listener.hpp"
#include "pcgns/fileset/open.hpp"
#include "pcgns/verify/compare/finding.hpp"

namespace pcgns::verify::compare {

struct Request {
  fileset::OpenRequest a;
  fileset::OpenRequest b;
  Criteria criteria = {};
  /// Matches the points of a zone by their coordinates and elements by their points, not by their numbers.
  bool by_coordinates = false;
  bool strict = false;  ///< A pattern that matches nothing is an error, not a warning.
};

struct Report {
  fileset::FileList a;
  fileset::FileList b;
  std::vector<CompareFinding> findings;  ///< By path.
  std::int64_t nodes = 0;                ///< On both sides.
  std::int64_t values = 0;               ///< Compared values.

  /// Number of nodes with differences that count.
  [[nodiscard]] std::int64_t different() const;
};

/// Compares two file sets, matching nodes by name. Point lists are compared as sets: points and the values
/// that belong to them may be in another order. The report is the same on every rank, and for any number of
/// ranks.
///
/// Throws the same Error on every rank: of kind usage, input, io, or stopped.
/// @note Collective over `session.comm()`.
[[nodiscard]] Report run(par::Session& session, const Request& request, const Listener& listener = {});

}  // namespace pcgns::verify::compare
