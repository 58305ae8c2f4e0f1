// match_parts.hpp: parts without global numbers, put together by coordinates.
#pragma once

#include <cstdint>
#include <vector>

#include "pcgns/assemble/keep_zones.hpp"
#include "pcgns/assemble/parts.hpp"
#include "pcgns/move/scratch_file.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::tool {

/// True if there is something to do for the others.
[[nodiscard]] bool needs_matching(const assemble::PartSet& parts);

/// Finds out where structured parts lie. Throws Error{input} on every rank where that cannot be told.
/// @note Collective.
void match_boxes(par::Session& session, tree::InputSet& inputs, assemble::PartSet& parts,
                 move::ScratchFile& scratch, double tolerance, std::int64_t memory);

/// Finds out what unstructured parts share, and gives them numbers, as if they had them. `tolerance`: 0 means
/// exact bits. Throws Error{input} on every rank where that cannot be told. @note Collective.
void match_parts(par::Session& session, tree::InputSet& inputs, assemble::PartSet& parts,
                 move::ScratchFile& scratch, double tolerance, std::int64_t memory);

/// The joins between unstructured parts that stay zones of their own: by polygons where there are any, else
/// by vertices. Throws as `match_parts`. @note Collective.
[[nodiscard]] std::vector<assemble::PartJoin> matched_joins(par::Session& session, tree::InputSet& inputs,
                                                            assemble::PartSet& parts,
                                                            move::ScratchFile& scratch, double tolerance,
                                                            std::int64_t memory);

/// The first values of `arrays` come into tree::Array::first. @note Collective.
void read_begins(par::Session& session, tree::InputSet& inputs, const std::vector<int>& arrays,
                 std::int64_t memory);

}  // namespace pcgns::tool
