#include "pcgns/plan/memory_needs.hpp"

#include <fmt/format.h>

namespace pcgns::plan {

void tell(const MemoryNeeds& needs, const Budget& memory, const Listener& listener) {
  const auto text =
      fmt::format("needs about {} per rank besides --memory {}: {} for the distributed mesh, {} for trees",
                  format_size(needs.bytes()), format_size(memory.bytes()), format_size(needs.mesh),
                  format_size(needs.trees));
  listener.say(needs.bytes() > memory.share(8).bytes() ? Listener::Kind::info : Listener::Kind::detail, text);
}

}  // namespace pcgns::plan
