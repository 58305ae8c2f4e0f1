// repeated.hpp: values that a list has more than once.
#pragma once

#include <cstdint>
#include <span>

#include "pcgns/par/session.hpp"

namespace pcgns::verify {

/// Values that are there already, in the whole list.
struct Repeated {
  std::int64_t count = 0;
  std::int64_t first = -1;  ///< Lowest place in the list that has such a value; -1 if there is none.
  std::int64_t value = 0;   ///< What it has.
};

/// `values`: this rank's piece of the list, beginning at place `begin`. The same on every rank.
/// @note Collective.
[[nodiscard]] Repeated repeated(par::Session& session, std::span<const std::int64_t> values,
                                std::int64_t begin);

}  // namespace pcgns::verify
