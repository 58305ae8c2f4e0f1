#include "pcgns/mesh/bundle.hpp"

#include <algorithm>
#include <cstring>

#include "pcgns/base/bytes.hpp"
#include "pcgns/io/execute.hpp"
#include "pcgns/mesh/detail/memory_sink.hpp"
#include "pcgns/plan/subplan.hpp"

namespace pcgns::mesh {

namespace {

constexpr std::int64_t alignment = 64;

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
  const io::Task task{
      .plan = plan, .inputs = dataset.inputs, .offsets = bundle.begins, .end = end, .machine = machine};
  (void)io::execute(session, task, sink);
  share.bytes = sink.take();
  return bundle;
}

}  // namespace pcgns::mesh
