// merge.hpp: plans one output tree from the files of many ranks, with every zone whole in one of them.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/fileset/plan/survey.hpp"
#include "pcgns/fileset/request.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::fileset {

/// By base name: zones in output order; others follow in order of occurrence.
using ZoneOrder = std::unordered_map<std::string, std::vector<std::string>>;

/// What is known of zones merged from pieces, besides their trees.
struct MergedPieces {
  plan::Composites composites = {};  ///< Of the arrays that are in no file.
  std::vector<plan::Note> notes = {};
  ZoneOrder zone_order = {};
  plan::SharedPoints shared = plan::SharedPoints::first;
  plan::SharedLimits limits = {};
  bool has_holes = false;  ///< Pieces may be missing.
};

/// The arrays that `merge` compares: those of nodes that several inputs have.
[[nodiscard]] std::vector<int> arrays_to_compare(const cgns::InputSet& inputs);

/// Throws Error{input} naming path, files and values if inputs contradict each other. `survey` must hold the
/// hashes of `arrays_to_compare`.
[[nodiscard]] plan::Plan merge(const cgns::InputSet& inputs, const Survey& survey,
                               const MergeRequest& request, MergedPieces pieces = {});

}  // namespace pcgns::fileset
