// turns.hpp: who is measured after whom.
#pragma once

#include <cstddef>
#include <vector>

namespace pcgns::bench {

/// The order of `count` engines, 0-based, in repetition `repetition`. What one leaves behind, in memory and
/// on the device, costs the next: with an even `count`, in `count` repetitions, otherwise in twice as many,
/// each comes equally often directly after each other one, and equally often at each place. (E. J. Williams,
/// Experimental designs balanced for the estimation of residual effects of treatments, 1949.)
[[nodiscard]] std::vector<std::size_t> turns_of(std::size_t count, std::size_t repetition);

}  // namespace pcgns::bench
