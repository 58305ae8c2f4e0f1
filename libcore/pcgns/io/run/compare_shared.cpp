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

/// Ascending.
std::vector<int> shared_targets(const plan::Plan& plan) {
  std::vector<int> targets;
  for (const auto& box : plan.boxes) {
    if (box.shared && (targets.empty() || targets.back() != box.target)) targets.push_back(box.target);
  }
  return targets;
}

}  // namespace

std::optional<SharedSummary> compare_shared(par::Session& session, const plan::Plan& plan,
                                            const cgns::InputSet& inputs, Budget memory) {
  constexpr std::int64_t alignment = 64;  // no value crosses a file domain
  const auto targets = shared_targets(plan);
  if (targets.empty()) return std::nullopt;
  const auto part = plan::subplan(plan, targets);
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
  return summary_of(execute(session, task, sink).shared, part);
}

}  // namespace pcgns::io
