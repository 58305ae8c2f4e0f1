// hashing_sink.hpp: hashes one array on its way to another sink.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pcgns/base/error.hpp"
#include "pcgns/move/sink.hpp"
#include "pcgns/plan/digest.hpp"

namespace pcgns::mesh {

class HashingSink : public move::Sink {
 public:
  /// The array, of `bytes` bytes, lies at the begin of the output. `to` must live as long.
  HashingSink(move::Sink& to, tree::DataType type, std::int64_t bytes)
      : to_(to), type_(type), bytes_(bytes) {}

  /// Throws Error{internal} if `bytes` do not begin and end with blocks of the digest, or with the array.
  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    const auto size = plan::stored_block(type_);
    const auto end = offset + std::ssize(bytes);
    if (offset % size != 0 || (end % size != 0 && end != bytes_))
      throw Error(ErrorKind::internal, "a block of an array comes in pieces");
    plan::add_blocks(type_, offset / size, bytes, sum_, room_);
    to_.write(offset, bytes);
  }
  void sync() override { to_.sync(); }
  void close() override { to_.close(); }

  /// Of what was written.
  [[nodiscard]] const Fingerprint& sum() const { return sum_; }

 private:
  move::Sink& to_;
  tree::DataType type_;
  std::int64_t bytes_;
  Fingerprint sum_;
  std::vector<std::byte> room_;
};

}  // namespace pcgns::mesh
