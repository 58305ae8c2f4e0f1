// types.hpp: the HDF5 types of CGNS data types.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>

#include "pcgns/h5/handle.hpp"
#include "pcgns/tree/data_type.hpp"

namespace pcgns::h5 {

/// Values in memory: native byte order. Lives as long as the program. @pre `type` has values.
[[nodiscard]] hid_t memory_type(tree::DataType type);

/// Values in the files that we write: little-endian if not asked for otherwise. Lives as long as the program.
/// @pre `type` has values.
[[nodiscard]] hid_t file_type(tree::DataType type, bool big_endian = false);

/// How the bytes in a file differ from those in memory.
enum class Storage : std::uint8_t { native, swapped, other };

/// How values that CGNS calls `type` and HDF5 calls `stored` lie in the file; `other` if only HDF5 can
/// convert them.
[[nodiscard]] Storage storage(hid_t stored, tree::DataType type);

/// True if HDF5 makes values of `type` of what it calls `stored` without loss: of the same kind, and no
/// wider.
[[nodiscard]] bool convertible(hid_t stored, tree::DataType type);

/// True for the integers and reals that processors have, and for enumerations.
[[nodiscard]] bool is_usual(hid_t stored);

/// A string of `size` bytes, ended or padded with NUL.
[[nodiscard]] Handle string_type(std::size_t size);

}  // namespace pcgns::h5
