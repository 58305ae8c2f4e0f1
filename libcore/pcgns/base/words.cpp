#include "pcgns/base/words.hpp"

#include <fmt/format.h>

namespace pcgns {

std::string plural(std::int64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace pcgns
