#include "pcgns/base/bytes.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/plan/subplan.hpp"

namespace pcgns::io {

namespace {

class NullSink : public Sink {
 public:
  void write(std::int64_t, std::span<const std::byte>) override {}
  void sync() override {}
  void close() override {}
};

/// Those that are not in `known`, ascending.
std::vector<int> shared_targets(const plan::Plan& plan, const SharedSummaries& known) {
  std::vector<int> targets;
  for (const auto& box : plan.boxes) {
    const bool is_new = targets.empty() || targets.back() != box.target;
    if (box.shared && is_new && !known.contains(box.target)) targets.push_back(box.target);
  }
  return targets;
}

/// `found` in a plan of `targets`, as if the whole plan had been executed.
SharedDifferences in_whole(const SharedDifferences& found, std::span<const int> targets) {
  SharedDifferences whole;
  whole.compared = found.compared;
  whole.ghosts_compared = found.ghosts_compared;
  for (const auto& [i, array] : found.arrays) whole.arrays[targets[static_cast<std::size_t>(i)]] = array;
  for (const auto& [i, ghosts] : found.ghosts) whole.ghosts[targets[static_cast<std::size_t>(i)]] = ghosts;
  return whole;
}

}  // namespace

SharedDifferences compare_shared(par::Session& session, const plan::Plan& plan, const cgns::InputSet& inputs,
                                 Budget memory, std::span<const int> targets) {
  constexpr std::int64_t alignment = 64;  // no value crosses a file domain
  if (targets.empty()) return {};
  auto part = plan::shared_subplan(plan, targets);
  // The largest coordinate, on which the tolerance depends, may be one of a piece that shares nothing.
  part.shared_limits.is_judged = true;
  std::vector<std::int64_t> offsets;
  std::int64_t end = 0;
  for (const auto& target : part.targets) {
    offsets.push_back(end);
    end = round_up(end + target.bytes(), alignment);
  }
  NullSink sink;
  const plan::Machine machine{.ranks = session.size(), .memory = memory, .alignment = alignment};
  const Task task{
      .plan = part, .inputs = inputs, .offsets = offsets, .end = end, .machine = suited(machine, part)};
  auto found = in_whole(execute(session, task, sink).shared, targets);
  Agreement(session, plan, inputs, memory).require(found);
  return found;
}

void compare_shared(par::Session& session, const plan::Plan& plan, const cgns::InputSet& inputs,
                    Budget memory, SharedSummaries& summaries) {
  const auto found = compare_shared(session, plan, inputs, memory, shared_targets(plan, summaries));
  summaries.merge(summaries_of_boxes(found, plan));
}

}  // namespace pcgns::io
