// memory_sink.hpp: a sink that keeps written bytes in memory.
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "pcgns/base/budget.hpp"
#include "pcgns/base/byte_stream.hpp"
#include "pcgns/base/range.hpp"
#include "pcgns/io/sink.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::mesh {

class MemorySink : public io::Sink {
 public:
  /// Holds `bytes` of the file; the result of take() has capacity `room`. Reuses `used` if it is large
  /// enough, because fresh memory costs more than filling it. Unwritten bytes are undefined.
  explicit MemorySink(Range bytes, std::int64_t room = 0, std::vector<std::byte> used = {})
      : begin_(bytes.begin), kept_(std::move(used)) {
    if (static_cast<std::int64_t>(kept_.capacity()) < bytes.size()) kept_ = {};
    reserve_room(kept_, static_cast<std::size_t>(std::max(room, bytes.size())));
    kept_.resize(static_cast<std::size_t>(bytes.size()));
  }

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    auto* const to = kept_.data() + (offset - begin_);
    if (to != bytes.data()) std::memcpy(to, bytes.data(), bytes.size());
  }
  std::span<std::byte> memory_of(Range bytes) override {
    return std::span(kept_).subspan(static_cast<std::size_t>(bytes.begin - begin_),
                                    static_cast<std::size_t>(bytes.size()));
  }
  void sync() override {}
  void close() override {}

  [[nodiscard]] std::vector<std::byte> take() { return std::move(kept_); }

 private:
  std::int64_t begin_;
  std::vector<std::byte> kept_;
};

/// File domains of whole units, one contiguous range per rank.
[[nodiscard]] plan::Machine machine_of_shares(int ranks, std::int64_t bytes, std::int64_t unit_bytes,
                                              Budget memory);

}  // namespace pcgns::mesh
