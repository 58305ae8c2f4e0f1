// sink.hpp: where the bytes of the output go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace pcgns::move {

/// One rank's way into the output file. Every write is independent of the other ranks.
class Sink {
 public:
  Sink() = default;
  virtual ~Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  Sink(Sink&&) = delete;
  Sink& operator=(Sink&&) = delete;

  /// All of `bytes`, from byte `offset` of the file on. Throws Error{io}.
  virtual void write(std::int64_t offset, std::span<const std::byte> bytes) = 0;
  /// What this rank has written is on the device when it returns. Throws Error{io}.
  virtual void sync() = 0;
  /// Reports what the writes did not. Throws Error{io}.
  virtual void close() = 0;
};

/// When the device begins with what is written: at once, and Sink::sync has little left to wait for; or when
/// the system likes, which is faster where nobody syncs.
enum class Writeback : std::uint8_t { early, late };

/// pwrite(2). The file exists.
[[nodiscard]] std::unique_ptr<Sink> posix_sink(const std::string& path,
                                               Writeback writeback = Writeback::early);

/// MPI-IO, each rank for itself, for file systems that are only reached so. `hints`: "key=value;key=value".
[[nodiscard]] std::unique_ptr<Sink> mpiio_sink(const std::string& path, const std::string& hints);

}  // namespace pcgns::move
