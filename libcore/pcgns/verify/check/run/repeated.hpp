// repeated.hpp: finds repeated values in a distributed list.
#pragma once

#include <cstdint>
#include <span>

#include "pcgns/par/session.hpp"

namespace pcgns::verify::check {

/// Values that already occur earlier in the list.
struct Repeated {
  std::int64_t count = 0;
  std::int64_t first = -1;  ///< Lowest index of a repeated value; -1 if there is none.
  std::int64_t value = 0;   ///< The value at that index.
};

/// `values`: this rank's block of the list, starting at index `begin`. The same on every rank.
/// @note Collective.
[[nodiscard]] Repeated repeated(par::Session& session, std::span<const std::int64_t> values,
                                std::int64_t begin);

}  // namespace pcgns::verify::check
