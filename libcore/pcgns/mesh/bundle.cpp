#include "pcgns/mesh/bundle.hpp"

#include <algorithm>

#include "pcgns/base/bytes.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/mesh/detail/memory_sink.hpp"
#include "pcgns/par/exchange.hpp"
#include "pcgns/plan/subplan.hpp"

namespace pcgns::mesh {

namespace {

constexpr std::int64_t alignment = 64;

/// Who gets which bytes of a bundle.
class Cuts {
 public:
  Cuts(const Dataset& dataset, const Bundle& bundle, std::span<const int> targets)
      : dataset_(dataset), bundle_(bundle), targets_(targets) {}

  [[nodiscard]] Range held_by(std::int64_t rank) const {
    const auto& bytes = bundle_.bytes;
    return intersect({rank * bytes.per_rank, (rank + 1) * bytes.per_rank}, {0, bytes.count});
  }
  [[nodiscard]] Range wanted_by(int rank, const Portions& portions) const {
    const auto at = std::ranges::lower_bound(targets_, portions.target) - targets_.begin();
    const auto begin = bundle_.begins[static_cast<std::size_t>(at)];
    const std::int64_t each =
        portions.width * cgns::size_of(dataset_.plan.targets[static_cast<std::size_t>(portions.target)].type);
    const auto* const of_rank = &portions.begins[static_cast<std::size_t>(rank)];
    return {begin + (portions.shift + of_rank[0]) * each, begin + (portions.shift + of_rank[1]) * each};
  }

 private:
  const Dataset& dataset_;
  const Bundle& bundle_;
  std::span<const int> targets_;
};

/// Every rank knows who gets what of whom: a message has the values alone, in the order of `wanted`.
par::Messages values_for(const Cuts& cuts, const Share& mine, int ranks, std::span<const Portions> wanted) {
  par::Messages messages(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank) {
    for (const auto& portions : wanted) {
      const auto part = intersect(cuts.wanted_by(rank, portions), mine.values);
      if (part.empty()) continue;
      const auto from = mine.bytes.begin() + (part.begin - mine.values.begin);
      auto& message = messages[static_cast<std::size_t>(rank)];
      message.insert(message.end(), from, from + part.size());
    }
  }
  return messages;
}

std::vector<int> targets_of(std::span<const Portions> wanted) {
  std::vector<int> targets;
  for (const auto& portions : wanted) targets.push_back(portions.target);
  std::ranges::sort(targets);
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  return targets;
}

}  // namespace

Bundle read_bundle(par::Session& session, const Dataset& dataset, std::span<const int> targets) {
  const auto plan = plan::subplan(dataset.plan, targets);
  Bundle bundle;
  std::int64_t end = 0;
  for (const auto& target : plan.targets) {
    bundle.begins.push_back(end);
    end = round_up(end + target.bytes(), alignment);
  }
  const auto machine = machine_of_shares(session.size(), end, 1, dataset.memory);
  const io::FileBlocks domains(end, machine);
  auto& share = bundle.bytes;
  share.type = cgns::DataType::B1;
  share.count = end;
  share.per_rank = std::max<std::int64_t>(1, domains.rounds() * domains.size());
  const auto cut = [&](std::int64_t byte) { return std::min(byte, end); };
  share.values = {cut(session.rank() * share.per_rank), cut((session.rank() + 1) * share.per_rank)};
  MemorySink sink(share.values);
  const io::Task task{.plan = plan,
                      .inputs = dataset.inputs,
                      .offsets = bundle.begins,
                      .end = end,
                      .machine = machine,
                      .known = dataset.known};
  bundle.shared = io::summary_of(io::execute(session, task, sink).shared, plan);
  share.bytes = sink.take();
  return bundle;
}

std::vector<std::vector<std::byte>> read_portions(par::Session& session, const Dataset& dataset,
                                                  std::span<const Portions> wanted) {
  const auto targets = targets_of(wanted);
  const auto bundle = read_bundle(session, dataset, targets);
  if (dataset.shared != nullptr) {
    dataset.shared->try_emplace(targets.front(), bundle.shared);
    for (const int target : targets) dataset.shared->try_emplace(target);
  }
  const Cuts cuts(dataset, bundle, targets);
  const auto arrived = par::deliver(session.comm(), values_for(cuts, bundle.bytes, session.size(), wanted));
  std::vector<std::int64_t> taken(arrived.size(), 0);
  std::vector<std::vector<std::byte>> values;
  for (const auto& portions : wanted) {
    auto& to = values.emplace_back();
    for (auto left = cuts.wanted_by(session.rank(), portions); !left.empty();) {
      const auto holder = static_cast<std::size_t>(left.begin / bundle.bytes.per_rank);
      const auto part = intersect(left, cuts.held_by(static_cast<std::int64_t>(holder)));
      const auto from = arrived[holder].begin() + taken[holder];
      to.insert(to.end(), from, from + part.size());
      taken[holder] += part.size();
      left.begin = part.end;
    }
  }
  return values;
}

}  // namespace pcgns::mesh
