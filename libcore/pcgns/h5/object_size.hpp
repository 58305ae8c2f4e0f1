// object_size.hpp: bytes of a file that objects take.
#pragma once

#include <hdf5.h>

#include <cstdint>

namespace pcgns::h5 {

/// Of the object itself, with its attributes, and the values of a dataset; not of what its links lead to.
[[nodiscard]] std::int64_t bytes_of_object(hid_t object);

}  // namespace pcgns::h5
