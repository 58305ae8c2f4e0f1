#include "pcgns/par/collective.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <numeric>
#include <thread>

#include "pcgns/par/detail/pieces.hpp"
#include "pcgns/par/detail/waiting.hpp"
#include "pcgns/par/point_to_point.hpp"
#include "pcgns/par/session.hpp"

namespace pcgns::par {

namespace {

/// Values per reduction: bounds the memory that MPI needs for it.
constexpr std::size_t most_per_reduction = 1 << 20;

using Clock = std::chrono::steady_clock;

/// Polls before the first sleep, the time for them, and the longest sleep. Where more processes run than
/// there are processors, each poll gives way to all of them: 5000 polls took minutes on a machine with a load
/// of 15 per processor.
struct Patience {
  int tries;
  std::chrono::microseconds time;
  std::chrono::microseconds longest_nap;
};
constexpr Patience for_others = {50, std::chrono::microseconds(1000), std::chrono::microseconds(500)};
/// MPI moves a long message in pieces, each only when polled. With sleeps of half a millisecond, merging 10
/// million tetrahedra on two ranks took 4.7 s instead of 1.7 s.
constexpr Patience for_data = {5000, std::chrono::microseconds(10000), std::chrono::microseconds(20)};

/// Polls `done` until it is true: without sleeps at first, then with growing ones.
template <typename Done>
void wait_until(Patience patience, const Done& done) {
  const Waiting waiting;
  const auto begin = Clock::now();
  auto nap = std::chrono::microseconds(1);
  for (int tries = 0; !done(); ++tries) {
    if (waiting.serve()) patience.longest_nap = for_data.longest_nap;
    if (tries < patience.tries && Clock::now() - begin < patience.time) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(nap);
      nap = std::min(nap * 2, patience.longest_nap);
    }
  }
}

std::int64_t all_reduce(MPI_Comm comm, std::int64_t value, MPI_Op operation) {
  if (comm == MPI_COMM_NULL) return value;
  std::int64_t result = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(&value, &result, 1, MPI_INT64_T, operation, comm, &request);
  wait(request);
  return result;
}

/// Reduces in place.
template <typename Value>
void reduce(MPI_Comm comm, std::span<Value> values, MPI_Datatype type, MPI_Op operation) {
  if (comm == MPI_COMM_NULL) return;
  const auto reduce_piece = [&](Value* piece, int count) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce(MPI_IN_PLACE, piece, count, type, operation, comm, &request);
    wait(request);
  };
  in_pieces(values, reduce_piece, most_per_reduction);
}

}  // namespace

std::optional<Error> failure_of(const std::function<void()>& step, std::string_view what) {
  try {
    step();
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return Error(ErrorKind::io, fmt::format("out of memory while {}", what));
  } catch (const std::exception& error) {
    return Error(ErrorKind::internal, fmt::format("while {}: {}", what, error.what()));
  }
}

void wait(MPI_Request& request) {
  wait_until(for_others, [&] {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  });
}

void wait_all(std::span<MPI_Request> requests) {
  wait_until(for_data, [&] {
    int done = 0;
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
    return done != 0;
  });
}

void agree(MPI_Comm comm, std::string_view what, const std::optional<Error>& failure, Stops stops) {
  const bool stopping =
      failure ? failure->kind() == ErrorKind::stopped : stops == Stops::heed && Session::stop_requested();
  // One number encodes the outcome: the lowest failing rank, `size` for a stop request, `size` + 1 for
  // neither.
  const int size = size_of(comm);
  const std::int64_t vote = failure && !stopping ? rank_in(comm) : size + (stopping ? 0 : 1);
  const auto outcome = all_min(comm, vote);
  if (outcome == size + 1) return;
  if (outcome == size) {
    Session::request_stop();  // a signal on one rank stops all
    throw Error(ErrorKind::stopped, fmt::format("stopped while {}", what));
  }
  auto bytes = outcome == vote ? bytes_of_error(*failure) : std::vector<std::byte>();
  broadcast(comm, bytes, static_cast<int>(outcome));
  throw error_from(bytes);
}

void collectively(MPI_Comm comm, std::string_view what, const std::function<void()>& step, Stops stops) {
  agree(comm, what, failure_of(step, what), stops);
}

void on_root(MPI_Comm comm, std::string_view what, const std::function<void()>& step, Stops stops) {
  const auto step_of_root = [&] {
    if (rank_in(comm) == 0) step();
  };
  collectively(comm, what, step_of_root, stops);
}

int rank_in(MPI_Comm comm) {
  int rank = 0;
  if (comm != MPI_COMM_NULL) MPI_Comm_rank(comm, &rank);
  return rank;
}

int size_of(MPI_Comm comm) {
  int size = 1;
  if (comm != MPI_COMM_NULL) MPI_Comm_size(comm, &size);
  return size;
}

std::int64_t all_sum(MPI_Comm comm, std::int64_t value) { return all_reduce(comm, value, MPI_SUM); }
std::int64_t all_min(MPI_Comm comm, std::int64_t value) { return all_reduce(comm, value, MPI_MIN); }
std::int64_t all_max(MPI_Comm comm, std::int64_t value) { return all_reduce(comm, value, MPI_MAX); }

void sum_over_ranks(MPI_Comm comm, std::span<std::int64_t> values) {
  reduce(comm, values, MPI_INT64_T, MPI_SUM);
}
void max_over_ranks(MPI_Comm comm, std::span<std::int64_t> values) {
  reduce(comm, values, MPI_INT64_T, MPI_MAX);
}
void min_over_ranks(MPI_Comm comm, std::span<double> values) { reduce(comm, values, MPI_DOUBLE, MPI_MIN); }
void or_over_ranks(MPI_Comm comm, std::span<std::uint64_t> words) {
  reduce(comm, words, MPI_UINT64_T, MPI_BOR);
}

std::vector<std::int64_t> sums_before(MPI_Comm comm, std::span<std::int64_t> values) {
  std::vector<std::int64_t> before(values.size());
  auto* to = before.data();
  const auto sum_piece = [&](const std::int64_t* piece, int count) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iexscan(piece, to, count, MPI_INT64_T, MPI_SUM, comm, &request);
    wait(request);
    to += count;
  };
  in_pieces(values, sum_piece, most_per_reduction);
  if (rank_in(comm) == 0) std::fill(before.begin(), before.end(), 0);
  sum_over_ranks(comm, values);
  return before;
}

void in_rank_order(MPI_Comm comm, std::span<std::byte> state, const std::function<void()>& step) {
  const int rank = rank_in(comm);
  const auto size = static_cast<int>(state.size());
  constexpr auto tag = static_cast<int>(Tag::rank_order);
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank > 0) {
    MPI_Irecv(state.data(), size, MPI_BYTE, rank - 1, tag, comm, &request);
    wait(request);
  }
  step();
  if (rank + 1 == size_of(comm)) return;
  MPI_Isend(state.data(), size, MPI_BYTE, rank + 1, tag, comm, &request);
  wait(request);
}

std::vector<std::byte> reduce_bytes(MPI_Comm comm, const std::function<std::vector<std::byte>()>& pack,
                                    const std::function<void(const std::vector<std::byte>&)>& add) {
  const int rank = rank_in(comm);
  const int size = size_of(comm);
  PointToPoint messages(comm, Tag::reduction);
  int step = 1;
  for (; step < size && rank % (2 * step) == 0; step *= 2) {
    if (rank + step >= size) continue;
    std::size_t count = 0;
    messages.receive(rank + step, std::as_writable_bytes(std::span(&count, 1)));
    messages.wait();
    std::vector<std::byte> bytes(count);
    messages.receive(rank + step, bytes);
    messages.wait();
    add(bytes);
  }
  auto mine = pack();
  if (rank > 0) {
    const auto count = mine.size();
    messages.send(rank - step, std::as_bytes(std::span(&count, 1)));
    messages.send(rank - step, mine);
    messages.wait();
  }
  broadcast(comm, mine);
  return mine;
}

void gather_equal(MPI_Comm comm, std::span<const std::byte> mine, std::span<std::byte> all) {
  const auto size = static_cast<int>(mine.size());
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallgather(mine.data(), size, MPI_BYTE, all.data(), size, MPI_BYTE, comm, &request);
  wait(request);
}

void gather_bytes(MPI_Comm comm, std::span<const std::byte> mine, const PlacesOf& places_of) {
  const auto size = static_cast<std::int64_t>(mine.size());
  const auto sizes = comm == MPI_COMM_NULL ? std::vector{size} : gather_each(comm, size);
  const auto to = places_of(sizes);
  if (comm == MPI_COMM_NULL) {
    std::ranges::copy(mine, to.front());
    return;
  }
  // Rounds keep every count within an int, and bound the contiguous receive buffer.
  const std::int64_t piece = std::max<std::int64_t>(
      4096, std::min<std::int64_t>(16 << 20, std::int64_t{most_per_call} / std::ssize(sizes)));
  const std::int64_t longest = *std::max_element(sizes.begin(), sizes.end());
  std::vector<int> counts(sizes.size());
  std::vector<int> places(sizes.size());
  std::vector<std::byte> together;
  for (std::int64_t from = 0; from < longest; from += piece) {
    const auto count_of = [&](std::int64_t total) {
      return static_cast<int>(std::clamp<std::int64_t>(total - from, 0, piece));
    };
    std::transform(sizes.begin(), sizes.end(), counts.begin(), count_of);
    std::exclusive_scan(counts.begin(), counts.end(), places.begin(), 0);
    together.resize(static_cast<std::size_t>(places.back() + counts.back()));
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallgatherv(mine.data() + std::min(from, size), count_of(size), MPI_BYTE, together.data(),
                    counts.data(), places.data(), MPI_BYTE, comm, &request);
    wait(request);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (counts[i] > 0)
        std::memcpy(to[i] + from, together.data() + places[i], static_cast<std::size_t>(counts[i]));
    }
  }
}

void broadcast_bytes(MPI_Comm comm, std::span<std::byte> bytes, int root) {
  if (comm == MPI_COMM_NULL) return;
  in_pieces(bytes, [&](std::byte* piece, int size) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ibcast(piece, size, MPI_BYTE, root, comm, &request);
    wait(request);
  });
}

}  // namespace pcgns::par
