// cache.hpp: blocks of a file in the memory of all ranks, for small scattered reads and writes.
//
// The file is read and written in large blocks, each of which lies in the memory of one rank, in turn. Ranks
// of a node access all blocks of the node directly (MPI shared memory); for the blocks of other nodes they
// send messages, which are served when the owner is in the library. Reads and writes are local: any rank, at
// any time, any bytes.
//
// What a rank has written it reads at once; other ranks read it after flush(). If several ranks write a value
// between two flushes, it has the value of one of them.
//
//     cache::FileBacking file(descriptor, sink);
//     cache::Cache cache(comm, file, {});
//     cache.read({.address = offset, .size = 8, .indices = indices}, values);  // in the order of `indices`
//     cache.flush();
//     cache.close();
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "pcgns/base/bytes.hpp"
#include "pcgns/base/error.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/cache/value_list.hpp"
#include "pcgns/io/sink.hpp"

namespace pcgns::cache {

/// What the blocks are read from and written to. The calls of one rank do not overlap in time; those of
/// different ranks do, but not for one block.
class Backing {
 public:
  Backing() = default;
  virtual ~Backing() = default;
  Backing(const Backing&) = delete;
  Backing& operator=(const Backing&) = delete;
  Backing(Backing&&) = delete;
  Backing& operator=(Backing&&) = delete;

  /// Bytes beyond the end are 0.
  virtual void read(std::int64_t address, std::span<std::byte> to) = 0;
  virtual void write(std::int64_t address, std::span<const std::byte> from) = 0;
  /// These bytes will be read soon.
  virtual void expect(Range bytes) = 0;
};

/// A file; addresses are offsets.
class FileBacking : public Backing {
 public:
  /// Both must outlive this object; `sink` may be null if nothing is written.
  FileBacking(const FileDescriptor& file, io::Sink* sink);

  void read(std::int64_t address, std::span<std::byte> to) override;
  void write(std::int64_t address, std::span<const std::byte> from) override;
  void expect(Range bytes) override;

 private:
  const FileDescriptor& file_;
  io::Sink* sink_;
  std::int64_t size_ = 0;
};

struct Options {
  std::int64_t block = mebi;        ///< Bytes; a power of two from 64 to 1 GiB.
  std::int64_t memory = 64 * mebi;  ///< Bytes of blocks per rank; one block at least.
  int read_ahead = 4;               ///< Blocks to announce ahead of a stream or list; 0: none.
  bool writes = false;              ///< Values may be written.
  int ranks_per_node = 0;           ///< 0: detect. For tests: treat this many consecutive ranks as a node.
  /// How long to wait for an owner on another node before its block is read from the file.
  std::chrono::microseconds patience{10000};
  /// How long to wait for one if the file cannot have the values.
  std::chrono::milliseconds timeout{60000};
};

/// What this rank has done so far.
struct Counts {
  std::int64_t values = 0;         ///< Read or written by lists.
  std::int64_t hits = 0;           ///< Accesses to a block that was in memory.
  std::int64_t misses = 0;         ///< Accesses to a block that this rank then read.
  std::int64_t evictions = 0;      ///< Blocks that made room for another one.
  std::int64_t bytes_read = 0;     ///< From the file.
  std::int64_t bytes_written = 0;  ///< To the file.
  std::int64_t messages = 0;       ///< Requests sent to ranks of other nodes.
  std::int64_t bytes_sent = 0;     ///< With requests and replies.
  std::int64_t served = 0;         ///< Requests of other ranks.
  std::int64_t bypasses = 0;       ///< Requests that an owner did not answer in time.
  std::int64_t announced = 0;      ///< Blocks of read-ahead.
};

class Cache {
 public:
  /// `backing` must outlive this object. Throws Error{usage} for invalid options. @note Collective.
  Cache(MPI_Comm comm, Backing& backing, const Options& options);
  /// Local. Without close(), shared memory and communicators are not freed.
  ~Cache();
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  // These are local. Throw Error{io}; the memory is undefined then, and what was to be written may be in
  // part.
  void read(std::int64_t address, std::span<std::byte> to);
  void write(std::int64_t address, std::span<const std::byte> from);
  void read(const ValueList& list, std::byte* to);
  void write(const ValueList& list, const std::byte* from);
  /// Serves ranks of other nodes that wait for blocks of this rank.
  void progress();
  [[nodiscard]] const Counts& counts() const;
  [[nodiscard]] const Options& options() const;

  /// The file has all values that were written. `failure`: why this rank cannot take part. Throws the same
  /// Error on every rank if writing has failed on any, also before. @note Collective.
  void flush(const std::optional<Error>& failure = {});
  /// The same; then no block is in memory: the file will be changed by other means. @note Collective.
  void forget();
  /// Must be the last call. Does not flush. @note Collective.
  void close();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pcgns::cache
