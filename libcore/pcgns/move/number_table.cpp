#include "pcgns/move/number_table.hpp"

#include <algorithm>
#include <cstring>

namespace pcgns::move {

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

void read_integers(Source& source, const tree::InputSet& inputs, int array, std::int64_t begin,
                   std::int64_t count, std::vector<std::byte>& scratch, std::vector<std::int64_t>& to) {
  const auto type = inputs.arrays[static_cast<std::size_t>(array)].type;
  const std::int64_t size = tree::size_of(type);
  to.resize(static_cast<std::size_t>(count));
  if (type == tree::DataType::I8) {
    return source.read(array, {begin * size, (begin + count) * size}, std::as_writable_bytes(std::span(to)));
  }
  scratch.resize(static_cast<std::size_t>(count * size));
  source.read(array, {begin * size, (begin + count) * size}, scratch);
  widen<std::int32_t>(scratch, to);
}

NumberTable::NumberTable(const tree::InputSet& inputs, Source& source, std::int64_t memory,
                         std::int64_t block)
    : inputs_(inputs),
      source_(source),
      block_(block),
      most_blocks_(static_cast<std::size_t>(
          std::max<std::int64_t>(1, memory / (block * static_cast<std::int64_t>(sizeof(std::int64_t)))))),
      places_(inputs.arrays.size()) {}

void NumberTable::use(const plan::Numbering& numbering) {
  numbering_ = &numbering;
  section_ = 0;
}

std::int64_t NumberTable::find(std::int64_t number) {
  const auto& sections = numbering_->sections;
  const auto holds = [&](std::size_t i) {
    return i < sections.size() && number >= sections[i].first &&
           number - sections[i].first < sections[i].count;
  };
  if (!holds(section_)) {
    const auto next = std::partition_point(sections.begin(), sections.end(),
                                           [&](const auto& section) { return section.first <= number; });
    if (next == sections.begin()) return none;
    const auto found = static_cast<std::size_t>(next - sections.begin()) - 1;
    if (!holds(found)) return none;
    section_ = found;
  }
  const auto& section = sections[section_];
  const auto index = number - section.first;
  if (section.numbers < 0) return index + section.offset;
  const auto& block = block_of(section.numbers, index / block_);
  return block.numbers[static_cast<std::size_t>(index % block_)] + section.offset;
}

const NumberTable::Block& NumberTable::block_of(int array, std::int64_t index) {
  auto& places = places_[static_cast<std::size_t>(array)];
  if (places.empty()) {
    const auto count = tree::count_of(inputs_.arrays[static_cast<std::size_t>(array)].dims);
    places.assign(static_cast<std::size_t>(count / block_ + 1), -1);
  }
  auto& place = places[static_cast<std::size_t>(index)];
  if (place < 0) {
    auto& block = free_block();
    read(block, array, index);
    place = static_cast<std::int32_t>(&block - blocks_.data());
  }
  auto& block = blocks_[static_cast<std::size_t>(place)];
  block.used = ++clock_;
  return block;
}

NumberTable::Block& NumberTable::free_block() {
  if (blocks_.size() < most_blocks_) return blocks_.emplace_back();
  auto& oldest = *std::min_element(blocks_.begin(), blocks_.end(),
                                   [](const Block& a, const Block& b) { return a.used < b.used; });
  if (oldest.array >= 0) {
    places_[static_cast<std::size_t>(oldest.array)][static_cast<std::size_t>(oldest.index)] = -1;
  }
  oldest.array = -1;
  return oldest;
}

void NumberTable::read(Block& block, int array, std::int64_t index) {
  const auto total = tree::count_of(inputs_.arrays[static_cast<std::size_t>(array)].dims);
  const auto begin = index * block_;
  read_integers(source_, inputs_, array, begin, std::min(block_, total - begin), bytes_, block.numbers);
  block.array = array;
  block.index = index;
}

}  // namespace pcgns::move
