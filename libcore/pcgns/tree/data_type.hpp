// data_type.hpp: the two-letter data types of CGNS nodes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pcgns::tree {

enum class DataType : std::uint8_t { MT, LK, B1, C1, I4, U4, I8, U8, R4, R8, X4, X8 };

/// Bytes of one value in memory and in the file; 0 for MT and LK.
[[nodiscard]] int size_of(DataType type);

/// Bytes of the unit that a change of byte order reverses: half of the value for the complex types.
[[nodiscard]] int word_size(DataType type);

[[nodiscard]] std::string_view to_string(DataType type);

/// Nothing for a text that names no data type.
[[nodiscard]] std::optional<DataType> data_type(std::string_view text);

}  // namespace pcgns::tree
