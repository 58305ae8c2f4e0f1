// words.hpp: counts as people write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pcgns {

/// "1 file", "2 files".
[[nodiscard]] std::string plural(std::int64_t count, std::string_view thing);

}  // namespace pcgns
