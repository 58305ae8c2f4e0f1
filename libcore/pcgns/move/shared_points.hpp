// shared_points.hpp: values that several parts have for one point.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>

#include "pcgns/tree/data_type.hpp"

namespace pcgns::move {

/// What a comparison of shared points found.
struct SharedDifferences {
  std::int64_t compared = 0;  ///< Values.
  std::int64_t differing = 0;
  double largest = 0;  ///< Absolute difference; of reals only, NaN left out.
  std::string where;   ///< Path in the output of the array that has the largest one, or just differs.

  void add(bool differs, double difference, const std::string& path);
  void add(const SharedDifferences& other);
};

/// What all ranks found; where they found as much, what the lowest one says. @note Collective.
[[nodiscard]] SharedDifferences summed_up(MPI_Comm comm, const SharedDifferences& mine);

/// |a - b| of two values of `type`; 0 for what is no real number.
[[nodiscard]] double difference_of(tree::DataType type, const std::byte* a, const std::byte* b);

/// Means of shared values, each summed up in the order in which its parts are added. Values that agree in all
/// parts stay as they are: a mean of equal values may be off by a bit.
class Averages {
 public:
  /// `value`, of R4 or R8, also belongs at `place`; `first` is what is there.
  void add(tree::DataType type, std::int64_t place, const std::byte* first, const std::byte* value);
  /// Writes the means to `buffer`, whose first byte is at place `begin`, and forgets them.
  void settle(std::int64_t begin, std::span<std::byte> buffer);

 private:
  struct Sum {
    tree::DataType type = tree::DataType::R8;
    double sum = 0;
    int count = 1;
    bool differs = false;
  };
  std::unordered_map<std::int64_t, Sum> sums_;
};

}  // namespace pcgns::move
