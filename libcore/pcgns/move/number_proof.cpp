#include "pcgns/move/number_proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/move/number_table.hpp"

namespace pcgns::move {

namespace {

using Form = NumberHead::Form;
constexpr std::int64_t head_bytes = sizeof(NumberHead);
/// Places in a run, in the mean: single ones take less for fewer.
constexpr std::size_t least_mean = 8;

Error fault_of(const tree::InputSet& inputs, int index, const std::string& why) {
  const auto& array = inputs.arrays[static_cast<std::size_t>(index)];
  const auto file = array.file < 0 ? "memory" : inputs.files[static_cast<std::size_t>(array.file)].path;
  return input_error(file, array.path, why);
}

void require_integers(const tree::InputSet& inputs, int index) {
  if (index < 0 || static_cast<std::size_t>(index) >= inputs.arrays.size()) {
    throw Error(ErrorKind::internal, "a list of numbers names no array");
  }
  const auto type = inputs.arrays[static_cast<std::size_t>(index)].type;
  if (type == tree::DataType::I4 || type == tree::DataType::I8) return;
  throw fault_of(inputs, index, fmt::format("is {}, not I4 or I8", to_string(type)));
}

}  // namespace

std::int64_t numbers_of(const tree::InputSet& inputs, const assemble::NumberSet::Member& member) {
  require_integers(inputs, member.numbers);
  const auto count = tree::count_of(inputs.arrays[static_cast<std::size_t>(member.numbers)].dims);
  if (member.count < 0) return count;
  if (member.count <= count) return member.count;
  throw fault_of(inputs, member.numbers, fmt::format("has {} values for {} entities", count, member.count));
}

NumberReader::NumberReader(const par::Session& session, const tree::InputSet& inputs,
                           const std::vector<assemble::NumberSet>& sets,
                           const std::vector<Stretch>& stretches, bool has_lengths, std::int64_t chunk)
    : session_(session),
      inputs_(inputs),
      sets_(sets),
      stretches_(stretches),
      has_lengths_(has_lengths),
      source_(inputs, 8 * mebi),
      largest_(stretches.size(), -1) {
  deal_out(chunk);
}

void NumberReader::check(const assemble::NumberSet::Member& member) const {
  require_integers(inputs_, member.numbers);
  if (!has_lengths_) return;
  if (member.offsets < 0)
    throw fault_of(inputs_, member.numbers, "numbers elements that have no ElementStartOffset");
  require_integers(inputs_, member.offsets);
  const auto count = numbers_of(inputs_, member);
  const auto offsets = tree::count_of(inputs_.arrays[static_cast<std::size_t>(member.offsets)].dims);
  if (offsets > count) return;
  throw fault_of(inputs_, member.offsets, fmt::format("has {} values for {} elements", offsets, count));
}

/// A chunk is read by the rank whose turn it is, or by the only one that can read it.
void NumberReader::deal_out(std::int64_t chunk) {
  std::int64_t turn = 0;
  for (std::size_t s = 0; s < stretches_.size(); ++s) {
    const auto& members = sets_[static_cast<std::size_t>(stretches_[s].set)].members;
    for (std::size_t m = 0; m < members.size(); ++m) {
      check(members[m]);
      const auto& numbers = inputs_.arrays[static_cast<std::size_t>(members[m].numbers)];
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

const assemble::NumberSet& NumberReader::set_of(const Chunk& chunk) const {
  return sets_[static_cast<std::size_t>(stretches_[static_cast<std::size_t>(chunk.stretch)].set)];
}

void NumberReader::begin(const Pass& pass) {
  pass_ = pass;
  next_ = 0;
  places_.clear();
  runs_.clear();
  sent_ = 0;
}

bool NumberReader::fill(Exchange& exchange) {
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
  read_integers(source_, inputs_, member.numbers, chunk.begin, chunk.count, raw_, places_);
  look_at_keys(chunk);
  runs_.clear();
  if (has_lengths_) return read_lengths(member.offsets, chunk);
  find_runs();
}

/// Leaves none if the places of this pass do not mostly follow one another.
void NumberReader::find_runs() {
  const auto concerned =
      places_.size() - static_cast<std::size_t>(std::count(places_.begin(), places_.end(), -1));
  const auto most = concerned / least_mean;
  for (std::size_t begin = 0, end = 0; begin < places_.size(); begin = end) {
    for (end = begin + 1; end < places_.size() && places_[end] == places_[end - 1] + 1;) ++end;
    if (places_[begin] < 0) {
      end = begin + 1;  // -1 and 0 do not follow one another
      continue;
    }
    const Range all{places_[begin], places_[end - 1] + 1};
    for (auto rest = all; !rest.empty();) {
      const auto owner = owner_of(rest.begin);
      const auto theirs = pass_.range_of(owner);
      const auto part = intersect(rest, theirs);
      if (runs_.size() == most) return runs_.clear();
      runs_.push_back(
          {owner,
           {static_cast<std::uint32_t>(part.begin - theirs.begin), static_cast<std::uint32_t>(part.size())}});
      rest.begin = part.end;
    }
  }
  if (!runs_.empty()) places_.clear();
}

bool NumberReader::send_runs(Exchange& exchange) {
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

/// Makes places of the numbers.
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
    const auto place = stretch.begin + key;
    number = key < stretch.count && place >= here.begin && place < here.end ? place : -1;
  }
}

void NumberReader::read_lengths(int offsets, const Chunk& chunk) {
  read_integers(source_, inputs_, offsets, chunk.begin, chunk.count + 1, raw_, lengths_);
  for (std::size_t i = 0; i + 1 < lengths_.size(); ++i) {
    const bool ascends = lengths_[i] >= 0 && lengths_[i + 1] >= lengths_[i];
    if (!ascends || lengths_[i + 1] - lengths_[i] > std::numeric_limits<std::int32_t>::max()) {
      places_.clear();
      throw fault_of(
          inputs_, offsets,
          fmt::format("element {} begins at {} and ends at {}",
                      chunk.begin + static_cast<std::int64_t>(i) + 1, lengths_[i], lengths_[i + 1]));
    }
    lengths_[i] = lengths_[i + 1] - lengths_[i];
  }
}

bool NumberReader::send(Exchange& exchange) {
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

/// Places, and lengths, from the one that is to be sent next on; `next`: by rank, where they go.
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
    read_integers(source_, inputs_, member.numbers, chunk.begin, chunk.count, raw_, places_);
    const auto times = std::count(places_.begin(), places_.end(), number);
    members.insert(members.end(), static_cast<std::size_t>(std::min<std::int64_t>(2, times)), chunk.member);
  }
  return members;
}

}  // namespace pcgns::move
