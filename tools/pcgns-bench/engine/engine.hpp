// engine.hpp: a way of writing and reading the arrays of a problem.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pcgns-bench/scenario/problem.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/io/slab.hpp"
#include "pcgns/plan/wisdom.hpp"

namespace pcgns::bench {

/// A piece in memory. Slab::box.offset is the first byte of the array as the engine laid it out.
struct Block {
  int array = 0;  ///< Index into Problem::arrays.
  io::Slab slab = {};
};

struct EngineOptions {
  std::int64_t buffer = 0;     ///< Of the queue, in bytes; 0: its own choice.
  std::int64_t alignment = 0;  ///< Of arrays and domains, in bytes; 0: 4 KiB.
  int owners_per_node = 0;     ///< Of the queue: staging processes; 0: its own choice.
  int writers = 0;             ///< Of relay: ranks that write at the same time; 0: half of them.
  plan::Settings tuned = {};   ///< Of a tuned queue, instead of the above.
  std::string hints = {};      ///< For MPI-IO: "key=value;key=value".
  std::int64_t memory = 0;     ///< Of a cache: bytes of blocks per rank; 0: its own choice.
  bool syncs = false;          ///< What was written is on the device when close() returns.
};

/// What all engines are made for.
struct Task {
  MPI_Comm comm = MPI_COMM_NULL;
  const Problem& problem;
  const EngineOptions& options;
};

/// One file, or one set of files, at a time. All functions are collective; a failure may be thrown on some
/// ranks only, but never so that others wait.
class Engine {
 public:
  Engine() = default;
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  Engine(Engine&&) = delete;
  Engine& operator=(Engine&&) = delete;

  /// Makes the file and opens it for writing, or opens it for reading.
  virtual void create(const std::string& path) = 0;
  virtual void open(const std::string& path) = 0;
  /// The blocks of all arrays from `arrays.begin` on; what a rank has of them.
  virtual void write(Range arrays, std::span<Block> blocks) = 0;
  virtual void read(Range arrays, std::span<Block> blocks) = 0;
  virtual void close() = 0;
  /// By array, if the values lie in one file as the problem has them; else empty. After create() or open().
  [[nodiscard]] virtual std::vector<std::int64_t> offsets() const { return {}; }
  /// Files that this rank must remove.
  [[nodiscard]] virtual std::string own_file(const std::string& path) const { return path; }
};

/// All names; "queue", "direct", ….
[[nodiscard]] const std::vector<std::string>& engine_names();

/// @pre `name` is one of engine_names(); `task` outlives the engine.
[[nodiscard]] std::unique_ptr<Engine> make_engine(std::string_view name, const Task& task);

// Each in a file of its own.
[[nodiscard]] std::unique_ptr<Engine> queue_engine(const Task& task);
/// The queue with the settings that `tuned` has, and the usual ones.
[[nodiscard]] std::unique_ptr<Engine> tuned_engine(const Task& task);
[[nodiscard]] std::unique_ptr<Engine> donio_engine(const Task& task);
[[nodiscard]] std::unique_ptr<Engine> cache_engine(const Task& task);
[[nodiscard]] std::unique_ptr<Engine> relay_engine(const Task& task);
[[nodiscard]] std::unique_ptr<Engine> direct_engine(const Task& task);
[[nodiscard]] std::unique_ptr<Engine> std_engine(const Task& task);
[[nodiscard]] std::unique_ptr<Engine> buffered_engine(const Task& task);
[[nodiscard]] std::unique_ptr<Engine> gather_engine(const Task& task);
[[nodiscard]] std::unique_ptr<Engine> posix_engine(const Task& task);
[[nodiscard]] std::unique_ptr<Engine> file_per_process_engine(const Task& task);
[[nodiscard]] std::unique_ptr<Engine> mpiio_engine(const Task& task);
[[nodiscard]] std::unique_ptr<Engine> hdf5_collective_engine(const Task& task);
[[nodiscard]] std::unique_ptr<Engine> hdf5_independent_engine(const Task& task);

}  // namespace pcgns::bench
