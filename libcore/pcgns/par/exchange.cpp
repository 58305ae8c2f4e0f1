#include "pcgns/par/exchange.hpp"

#include <algorithm>
#include <climits>
#include <utility>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::par {

namespace {

constexpr int tag = 2;
constexpr std::int64_t least_room = 4096;
constexpr std::int64_t small = 64 * kibi;      // bytes; a larger message gets the full room at once
constexpr std::int64_t most_room = 64 * mebi;  // larger messages are no faster
constexpr std::int64_t most_per_message = gibi;

// The exchanged message sizes carry both flags in their lowest bits.
constexpr std::int64_t more_bit = 1;
constexpr std::int64_t failed_bit = 2;

}  // namespace

Exchange::Exchange(Session& session, std::int64_t memory)
    : session_(session),
      room_(round_down(std::clamp(memory / session.size(), least_room, most_room), 8)),
      outgoing_(static_cast<std::size_t>(session.size())),
      incoming_(static_cast<std::size_t>(session.size())) {}

std::byte* Exchange::add(int rank, std::int64_t size) {
  auto& message = outgoing_[static_cast<std::size_t>(rank)];
  const auto begin = message.size;
  const auto end = round_up(begin + size, 8);
  if (end > most_per_message) throw Error(ErrorKind::input, "an entity is too large to be sent");
  message.bytes.grow(std::max(end, end > small ? room_ : std::min(room_, small)), begin);
  message.size = end;
  return message.bytes.data() + begin;
}

void Exchange::clear() {
  for (auto& message : outgoing_) message.size = 0;
}

Exchange::State Exchange::deliver(State mine) {
  const auto ranks = outgoing_.size();
  const std::int64_t flags = (mine.more ? more_bit : 0) + (mine.failed ? failed_bit : 0);
  std::vector<std::int64_t> sent(ranks);
  std::vector<std::int64_t> sizes(ranks);
  for (std::size_t i = 0; i < ranks; ++i) sent[i] = 4 * outgoing_[i].size + flags;
  MPI_Request counted = MPI_REQUEST_NULL;
  MPI_Ialltoall(sent.data(), 1, MPI_INT64_T, sizes.data(), 1, MPI_INT64_T, session_.comm(), &counted);
  par::wait(counted);

  State all;
  for (auto& size : sizes) {
    all.more = all.more || (size & more_bit) != 0;
    all.failed = all.failed || (size & failed_bit) != 0;
    size /= 4;
  }
  const auto me = static_cast<std::size_t>(session_.rank());
  std::swap(to_myself_, outgoing_[me]);
  outgoing_[me].size = 0;
  incoming_[me] = {to_myself_.bytes.data(), static_cast<std::size_t>(to_myself_.size)};
  sizes[me] = 0;

  std::vector<MPI_Request> requests;
  receive_all(sizes, requests);
  for (std::size_t i = 0; i < ranks; ++i) {
    if (outgoing_[i].size == 0) continue;
    MPI_Isend(outgoing_[i].bytes.data(), static_cast<int>(outgoing_[i].size), MPI_BYTE, static_cast<int>(i),
              tag, session_.comm(), &requests.emplace_back(MPI_REQUEST_NULL));
  }
  par::wait_all(requests);
  clear();
  return all;
}

void Exchange::receive_all(const std::vector<std::int64_t>& sizes, std::vector<MPI_Request>& requests) {
  std::int64_t total = 0;
  for (const auto size : sizes) total += size;
  arrived_.grow(total, 0);
  requests.reserve(2 * sizes.size());
  std::int64_t at = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (static_cast<int>(i) == session_.rank()) continue;
    incoming_[i] = {arrived_.data() + at, static_cast<std::size_t>(sizes[i])};
    if (sizes[i] == 0) continue;
    MPI_Irecv(arrived_.data() + at, static_cast<int>(sizes[i]), MPI_BYTE, static_cast<int>(i), tag,
              session_.comm(), &requests.emplace_back(MPI_REQUEST_NULL));
    at += sizes[i];
  }
}

namespace {

constexpr int deliver_tag = 3;

}  // namespace

Messages deliver(MPI_Comm comm, const Messages& messages) {
  const auto ranks = messages.size();
  std::vector<std::int64_t> sent(ranks);
  std::vector<std::int64_t> sizes(ranks);
  for (std::size_t i = 0; i < ranks; ++i) sent[i] = static_cast<std::int64_t>(messages[i].size());
  MPI_Request counted = MPI_REQUEST_NULL;
  MPI_Ialltoall(sent.data(), 1, MPI_INT64_T, sizes.data(), 1, MPI_INT64_T, comm, &counted);
  par::wait(counted);

  Messages arrived(ranks);
  std::vector<MPI_Request> requests;
  for (std::size_t i = 0; i < ranks; ++i) {
    arrived[i].resize(static_cast<std::size_t>(sizes[i]));
    in_pieces(arrived[i].data(), sizes[i], [&](std::byte* to, int size) {
      MPI_Irecv(to, size, MPI_BYTE, static_cast<int>(i), deliver_tag, comm,
                &requests.emplace_back(MPI_REQUEST_NULL));
    });
  }
  for (std::size_t i = 0; i < ranks; ++i) {
    in_pieces(messages[i].data(), sent[i], [&](const std::byte* from, int size) {
      MPI_Isend(from, size, MPI_BYTE, static_cast<int>(i), deliver_tag, comm,
                &requests.emplace_back(MPI_REQUEST_NULL));
    });
  }
  par::wait_all(requests);
  return arrived;
}

}  // namespace pcgns::par
