// chunk_finder.hpp: where the chunks of a dataset lie in its file.
//
// HDF5 tells that of one chunk in a time that grows with their number (measured). So it is made to read each
// chunk, which it looks up in its index, through a driver that keeps where it would have read, and reads
// nothing.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pcgns/h5/handle.hpp"
#include "pcgns/tree/input_set.hpp"

namespace pcgns::h5 {

class ChunkFinder {
 public:
  struct Seen;

  /// Throws Failure if `path` cannot be opened.
  explicit ChunkFinder(const std::string& path);
  ~ChunkFinder();
  ChunkFinder(const ChunkFinder&) = delete;
  ChunkFinder& operator=(const ChunkFinder&) = delete;
  ChunkFinder(ChunkFinder&&) = delete;
  ChunkFinder& operator=(ChunkFinder&&) = delete;

  /// The chunks of the chunked dataset at `path`; nothing if one is not there, or lies beyond byte `size` of
  /// the file.
  [[nodiscard]] std::optional<tree::ChunkTable> find(const std::string& path, std::int64_t size);

 private:
  std::unique_ptr<Seen> seen_;
  Handle file_;
};

}  // namespace pcgns::h5
