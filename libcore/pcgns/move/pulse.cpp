#include "pcgns/move/pulse.hpp"

#include "pcgns/par/collective.hpp"

namespace pcgns::move {

namespace {

constexpr std::size_t lag = 2;  // rounds

}  // namespace

Pulse::~Pulse() {
  while (!under_way_.empty()) take();
}

std::optional<Beat> Pulse::exchange(const Beat& mine) {
  auto& next = *under_way_.emplace_back(std::make_unique<Exchange>());
  next.mine = {mine.failed, mine.stopping, mine.checkpoint, mine.bytes};
  MPI_Iallreduce(next.mine.data(), next.sum.data(), static_cast<int>(next.mine.size()), MPI_INT64_T, MPI_SUM,
                 comm_, &next.request);
  if (under_way_.size() <= lag) return std::nullopt;
  return take();
}

Beat Pulse::drain() {
  Beat total;
  while (!under_way_.empty()) {
    const auto beat = take();
    total.failed += beat.failed;
    total.stopping += beat.stopping;
    total.bytes += beat.bytes;
  }
  return total;
}

Beat Pulse::take() {
  auto& first = *under_way_.front();
  par::wait(first.request);
  const Beat beat{first.sum[0], first.sum[1], first.sum[2], first.sum[3]};
  under_way_.pop_front();
  return beat;
}

}  // namespace pcgns::move
