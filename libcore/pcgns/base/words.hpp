// words.hpp: counts as people write them, and the names that they may have meant.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pcgns {

/// "1 file", "2 files".
[[nodiscard]] std::string plural(std::int64_t count, std::string_view thing);

/// "; did you mean 'NAME'?" for the one of `names` that is most like `word`; empty if none is like it.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string>& names);

}  // namespace pcgns
