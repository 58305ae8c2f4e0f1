#include "pcgns/publish/machine.hpp"

#include <algorithm>
#include <filesystem>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::publish {

namespace {

/// Bytes of a complex number.
constexpr std::int64_t largest_value = 16;

plan::Machine examine(const std::string& folder, int ranks, const MachineRequest& request) {
  const auto system = file_system(folder);
  plan::Machine machine{.ranks = ranks, .memory = request.memory};
  const auto& striping = request.striping;
  machine.stripe_size = striping.size > 0 ? striping.size : system.stripe_size;
  machine.stripe_count = std::max(1, striping.count > 0 ? striping.count : system.stripe_count);
  machine.alignment = std::max({machine.alignment, system.block_size, machine.stripe_size});
  machine.buffer = request.buffer;
  if (request.alignment > 0) machine.alignment = request.alignment;
  // No value may cross the border of a file block.
  machine.alignment = round_up(machine.alignment, largest_value);
  return machine;
}

}  // namespace

plan::Machine machine_for(par::Session& session, const std::string& output, const MachineRequest& request) {
  plan::Machine machine;
  par::on_root(session.comm(), "examining the file system", [&] {
    machine = examine(std::filesystem::absolute(output).parent_path().string(), session.size(), request);
  });
  par::broadcast(session.comm(), machine);
  return machine;
}

}  // namespace pcgns::publish
