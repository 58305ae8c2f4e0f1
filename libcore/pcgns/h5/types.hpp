// types.hpp: HDF5 types of CGNS data types, and conversions between them.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>

#include "pcgns/cgns/node.hpp"
#include "pcgns/h5/handle.hpp"

namespace pcgns::h5 {

/// Type of values in memory: native byte order. Never closed. @pre `type` has values.
[[nodiscard]] hid_t memory_type(cgns::DataType type);

/// Type of values in output files: little-endian unless `big_endian`. Never closed. @pre `type` has values.
[[nodiscard]] hid_t file_type(cgns::DataType type, bool big_endian = false);

/// How bytes in the file relate to bytes in memory.
enum class Storage : std::uint8_t { native, swapped, other };

/// Storage of values with CGNS type `type` and HDF5 type `stored`; `other` if only HDF5 can convert them.
[[nodiscard]] Storage storage(hid_t stored, cgns::DataType type);

/// `type`, an integer as wide as `stored` with the sign of `stored`, so that reading keeps the bits: HDF5
/// would turn bytes above 127 to 127 in C1 that was written where characters have no sign. Never closed.
[[nodiscard]] hid_t type_with_sign_of(hid_t stored, hid_t type);

/// True if HDF5 converts `stored` to `type` without loss: same kind, and not wider.
[[nodiscard]] bool convertible(hid_t stored, cgns::DataType type);

/// True for integers and reals of the usual widths in either byte order, and for enumerations.
[[nodiscard]] bool is_usual(hid_t stored);

/// A string of `size` bytes, NUL-terminated or NUL-padded.
[[nodiscard]] Handle string_type(std::size_t size);

}  // namespace pcgns::h5
