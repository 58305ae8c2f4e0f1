#include "pcgns/io/number_table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "pcgns/base/bytes.hpp"

namespace pcgns::io {

namespace {

template <typename Stored>
void widen(const std::vector<std::byte>& from, std::vector<std::int64_t>& to) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    Stored value = 0;
    std::memcpy(&value, from.data() + i * sizeof value, sizeof value);
    to[i] = value;
  }
}

}  // namespace

void read_integers(Source& source, const cgns::InputSet& inputs, int array, std::int64_t begin,
                   std::int64_t count, std::vector<std::byte>& scratch, std::vector<std::int64_t>& to) {
  const auto type = inputs.arrays[static_cast<std::size_t>(array)].type;
  const std::int64_t size = cgns::size_of(type);
  to.resize(static_cast<std::size_t>(count));
  if (type == cgns::DataType::I8) {
    return source.read(array, {begin * size, (begin + count) * size}, std::as_writable_bytes(std::span(to)));
  }
  scratch.resize(static_cast<std::size_t>(count * size));
  source.read(array, {begin * size, (begin + count) * size}, scratch);
  widen<std::int32_t>(scratch, to);
}

NumberTable::NumberTable(const cgns::InputSet& inputs, Source& source, Budget memory, std::int64_t block)
    : inputs_(inputs),
      source_(source),
      shift_(std::countr_zero(static_cast<std::uint64_t>(block))),
      mask_(static_cast<std::uint64_t>(block) - 1),
      most_blocks_(static_cast<std::size_t>(std::max<std::int64_t>(
          1, memory.bytes() / (block * static_cast<std::int64_t>(sizeof(std::int64_t)))))) {}

void NumberTable::use(const plan::Numbering& numbering) {
  numbering_ = &numbering;
  count_ = 0;
}

/// The slow path of `find`.
std::int64_t NumberTable::search(std::int64_t number) {
  const auto& sections = numbering_->sections;
  const auto next = std::partition_point(sections.begin(), sections.end(),
                                         [&](const auto& section) { return section.first <= number; });
  if (next == sections.begin()) return none;
  const auto& section = *(next - 1);
  const auto index = number - section.first;
  if (index >= section.count) return none;
  if (section.numbers < 0) return moved(index, section.offset);
  const auto& places = places_of(section.numbers);
  first_ = static_cast<std::uint64_t>(section.first);
  count_ = static_cast<std::uint64_t>(section.count);
  offset_ = section.offset;
  places_here_ = places.data();
  const auto at = static_cast<std::uint64_t>(index);
  if (places[at >> shift_] == nullptr) read(section.numbers, at >> shift_);
  return moved(places[at >> shift_][at & mask_], section.offset);
}

NumberTable::Places& NumberTable::places_of(int array) {
  auto& places = places_[array];
  if (places.empty()) {
    const auto count = cgns::count_of(inputs_.arrays[static_cast<std::size_t>(array)].dims);
    places.assign((static_cast<std::size_t>(count) >> shift_) + 1, nullptr);
  }
  return places;
}

/// Replaces the oldest block if the cache is full.
void NumberTable::read(int array, std::size_t index) {
  const bool is_full = blocks_.size() == most_blocks_;
  auto& block = is_full ? blocks_[oldest_] : blocks_.emplace_back();
  if (is_full) oldest_ = (oldest_ + 1) % most_blocks_;
  if (block.array >= 0) places_of(block.array)[block.index] = nullptr;
  block.array = -1;
  const auto total = cgns::count_of(inputs_.arrays[static_cast<std::size_t>(array)].dims);
  const auto begin = static_cast<std::int64_t>(index << shift_);
  const auto count = std::min(static_cast<std::int64_t>(mask_) + 1, total - begin);
  read_integers(source_, inputs_, array, begin, count, bytes_, block.numbers);
  block.array = array;
  block.index = index;
  places_of(array)[index] = block.numbers.data();
}

void KnownNumbers::begin_move() {
  ++moves_;
  if (left_ >= 0) return;
  chunks_.clear();
  kept_.clear();
  left_ = memory_;
}

std::span<KnownChunk> KnownNumbers::find(const Which& which) {
  const auto& [array, entities, first_number, in_chunk] = which;
  const auto [entry, is_new] =
      chunks_.try_emplace({array, entities.begin, entities.end, first_number, in_chunk});
  auto& chunks = entry->second;
  if (is_new) {
    chunks.resize(static_cast<std::size_t>(divide_up(entities.size(), in_chunk)));
    left_ -= static_cast<std::int64_t>(sizeof *entry + chunks.size() * sizeof chunks[0]);
  }
  return chunks;
}

void KnownNumbers::keep(KnownChunk& chunk, const std::vector<Stretch>& stretches) {
  const auto bytes = static_cast<std::int64_t>(stretches.size() * sizeof stretches[0]);
  if (!chunk.stretches.empty() || bytes > left_) return;
  left_ -= bytes;
  chunk.stretches = stretches;
}

void KnownNumbers::keep(KnownChunk& chunk, std::span<const std::int64_t> keys, int target) {
  const auto extent = static_cast<std::uint64_t>(chunk.largest) - static_cast<std::uint64_t>(chunk.least);
  const bool fits = extent <= std::numeric_limits<std::uint32_t>::max();
  if (!keeps_keys_ || !fits || !chunk.keys.empty()) return;
  const auto bytes = static_cast<std::int64_t>(keys.size() * sizeof chunk.keys[0]);
  const auto user = user_of(target);
  if (bytes > left_) forget_others(user, bytes);
  if (bytes > left_) return;
  left_ -= bytes;
  chunk.keys.resize(keys.size());
  std::ranges::transform(keys, chunk.keys.begin(),
                         [&](std::int64_t key) { return static_cast<std::uint32_t>(key - chunk.least); });
  chunk.user = user;
  kept_.push_back(&chunk);
}

void KnownNumbers::recall(KnownChunk& chunk, int target, std::span<std::int64_t> keys) const {
  chunk.user = user_of(target);
  std::ranges::transform(chunk.keys, keys.begin(), [&](std::uint32_t key) { return chunk.least + key; });
}

/// Until there is room for `bytes`: for one array all chunks are needed again.
void KnownNumbers::forget_others(std::int64_t user, std::int64_t bytes) {
  for (auto turns = kept_.size(); turns > 0 && bytes > left_; --turns) {
    auto* const oldest = kept_.front();
    kept_.pop_front();
    if (oldest->user == user) {
      kept_.push_back(oldest);
      continue;
    }
    left_ += static_cast<std::int64_t>(oldest->keys.size() * sizeof oldest->keys[0]);
    oldest->keys = {};
  }
}

}  // namespace pcgns::io
