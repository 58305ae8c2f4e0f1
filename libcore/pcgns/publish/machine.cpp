#include "pcgns/publish/machine.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <vector>

#include "pcgns/par/collective.hpp"
#include "pcgns/publish/storage.hpp"

namespace pcgns::publish {

namespace {

plan::Machine examine(const std::string& folder, int ranks, const MachineRequest& request) {
  const auto system = file_system(folder);
  plan::Machine machine{.ranks = ranks, .memory = request.memory};
  machine.stripe_size = system.stripe_size;
  machine.stripe_count = system.stripe_count;
  machine.alignment = std::max({machine.alignment, system.block_size, system.stripe_size});
  machine.buffer = request.buffer;
  if (request.alignment > 0) machine.alignment = request.alignment;
  return machine;
}

}  // namespace

plan::Machine machine_for(par::Session& session, const std::string& output, const MachineRequest& request) {
  std::vector<std::byte> bytes;
  par::on_root(session.comm(), "examining the file system", [&] {
    const auto machine =
        examine(std::filesystem::absolute(output).parent_path().string(), session.size(), request);
    bytes.resize(sizeof machine);
    std::memcpy(bytes.data(), &machine, sizeof machine);
  });
  par::broadcast(session.comm(), bytes);
  plan::Machine machine;
  std::memcpy(&machine, bytes.data(), sizeof machine);
  return machine;
}

}  // namespace pcgns::publish
