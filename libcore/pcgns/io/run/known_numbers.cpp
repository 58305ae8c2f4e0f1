#include "pcgns/io/known_numbers.hpp"

#include "pcgns/base/bytes.hpp"

namespace pcgns::io {

void KnownNumbers::begin_move() {
  if (left_ >= 0) return;
  chunks_.clear();
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

}  // namespace pcgns::io
