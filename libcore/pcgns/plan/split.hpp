// split.hpp: one file becomes one with the mesh and one for each solution step, which links hold together.
//
// The first file has everything but the solutions, and a link in the place of each: who opens it sees what
// the whole was. A file of a step has the zones with their solutions of that step, and links to the mesh: it
// can be looked at by itself, and a running job can add such files without touching any other.
#pragma once

#include <string>
#include <vector>

#include "pcgns/tree/input_set.hpp"

namespace pcgns::plan {

/// What becomes a file.
struct Piece {
  std::string output = {};  ///< Absolute path.
  tree::Node tree = {};
};

/// "dir/run_step0001.cgns" of "dir/run.cgns" and step 0.
[[nodiscard]] std::string step_name(const std::string& output, std::size_t step);

/// The first is the file `output` (an absolute path). Steps are those of ZoneIterativeData_t; a solution that
/// several steps have is in the file of the first one; all solutions are of one step where there is no such
/// node. Links are as the only input, an absolute path too, would have them.
[[nodiscard]] std::vector<Piece> split(const tree::InputSet& inputs, const std::string& output);

}  // namespace pcgns::plan
