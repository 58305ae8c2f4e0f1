// number_owner.cpp: marks numbers as seen; each must occur, and only shared ones may repeat.
#include "pcgns/fileset/run/number_owner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/io/number_table.hpp"

namespace pcgns::fileset {

Error fault_of(const cgns::InputSet& inputs, int index, const std::string& why) {
  const auto& array = inputs.array(index);
  const auto file = array.file < 0 ? "memory" : inputs.files[static_cast<std::size_t>(array.file)].path;
  return input_error(file, array.path, why);
}

namespace {

using Form = NumberHead::Form;
constexpr std::int64_t head_bytes = sizeof(NumberHead);
/// Minimum mean run length: below it, single places take less space.
constexpr std::size_t least_mean = 8;

void require_integers(const cgns::InputSet& inputs, int index) {
  if (index < 0 || static_cast<std::size_t>(index) >= inputs.arrays.size()) {
    throw Error(ErrorKind::internal, "a list of global numbers has no array");
  }
  const auto type = inputs.array(index).type;
  if (cgns::is_integer(type)) return;
  throw fault_of(inputs, index, fmt::format("is {}, not I4 or I8", to_string(type)));
}

}  // namespace

std::int64_t numbers_of(const cgns::InputSet& inputs, const NumberSet::Member& member) {
  require_integers(inputs, member.numbers);
  const auto count = cgns::count_of(inputs.array(member.numbers).dims);
  if (member.count < 0) return count;
  if (member.count <= count) return member.count;
  throw fault_of(inputs, member.numbers, fmt::format("has {} values for {} entities", count, member.count));
}

NumberReader::NumberReader(const par::Session& session, const cgns::InputSet& inputs,
                           const std::vector<NumberSet>& sets, const std::vector<Stretch>& stretches,
                           bool has_lengths, Budget memory, std::int64_t chunk)
    : session_(session),
      inputs_(inputs),
      sets_(sets),
      stretches_(stretches),
      has_lengths_(has_lengths),
      source_(inputs, memory.buffer(32, 8 * mebi)),
      largest_(stretches.size(), -1),
      orders_(stretches.size()) {
  for (std::size_t s = 0; s < stretches.size(); ++s) {
    for (const auto& member : sets[static_cast<std::size_t>(stretches[s].set)].members) {
      if (member.cell >= 0) orders_[s].resize(std::max(orders_[s].size(), std::size_t(member.piece) + 1));
    }
  }
  distribute(chunk);
}

void NumberReader::check(const NumberSet::Member& member) const {
  require_integers(inputs_, member.numbers);
  if (!has_lengths_) return;
  if (member.offsets < 0)
    throw fault_of(inputs_, member.numbers, "has global numbers of elements without ElementStartOffset");
  require_integers(inputs_, member.offsets);
  const auto count = numbers_of(inputs_, member);
  const auto offsets = cgns::count_of(inputs_.array(member.offsets).dims);
  if (offsets > count) return;
  throw fault_of(inputs_, member.offsets, fmt::format("has {} values for {} elements", offsets, count));
}

/// Assigns chunks to ranks in turn, unless only one rank can read a chunk.
void NumberReader::distribute(std::int64_t chunk) {
  std::int64_t turn = 0;
  for (std::size_t s = 0; s < stretches_.size(); ++s) {
    const auto& members = sets_[static_cast<std::size_t>(stretches_[s].set)].members;
    for (std::size_t m = 0; m < members.size(); ++m) {
      check(members[m]);
      const auto& numbers = inputs_.array(members[m].numbers);
      const bool is_plain =
          source_.is_plain(members[m].numbers) && (!has_lengths_ || source_.is_plain(members[m].offsets));
      const int reader = is_plain ? -1 : inputs_.files[static_cast<std::size_t>(numbers.file)].reader;
      const auto total = numbers_of(inputs_, members[m]);
      for (std::int64_t begin = 0; begin < total; begin += chunk, ++turn) {
        if ((is_plain ? turn % session_.size() : reader) != session_.rank()) continue;
        chunks_.push_back({static_cast<std::int32_t>(s), static_cast<std::int32_t>(m), begin,
                           std::min(chunk, total - begin)});
      }
    }
  }
}

const NumberSet& NumberReader::set_of(const Chunk& chunk) const {
  return sets_[static_cast<std::size_t>(stretches_[static_cast<std::size_t>(chunk.stretch)].set)];
}

void NumberReader::begin(const Pass& pass) {
  pass_ = pass;
  next_ = 0;
  places_.clear();
  runs_.clear();
  sent_ = 0;
}

bool NumberReader::fill(par::Exchange& exchange) {
  while (true) {
    if (sent_ < (runs_.empty() ? places_.size() : runs_.size())) {
      if (!(runs_.empty() ? send(exchange) : send_runs(exchange))) return true;
    } else if (next_ < chunks_.size()) {
      open(chunks_[next_++]);
    } else {
      return false;
    }
  }
}

void NumberReader::open(const Chunk& chunk) {
  const auto& member = set_of(chunk).members[static_cast<std::size_t>(chunk.member)];
  stretch_ = chunk.stretch;
  sent_ = 0;
  io::read_integers(source_, inputs_, member.numbers, chunk.begin, chunk.count, raw_, places_);
  if (member.cell >= 0 && pass_.begin == 0) add_to_order(member, chunk);
  look_at_keys(chunk);
  runs_.clear();
  if (has_lengths_) return read_lengths(member, chunk);
  find_runs();
}

/// Clears the runs unless most places of this pass are consecutive.
void NumberReader::find_runs() {
  const auto concerned =
      places_.size() - static_cast<std::size_t>(std::count(places_.begin(), places_.end(), -1));
  const auto most = concerned / least_mean;
  for (std::size_t begin = 0, end = 0; begin < places_.size(); begin = end) {
    for (end = begin + 1; end < places_.size() && places_[end] == places_[end - 1] + 1;) ++end;
    if (places_[begin] < 0) {
      end = begin + 1;  // -1 and 0 are not consecutive
      continue;
    }
    const Range all{places_[begin], places_[end - 1] + 1};
    for (auto rest = all; !rest.empty();) {
      const auto owner = owner_of(rest.begin);
      const auto theirs = pass_.range_of(owner);
      const auto piece = intersect(rest, theirs);
      if (runs_.size() == most) return runs_.clear();
      runs_.push_back({owner,
                       {static_cast<std::uint32_t>(piece.begin - theirs.begin),
                        static_cast<std::uint32_t>(piece.size())}});
      rest.begin = piece.end;
    }
  }
  if (!runs_.empty()) places_.clear();
}

bool NumberReader::send_runs(par::Exchange& exchange) {
  for (; sent_ < runs_.size(); ++sent_) {
    const auto& [rank, keys] = runs_[sent_];
    const auto waiting = exchange.waiting_for(rank);
    constexpr std::int64_t bytes = head_bytes + sizeof keys;
    if (waiting > 0 && waiting + bytes > exchange.room()) return false;
    const NumberHead head{stretch_, Form::runs, 1};
    auto* const begin = exchange.add(rank, bytes);
    std::memcpy(begin, &head, sizeof head);
    std::memcpy(begin + head_bytes, &keys, sizeof keys);
  }
  return true;
}

/// Converts the numbers to places.
void NumberReader::look_at_keys(const Chunk& chunk) {
  const auto& set = set_of(chunk);
  const auto& stretch = stretches_[static_cast<std::size_t>(chunk.stretch)];
  const Range here{pass_.begin, std::min(pass_.end, pass_.begin + session_.size() * pass_.per_rank)};
  auto& largest = largest_[static_cast<std::size_t>(chunk.stretch)];
  for (auto& number : places_) {
    const auto key = number < set.first_number ? -1 : number - set.first_number;
    if (key < 0 || (set.total >= 0 && key >= set.total)) {
      offence_ = std::min(offence_, {stretch.set, number, Offence::Kind::out_of_range});
      number = -1;
      continue;
    }
    largest = std::max(largest, key);
    const auto place = key < stretch.count ? stretch.begin + key : -1;
    number = place >= here.begin && place < here.end ? place : -1;
  }
}

/// Every pass reads all numbers, so the first one adds all of them.
void NumberReader::add_to_order(const NumberSet::Member& member, const Chunk& chunk) {
  const auto first_number = static_cast<std::uint64_t>(set_of(chunk).first_number);
  OrderSums sums;
  auto position = member.cell + chunk.begin;
  for (const auto number : places_) sums.add(position++, static_cast<std::uint64_t>(number) - first_number);
  orders_[static_cast<std::size_t>(chunk.stretch)][static_cast<std::size_t>(member.piece)].add(sums);
}

/// Values before the first element, or behind the last, would be lost. @pre `lengths_` are the offsets.
void NumberReader::require_all_values(const NumberSet::Member& member, const Chunk& chunk) {
  if (member.values < 0) return;
  const bool is_last = chunk.begin + chunk.count == numbers_of(inputs_, member);
  std::string why;
  if (chunk.begin == 0 && lengths_.front() != 0)
    why = fmt::format("begins at {}, not at 0", lengths_.front());
  if (is_last && lengths_.back() != member.values)
    why = fmt::format("ends at {}, but the connectivity has {} values", lengths_.back(), member.values);
  if (why.empty()) return;
  places_.clear();
  throw coded(fault_of(inputs_, member.offsets, why), "S0104");
}

void NumberReader::read_lengths(const NumberSet::Member& member, const Chunk& chunk) {
  const auto offsets = member.offsets;
  io::read_integers(source_, inputs_, offsets, chunk.begin, chunk.count + 1, raw_, lengths_);
  require_all_values(member, chunk);
  for (std::size_t i = 0; i + 1 < lengths_.size(); ++i) {
    const bool ascends = lengths_[i] >= 0 && lengths_[i + 1] >= lengths_[i];
    if (!ascends || lengths_[i + 1] - lengths_[i] > std::numeric_limits<std::int32_t>::max()) {
      places_.clear();
      throw fault_of(
          inputs_, offsets,
          fmt::format("element {} starts at {} and ends at {}",
                      chunk.begin + static_cast<std::int64_t>(i) + 1, lengths_[i], lengths_[i + 1]));
    }
    lengths_[i] = lengths_[i + 1] - lengths_[i];
  }
}

bool NumberReader::send(par::Exchange& exchange) {
  const std::int64_t each = has_lengths_ ? 8 : 4;
  const auto most = std::max<std::int64_t>(1, (exchange.room() - head_bytes - 8) / each);
  const auto end = std::min(places_.size(), sent_ + static_cast<std::size_t>(most));
  std::vector<std::int64_t> counts(static_cast<std::size_t>(session_.size()));
  for (auto i = sent_; i < end; ++i) {
    if (places_[i] >= 0) ++counts[static_cast<std::size_t>(owner_of(places_[i]))];
  }
  for (int rank = 0; rank < session_.size(); ++rank) {
    const auto count = counts[static_cast<std::size_t>(rank)];
    const auto waiting = exchange.waiting_for(rank);
    if (count > 0 && waiting > 0 && waiting + head_bytes + count * each + 8 > exchange.room()) return false;
  }
  std::vector<std::byte*> next(counts.size());
  for (int rank = 0; rank < session_.size(); ++rank) {
    const auto count = counts[static_cast<std::size_t>(rank)];
    if (count == 0) continue;
    const NumberHead head{stretch_, has_lengths_ ? Form::lengths : Form::places, count};
    auto* const begin = exchange.add(rank, head_bytes + count * each);
    std::memcpy(begin, &head, sizeof head);
    next[static_cast<std::size_t>(rank)] = begin + head_bytes;
  }
  pack(end, next);
  return true;
}

int NumberReader::owner_of(std::int64_t place) const {
  return static_cast<int>((place - pass_.begin) / pass_.per_rank);
}

/// Packs places, and lengths, starting with the next unsent one; `next`: write positions by rank.
void NumberReader::pack(std::size_t end, std::vector<std::byte*>& next) {
  const auto put = [](std::byte*& to, auto value) {
    std::memcpy(to, &value, sizeof value);
    to += sizeof value;
  };
  for (; sent_ < end; ++sent_) {
    if (places_[sent_] < 0) continue;
    const int rank = owner_of(places_[sent_]);
    auto& to = next[static_cast<std::size_t>(rank)];
    put(to, static_cast<std::uint32_t>(places_[sent_] - pass_.range_of(rank).begin));
    if (has_lengths_) put(to, static_cast<std::int32_t>(lengths_[sent_]));
  }
}

std::vector<std::int64_t> NumberReader::who_has(int set, std::int64_t number) {
  std::vector<std::int64_t> members;
  for (const auto& chunk : chunks_) {
    if (stretches_[static_cast<std::size_t>(chunk.stretch)].set != set) continue;
    const auto& member = sets_[static_cast<std::size_t>(set)].members[static_cast<std::size_t>(chunk.member)];
    io::read_integers(source_, inputs_, member.numbers, chunk.begin, chunk.count, raw_, places_);
    const auto times = std::count(places_.begin(), places_.end(), number);
    members.insert(members.end(), static_cast<std::size_t>(std::min<std::int64_t>(2, times)), chunk.member);
  }
  return members;
}

namespace {

using Form = NumberHead::Form;

constexpr std::int32_t unseen = -1;

}  // namespace

NumberOwner::NumberOwner(const std::vector<NumberSet>& sets, const std::vector<Stretch>& stretches,
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
        io::KeyRun run;
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

/// Marks whole words at once; place by place where some were seen before.
void NumberOwner::tick(std::int32_t stretch, io::KeyRun run) {
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

}  // namespace pcgns::fileset
