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

}  // namespace

void compare_shared(par::Session& session, const plan::Plan& plan, const cgns::InputSet& inputs,
                    Budget memory, SharedSummaries& summaries) {
  constexpr std::int64_t alignment = 64;  // no value crosses a file domain
  const auto targets = shared_targets(plan, summaries);
  if (targets.empty()) return;
  const auto part = plan::shared_subplan(plan, targets);
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
  const auto found = summaries_of_boxes(execute(session, task, sink).shared, part);
  for (const auto& [index, summary] : found)
    summaries.emplace(targets[static_cast<std::size_t>(index)], summary);
}

}  // namespace pcgns::io
