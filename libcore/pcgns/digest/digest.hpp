// digest.hpp: the digest of a mesh, independent of how its values are stored.
//
// The inputs are taken as a file set (pcgns/fileset/fileset.hpp): the files of many ranks have the digest of
// the file that is merged from them. The manifest, the digests of all nodes, can be written or stored in the
// file; a later digest then shows which nodes have changed.
//
//   par::Session session({.program = "solver-archive"});
//   const auto report = digest::run(session, {.inputs = {.files = {.names = {"out_%04d.cgns"}}},
//                                             .manifest = "out.digests"});
//   if (session.is_root()) fmt::print("{}\n", to_string(report.manifest.nodes.front().tree));
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/base/listener.hpp"
#include "pcgns/digest/manifest.hpp"
#include "pcgns/fileset/open.hpp"

namespace pcgns::digest {

struct Request {
  fileset::OpenRequest inputs;
  std::string known = {};        ///< Manifest to compare with; empty: none.
  bool known_is_stored = false;  ///< Compares with the manifest stored in the file.
  bool ignore_missing = false;   ///< Nodes of the known manifest may be missing.
  std::string manifest = {};     ///< File to write the manifest to; empty: none.
  bool overwrite = false;        ///< Replaces an existing file `manifest`.
  bool store = false;            ///< Stores the manifest in the file.

  [[nodiscard]] bool compares() const { return known_is_stored || !known.empty(); }
};

struct Report {
  fileset::FileList inputs;
  Manifest manifest;                ///< On rank 0: of the mesh.
  std::vector<NodeChange> changes;  ///< On rank 0: since the known manifest.
  std::int64_t changed = 0;         ///< Number of nodes whose changes count; the same on every rank.
};

/// Digests `request.inputs`, and does with the manifest what the request says. The digests are the same for
/// any number of ranks.
///
/// Throws the same Error on every rank: of kind usage, input, io, or stopped, then no manifest was written;
/// or of kind in_place, then it was, but a later step failed.
/// @note Collective over `session.comm()`.
[[nodiscard]] Report run(par::Session& session, const Request& request, const Listener& listener = {});

}  // namespace pcgns::digest
