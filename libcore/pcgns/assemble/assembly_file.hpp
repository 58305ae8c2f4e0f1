// assembly_file.hpp: what a user says of parts that carry no marks of a known writer.
//
// An assembly file is JSON (comments are allowed). It names parts one by one, or gives rules for the
// convention of a house; both may be there, and a zone that is named counts before any rule, the first rule
// before others.
//
//   {
//     "parts": [
//       { "file": "out_0.cgns",               as on the command line, or the end of that; may be left out if
//                                             only one file has the zone
//         "zone": "/Base/Block_0",
//         "original": "Block",                the name of the whole zone, in the same base
//         "rank": 0,                          optional; lower ranks win where parts share points
//         "cells": [[1,32],[1,64],[1,64]],    structured zones: its cells in the whole zone, without ghosts;
//                                             1-based, first and last, one pair for each direction
//         "ghosts": [0,0,1,0,0,0],            optional: layers of ghost cells that the zone's extents count,
//         at
//                                             imin, imax, jmin, jmax, kmin, kmax
//         "numbers": { ... } } ],             unstructured zones, see below
//     "rules": [
//       { "zone": "(.*)_rank([0-9]+)",        an ECMAScript regular expression that the whole name must match
//         "base": "...", "file": "...",       optional: the same for the base, and for the last component of
//                                             the file's path
//         "original": "$1",                   with what the groups of "zone" matched
//         "rank": "$2",                       optional; else the number of the file
//         "range": {                          structured zones: where the zone says which part it is
//           "node": "Partition/GlobalRange",  a node below the zone with two integers for each direction
//           "of": "vertices",                 or "cells"
//           "base": 1,                        or 0: the lowest number there is
//           "layout": "begins-ends",          all first ones, then all last ones; or "interleaved": first and
//                                             last of i, then of j, then of k
//           "with_ghosts": false },           true if the range counts the ghosts
//         "size": { "node": "...",            optional: the extents of the whole zone, one integer for each
//                   "of": "vertices" },       direction, in "vertices" or "cells"
//         "ghosts": [0,0,1,0,0,0],            optional; or { "node": "Ghosts" }, six integers or two for each
//                                             direction
//         "numbers": {                        unstructured zones: paths below the zone of the global numbers
//           "base": 1,                        or 0: the lowest number there is
//           "Vertex": "GlobalIds/Vertex",     of the vertices, of the cells, and of the elements or points of
//           "Cell": "GlobalIds/Cell",         Elements_t or BC_t nodes, which are named by their paths below
//           "Hexa": "GlobalIds/Hexa",         the zone. Without these, as Maia has them.
//           "totals": {                       optional: how many there are in the whole zone, by the same
//             "Vertex": 1000,                 names; a number, or a node below the zone with one integer.
//             "Cell": "GlobalIds/Cells" } } } ],  Without it a part that has the last numbers is not missed.
//     "originals": [                          optional
//       { "base": "Base",                     optional: all bases
//         "name": "Block",
//         "cells": [64,64,64],                optional: else the box that the parts make up
//         "order": 0 } ]                      optional: its place among the zones of the base, from 0
//   }
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "pcgns/assemble/conventions.hpp"

namespace pcgns::assemble {

/// Where the numbers of an unstructured part are.
struct NumberNodes {
  /// The total itself, or the node that has it.
  struct Total {
    std::int64_t count = -1;
    std::string node;
  };
  std::map<std::string, std::string> nodes;
  std::map<std::string, Total> totals;
  std::int64_t base = 1;
};

/// The layers themselves, or the node that has them.
struct GhostLayers {
  std::vector<std::int64_t> layers;
  std::string node;
};

struct AssemblyPart {
  std::string place;  ///< In the file: "/parts/0".
  std::string file;
  std::string zone;
  std::string original;
  std::optional<std::int64_t> rank;
  std::vector<Range> cells;  ///< 0-based, half-open; empty if not given.
  GhostLayers ghosts;
  NumberNodes numbers;
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
  std::regex zone;
  std::optional<std::regex> base;
  std::optional<std::regex> file;
  std::string original;
  std::string rank;
  std::optional<RangeNode> range;
  std::optional<SizeNode> size;
  GhostLayers ghosts;
  NumberNodes numbers;
};

struct AssemblyOriginal {
  std::string place;
  std::optional<std::string> base;
  std::string name;
  std::vector<std::int64_t> cells;
  std::int64_t order = -1;
};

struct AssemblyFile {
  std::vector<AssemblyPart> parts;
  std::vector<AssemblyRule> rules;
  std::vector<AssemblyOriginal> originals;
};

/// Throws Error{input} naming `path` and the place in it for text that is no JSON, unknown keys, wrong types,
/// numbers out of range.
[[nodiscard]] AssemblyFile parse_assembly(const std::string& text, const std::string& path);

/// What the assembly file of a request says of the zones of the inputs.
struct AssembledZones {
  std::vector<Original> originals;
  std::vector<ZoneView> others;  ///< That it says nothing of.
};

/// Throws Error{input} naming the place in the file for parts that do not exist and rules that match nothing.
[[nodiscard]] AssembledZones assembled_by_file(const Search& search, const std::vector<ZoneView>& zones);

/// The nodes whose values `assembled_by_file` looks at.
[[nodiscard]] std::vector<const tree::Node*> nodes_of_assembly(const Request& request,
                                                               const std::vector<ZoneView>& zones);

}  // namespace pcgns::assemble
