#include "pcgns/partition/run/direct_arrays.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "pcgns/par/collective.hpp"
#include "pcgns/par/fault.hpp"
#include "pcgns/partition/run/run_sorter.hpp"
#include "pcgns/partition/run/windows.hpp"

namespace pcgns::partition {

namespace {

constexpr std::string_view moving_data = "moving data";

/// Writes one array; errors are kept until `finish`.
class Writer {
 public:
  Writer(par::Session& session, const DirectArrays::Array& array, const io::Task& task, io::Sink& sink,
         std::span<const plan::Direct> runs)
      : session_(session),
        array_(array),
        task_(task),
        sink_(sink),
        each_(array.width * static_cast<std::int64_t>(cgns::size_of(array.type))),
        runs_(array.distribution->totals.size()),
        sorter_(runs_.size()) {
    for (const auto& run : runs) {
      const auto index = static_cast<std::size_t>(run.run);
      const auto begin = task.offsets[static_cast<std::size_t>(run.target)] +
                         run.target_begin * static_cast<std::int64_t>(cgns::size_of(array.type)) +
                         array.distribution->before[index] * each_;
      runs_[index] = {.bytes = {begin, begin}, .is_here = true};
    }
  }

  void put(std::span<const std::int32_t> parts, std::span<const std::byte> values) {
    if (failure_) return;
    failure_ = par::failure_of(
        [&] {
          sorter_.sort(parts, each_, values,
                       [&](std::size_t part, auto bytes) { write(runs_[part], bytes); });
        },
        moving_data);
    session_.alive();
  }

  void fault(long number) {
    failure_ = par::failure_of([&] { par::fault_point("direct", session_.rank(), number); }, moving_data);
  }

  void finish(std::vector<io::RunHash>& hashes) {
    par::agree(session_.comm(), moving_data, failure_);
    for (const auto& run : runs_) {
      if (run.hasher) hashes.push_back({run.bytes, run.hasher->value()});
    }
  }

 private:
  /// How far this rank has written its values of one part.
  struct Run {
    Range bytes;
    bool is_here = false;  ///< The file of the part is among the outputs of the task.
    std::optional<Hasher> hasher = {};
  };

  void write(Run& run, std::span<const std::byte> bytes) {
    if (!run.is_here) return;
    sink_.write(run.bytes.end, bytes);
    run.bytes.end += std::ssize(bytes);
    if (!task_.keep_hashes) return;
    if (!run.hasher) run.hasher.emplace();
    run.hasher->add(bytes);
  }

  par::Session& session_;
  const DirectArrays::Array& array_;
  const io::Task& task_;
  io::Sink& sink_;
  std::int64_t each_;
  std::vector<Run> runs_;
  RunSorter sorter_;
  std::optional<Error> failure_;
};

void forget_places(Distribution& distribution) { distribution.indices = {}; }

}  // namespace

std::vector<std::byte> values_of(par::Session& session, const mesh::Dataset& whole,
                                 const DirectArrays::Array& array, std::vector<std::byte> used) {
  const auto& distribution = *array.distribution;
  const auto begin = array.column * distribution.count();
  return mesh::fetch_range(
      session, mesh::read_share(session, whole, array.target, array.width, std::move(used)),
      {(begin + distribution.mine.begin) * array.width, (begin + distribution.mine.end) * array.width});
}

bool DirectArrays::can_have(const Distribution& distribution) const {
  if (distribution.is_ordered) return false;
  return std::any_of(zones_.begin(), zones_.end(), [&](const MeshDistribution& zone) {
    const auto& sections = zone.elements.sections;
    return &distribution == &zone.vertices || &distribution == &zone.cells ||
           std::any_of(sections.begin(), sections.end(),
                       [&](const Distribution& section) { return &distribution == &section; });
  });
}

DistributedValues DirectArrays::add(Array array) {
  DistributedValues values{.direct = static_cast<int>(arrays_.size()),
                           .begins = {0},
                           .ghosts = static_cast<std::size_t>(array.distribution->ghosts)};
  for (const auto total : array.distribution->totals)
    values.begins.push_back(values.begins.back() + total * array.width);
  arrays_.push_back(std::move(array));
  return values;
}

void DirectArrays::settle() {
  for (auto& zone : zones_) {
    zone.elements.implied = {};
    forget_places(zone.vertices);
    forget_places(zone.cells);
    for (auto& section : zone.elements.sections) forget_places(section);
  }
}

std::vector<io::RunHash> write_direct(par::Session& session, const mesh::Dataset& whole,
                                      const DirectArrays& arrays, const io::Task& task, io::Sink& sink,
                                      const std::function<void(std::int64_t)>& progress) {
  session.enter(moving_data);
  std::map<int, std::vector<plan::Direct>> runs;
  for (const auto& run : task.plan.direct) {
    if (task.offsets[static_cast<std::size_t>(run.target)] >= 0) runs[run.array].push_back(run);
  }
  std::vector<io::RunHash> hashes;
  std::vector<std::byte> values;  // of one array at a time
  std::int64_t bytes = 0;
  for (const auto& [index, of_array] : runs) {
    const auto& array = arrays.array(index);
    Writer writer(session, array, task, sink, of_array);
    writer.fault(index);
    if (array.target < 0) {
      for_each_number(*array.distribution, whole.memory, array.first,
                      [&](auto parts, auto numbers) { writer.put(parts, std::as_bytes(numbers)); });
    } else {
      values = values_of(session, whole, array, std::move(values));
      const auto each = array.width * static_cast<std::int64_t>(cgns::size_of(array.type));
      for_each_value(*array.distribution, whole.memory, each, values,
                     [&](auto parts, auto of_window) { writer.put(parts, of_window); });
    }
    writer.finish(hashes);
    for (const auto& run : of_array)
      bytes += run.count * static_cast<std::int64_t>(cgns::size_of(array.type));
    progress(bytes);
  }
  return hashes;
}

}  // namespace pcgns::partition
