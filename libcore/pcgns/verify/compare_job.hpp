// compare_job.hpp: what the ways of comparing arrays share.
#pragma once

#include <span>
#include <vector>

#include "pcgns/verify/compare_arrays.hpp"

namespace pcgns::verify {

/// Two runs of values of one pair become differences of it.
class CompareJob {
 public:
  CompareJob(std::span<const plan::ArrayPair> pairs, std::int64_t most_samples)
      : pairs_(pairs), most_samples_(most_samples) {}

  [[nodiscard]] const plan::ArrayPair& pair(int index) const {
    return pairs_[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] int pair_count() const { return static_cast<int>(pairs_.size()); }
  /// Bytes of a value on each side, and values of the pair.
  [[nodiscard]] std::int64_t size_a(int index) const { return tree::size_of(pair(index).a.type); }
  [[nodiscard]] std::int64_t size_b(int index) const { return tree::size_of(pair(index).b.type); }
  [[nodiscard]] std::int64_t count(int index) const { return tree::count_of(pair(index).dims); }

  /// Compares values of the pair, of which the first has the index `first`.
  void compare(int index, std::int64_t first, std::span<const std::byte> a, std::span<const std::byte> b);

  [[nodiscard]] const ArrayDifferences& differences() const { return differences_; }
  [[nodiscard]] std::int64_t most_samples() const { return most_samples_; }

 private:
  std::span<const plan::ArrayPair> pairs_;
  std::int64_t most_samples_;
  ArrayDifferences differences_;
};

/// Compares the pairs `which`, all of which are plain on both sides; each rank its part, for itself.
/// @note Collective.
void compare_plain(par::Session& session, const CompareSide& a, const CompareSide& b,
                   std::span<const int> which, CompareJob& job);

/// Compares the pairs `which` through move::execute. @note Collective.
void compare_moved(par::Session& session, const CompareSide& a, const CompareSide& b,
                   std::span<const int> which, CompareJob& job);

/// What all ranks have found, on every rank. @note Collective.
[[nodiscard]] ArrayDifferences united(par::Session& session, const ArrayDifferences& mine,
                                      std::int64_t most_samples);

}  // namespace pcgns::verify
