// words.hpp: what people read: counts, text that others wrote, and the names that they may have meant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pcgns {

/// "1 file", "2 files".
[[nodiscard]] std::string plural(std::int64_t count, std::string_view thing);

/// Foreign text (names, labels, link targets, values, file names) for one line of a terminal: UTF-8 without
/// anything that moves the cursor, ends the line or reverses the direction. Such characters become \n, \r,
/// \t, \xNN or \uNNNN, and so does each byte that is not UTF-8 (\xNN). Text of more than `longest` bytes is
/// cut, with the number of bytes that are left out. Printable text stays as it is.
[[nodiscard]] std::string printable(std::string_view text, std::size_t longest = 4096);

/// "; did you mean 'NAME'?" for the one of `names` that is most like `word`; empty if none is like it.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string>& names);

}  // namespace pcgns
