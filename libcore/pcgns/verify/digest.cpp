#include "pcgns/verify/digest.hpp"

#include "pcgns/par/collective.hpp"
#include "pcgns/verify/digest_arrays.hpp"

namespace pcgns::verify {

std::vector<plan::NodeDigest> digest(par::Session& session, const mesh::Dataset& dataset,
                                     const std::function<void(std::int64_t bytes)>& progress) {
  const auto old = plan::old_elements(dataset.plan.output);
  const auto arrays = digest_arrays(session, dataset, old, progress);
  std::vector<plan::NodeDigest> nodes;
  par::on_root(session.comm(), "hashing", [&] {
    nodes = plan::digest_of(
        dataset.plan.output,
        {.arrays = arrays.arrays, .new_sections = arrays.new_sections, .left_out = is_no_content});
  });
  return nodes;
}

}  // namespace pcgns::verify
