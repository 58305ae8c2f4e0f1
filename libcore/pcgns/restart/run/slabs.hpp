// slabs.hpp: slabs of arrays, read from wherever their values lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pcgns/io/sink.hpp"
#include "pcgns/io/slab.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::restart {

/// True if the values of the target are numbered entities, or some of them have no source: only a move finds
/// them.
[[nodiscard]] bool is_scattered(const plan::Plan& plan, int target);

/// Fills the memory of `slab` from the boxes and runs that make up `target`. @pre It is not scattered.
void fill_from_boxes(const plan::Plan& plan, io::Source& source, int target, const io::Slab& slab);

/// Fills a slab from the blocks of its array as they come by.
class PickingSink : public io::Sink {
 public:
  /// @pre `slab` outlives it.
  explicit PickingSink(const io::Slab& slab) : slab_(slab), runs_(slab) {}

  void write(std::int64_t offset, std::span<const std::byte> bytes) override {
    runs_.each_near(runs_.in({offset, offset + std::ssize(bytes)}),
                    [&](const io::Run& run) { io::unpack(slab_, run, bytes.data() + (run.at - offset)); });
  }
  void sync() override {}
  void close() override {}

 private:
  const io::Slab& slab_;
  io::Runs runs_;
};

}  // namespace pcgns::restart
