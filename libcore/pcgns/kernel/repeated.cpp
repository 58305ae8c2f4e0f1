#include "pcgns/kernel/repeated.hpp"

#include <algorithm>
#include <bit>

namespace pcgns::kernel {

namespace {

/// A bit table indexed by hash.
class Bits {
 public:
  explicit Bits(std::size_t count) : words_(std::bit_ceil(std::max<std::size_t>(count, 64)) / 64) {}

  [[nodiscard]] bool has(std::uint64_t hash) const { return (words_[word(hash)] >> (hash & 63) & 1) != 0; }
  void set(std::uint64_t hash) { words_[word(hash)] |= std::uint64_t{1} << (hash & 63); }

 private:
  [[nodiscard]] std::size_t word(std::uint64_t hash) const { return (hash >> 6) & (words_.size() - 1); }
  std::vector<std::uint64_t> words_;
};

constexpr std::size_t bits_of_number = 8;

}  // namespace

std::vector<std::uint64_t> repeated_among(std::span<const std::uint64_t> hashes) {
  Bits seen(bits_of_number * hashes.size());
  Bits twice(bits_of_number * hashes.size());
  for (const auto hash : hashes) {
    if (seen.has(hash)) twice.set(hash);
    seen.set(hash);
  }
  std::vector<std::uint64_t> candidates;
  for (const auto hash : hashes) {
    if (twice.has(hash)) candidates.push_back(hash);
  }
  std::sort(candidates.begin(), candidates.end());
  std::vector<std::uint64_t> repeated;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    const bool is_new = repeated.empty() || repeated.back() != candidates[i];
    if (candidates[i] == candidates[i - 1] && is_new) repeated.push_back(candidates[i]);
  }
  return repeated;
}

}  // namespace pcgns::kernel
