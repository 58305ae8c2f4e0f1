// queue_program.hpp: random requests of all ranks on random arrays, and what a file holds after them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "pcgns/io/slab.hpp"

namespace pcgns::test {

/// A request with its own memory: a part of a larger array with its axes in any order.
struct Request {
  int rank = 0;
  io::FileBox box = {};
  cgns::DataType memory_type = cgns::DataType::MT;
  std::vector<std::int64_t> strides = {};
  std::int64_t first = 0;  ///< Value of the memory that is the first of the box.
  std::vector<std::byte> memory = {};

  [[nodiscard]] io::Slab slab();
};

/// The same for the same seed on every rank.
struct Program {
  std::vector<Request> writes;  ///< By rank, then in the order in which they are handed over.
  std::vector<Request> reads;
  std::vector<std::byte> file;  ///< As it is before: arrays of sevens, and bytes between them.
};

[[nodiscard]] Program random_program(unsigned seed, int ranks);

/// Values of the box that the memory of `request` has, or has not, as numbers; in the order of the file.
[[nodiscard]] std::vector<double> values_of(const Request& request);
void set_values(Request& request, const std::vector<double>& values);

/// Does with `file` what a single process would do.
void write_into(const Request& request, std::vector<std::byte>& file);
/// What `request` should read.
[[nodiscard]] std::vector<double> expected(const Request& request, const std::vector<std::byte>& file);

}  // namespace pcgns::test
