#include "pcgns/mesh/face_filter.hpp"

#include <algorithm>
#include <bit>

#include "pcgns/par/collective.hpp"

namespace pcgns::mesh {

namespace {
constexpr std::uint64_t least_words = 1 << 10;
constexpr std::uint64_t most_words = 1 << 20;  // 8 MiB
constexpr std::int64_t most_vertices_in_key = std::int64_t{1} << 32;

}  // namespace

FaceFilter::FaceFilter(par::Session& session, std::span<const kernel::FaceKey> wanted,
                       std::int64_t vertices) {
  const auto all = par::all_sum(session.comm(), static_cast<std::int64_t>(wanted.size()));
  const auto words_for = [](std::int64_t count) {
    return std::clamp(std::bit_ceil(static_cast<std::uint64_t>(count)), least_words, most_words);
  };
  words_.resize(words_for(all / 2));
  vertices_.resize(words_for(vertices / 64 + 1));
  for (const auto& key : wanted) {
    const auto hash = kernel::quick_hash_of(key);
    words_[word_of(hash)] |= bits_of(hash);
    set_vertices(key);
  }
  // Then keys do not tell the vertices.
  if (vertices >= most_vertices_in_key) vertices_.assign(1, ~std::uint64_t{0});
  par::or_over_ranks(session.comm(), words_);
  par::or_over_ranks(session.comm(), vertices_);
}

void FaceFilter::set_vertices(const kernel::FaceKey& key) {
  for (const auto two : {key.high, key.low}) {
    for (const auto vertex : {two >> 32, two & 0xFFFFFFFFU}) {
      if (vertex != 0) vertices_[(vertex >> 6) & (vertices_.size() - 1)] |= std::uint64_t{1} << (vertex & 63);
    }
  }
}

}  // namespace pcgns::mesh
