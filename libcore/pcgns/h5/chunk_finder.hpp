// chunk_finder.hpp: where the chunks of a dataset lie in its file.
//
// HDF5 takes time proportional to the number of chunks to report the location of one (measured). Reading a
// chunk uses the index instead. So this class lets HDF5 read each chunk through a driver that records the
// location and reads nothing.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/h5/handle.hpp"

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

  /// The chunks of the chunked dataset at `path`; empty if one is missing, or lies beyond byte `size` of the
  /// file. `found_one` is called after each.
  [[nodiscard]] std::optional<cgns::ChunkTable> find(const std::string& path, std::int64_t size,
                                                     const std::function<void()>& found_one = {});

 private:
  std::unique_ptr<Seen> seen_;
  Handle file_;
};

}  // namespace pcgns::h5
