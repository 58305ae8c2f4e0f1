#include "pcgns/par/exchange.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/detail/pieces.hpp"
#include "pcgns/par/point_to_point.hpp"

namespace pcgns::par {

namespace {

constexpr std::int64_t least_room = 4096;
constexpr std::int64_t small = 64 * kibi;      // bytes; a larger message gets the full room at once
constexpr std::int64_t most_room = 64 * mebi;  // larger messages are no faster

// The exchanged message sizes carry both flags in their lowest bits.
constexpr std::int64_t more_bit = 1;
constexpr std::int64_t failed_bit = 2;

/// Sends mine[r] to rank r; returns what the ranks have for this one.
std::vector<std::int64_t> swapped(MPI_Comm comm, const std::vector<std::int64_t>& mine) {
  std::vector<std::int64_t> theirs(mine.size());
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ialltoall(mine.data(), 1, MPI_INT64_T, theirs.data(), 1, MPI_INT64_T, comm, &request);
  wait(request);
  return theirs;
}

}  // namespace

Exchange::Exchange(Session& session, Budget memory)
    : session_(session),
      room_(round_down(std::clamp(memory.share(session.size()).bytes(), least_room, most_room), 8)),
      outgoing_(static_cast<std::size_t>(session.size())),
      incoming_(static_cast<std::size_t>(session.size())) {}

std::byte* Exchange::add(int rank, std::int64_t size) {
  auto& message = outgoing_[static_cast<std::size_t>(rank)];
  const auto begin = message.size;
  const auto end = round_up(begin + size, 8);
  if (end > std::int64_t{most_per_call}) throw Error(ErrorKind::input, "an entity is too large to be sent");
  message.bytes.grow(std::max(end, end > small ? room_ : std::min(room_, small)), begin);
  message.size = end;
  return message.bytes.data() + begin;
}

void Exchange::clear() {
  for (auto& message : outgoing_) message.size = 0;
}

Exchange::State Exchange::deliver(State mine) {
  const std::int64_t flags = (mine.more ? more_bit : 0) + (mine.failed ? failed_bit : 0);
  std::vector<std::int64_t> sent;
  for (const auto& message : outgoing_) sent.push_back(4 * message.size + flags);
  auto sizes = swapped(session_.comm(), sent);
  State all;
  for (auto& size : sizes) {
    all.more = all.more || (size & more_bit) != 0;
    all.failed = all.failed || (size & failed_bit) != 0;
    size /= 4;
  }
  const auto me = static_cast<std::size_t>(session_.rank());
  std::swap(to_myself_, outgoing_[me]);
  outgoing_[me].size = 0;
  arrived_.grow(std::accumulate(sizes.begin(), sizes.end(), -sizes[me]), 0);

  PointToPoint messages(session_.comm(), Tag::batches);
  auto* next = arrived_.data();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    auto* const at = i == me ? to_myself_.bytes.data() : std::exchange(next, next + sizes[i]);
    incoming_[i] = {at, static_cast<std::size_t>(sizes[i])};
    if (i != me) messages.receive(static_cast<int>(i), {at, static_cast<std::size_t>(sizes[i])});
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    auto& [bytes, size] = outgoing_[i];
    messages.send(static_cast<int>(i), {bytes.data(), static_cast<std::size_t>(size)});
  }
  messages.wait();
  clear();
  return all;
}

Messages deliver(MPI_Comm comm, const Messages& messages) {
  std::vector<std::int64_t> sent;
  for (const auto& message : messages) sent.push_back(std::ssize(message));
  const auto sizes = swapped(comm, sent);
  PointToPoint under_way(comm, Tag::delivery);
  Messages arrived(messages.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    arrived[i].resize(static_cast<std::size_t>(sizes[i]));
    under_way.receive(static_cast<int>(i), arrived[i]);
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) under_way.send(static_cast<int>(i), messages[i]);
  under_way.wait();
  return arrived;
}

}  // namespace pcgns::par
