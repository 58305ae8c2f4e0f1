// memory.hpp: the memory that partitioning takes, from the tree alone.
#pragma once

#include <cstdint>

#include "pcgns/base/budget.hpp"
#include "pcgns/cgns/node.hpp"
#include "pcgns/partition/partition.hpp"

namespace pcgns::repartition {

/// What decides how much a cell takes.
struct Partitioning {
  partition::Method method = partition::Method::rcb;
  partition::Order order = partition::Order::keep;
  bool has_weights = false;
};

/// Bytes per rank that partitioning `tree` holds besides `memory`: those of the largest unstructured zone or
/// particle zone, and what is kept of the others.
[[nodiscard]] std::int64_t bytes_of_mesh(const cgns::Node& tree, const Partitioning& partitioning,
                                         Budget memory, int ranks);

}  // namespace pcgns::repartition
