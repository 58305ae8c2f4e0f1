#include "pcgns/move/queue_mail.hpp"

#include "pcgns/base/bytes.hpp"
#include "pcgns/move/deliver.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

constexpr int tag = 4;
constexpr std::int64_t most_on_the_way = 32 * mebi;

}  // namespace

std::span<const std::byte> Mail::expect(int rank, std::int64_t size) {
  auto& room = incoming_.emplace_back(static_cast<std::size_t>(size));
  in_pieces(room.data(), size, [&](std::byte* to, int bytes) {
    MPI_Irecv(to, bytes, MPI_BYTE, rank, tag, comm_, &receives_.emplace_back(MPI_REQUEST_NULL));
  });
  return room;
}

std::byte* Mail::prepare(std::int64_t size) {
  if (on_the_way_ + size > most_on_the_way) wait_for_sends();
  on_the_way_ += size;
  return outgoing_.emplace_back(static_cast<std::size_t>(size)).data();
}

void Mail::post(int rank) {
  const auto& letter = outgoing_.back();
  in_pieces(letter.data(), static_cast<std::int64_t>(letter.size()), [&](const std::byte* from, int bytes) {
    MPI_Isend(from, bytes, MPI_BYTE, rank, tag, comm_, &sends_.emplace_back(MPI_REQUEST_NULL));
  });
}

void Mail::wait_for_sends() {
  par::wait_all(sends_);
  sends_.clear();
  outgoing_.clear();
  on_the_way_ = 0;
}

void Mail::wait() {
  wait_for_sends();
  par::wait_all(receives_);
  receives_.clear();
}

void Mail::clear() { incoming_.clear(); }

}  // namespace pcgns::move
