// words.hpp: lists the texts that the standard defines for enumeration nodes.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pcgns::verify::check {

using Words = std::span<const std::string_view>;

/// The texts for a label, such as the BCType_t names for "BC_t"; empty if any text is valid.
[[nodiscard]] Words words_of(std::string_view label);
/// The units in row `row` of DimensionalUnits_t (0 to 4: mass, length, time, temperature, angle) or
/// AdditionalUnits_t (5 to 7: electric current, amount of substance, luminous intensity).
[[nodiscard]] Words unit_words(std::size_t row);

[[nodiscard]] bool is_in(Words words, std::string_view word);
/// The most similar of `words`, if it differs only in case, blanks or two letters; otherwise empty.
[[nodiscard]] std::string_view nearest(Words words, std::string_view word);

}  // namespace pcgns::verify::check
