// data_names.hpp: the names of the standard for arrays of data (SIDS, appendix A), and their dimensions.
#pragma once

#include <array>
#include <string_view>

namespace pcgns::check {

/// A quantity: powers of mass, length, time, temperature and angle, or none where they depend on the case.
struct DataName {
  std::string_view name;
  bool has_exponents = false;
  std::array<int, 5> exponents = {};
};

/// Null for a name that is not of the standard.
[[nodiscard]] const DataName* data_name(std::string_view name);
/// The name of the standard that differs only in case, blanks and underscores; empty if there is none, and
/// for names of the standard.
[[nodiscard]] std::string_view meant_data_name(std::string_view name);

}  // namespace pcgns::check
