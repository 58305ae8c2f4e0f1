// describe.hpp: sums up the trees of a file set.
#pragma once

#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/fileset/request.hpp"
#include "pcgns/verify/info/contents.hpp"

namespace pcgns::verify::info {

/// The bases of all files, by name. `split`: the zones that are in pieces.
[[nodiscard]] std::vector<Base> describe_bases(const cgns::InputSet& inputs,
                                               const std::vector<fileset::RecognisedZone>& split);

[[nodiscard]] Storage describe_storage(const cgns::InputSet& inputs);

}  // namespace pcgns::verify::info
