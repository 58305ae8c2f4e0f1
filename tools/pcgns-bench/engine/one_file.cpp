#include "pcgns-bench/engine/one_file.hpp"

#include <fcntl.h>

#include <algorithm>

#include "pcgns-bench/scenario/cgns_plan.hpp"
#include "pcgns/base/bytes.hpp"
#include "pcgns/base/file_descriptor.hpp"
#include "pcgns/file/skeleton.hpp"
#include "pcgns/par/collective.hpp"

namespace pcgns::bench {

namespace {

std::int64_t alignment_of(const Task& task) {
  return task.options.alignment > 0 ? task.options.alignment : 4 * kibi;
}

/// Next to each other, unless an alignment was asked for.
std::vector<std::int64_t> plain_offsets(const Task& task) {
  const auto alignment = std::max<std::int64_t>(task.options.alignment, 1);
  std::vector<std::int64_t> offsets;
  std::int64_t end = 0;
  for (const auto& array : task.problem.arrays) {
    offsets.push_back(round_up(end, alignment));
    end = offsets.back() + array.bytes();
  }
  return offsets;
}

/// `step` gives them on one rank. @note Collective.
std::vector<std::int64_t> from_root(const Task& task, std::string_view what,
                                    const std::function<std::vector<std::int64_t>()>& step) {
  std::vector<std::int64_t> offsets;
  par::on_root(task.comm, what, [&] { offsets = step(); });
  par::broadcast(task.comm, offsets);
  return offsets;
}

}  // namespace

std::vector<std::int64_t> make_file(const Task& task, const std::string& path, bool is_plain) {
  return from_root(task, "making the file", [&] {
    FileDescriptor(path, O_WRONLY | O_CREAT | O_TRUNC).close();
    if (is_plain) return plain_offsets(task);
    return file::write_skeleton(path, cgns_plan(task.problem), {}, alignment_of(task)).offsets;
  });
}

std::vector<std::int64_t> look_into_file(const Task& task, const std::string& path, bool is_plain) {
  if (is_plain) return plain_offsets(task);
  return from_root(task, "looking into the file",
                   [&] { return file::read_layout(path, cgns_plan(task.problem)).offsets; });
}

std::unique_ptr<io::Sink> sink_of(const Task& task, const std::string& path) {
  return io::posix_sink(path, task.options.syncs ? io::Writeback::early : io::Writeback::late);
}

void OpenFile::close(bool syncs) {
  descriptor = {};
  if (!sink) return;
  if (syncs) sink->sync();
  sink->close();
  sink.reset();
}

void place(std::span<Block> blocks, const std::vector<std::int64_t>& offsets) {
  for (auto& block : blocks) block.slab.box.offset = offsets.at(static_cast<std::size_t>(block.array));
}

std::vector<io::Slab> slabs_of(std::span<const Block> blocks) {
  std::vector<io::Slab> slabs;
  for (const auto& block : blocks) slabs.push_back(block.slab);
  return slabs;
}

std::vector<std::byte> packed(const io::Slab& slab) {
  const io::Runs runs(slab);
  std::vector<std::byte> values(static_cast<std::size_t>(runs.volume() * runs.value_size()));
  auto* to = values.data();
  runs.each({0, runs.volume()}, [&](const io::Run& run) {
    io::pack(slab, run, to);
    to += run.count * runs.value_size();
  });
  return values;
}

void unpack_all(const io::Slab& slab, std::span<const std::byte> values) {
  const io::Runs runs(slab);
  const auto* from = values.data();
  runs.each({0, runs.volume()}, [&](const io::Run& run) {
    io::unpack(slab, run, from);
    from += run.count * runs.value_size();
  });
}

bool is_dense(const io::Slab& slab) { return slab.strides == io::strides_of(slab.box.count); }

std::span<std::byte> bytes_of(const io::Slab& slab) {
  const auto size = cgns::bytes_of(slab.memory_type, slab.box.count);
  return {static_cast<std::byte*>(slab.memory), static_cast<std::size_t>(size)};
}

}  // namespace pcgns::bench
