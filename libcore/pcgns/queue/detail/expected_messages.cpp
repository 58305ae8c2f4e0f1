#include "pcgns/queue/detail/expected_messages.hpp"

#include "pcgns/base/bytes.hpp"
#include "pcgns/par/collective.hpp"
#include "pcgns/par/exchange.hpp"

namespace pcgns::queue {

namespace {

constexpr int tag = 4;
constexpr std::int64_t most_on_the_way = 32 * mebi;

}  // namespace

std::span<const std::byte> ExpectedMessages::expect(int rank, std::int64_t size) {
  auto& room = incoming_.emplace_back(static_cast<std::size_t>(size));
  par::in_pieces(room.data(), size, [&](std::byte* to, int bytes) {
    MPI_Irecv(to, bytes, MPI_BYTE, rank, tag, comm_, &receives_.emplace_back(MPI_REQUEST_NULL));
  });
  return room;
}

std::byte* ExpectedMessages::prepare(std::int64_t size) {
  if (on_the_way_ + size > most_on_the_way) wait_for_sends();
  on_the_way_ += size;
  return outgoing_.emplace_back(static_cast<std::size_t>(size)).data();
}

void ExpectedMessages::post(int rank) {
  const auto& message = outgoing_.back();
  par::in_pieces(message.data(), static_cast<std::int64_t>(message.size()),
                 [&](const std::byte* from, int bytes) {
                   MPI_Isend(from, bytes, MPI_BYTE, rank, tag, comm_, &sends_.emplace_back(MPI_REQUEST_NULL));
                 });
}

void ExpectedMessages::wait_for_sends() {
  par::wait_all(sends_);
  sends_.clear();
  outgoing_.clear();
  on_the_way_ = 0;
}

void ExpectedMessages::wait() {
  wait_for_sends();
  par::wait_all(receives_);
  receives_.clear();
}

void ExpectedMessages::clear() { incoming_.clear(); }

}  // namespace pcgns::queue
