// storage_report.hpp: how a file is stored, before and after.
#pragma once

#include <cstdint>
#include <string>

#include "common/report.hpp"
#include "pcgns/cgns/input_set.hpp"

namespace pcgns::restripe {

struct Storage {
  std::int64_t file_bytes = 0;   ///< Of the file; of several, where links were followed, of all.
  std::int64_t array_bytes = 0;  ///< What the values of bulk arrays take in it.
  std::int64_t contiguous = 0;   ///< Arrays that lie in one piece.
  std::int64_t chunked = 0;
  std::int64_t compact = 0;  ///< In the object header, or for HDF5 only to tell where.
  std::int64_t alignment =
      0;  ///< The largest power of two of which all offsets are multiples; 0: no offsets.

  /// Nodes, small values, gaps, and space that nobody uses.
  [[nodiscard]] std::int64_t other_bytes() const { return file_bytes - array_bytes; }
};

[[nodiscard]] Storage storage_of(const cgns::InputSet& inputs);

/// As member `name` of a report.
void put(const std::string& name, const Storage& storage, tool::Report& report);
/// "1.2 GiB; 12 arrays contiguous, 2 chunked, aligned to 8 B; 1.1 MiB are no arrays"
[[nodiscard]] std::string text_of(const Storage& storage);

}  // namespace pcgns::restripe
