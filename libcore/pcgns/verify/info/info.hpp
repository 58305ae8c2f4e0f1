// info.hpp: what is in a file or a file set, told from the trees alone.
//
// No bulk value is read, so that thousands of files take as long as reading their trees. Pieces of zones are
// recognised by their metadata, but nothing is proven: pcgns/verify/check does that.
//
//   par::Session session({.program = "browser"});
//   const auto report = verify::info::run(session, {.inputs = {.files = {.names = {"out_%04d.cgns"}}}});
//   for (const auto& base : report.bases) fmt::print("{}: {} zones\n", base.name, base.zones.size());
#pragma once

#include <string>
#include <vector>

#include "pcgns/base/listener.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/fileset/open.hpp"
#include "pcgns/verify/info/contents.hpp"

namespace pcgns::verify::info {

struct Request {
  fileset::OpenRequest inputs;
};

struct Report {
  fileset::FileList inputs;
  Storage storage = {};
  std::vector<Base> bases = {};
  std::vector<fileset::RecognisedZone> split = {};  ///< Zones that are in pieces.
  std::string refusal = {};            ///< Why pieces could not be recognised; empty if they could.
  std::vector<cgns::Node> trees = {};  ///< One for each file, without bulk values.
};

/// Describes `request.inputs`. The report is the same on every rank.
///
/// Throws the same Error on every rank: of kind usage, input, io, or stopped.
/// @note Collective over `session.comm()`.
[[nodiscard]] Report run(par::Session& session, const Request& request, const Listener& listener = {});

}  // namespace pcgns::verify::info
