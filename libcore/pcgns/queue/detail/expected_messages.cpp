#include "pcgns/queue/detail/expected_messages.hpp"

#include "pcgns/base/bytes.hpp"

namespace pcgns::queue {

namespace {

constexpr std::int64_t most_on_the_way = 32 * mebi;

}  // namespace

std::span<const std::byte> ExpectedMessages::expect(int rank, std::int64_t size) {
  auto& room = incoming_.emplace_back(static_cast<std::size_t>(size));
  receives_.receive(rank, room);
  return room;
}

std::byte* ExpectedMessages::prepare(std::int64_t size) {
  if (on_the_way_ + size > most_on_the_way) wait_for_sends();
  on_the_way_ += size;
  return outgoing_.emplace_back(static_cast<std::size_t>(size)).data();
}

void ExpectedMessages::post(int rank) { sends_.send(rank, outgoing_.back()); }

void ExpectedMessages::wait_for_sends() {
  sends_.wait();
  outgoing_.clear();
  on_the_way_ = 0;
}

void ExpectedMessages::wait() {
  wait_for_sends();
  receives_.wait();
}

void ExpectedMessages::clear() { incoming_.clear(); }

}  // namespace pcgns::queue
