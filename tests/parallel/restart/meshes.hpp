// meshes.hpp: files to restart from, as solvers write them, and their exchange of ghosts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcgns/restart/partition.hpp"

namespace pcgns::test {

/// Two structured zones with an interface, a boundary condition, and solutions at vertices and cells.
/// @note Collective.
void write_blocks(const std::string& path);

/// The file `mesh` with a zone of particles. @note Collective.
void write_drops(const std::string& mesh, const std::string& path);

/// A base with nothing but the same 20 numbered particles each time, moved by `shift`. @note Collective.
void write_numbered_drops(const std::string& path, double shift);

/// An unstructured zone of n x n x n hexahedra, with faces at the bottom, their boundary condition, and
/// solutions at vertices and cells. @note Collective.
void write_hexahedra(const std::string& path, std::int64_t n);

/// The files of a partition of the mesh in `whole`, under the pattern `parts`. @note Collective.
void write_parts(const std::string& whole, const std::string& parts,
                 const restart::PartitionRequest& request);

/// Gives ghosts what their owners have. @note Collective.
void exchange(const restart::Partition& parts, restart::Entity entity, std::vector<double>& values);

}  // namespace pcgns::test
