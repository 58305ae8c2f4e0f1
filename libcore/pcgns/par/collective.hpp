// collective.hpp: collectives that fail together, and that sleep while they wait.
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

/// What `step` fails with, if it does: for work between messages, which must go on until the ranks agree.
/// `what` completes "while ..." for what is no Error. @note Local.
[[nodiscard]] std::optional<Error> failure_of(const std::function<void()>& step, std::string_view what);

/// Waits for `request`. Sleeps between tests, because a spinning rank slows the working one on a full node.
void wait(MPI_Request& request);
void wait_all(std::span<MPI_Request> requests);  ///< Of messages with data: looks more often.

/// What a request to stop does to a step that has just ended.
enum class Stops { heed, ignore };

/// Runs `step` on every rank, then settles whether it worked.
///
/// If `step` throws on any rank, every rank throws the Error of the lowest rank that failed, so no rank is
/// left waiting for another. If a stop was asked for on any rank, every rank throws Error{stopped}. `what`
/// names the step in the message: "reading the input trees".
///
/// @note Collective over `comm`.
/// @pre `step` calls no collective that a throw could skip on this rank only.
void collectively(MPI_Comm comm, std::string_view what, const std::function<void()>& step,
                  Stops stops = Stops::heed);

/// The same on rank 0 alone; the other ranks wait for its result.
/// @note Collective over `comm`.
void on_root(MPI_Comm comm, std::string_view what, const std::function<void()>& step,
             Stops stops = Stops::heed);

/// Throws on all ranks if `failure` is set on any: the Error of the lowest such rank; or Error{stopped} if
/// any rank was asked to stop and that is not to be ignored here.
/// @note Collective over `comm`.
void agree(MPI_Comm comm, std::string_view what, const std::optional<Error>& failure,
           Stops stops = Stops::heed);

[[nodiscard]] std::int64_t all_sum(MPI_Comm comm, std::int64_t value);
[[nodiscard]] std::int64_t all_min(MPI_Comm comm, std::int64_t value);
[[nodiscard]] std::int64_t all_max(MPI_Comm comm, std::int64_t value);

/// Element by element, in place; as many on every rank. @note Collective over `comm`.
void sum_over_ranks(MPI_Comm comm, std::span<std::int64_t> values);
void max_over_ranks(MPI_Comm comm, std::span<std::int64_t> values);
void or_over_ranks(MPI_Comm comm, std::span<std::uint64_t> words);

/// Everybody's bytes, by rank. No limit on sizes. @note Collective over `comm`.
[[nodiscard]] std::vector<std::vector<std::byte>> gather_all(MPI_Comm comm, std::span<const std::byte> mine);

/// Rank `root`'s bytes on every rank. No limit on the size. @note Collective over `comm`.
void broadcast(MPI_Comm comm, std::vector<std::byte>& bytes, int root = 0);

}  // namespace pcgns::par
