// piece_steps.hpp: time steps that not all files with pieces have.
#pragma once

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/fileset/plan/pieces.hpp"
#include "pcgns/fileset/request.hpp"
#include "pcgns/plan/notes.hpp"

namespace pcgns::fileset {

/// Where files with pieces end at different time steps: leaves those that not all of them have out of the
/// trees, and notes it, because the pieces of a zone must have the same nodes. Throws Error{usage} if `steps`
/// names one of them.
void keep_common_steps(cgns::InputSet& inputs, const PieceSet& pieces, const Steps& steps,
                       plan::Notes& notes);

}  // namespace pcgns::fileset
