// base.hpp: unites one base from all files.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/cgns/zone_names.hpp"
#include "pcgns/fileset/plan/unite/job.hpp"
#include "pcgns/fileset/plan/unite/per_rank.hpp"
#include "pcgns/fileset/plan/unite/steps.hpp"

namespace pcgns::fileset {

struct BaseJob {
  MergeJob& job;
  std::string path;   ///< "/Base"
  Sources bases;      ///< In the files that have this base.
  Sources iterative;  ///< Their BaseIterativeData_t.
  StepChoice steps;
  PerRank per_rank;
};

/// Unites the bases of one name. @pre `sources` is not empty.
[[nodiscard]] cgns::Node unite_base(MergeJob& job, const Sources& sources, const std::string& path);

/// One zone, identical in all `sources`, reduced to the selection.
[[nodiscard]] cgns::Node unite_zone(BaseJob& base, const Sources& sources);

/// The united BaseIterativeData_t of the base.
[[nodiscard]] cgns::Node unite_iterative(BaseJob& base);

/// Nodes of `zone`, at `path`, that belong only to time steps that are not selected.
[[nodiscard]] LeftOut nodes_of_other_steps(const BaseJob& base, const Source& zone, const std::string& path);

/// Reduces the per-step arrays of `copy`, made from `zone`, to the selected time steps; names of `left_out`
/// become "Null".
void cut_to_steps(BaseJob& base, const Source& zone, const LeftOut& left_out, cgns::Node& copy);

using cgns::NameTables;

/// The tables that include `name`; empty for any other name.
[[nodiscard]] std::optional<NameTables> name_tables(std::string_view name);

/// False if a file has numbers without names, and a time step has only some of what the file has: then
/// nothing tells which.
[[nodiscard]] bool are_names_known(const BaseJob& base, const NameTables& tables);

/// True if the tables of one file stay as they are, with all its time steps and zones. Throws Error{input} if
/// they do not fit its time steps.
[[nodiscard]] bool keeps_tables(const BaseJob& base, const NameTables& tables);

/// True if all files have the same numbers without names, and the same nodes that these count.
[[nodiscard]] bool keeps_numbers(const BaseJob& base, const NameTables& tables);

/// The arrays of `tables` for the output; each time step lists the names of all files.
/// @pre are_names_known()
[[nodiscard]] std::vector<cgns::Node> unite_name_tables(BaseJob& base, const NameTables& tables);

}  // namespace pcgns::fileset
