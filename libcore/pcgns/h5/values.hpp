// values.hpp: reads the values of datasets so that every byte comes from a file, or is the fill value.
//
// H5Dread leaves memory as it was where nothing was written and fill values are off, reads on in memory
// behind a chunk that decodes to too few bytes, and takes zeros for what external files lack. Here these are
// errors. H5Dread also clips integers whose sign differs from that of the memory type; here they keep their
// bits.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pcgns/base/grid.hpp"
#include "pcgns/h5/chunk_codec.hpp"
#include "pcgns/h5/handle.hpp"

namespace pcgns::h5 {

class ValueReader {
 public:
  /// `type`: of the values in memory, never closed. `memory`: bytes for decoded chunks.
  /// @pre `dataset` stays open. Throws Failure if some values come from nowhere.
  ValueReader(hid_t dataset, hid_t type, std::int64_t memory);

  /// Slowest dimension first.
  [[nodiscard]] const std::vector<std::int64_t>& extents() const { return extents_; }

  /// Reads the values of `box` in storage order. Throws Failure.
  void read(const Hyperslab& box, std::span<std::byte> to);

 private:
  void read_by_hdf5(const Hyperslab& box, const std::vector<std::int64_t>& room, std::byte* to) const;
  [[nodiscard]] std::span<const std::byte> chunk(std::int64_t index);
  void decode(std::int64_t index, std::span<std::byte> values);
  void fill(std::span<std::byte> values) const;

  hid_t dataset_;
  Handle stored_type_;
  hid_t type_;
  std::size_t size_;  ///< Of a value in memory.
  std::vector<std::int64_t> extents_;
  Handle space_;
  std::vector<std::byte> fill_;        ///< One value; empty if the dataset has none.
  std::optional<Grid> grid_;           ///< Of chunks that are read as a whole.
  std::unique_ptr<ChunkCodec> codec_;  ///< If they have filters.
  bool filters_partial_ = true;        ///< Chunks at the ends of the extents, too.
  bool complete_ = false;              ///< No chunk is missing.
  std::int64_t chunk_bytes_ = 0;       ///< In memory, before or after conversion.
  ChunkCache chunks_;
  std::vector<std::byte> stored_;
};

/// Throws Failure if the extents of a dataset claim far more than what it stores: reading it could take
/// years.
void require_plausible(hid_t dataset);

/// Reads all values of a contiguous dataset that are stored as `stored`, without looking for values that come
/// from nowhere. @pre `to` has exactly their size. Throws Failure.
void read_contiguous(hid_t dataset, hid_t stored, hid_t type, std::span<std::byte> to);

/// Reads all values of a dataset. @pre `to` has exactly their size. Throws Failure.
void read_values(hid_t dataset, hid_t type, std::span<std::byte> to);

}  // namespace pcgns::h5
