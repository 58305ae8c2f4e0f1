// together.hpp: one rank's failure becomes every rank's failure.
#pragma once

#include <functional>
#include <stdexcept>

namespace heat {

/// A failure that every rank knows of.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

int rank();
int ranks();

/// Runs `step` on every rank. If it throws on any, every rank throws a Failure with the text of the lowest.
///
/// @note Collective over MPI_COMM_WORLD.
/// @pre `step` itself does not communicate.
void together(const std::function<void()>& step);

}  // namespace heat
