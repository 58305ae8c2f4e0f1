// cell_map.hpp: a file that says which rank gets which cell of the unstructured zones.
//
// It has the bases and zones of the mesh, and in each zone a solution with the rank of every cell, from 0, so
// that every reader of CGNS can show it.
#pragma once

#include <memory>
#include <string>

#include "pcgns/mesh/share.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/partition/partition.hpp"

namespace pcgns::repartition {

/// The plan of the map of `mesh`, cut from `whole`, whose DistributedZone::ranks are known.
[[nodiscard]] plan::Plan map_of(const plan::Plan& whole, const partition::Mesh& mesh);

/// A map that is read, or another file with the same zones.
struct CellMap {
  cgns::InputSet inputs;
  plan::Plan plan;
};

/// Throws Error{input} on every rank if it is no CGNS file. @note Collective.
[[nodiscard]] std::unique_ptr<CellMap> read_map(par::Session& session, const std::string& name,
                                                std::int64_t memory);

/// The --method that a map was made by; empty if it does not say that.
[[nodiscard]] std::string method_of(const CellMap& map);

}  // namespace pcgns::repartition
