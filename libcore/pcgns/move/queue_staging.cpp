#include "pcgns/move/queue_staging.hpp"

#include <mpi.h>

#include <algorithm>

#include "pcgns/kernel/stream_copy.hpp"

namespace pcgns::move {

Staging::Staging(const Work& work) : work_(work) {
  const auto& team = work.team();
  const auto claims = work.claims();
  const auto is_wanted = [&](const Claim& claim) { return is_for_others(claim); };
  others_want_ = team.has_processors() && std::any_of(claims.begin(), claims.end(), is_wanted);
  // Even if nothing is read: messages go on after a failure.
  if (team.turn() >= 0 && work.domains().rounds() > 0) values_ = team.own_buffer(0);
}

bool Staging::is_for_others(const Claim& claim) const {
  return claim.rank != work_.team().rank() && !work_.is_sent(claim.rank, claim.contested);
}

void Staging::read(const FileDescriptor& file, std::int64_t round, Range domain) {
  if (domain.empty()) return;
  auto& team = work_.team();
  auto* const buffer = team.buffer(team.turn(), round, place(domain));
  const bool is_staged = others_want_ && way_.is_second();
  values_ = is_staged ? team.own_buffer(place(domain)) : buffer;
  const auto start = MPI_Wtime();
  for (const auto& bytes : work_.spanned(domain)) {
    file.read_at(bytes.begin,
                 {values_ + (bytes.begin - domain.begin), static_cast<std::size_t>(bytes.size())});
  }
  if (is_staged) hand_out(buffer, domain);
  way_.took((MPI_Wtime() - start) / static_cast<double>(domain.size()));
}

void Staging::hand_out(std::byte* buffer, Range domain) const {
  for (const auto& claim : work_.claims()) {
    if (!is_for_others(claim)) continue;
    claim.runs.each_rows(claim.runs.in(domain), [&](const Rows& rows) {
      const auto at = rows.first.at - domain.begin;
      kernel::stream_copy({buffer + at, rows.step}, {values_ + at, rows.step},
                          static_cast<std::size_t>(rows.first.count * claim.runs.value_size()),
                          static_cast<std::size_t>(rows.count));
    });
  }
  kernel::stream_fence();
}

}  // namespace pcgns::move
