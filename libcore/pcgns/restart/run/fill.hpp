// fill.hpp: fills memory from boxes of arrays whose values lie in input files.
#pragma once

#include <functional>
#include <span>

#include "pcgns/io/sink.hpp"
#include "pcgns/io/slab.hpp"
#include "pcgns/io/source.hpp"
#include "pcgns/plan/plan.hpp"

namespace pcgns::restart {

/// Fills a slab from the blocks of its array as they come by.
class PickingSink : public io::Sink {
 public:
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

/// Reads bytes of an array.
using ReadBytes = std::function<void(Range bytes, std::span<std::byte> to)>;

/// Fills the memory of `slab`, whose array begins at offset 0. Small holes between its rows are read along.
void fill(const io::Slab& slab, const ReadBytes& read);

/// True if the values of the target are numbered entities, or some of them have no source: only a move of the
/// whole array finds them.
[[nodiscard]] bool is_scattered(const plan::Plan& plan, int target);

/// Fills the memory of `slab` from the boxes and runs that make up `target`. @pre It is not scattered.
void fill_from_boxes(const plan::Plan& plan, io::Source& source, int target, const io::Slab& slab);

}  // namespace pcgns::restart
