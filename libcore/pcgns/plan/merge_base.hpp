// merge_base.hpp: one base on its way from all files into the output.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns/plan/merge_job.hpp"
#include "pcgns/plan/merge_per_rank.hpp"
#include "pcgns/plan/merge_steps.hpp"

namespace pcgns::plan {

struct BaseJob {
  Job& job;
  std::string path;   ///< "/Base"
  Sources bases;      ///< In the files that have it.
  Sources iterative;  ///< Their BaseIterativeData_t.
  StepChoice steps;
  PerRank per_rank;
};

/// The base of one name in all files; `sources` are not empty.
[[nodiscard]] tree::Node unite_base(Job& job, const Sources& sources, const std::string& path);

/// One zone, which is the same in all of `sources`, cut to what is selected.
[[nodiscard]] tree::Node unite_zone(BaseJob& base, const Sources& sources);

/// The BaseIterativeData_t of the base.
[[nodiscard]] tree::Node unite_iterative(BaseJob& base);

/// The nodes of `zone`, at `path`, that only steps have that are not picked.
[[nodiscard]] LeftOut nodes_of_other_steps(const BaseJob& base, const Source& zone, const std::string& path);

/// Cuts the per-step arrays of `copy`, made of `zone`, to the picked steps, and makes "Null" of `left_out`.
void cut_to_steps(BaseJob& base, const Source& zone, const LeftOut& left_out, tree::Node& copy);

/// The two arrays of a BaseIterativeData_t that tell which zones, or families, there are at each step.
struct NameTables {
  std::string_view numbers;
  std::string_view names;
  std::string_view label;  ///< Of what they name.
};
/// The tables that `name` is one of; nothing for any other name.
[[nodiscard]] std::optional<NameTables> name_tables(std::string_view name);

/// Both arrays of `tables` for the output: at each step the names that the files have there.
[[nodiscard]] std::vector<tree::Node> unite_name_tables(BaseJob& base, const NameTables& tables);

}  // namespace pcgns::plan
