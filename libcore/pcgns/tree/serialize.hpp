// serialize.hpp: an input set as bytes, for sending it to other ranks.
//
// Not a file format: sender and receiver are the same program in the same run, on machines of the same byte
// order.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pcgns/tree/input_set.hpp"

namespace pcgns::tree {

[[nodiscard]] std::vector<std::byte> serialized(const InputSet& inputs);

/// What `serialized` was given. Throws Error{internal} if `bytes` are anything else.
[[nodiscard]] InputSet deserialized(std::span<const std::byte> bytes);

}  // namespace pcgns::tree
