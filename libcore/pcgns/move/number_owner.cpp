// Who ticks numbers off: each may come once, or as often as it likes, but come it must.
#include <algorithm>
#include <cstring>

#include "pcgns/base/bytes.hpp"
#include "pcgns/move/number_proof.hpp"

namespace pcgns::move {

namespace {

using Form = NumberHead::Form;

constexpr std::int32_t unseen = -1;

}  // namespace

NumberOwner::NumberOwner(const std::vector<assemble::NumberSet>& sets, const std::vector<Stretch>& stretches,
                         bool has_lengths, Range range)
    : sets_(sets), stretches_(stretches), has_lengths_(has_lengths), range_(range) {
  const auto count = std::max<std::int64_t>(0, range.size());
  if (has_lengths) {
    lengths_.assign(static_cast<std::size_t>(count), unseen);
  } else {
    seen_.assign(static_cast<std::size_t>(divide_up(count, 64)), 0);
  }
}

void NumberOwner::place(std::span<const std::byte> message) {
  for (std::size_t at = 0; at < message.size();) {
    NumberHead head;
    std::memcpy(&head, message.data() + at, sizeof head);
    const std::byte* next = message.data() + at + sizeof head;
    for (std::int64_t i = 0; i < head.count; ++i) {
      if (head.form == Form::runs) {
        KeyRun run;
        std::memcpy(&run, next, sizeof run);
        next += sizeof run;
        tick(head.stretch, run);
        continue;
      }
      std::uint32_t place = 0;
      std::memcpy(&place, next, sizeof place);
      next += sizeof place;
      if (head.form == Form::places) {
        tick(head.stretch, place);
        continue;
      }
      std::int32_t length = 0;
      std::memcpy(&length, next, sizeof length);
      next += sizeof length;
      tick(head.stretch, place, length);
    }
    at = static_cast<std::size_t>(round_up(next - message.data(), 8));
  }
}

void NumberOwner::note(std::int32_t stretch, std::int64_t place, Offence::Kind kind) {
  const auto& [set, begin, count] = stretches_[static_cast<std::size_t>(stretch)];
  const auto number = range_.begin + place - begin + sets_[static_cast<std::size_t>(set)].first_number;
  offence_ = std::min(offence_, {set, number, kind});
}

bool NumberOwner::may_share(std::int32_t stretch) const {
  return sets_[static_cast<std::size_t>(stretches_[static_cast<std::size_t>(stretch)].set)].may_share;
}

void NumberOwner::tick(std::int32_t stretch, std::int64_t place) {
  auto& word = seen_[static_cast<std::size_t>(place / 64)];
  const auto bit = std::uint64_t{1} << (place % 64);
  if ((word & bit) != 0 && !may_share(stretch)) note(stretch, place, Offence::Kind::twice);
  word |= bit;
}

/// A word at a time; where some of it was seen before, place by place.
void NumberOwner::tick(std::int32_t stretch, KeyRun run) {
  const auto end = std::int64_t{run.first} + run.count;
  for (std::int64_t place = run.first; place < end;) {
    const auto behind = std::min(end, (place / 64 + 1) * 64);
    auto& word = seen_[static_cast<std::size_t>(place / 64)];
    const auto bits = ~std::uint64_t{0} >> (64 - (behind - place)) << (place % 64);
    const bool is_new = (word & bits) == 0;
    if (is_new) word |= bits;
    for (; !is_new && place < behind; ++place) tick(stretch, place);
    place = behind;
  }
}

void NumberOwner::tick(std::int32_t stretch, std::int64_t place, std::int32_t length) {
  auto& known = lengths_[static_cast<std::size_t>(place)];
  if (known != unseen && !may_share(stretch)) note(stretch, place, Offence::Kind::twice);
  if (known != unseen && known != length) note(stretch, place, Offence::Kind::lengths);
  known = length;
}

void NumberOwner::find_missing(std::span<const std::int64_t> totals) {
  const auto is_seen = [&](std::int64_t place) {
    if (has_lengths_) return lengths_[static_cast<std::size_t>(place)] != unseen;
    return (seen_[static_cast<std::size_t>(place / 64)] >> (place % 64) & 1) != 0;
  };
  for (std::size_t s = 0; s < stretches_.size(); ++s) {
    const auto count = std::min(stretches_[s].count, totals[s]);
    const auto places = intersect({stretches_[s].begin, stretches_[s].begin + count}, range_);
    auto place = places.begin - range_.begin;
    while (place < places.end - range_.begin && is_seen(place)) ++place;
    if (place < places.end - range_.begin) note(static_cast<std::int32_t>(s), place, Offence::Kind::missing);
  }
}

void NumberOwner::add_sums(std::vector<std::int64_t>& sums) const {
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    const auto block = (range_.begin + static_cast<std::int64_t>(i)) / plan::Ragged::block;
    if (lengths_[i] > 0) sums[static_cast<std::size_t>(block)] += lengths_[i];
  }
}

}  // namespace pcgns::move
