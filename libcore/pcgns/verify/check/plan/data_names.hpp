// data_names.hpp: lists the data-name identifiers of SIDS, appendix A, with their dimensions.
#pragma once

#include <array>
#include <string_view>

namespace pcgns::verify::check {

/// A quantity, with its exponents of mass, length, time, temperature and angle unless they depend on the
/// case.
struct DataName {
  std::string_view name;
  bool has_exponents = false;
  std::array<int, 5> exponents = {};
};

/// Null if the name is not in the standard.
[[nodiscard]] const DataName* data_name(std::string_view name);
/// The standard name that differs only in case, blanks and underscores; empty if there is none, or if `name`
/// is itself standard.
[[nodiscard]] std::string_view meant_data_name(std::string_view name);

}  // namespace pcgns::verify::check
