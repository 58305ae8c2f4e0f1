// contradictions.cpp: refuses a set whose pieces have the same points at different places.
//
// A file that pcgns-merge refuses must not be half readable: whichever values are asked for, the set is
// refused when it is opened. Of structured zones only the common points are read.
#include <set>
#include <vector>

#include "pcgns/io/execute.hpp"
#include "pcgns/restart/run/file_set_state.hpp"

namespace pcgns::restart {

namespace {

/// The arrays that may contradict themselves, ascending.
std::vector<int> refusable(const plan::Plan& plan) {
  const auto is_refusable = [&](int target) {
    return plan.shared_points == plan::SharedPoints::error ||
           plan.targets[static_cast<std::size_t>(target)].is_coordinate;
  };
  std::set<int> targets;
  for (const auto& box : plan.boxes) {
    if (box.shared && !box.is_ghost && is_refusable(box.target)) targets.insert(box.target);
  }
  for (const auto& indexed : plan.indexed) {
    if (indexed.may_share && is_refusable(indexed.target)) targets.insert(indexed.target);
  }
  return {targets.begin(), targets.end()};
}

}  // namespace

void FileSet::State::require_agreement() {
  const auto& plan = mesh.plan;
  if (plan.shared_limits.is_judged) return;
  static_cast<void>(io::compare_shared(session, plan, files.inputs, memory.share(2), refusable(plan)));
}

}  // namespace pcgns::restart
