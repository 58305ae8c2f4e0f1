// walked.hpp: request and result of reading a file in the worker process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/cgns/findings.hpp"
#include "pcgns/cgns/input_set.hpp"
#include "pcgns/file/read_trees.hpp"

namespace pcgns::file {

struct WalkOrder {
  std::vector<std::string> paths;  ///< One, for an inspection.
  ReadOptions options = {};
  bool values = true;       ///< Read fully what only HDF5 can read.
  bool inspect = false;     ///< Record problems of the file as findings instead of errors.
  Budget memory = {};       ///< Chunks that do not fit are not read.
  std::int64_t number = 0;  ///< Index of the first file among the inputs.
};

struct Walked {
  cgns::InputSet inputs;
  std::vector<cgns::Finding> findings;  ///< Only from an inspection.
  bool whole = true;  ///< False: an inspection could not read everything; the findings say why.
};

[[nodiscard]] std::vector<std::byte> serialized(const WalkOrder& order);
[[nodiscard]] WalkOrder order_from(std::span<const std::byte> bytes);

[[nodiscard]] std::vector<std::byte> serialized(const Walked& walked);
[[nodiscard]] std::vector<std::byte> serialized(const Error& error);
/// Inverse of the `serialized` overloads. Throws the Error that `bytes` contain, or Error{internal} if they
/// are invalid.
[[nodiscard]] Walked walked_from(std::span<const std::byte> bytes);

}  // namespace pcgns::file
