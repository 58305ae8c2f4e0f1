// full_numbering.hpp: the number that every vertex, face and cell of a structured zone has.
#pragma once

#include <memory>
#include <string>

#include "pcgns/io/scratch_file.hpp"
#include "pcgns/par/session.hpp"
#include "pcgns/partition/plan/structured.hpp"

namespace pcgns::repartition {

/// Puts numbers into a scratch file beside `output` (made where there is none), so that `mesh` can take them
/// for fields of its zones. @note Collective.
void add_numbers(par::Session& session, cgns::InputSet& inputs, const std::string& output,
                 std::unique_ptr<io::ScratchFile>& scratch, partition::Mesh& mesh);

}  // namespace pcgns::repartition
