// part_files.hpp: arrays of parts, stored in every way, and the output that a scatter makes of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "pcgns/cgns/input_set.hpp"
#include "pcgns/io/run/scatter.hpp"
#include "pcgns/plan/plan.hpp"
#include "session.hpp"

namespace pcgns::test {

enum class Storage { plain, swapped, hdf5, memory };

template <typename Value>
[[nodiscard]] std::vector<std::byte> bytes_of(const std::vector<Value>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(Value));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// Integers as I4 or I8.
[[nodiscard]] std::vector<std::byte> bytes_as(cgns::DataType type, const std::vector<std::int64_t>& values);

/// Files of parts, and a plan. Every rank makes the same one; rank 0 writes the files.
struct PartFiles {
  struct Pending {
    int array = 0;
    Storage storage = Storage::plain;
    std::vector<std::byte> bytes;
  };

  Scratch scratch;
  cgns::InputSet inputs;
  plan::Plan plan;
  std::vector<std::int64_t> offsets;
  std::int64_t end = 0;
  std::vector<std::byte> expected;
  std::vector<Pending> pending;

  int add_file();
  /// An array of the zone "Zone.P<file>"; `values` in native byte order.
  int add_array(int file, cgns::DataType type, std::vector<std::byte> values, Storage storage);
  int add_integers(int file, cgns::DataType type, const std::vector<std::int64_t>& values, Storage storage);
  /// A target behind the others, which must become `values`.
  int add_target(cgns::DataType type, std::vector<std::byte> values);

  /// @note Collective.
  void write_files();
};

struct Run {
  std::int64_t buffer = 1 << 20;
  std::int64_t chunk = 65536;
  std::int64_t memory = 1 << 24;
  io::KnownNumbers* known = nullptr;
};

struct Result {
  std::vector<std::byte> bytes;  ///< Of the whole output.
  io::SharedDifferences shared;  ///< Of all ranks.
  io::SharedSummary differences;
};

/// Throws as a move does: all ranks the same Error. @note Collective.
[[nodiscard]] Result scatter(const PartFiles& files, const Run& run);

}  // namespace pcgns::test
