// compare_job.hpp: shared state and steps of comparing arrays.
#pragma once

#include <span>

#include "pcgns/verify/compare/run/sides.hpp"

namespace pcgns::verify::compare {

/// Accumulates the differences of pairs of arrays.
class CompareJob {
 public:
  CompareJob(std::span<const ArrayPair> pairs, std::int64_t most_samples)
      : pairs_(pairs), most_samples_(most_samples) {}

  [[nodiscard]] const ArrayPair& pair(int index) const { return pairs_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] int pair_count() const { return static_cast<int>(pairs_.size()); }
  /// Bytes per value on each side, and number of values of the pair.
  [[nodiscard]] std::int64_t size_a(int index) const { return cgns::size_of(pair(index).a.type); }
  [[nodiscard]] std::int64_t size_b(int index) const { return cgns::size_of(pair(index).b.type); }
  [[nodiscard]] std::int64_t count(int index) const { return cgns::count_of(pair(index).dims); }

  /// Compares values of the pair; `first` is the index of the first of them.
  void compare(int index, std::int64_t first, std::span<const std::byte> a, std::span<const std::byte> b);

  [[nodiscard]] const ArrayDifferences& differences() const { return differences_; }
  [[nodiscard]] std::int64_t most_samples() const { return most_samples_; }

 private:
  std::span<const ArrayPair> pairs_;
  std::int64_t most_samples_;
  ArrayDifferences differences_;
};

/// Compares the pairs `which`, plain on both sides; each rank reads and compares its share. @note Collective.
void compare_plain(par::Session& session, const CompareSide& a, const CompareSide& b,
                   std::span<const int> which, CompareJob& job);

/// Compares the pairs `which` through io::execute. @note Collective.
void compare_moved(par::Session& session, const CompareSide& a, const CompareSide& b,
                   std::span<const int> which, CompareJob& job);

/// Merges the differences of all ranks, on every rank. @note Collective.
[[nodiscard]] ArrayDifferences united(par::Session& session, const ArrayDifferences& mine,
                                      std::int64_t most_samples);

}  // namespace pcgns::verify::compare
