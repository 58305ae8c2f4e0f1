// walked.hpp: what is asked of the process that reads a file first, and what it answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/check/findings.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::file {

struct WalkOrder {
  std::string path;
  bool follow_links = true;
  std::int64_t inline_limit = 0;
  bool inspect = false;     ///< What is wrong with the file is found, not an error.
  std::int64_t number = 0;  ///< Of the file among the inputs.
};

struct Walked {
  tree::InputSet inputs;
  std::vector<check::Finding> findings;  ///< Of an inspection.
  bool whole = true;                     ///< False: an inspection could not read all, and has found why.
};

[[nodiscard]] std::vector<std::byte> serialized(const WalkOrder& order);
[[nodiscard]] WalkOrder order_from(std::span<const std::byte> bytes);

[[nodiscard]] std::vector<std::byte> serialized(const Walked& walked);
[[nodiscard]] std::vector<std::byte> serialized(const Error& error);
/// Throws the Error, if that is what `bytes` are, and Error{internal} if they are neither.
[[nodiscard]] Walked walked_from(std::span<const std::byte> bytes);

}  // namespace pcgns::file
