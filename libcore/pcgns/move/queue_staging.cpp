#include "pcgns/move/queue_staging.hpp"

#include <algorithm>
#include <chrono>

#include "pcgns/kernel/stream_copy.hpp"

namespace pcgns::move {

Staging::Staging(const Work& work) : work_(work) {
  const auto& team = work.team();
  const auto claims = work.claims();
  const auto is_wanted = [&](const Claim& claim) { return is_for_others(claim); };
  others_want_ = team.has_processors() && std::any_of(claims.begin(), claims.end(), is_wanted);
  // Even if nothing is read: messages go on after a failure.
  if (team.turn() >= 0 && work.domains().rounds() > 0) values_ = team.buffer(team.turn(), 0);
}

void Staging::read(const FileDescriptor& file, std::int64_t number, Range domain) {
  if (domain.empty()) return;
  auto& team = work_.team();
  auto* const shared = team.buffer(number, place(domain));
  const bool is_staged = others_want_ && way_.is_second();
  values_ = is_staged ? team.own_buffer(place(domain)) : shared;
  const auto spans = work_.spanned(domain);
  std::int64_t bytes = 0;
  const auto start = std::chrono::steady_clock::now();
  for (const auto& span : spans) {
    const auto size = static_cast<std::size_t>(span.size());
    file.read_at(span.begin, {values_ + (span.begin - domain.begin), size});
    bytes += span.size();
  }
  if (is_staged) hand_out({shared, domain}, spans, bytes);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  way_.took(time.count() / static_cast<double>(bytes));
}

bool Staging::is_for_others(const Claim& claim) const {
  return claim.rank != work_.team().rank() && !work_.is_sent(claim.rank, claim.contested);
}

std::int64_t Staging::bytes_for_others(Range domain) const {
  std::int64_t bytes = 0;
  for (const auto& claim : work_.claims()) {
    if (is_for_others(claim)) bytes += claim.runs.in(domain).size() * claim.runs.value_size();
  }
  return bytes;
}

void Staging::hand_out(const Target& to, std::span<const Range> spans, std::int64_t bytes) const {
  if (bytes_for_others(to.domain) > bytes) {  // several want the same
    for (const auto& span : spans) copy(to, {.first = {.at = span.begin, .count = span.size()}}, 1);
  } else {
    for (const auto& claim : work_.claims()) {
      if (!is_for_others(claim)) continue;
      claim.runs.each_rows(claim.runs.in(to.domain),
                           [&](const Rows& rows) { copy(to, rows, claim.runs.value_size()); });
    }
  }
  kernel::stream_fence();
}

void Staging::copy(const Target& to, const Rows& rows, int value_size) const {
  const auto at = rows.first.at - to.domain.begin;
  kernel::stream_copy({to.buffer + at, rows.step}, {values_ + at, rows.step},
                      static_cast<std::size_t>(rows.first.count * value_size),
                      static_cast<std::size_t>(rows.count));
}

}  // namespace pcgns::move
