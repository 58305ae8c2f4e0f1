#include "pcgns/restart/run/slabs.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <vector>

#include "pcgns/base/bytes.hpp"
#include "pcgns/plan/subplan.hpp"

namespace pcgns::restart {

namespace {

/// Reads bytes of an array.
using ReadBytes = std::function<void(Range bytes, std::span<std::byte> to)>;

/// Holes up to this size cost less than another call.
constexpr std::int64_t bridged_hole = 32 * kibi;
constexpr std::int64_t buffer_bytes = mebi;

/// The values of `slab` that `box` provides, as a box of its source; nothing if there are none.
std::optional<io::Slab> source_slab(const plan::Box& box, const io::Slab& slab) {
  io::Slab part{.box = {.type = slab.box.type, .begin = {0, 0, 0}, .count = {1, 1, 1}},
                .memory_type = slab.memory_type,
                .strides = {0, 0, 0}};
  part.box.dims.assign(box.source_extents.begin(), box.source_extents.end());
  part.box.begin.assign(box.source_begin.begin(), box.source_begin.end());
  std::int64_t first = 0;  // in memory
  for (std::size_t d = 0; d < 3; ++d) {
    const bool is_axis = d < slab.box.dims.size();
    const Range wanted{is_axis ? slab.box.begin[d] : 0, is_axis ? slab.box.begin[d] + slab.box.count[d] : 1};
    const auto common = intersect(wanted, {box.target_begin[d], box.target_begin[d] + box.count[d]});
    if (common.empty()) return std::nullopt;
    const auto stride = is_axis ? slab.strides[d] : 0;
    const auto axis = static_cast<std::size_t>(std::abs(box.axes[d]) - 1);
    const auto skipped = common.begin - box.target_begin[d];
    const bool is_forward = box.axes[d] > 0;
    part.box.begin[axis] += is_forward ? skipped : -(skipped + common.size() - 1);
    part.box.count[axis] = common.size();
    part.strides[axis] = is_forward ? stride : -stride;
    first += ((is_forward ? common.begin : common.end - 1) - wanted.begin) * stride;
  }
  part.memory = static_cast<std::byte*>(slab.memory) + first * cgns::size_of(slab.memory_type);
  return part;
}

/// Reads bytes of a target that runs of its sources make up. @pre These ascend, as a plan has them.
ReadBytes runs_of(std::span<const plan::Transfer> transfers, std::int64_t size, io::Source& source) {
  return [transfers, size, &source](Range bytes, std::span<std::byte> to) {
    const auto bytes_of = [&](const plan::Transfer& run) {
      return Range{run.target_begin * size, (run.target_begin + run.count) * size};
    };
    auto run = std::ranges::partition_point(
        transfers, [&](const plan::Transfer& before) { return bytes_of(before).end <= bytes.begin; });
    for (; run != transfers.end() && bytes_of(*run).begin < bytes.end; ++run) {
      const auto common = intersect(bytes, bytes_of(*run));
      const auto from = run->source_begin * size + common.begin - bytes_of(*run).begin;
      source.read(run->source, {from, from + common.size()},
                  to.subspan(static_cast<std::size_t>(common.begin - bytes.begin),
                             static_cast<std::size_t>(common.size())));
    }
  };
}

/// Fills the memory of `slab`, whose array begins at offset 0. Small holes between its rows are read along.
void fill(const io::Slab& slab, const ReadBytes& read) {
  const io::Runs runs(slab);
  const std::int64_t size = runs.value_size();
  if (io::is_plain(slab, runs) && (runs.run() * size > bridged_hole || runs.run() == runs.volume())) {
    runs.each({0, runs.volume()}, [&](const io::Run& run) {
      read({run.at, run.at + run.count * size}, io::memory_of(slab, runs, run));
    });
    return;
  }
  const auto in_file = io::Runs(slab.box).bridged(bridged_hole);
  std::vector<std::byte> buffer;
  in_file.each({0, in_file.volume()}, [&](const io::Run& stretch) {
    const Range all{stretch.at, stretch.at + stretch.count * size};
    for (auto at = all.begin; at < all.end; at += round_down(buffer_bytes, size)) {
      const Range bytes{at, std::min(all.end, at + round_down(buffer_bytes, size))};
      buffer.resize(static_cast<std::size_t>(bytes.size()));
      read(bytes, buffer);
      runs.each_near(runs.in(bytes), [&](const io::Run& run) {
        io::unpack(slab, run, buffer.data() + (run.at - bytes.begin));
      });
    }
  });
}

/// Extents as boxes have them.
plan::Index3 extents_of(const std::vector<std::int64_t>& dims) {
  plan::Index3 extents = {1, 1, 1};
  std::copy(dims.begin(), dims.end(), extents.begin());
  return extents;
}

/// Fills the memory of `slab`, which has the extents of the boxes.
void fill_from(std::span<const plan::Box> boxes, io::Source& source, const io::Slab& slab) {
  for (const auto& box : boxes) {
    const auto part = box.shared ? std::nullopt : source_slab(box, slab);
    if (part) fill(*part, [&](Range bytes, std::span<std::byte> to) { source.read(box.source, bytes, to); });
  }
}

/// The same of an array with other extents than its boxes: data of a boundary condition are a list of the
/// points that are a box in the zone.
void fill_from_list(std::span<const plan::Box> boxes, io::Source& source, const io::Slab& slab) {
  const auto& extents = boxes.front().target_extents;
  const std::vector<std::int64_t> dims(extents.begin(), extents.end());
  std::vector<std::byte> values(static_cast<std::size_t>(cgns::bytes_of(slab.box.type, dims)));
  fill_from(boxes, source,
            {.box = {.type = slab.box.type, .dims = dims, .begin = {0, 0, 0}, .count = dims},
             .memory = values.data(),
             .memory_type = slab.box.type,
             .strides = io::strides_of(dims)});
  PickingSink(slab).write(0, values);
}

}  // namespace

bool is_scattered(const plan::Plan& plan, int target) {
  return plan.has_holes || !plan::moves_of(plan.indexed, target).empty();
}

void fill_from_boxes(const plan::Plan& plan, io::Source& source, int target, const io::Slab& slab) {
  const auto transfers = plan::moves_of(plan.transfers, target);
  if (!transfers.empty()) fill(slab, runs_of(transfers, cgns::size_of(slab.box.type), source));
  const auto boxes = plan::moves_of(plan.boxes, target);
  if (boxes.empty()) return;
  const bool is_list = slab.box.dims.size() > 3 || extents_of(slab.box.dims) != boxes.front().target_extents;
  is_list ? fill_from_list(boxes, source, slab) : fill_from(boxes, source, slab);
}

}  // namespace pcgns::restart
