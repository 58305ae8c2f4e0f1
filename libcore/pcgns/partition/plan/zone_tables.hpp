// zone_tables.hpp: the tables of BaseIterativeData_t that name the zones of each time step.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "pcgns/cgns/node.hpp"
#include "pcgns/plan/notes.hpp"

namespace pcgns::partition {

/// Names of the pieces of each zone in one file, by "/Base/Zone".
using PieceNames = std::map<std::string, std::vector<std::string>>;

/// Lets the time steps below `root` name the zones in the file.
void name_pieces(cgns::Node& root, const PieceNames& names);

/// Notes tables below `root` that the parts cannot have.
void note_unnamed(const cgns::Node& root, plan::Notes& notes);

/// True if each time step lists the zones in the order of the base, and all numbers match.
[[nodiscard]] bool has_tables_in_order(const cgns::Node& base);

}  // namespace pcgns::partition
