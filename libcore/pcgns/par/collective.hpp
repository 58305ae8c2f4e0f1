// collective.hpp: collectives that agree on errors, and that sleep while they wait.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "pcgns/base/error.hpp"

namespace pcgns::par {

/// Runs `step` and returns its failure, if any: for local work between messages that must continue until the
/// ranks agree. `what` completes "while ..." for exceptions other than Error. @note Local.
[[nodiscard]] std::optional<Error> failure_of(const std::function<void()>& step, std::string_view what);

/// Waits for `request`. Sleeps between tests, because a spinning rank slows working ranks on a full node.
void wait(MPI_Request& request);
void wait_all(std::span<MPI_Request> requests);  ///< For messages with data: polls more often.

/// Whether a stop request takes effect after a step.
enum class Stops { heed, ignore };

/// Runs `step` on every rank, then agrees on the outcome.
///
/// If `step` throws on any rank, every rank throws the Error of the lowest failing rank, so no rank waits in
/// vain. If any rank was asked to stop, every rank throws Error{stopped}. `what` names the step in the
/// message: "reading the input trees".
///
/// @note Collective over `comm`.
/// @pre `step` makes no collective call that a throw on this rank alone could skip.
void collectively(MPI_Comm comm, std::string_view what, const std::function<void()>& step,
                  Stops stops = Stops::heed);

/// The same, but `step` runs on rank 0 only; the other ranks wait for its outcome.
/// @note Collective over `comm`.
void on_root(MPI_Comm comm, std::string_view what, const std::function<void()>& step,
             Stops stops = Stops::heed);

/// Throws on all ranks if `failure` is set on any: the Error of the lowest such rank. Throws Error{stopped}
/// if any rank was asked to stop, unless `stops` ignores that.
/// @note Collective over `comm`.
void agree(MPI_Comm comm, std::string_view what, const std::optional<Error>& failure,
           Stops stops = Stops::heed);

[[nodiscard]] std::int64_t all_sum(MPI_Comm comm, std::int64_t value);
[[nodiscard]] std::int64_t all_min(MPI_Comm comm, std::int64_t value);
[[nodiscard]] std::int64_t all_max(MPI_Comm comm, std::int64_t value);

/// Element-wise, in place, with equal lengths on all ranks. @note Collective over `comm`.
void sum_over_ranks(MPI_Comm comm, std::span<std::int64_t> values);
void max_over_ranks(MPI_Comm comm, std::span<std::int64_t> values);
void or_over_ranks(MPI_Comm comm, std::span<std::uint64_t> words);

/// The bytes of all ranks, by rank; of any size. @note Collective over `comm`.
[[nodiscard]] std::vector<std::vector<std::byte>> gather_all(MPI_Comm comm, std::span<const std::byte> mine);

/// Sends the bytes of rank `root` to all ranks; of any size. @note Collective over `comm`.
void broadcast(MPI_Comm comm, std::vector<std::byte>& bytes, int root = 0);

}  // namespace pcgns::par
