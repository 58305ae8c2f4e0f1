// assembly_file.hpp: parses assembly files, in which users describe pieces without known partition metadata.
//
// An assembly file is JSON with optional comments. It lists pieces one by one ("parts"), gives rules for the
// convention of a code ("rules"), or both. Listed pieces take precedence over rules, and earlier rules over
// later ones.
//
//   {
//     "parts": [
//       { "file": "out_0.cgns",               as on the command line, or a trailing part of it; optional if
//                                             only one file has the zone
//         "zone": "/Base/Block_0",
//         "original": "Block",                name of the whole zone, in the same base
//         "rank": 0,                          optional; where pieces share points, the lowest rank wins
//         "cells": [[1,32],[1,64],[1,64]],    structured: cells of the whole zone, without ghosts; 1-based
//                                             [first, last] in each direction
//         "ghosts": [0,0,1,0,0,0],            optional: ghost layers included in the zone's extents, at imin,
//                                             imax, jmin, jmax, kmin, kmax
//         "numbers": { ... } } ],             unstructured: see below
//     "rules": [
//       { "zone": "(.*)_rank([0-9]+)",        ECMAScript regular expression that matches the whole zone name
//         "base": "...", "file": "...",       optional: the same for the base, and for the last component of
//                                             the file's path
//         "original": "$1",                   may use the groups of "zone"
//         "rank": "$2",                       optional; default: number of the file
//         "range": {                          structured: where the zone stores its range
//           "node": "Partition/GlobalRange",  node below the zone with two integers per direction
//           "of": "vertices",                 or "cells"
//           "base": 1,                        lowest index: 1 or 0
//           "layout": "begins-ends",          all begins, then all ends; or "interleaved": begin and end of
//                                             i, then of j, then of k
//           "with_ghosts": false },           true if the range includes ghosts
//         "size": { "node": "...",            optional: extents of the whole zone, one integer per direction,
//                   "of": "vertices" },       in "vertices" or "cells"
//         "ghosts": [0,0,1,0,0,0],            optional; or { "node": "Ghosts" } with six integers, or two per
//                                             direction
//         "numbers": {                        unstructured: paths below the zone of the global numbers
//           "base": 1,                        lowest number: 1 or 0
//           "Vertex": "GlobalIds/Vertex",     of the vertices, the cells, and the elements or points of
//           "Cell": "GlobalIds/Cell",         Elements_t or BC_t nodes, given by their paths below the zone.
//           "Hexa": "GlobalIds/Hexa",         Default: Maia's paths.
//           "totals": {                       optional: totals of the whole zone, with the same keys; an
//             "Vertex": 1000,                 integer, or a node below the zone with one integer. Without
//             "Cell": "GlobalIds/Cells" } },      it, a missing piece with the last numbers goes unnoticed.
//         "drop": ["ZoneBC/halo*"] } ],         optional, in "parts" too: patterns (base/glob.hpp) of paths
//                                               below the zone; such nodes are not carried over.
//     "originals": [                          optional
//       { "base": "Base",                     optional: all bases
//         "name": "Block",
//         "cells": [64,64,64],                optional; default: bounding box of the pieces
//         "order": 0 } ]                      optional: 0-based position among the zones of the base
//   }
//
// One * in a key of "numbers" or "totals" stands for any part of a name, every * in its value for the same
// part: "ZoneBC/*": "ZoneBC/*/Ids".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/fileset/plan/conventions/conventions.hpp"
#include "pcgns/fileset/plan/conventions/name_pattern.hpp"

namespace pcgns::fileset {

/// Where the global numbers of an unstructured piece are stored.
struct NumberNodes {
  /// The total itself, or the node that holds it.
  struct Total {
    std::int64_t count = -1;
    std::string node;
  };
  std::map<std::string, std::string> nodes;
  std::map<std::string, Total> totals;
  std::int64_t base = 1;
};

/// The layers themselves, or the node that holds them.
struct GhostLayers {
  std::vector<std::int64_t> layers;
  std::string node;
};

struct AssemblyPiece {
  std::string place;  ///< In the file: "/parts/0".
  std::string file;
  std::string zone;
  std::string original;
  std::optional<std::int64_t> rank;
  std::vector<Range> cells;  ///< 0-based, half-open; empty if not given.
  GhostLayers ghosts;
  NumberNodes numbers;
  std::vector<std::string> drop;  ///< Patterns.
};

struct AssemblyRule {
  struct RangeNode {
    std::string node;
    bool of_vertices = false;
    std::int64_t base = 1;
    bool interleaved = false;
    bool with_ghosts = false;
  };
  struct SizeNode {
    std::string node;
    bool of_vertices = false;
  };

  std::string place;
  NamePattern zone;
  std::optional<NamePattern> base = {};
  std::optional<NamePattern> file = {};
  std::string original = {};
  std::string rank = {};
  std::optional<RangeNode> range = {};
  std::optional<SizeNode> size = {};
  GhostLayers ghosts = {};
  NumberNodes numbers = {};
  std::vector<std::string> drop = {};
};

struct AssemblyOriginal {
  std::string place;
  std::optional<std::string> base;
  std::string name;
  std::vector<std::int64_t> cells;
  std::int64_t order = -1;
};

struct AssemblyFile {
  std::vector<AssemblyPiece> pieces;
  std::vector<AssemblyRule> rules;
  std::vector<AssemblyOriginal> originals;
};

/// The text of an assembly file, and its path for messages.
struct AssemblyText {
  std::string_view text;
  std::string_view path;

  /// An Error of kind `input`: "<path>:<line>: <place>: <why>". @pre The text is valid JSON.
  [[nodiscard]] Error error(const std::string& place, std::string_view why) const;
};

/// Throws Error{input} naming the line and the place in it if the text is not JSON or has unknown keys, wrong
/// types or numbers out of range.
[[nodiscard]] AssemblyFile parse_assembly(const AssemblyText& source);

/// The zones of the inputs as the assembly file of a request describes them.
struct ZonesOfAssembly {
  std::vector<Original> originals;
  std::vector<ZoneView> others;  ///< Zones that the file does not mention.
};

/// Throws Error{input} naming the place in the file if a piece does not exist or a rule matches nothing.
[[nodiscard]] ZonesOfAssembly zones_of_assembly(const Search& search, const std::vector<ZoneView>& zones);

/// The nodes whose values `zones_of_assembly` reads.
[[nodiscard]] std::vector<const cgns::Node*> nodes_of_assembly(const Request& request,
                                                               const std::vector<ZoneView>& zones);

}  // namespace pcgns::fileset
