// shared_points.hpp: compares or averages the values of points that several pieces hold.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>

#include "pcgns/cgns/node.hpp"

namespace pcgns::io {

/// Result of a comparison of shared points.
struct SharedDifferences {
  std::int64_t compared = 0;  ///< Number of values.
  std::int64_t differing = 0;
  double largest = 0;  ///< Absolute difference; reals only, without NaN.
  std::string where;   ///< Output path of the array with the largest difference, or with any difference.

  void add(bool differs, double difference, const std::string& path);
  void add(const SharedDifferences& other);
};

/// The sum over all ranks; on ties the lowest rank determines `where`. @note Collective.
[[nodiscard]] SharedDifferences summed_up(MPI_Comm comm, const SharedDifferences& mine);

/// |a - b| for two values of `type`; 0 if they are not real.
[[nodiscard]] double difference_of(cgns::DataType type, const std::byte* a, const std::byte* b);

/// Means of shared values, each summed in the order in which its pieces are added. Values that agree in all
/// pieces stay unchanged, because a mean of equal values may be off by a bit.
class Averages {
 public:
  /// Adds `value` (R4 or R8) for the point at `place`; `first` is the value already there.
  void add(cgns::DataType type, std::int64_t place, const std::byte* first, const std::byte* value);
  /// Writes the means to `buffer`, which starts at place `begin`, and clears them.
  void settle(std::int64_t begin, std::span<std::byte> buffer);

 private:
  struct Sum {
    cgns::DataType type = cgns::DataType::R8;
    double sum = 0;
    int count = 1;
    bool differs = false;
  };
  std::unordered_map<std::int64_t, Sum> sums_;
};

}  // namespace pcgns::io
