// words.hpp: the texts that the standard knows for nodes whose text means something.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pcgns::check {

using Words = std::span<const std::string_view>;

/// The texts for a label: of "BC_t" the kinds of conditions; empty where any text will do.
[[nodiscard]] Words words_of(std::string_view label);
/// The units in a row of DimensionalUnits_t (0 to 4: mass, length, time, temperature, angle) or
/// AdditionalUnits_t (5 to 7: electric current, amount of substance, luminous intensity).
[[nodiscard]] Words unit_words(std::size_t row);

[[nodiscard]] bool is_in(Words words, std::string_view word);
/// The one of `words` that differs from `word` least, if little: in case, blanks, or two letters. Else empty.
[[nodiscard]] std::string_view nearest(Words words, std::string_view word);

}  // namespace pcgns::check
