// sink.hpp: destinations of the output bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/base/range.hpp"

namespace pcgns::io {

/// One rank's access to the output file. Writes are independent of other ranks.
class Sink {
 public:
  Sink() = default;
  virtual ~Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  Sink(Sink&&) = delete;
  Sink& operator=(Sink&&) = delete;

  /// Writes all of `bytes` at `offset`. Throws Error{io}.
  virtual void write(std::int64_t offset, std::span<const std::byte> bytes) = 0;
  /// The memory of `bytes`, if the sink keeps them in memory: who makes them there saves a copy in `write`.
  [[nodiscard]] virtual std::span<std::byte> memory_of(Range bytes);
  /// Makes the output at `offset` share the blocks of `bytes` of `from`: whole blocks, at offsets that are
  /// equal modulo the block size. Returns 0, or the error number of the system; then the bytes may be
  /// anything.
  [[nodiscard]] virtual int clone(std::int64_t offset, const FileDescriptor& from, Range bytes);
  /// Makes all writes of this rank durable. Throws Error{io}.
  virtual void sync() = 0;
  /// Reports delayed write errors. Throws Error{io}.
  virtual void close() = 0;
};

/// When the system starts writing to the device. early: at once, so that Sink::sync waits little; late: when
/// it chooses, which is faster if nobody syncs.
enum class Writeback : std::uint8_t { early, late };

/// Writes with pwrite(2). @pre The file exists.
[[nodiscard]] std::unique_ptr<Sink> posix_sink(const std::string& path,
                                               Writeback writeback = Writeback::early);

/// Independent MPI-IO, for file systems that are only reachable that way. `hints`: "key=value;key=value".
[[nodiscard]] std::unique_ptr<Sink> mpiio_sink(const std::string& path, const std::string& hints);

}  // namespace pcgns::io
