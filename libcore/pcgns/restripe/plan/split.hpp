// split.hpp: splits a file into one for the mesh and one per time step, connected by links.
//
// The first file has everything but the solutions, and links in their place: opened, it looks like the
// original. The file of a time step has its solutions and links to the mesh, so it can be viewed alone. A
// running job can add such files without touching the others.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pcgns/cgns/input_set.hpp"

namespace pcgns::restripe {

/// One output file.
struct Piece {
  std::string output = {};  ///< Absolute path.
  cgns::Node tree = {};
};

/// "dir/run_step0001.cgns" for "dir/run.cgns" and step 0.
[[nodiscard]] std::string step_name(const std::string& output, std::size_t step);

/// True if `name`, without a folder, is that of a step of `output`.
[[nodiscard]] bool is_step_name(const std::string& output, const std::string& name);
/// Those of `names`, which ascend.
[[nodiscard]] std::vector<std::string> step_names_among(std::span<const std::string> names,
                                                        const std::string& output);

/// The first piece is the file `output` (an absolute path). Time steps are those of ZoneIterativeData_t;
/// without it, all solutions belong to one step. A solution shared by several steps goes to the file of the
/// first. Links are as seen from the folder of the pieces.
[[nodiscard]] std::vector<Piece> split(const cgns::InputSet& inputs, const std::string& output);

}  // namespace pcgns::restripe
