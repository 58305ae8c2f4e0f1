// value_stats.hpp: computes statistics of real arrays and judges them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "pcgns/cgns/findings.hpp"
#include "pcgns/cgns/node.hpp"

namespace pcgns::verify::check {

/// An array of R4 or R8 in the tree.
struct RealArray {
  enum class Role : std::uint8_t { coordinate, field, other };

  const cgns::Node* node = nullptr;
  std::string path = {};
  Role role = Role::other;
  int cell_dimension = 0;
  int physical_dimension = 0;
  std::string temperature_unit = {};  ///< From the nearest DimensionalUnits; may be empty.
};

/// All real arrays in tree order: bulk arrays, and those whose values were read. `root` must outlive the
/// result.
[[nodiscard]] std::vector<RealArray> real_arrays(const cgns::Node& root);

/// Statistics of an array, or of a range of it.
struct ValueStats {
  std::int64_t count = 0;
  std::int64_t nans = 0;
  std::int64_t infinities = 0;
  std::int64_t negatives = 0;   ///< Without -infinity.
  std::int64_t first_nan = -1;  ///< 0-based index in the array; -1 if there is none.
  std::int64_t first_infinity = -1;
  std::int64_t first_negative = -1;
  double lowest = std::numeric_limits<double>::infinity();  ///< Finite values only.
  double highest = -std::numeric_limits<double>::infinity();

  /// Merges the statistics of another range.
  void add(const ValueStats& other);
  [[nodiscard]] bool is_constant() const {
    return count > 1 && nans == 0 && infinities == 0 && lowest == highest;
  }
  friend bool operator==(const ValueStats&, const ValueStats&) = default;
};

/// Statistics of `bytes`: values of R4 or R8 in native byte order, the first at index `begin` of the array.
/// Limited by memory bandwidth if all values are finite.
[[nodiscard]] ValueStats stats_of(cgns::DataType type, std::span<const std::byte> bytes, std::int64_t begin);

/// Adds findings about `array`, whose statistics are `stats`.
void judge_values(const RealArray& array, const ValueStats& stats, const std::string& file,
                  cgns::Findings& findings);

}  // namespace pcgns::verify::check
