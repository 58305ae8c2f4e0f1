// detect.hpp: recognises pieces of zones by the conventions of known writers.
#pragma once

#include <vector>

#include "pcgns/fileset/plan/pieces.hpp"
#include "pcgns/fileset/plan/structured/box_numbers.hpp"

namespace pcgns::fileset {

/// Small arrays that `detect` and `structured_zone` read: partition metadata and point lists of structured
/// zones. Their values must be in the nodes before either is called.
[[nodiscard]] std::vector<int> arrays_to_read(const cgns::InputSet& inputs, const Request& request);

/// Throws Error{input} naming file, zone and reason if partition metadata are incomplete or contradictory, or
/// if pieces overlap, leave a hole, are duplicated or are missing.
/// `numbers`: the values at the places that `numbers_to_read` gives.
[[nodiscard]] PieceSet detect(const cgns::InputSet& inputs, const Request& request, Notes& notes,
                              const SingleValues& numbers = {});

/// Throws Error{input} unless the pieces of every structured zone cover each of its cells exactly once.
void require_complete(const cgns::InputSet& inputs, const PieceSet& pieces, const Request& request,
                      Notes& notes);

}  // namespace pcgns::fileset
