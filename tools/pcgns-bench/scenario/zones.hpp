// zones.hpp: zones with the arrays that most scenarios have.
#pragma once

#include "pcgns-bench/scenario/problem.hpp"
#include "pcgns/base/range.hpp"

namespace pcgns::bench {

/// Adds an unstructured zone of seven double arrays of `vertices` values and HEXA_8 elements with as many
/// four-byte integers.
void add_unstructured_zone(Problem& problem, std::int64_t vertices);

/// Adds a structured zone of seven double arrays of `extents` values.
void add_structured_zone(Problem& problem, const Extents& extents);

/// For Problem::pieces, where the ranks of `ranks` have a zone among themselves, each a share of every
/// one-dimensional array: appends the pieces of rank `rank`.
void append_shares(const std::vector<Array>& arrays, int zone, Range ranks, int rank,
                   std::vector<Piece>& pieces);

}  // namespace pcgns::bench
