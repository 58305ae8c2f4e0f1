// merge.hpp: plans one output tree from the files of many ranks, with every zone whole in one of them.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/fileset/request.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::fileset {

/// Content hashes of arrays whose values the plan must compare but the trees do not hold.
struct Survey {
  std::unordered_map<int, Fingerprint> contents;  ///< By index into InputSet::arrays.
};

/// The arrays that `merge` compares: those of nodes that several inputs have.
[[nodiscard]] std::vector<int> arrays_to_compare(const cgns::InputSet& inputs);

/// Throws Error{input} naming path, files and values if inputs contradict each other. `composites`: those of
/// `inputs` arrays that are in no file. `notes`: existing notes.
[[nodiscard]] plan::Plan merge(const cgns::InputSet& inputs, const Survey& survey,
                               const MergeRequest& request, plan::Composites composites = {},
                               std::vector<plan::Note> notes = {});

}  // namespace pcgns::fileset
