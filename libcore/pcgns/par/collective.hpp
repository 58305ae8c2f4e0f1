// collective.hpp: collectives that agree on errors, and that sleep while they wait.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "pcgns/base/error.hpp"

namespace pcgns::par {

// For agreement, broadcasts, reductions and lists gathered, MPI_COMM_NULL is this process alone, before
// MPI_Init and after MPI_Finalize, too.

/// Runs `step` and returns its failure, if any: for local work between messages that must continue until the
/// ranks agree. `what` completes "while ..." for exceptions other than Error. @note Local.
[[nodiscard]] std::optional<Error> failure_of(const std::function<void()>& step, std::string_view what);

/// Waits for `request`. Sleeps between tests, because a spinning rank slows working ranks on a full node.
void wait(MPI_Request& request);
void wait_all(std::span<MPI_Request> requests);  ///< For messages with data: polls more often.

/// During its lifetime, every wait of this process for other ranks in this library also calls `step`, again
/// and again: for a service that other ranks need while this one waits. `step` must not wait for ranks
/// itself, and throws nothing. @note Local.
class WhileWaiting {
 public:
  explicit WhileWaiting(std::function<void()> step);
  ~WhileWaiting();
  WhileWaiting(const WhileWaiting&) = delete;
  WhileWaiting& operator=(const WhileWaiting&) = delete;
};

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

[[nodiscard]] int rank_in(MPI_Comm comm);
[[nodiscard]] int size_of(MPI_Comm comm);

[[nodiscard]] std::int64_t all_sum(MPI_Comm comm, std::int64_t value);
[[nodiscard]] std::int64_t all_min(MPI_Comm comm, std::int64_t value);
[[nodiscard]] std::int64_t all_max(MPI_Comm comm, std::int64_t value);

/// Element-wise, in place, with equal lengths on all ranks. @note Collective over `comm`.
void sum_over_ranks(MPI_Comm comm, std::span<std::int64_t> values);
void max_over_ranks(MPI_Comm comm, std::span<std::int64_t> values);
void min_over_ranks(MPI_Comm comm, std::span<double> values);
void or_over_ranks(MPI_Comm comm, std::span<std::uint64_t> words);

/// Returns the sums over lower ranks, and replaces `values` by the sums over all ranks.
/// @note Collective over `comm`.
[[nodiscard]] std::vector<std::int64_t> sums_before(MPI_Comm comm, std::span<std::int64_t> values);

/// Runs `step` on one rank after the other. It finds in `state` what the step of the rank before has left
/// there.
/// @note Collective over `comm`.
void in_rank_order(MPI_Comm comm, std::span<std::byte> state, const std::function<void()>& step);

/// Where to put what each rank sends, given the sizes; by rank.
using PlacesOf = std::function<std::vector<std::byte*>(std::span<const std::int64_t> sizes)>;

/// Copies the bytes of all ranks to where `places_of` says; of any size. @note Collective over `comm`.
void gather_bytes(MPI_Comm comm, std::span<const std::byte> mine, const PlacesOf& places_of);

/// Combines what all ranks have, of any size, in pairs along a tree, so that no rank holds more than it has
/// and one message: `pack` serialises what this rank has, `add` adds what another one sends. Returns what
/// `pack` then gives on rank 0. @pre The order in which they are added does not matter. @note Collective over
/// `comm`.
[[nodiscard]] std::vector<std::byte> reduce_bytes(
    MPI_Comm comm, const std::function<std::vector<std::byte>()>& pack,
    const std::function<void(const std::vector<std::byte>& bytes)>& add);

/// The items of all ranks, by rank. `mine`: a vector or span of trivially copyable items.
/// @note Collective over `comm`.
template <std::ranges::contiguous_range List>
[[nodiscard]] auto gather_all(MPI_Comm comm, const List& mine) {
  using Item = std::ranges::range_value_t<List>;
  static_assert(std::is_trivially_copyable_v<Item>);
  std::vector<std::vector<Item>> all;
  gather_bytes(comm, std::as_bytes(std::span(mine)), [&](std::span<const std::int64_t> sizes) {
    std::vector<std::byte*> places;
    for (const auto size : sizes) {
      auto& items = all.emplace_back(static_cast<std::size_t>(size) / sizeof(Item));
      places.push_back(std::as_writable_bytes(std::span(items)).data());
    }
    return places;
  });
  return all;
}

/// The items of all ranks in one list, in the order of ranks. @note Collective over `comm`.
template <std::ranges::contiguous_range List>
[[nodiscard]] auto gather_joined(MPI_Comm comm, const List& mine) {
  using Item = std::ranges::range_value_t<List>;
  static_assert(std::is_trivially_copyable_v<Item>);
  std::vector<Item> all;
  gather_bytes(comm, std::as_bytes(std::span(mine)), [&](std::span<const std::int64_t> sizes) {
    std::vector<std::int64_t> begins(sizes.size());
    std::exclusive_scan(sizes.begin(), sizes.end(), begins.begin(), std::int64_t{0});
    all.resize(static_cast<std::size_t>(begins.back() + sizes.back()) / sizeof(Item));
    std::vector<std::byte*> places;
    for (const auto begin : begins) places.push_back(std::as_writable_bytes(std::span(all)).data() + begin);
    return places;
  });
  return all;
}

/// One message for `gather_each`: `all` has room for `mine` of every rank. @note Collective over `comm`.
void gather_equal(MPI_Comm comm, std::span<const std::byte> mine, std::span<std::byte> all);

/// The value of each rank. @note Collective over `comm`.
template <typename Value>
[[nodiscard]] std::vector<Value> gather_each(MPI_Comm comm, const Value& mine) {
  static_assert(std::is_trivially_copyable_v<Value>);
  std::vector<Value> all(static_cast<std::size_t>(size_of(comm)));
  gather_equal(comm, std::as_bytes(std::span(&mine, 1)), std::as_writable_bytes(std::span(all)));
  return all;
}

/// Replaces `bytes` by those of rank `root`; the same number on all ranks. @note Collective over `comm`.
void broadcast_bytes(MPI_Comm comm, std::span<std::byte> bytes, int root = 0);

/// Replaces `value` by that of rank `root`: a trivially copyable object, or a string or vector of such, of
/// any size. @note Collective over `comm`.
template <typename Value>
void broadcast(MPI_Comm comm, Value& value, int root = 0) {
  if constexpr (std::is_trivially_copyable_v<Value>) {
    broadcast_bytes(comm, std::as_writable_bytes(std::span(&value, 1)), root);
  } else {
    static_assert(std::is_trivially_copyable_v<typename Value::value_type>);
    auto size = value.size();
    broadcast_bytes(comm, std::as_writable_bytes(std::span(&size, 1)), root);
    value.resize(size);
    broadcast_bytes(comm, std::as_writable_bytes(std::span(value)), root);
  }
}

}  // namespace pcgns::par
